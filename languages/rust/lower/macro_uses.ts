/**
 * Macros defined by functions (`#[proc_macro]` and the like), and the attributes and derives by which they are used.
 *
 * Stage: parse -> facts. Invariants: built-in attributes and the helpers of derives are not uses of a macro; a use belongs to the
 * attributed item.
 */
import { DefinitionFlag, DefinitionKind, LinkFlag } from "../../../core/facts.ts";
import { Op } from "../../../core/facts/expressions.ts";
import type { Lowering } from "../../../core/lower/lower.ts";
import { holdsOrdinarily } from "../cfg.ts";
import { stateOf } from "../file_state.ts";
import { itemOfAttribute, leadingAttributes, readAttribute } from "./attributes.ts";
import { useAttributeCalls } from "./attribute_calls.ts";
import { isBuilder } from "./derived_builders.ts";
import { flagOfAttribute, givesTraits, isBuiltin, takesValues } from "./known_attributes.ts";
import { noteMadeType } from "./made_types.ts";
import { useAttributeValues } from "./named.ts";
import { lowerWords } from "./types.ts";

const FUNCTIONS: ReadonlySet<number> = new Set([DefinitionKind.function, DefinitionKind.method]);
/** Kinds of definitions on which only helpers of derives occur. */
const PARTS: ReadonlySet<number> = new Set([DefinitionKind.field, DefinitionKind.enum_member]);

/** The name of a model's table, which identifies its parts. */
const TABLE = /\btable_name\s*=\s*"(\w+)"/;

/** Records that a function defines a macro: with its own name, or the one given in `proc_macro_derive`. */
export function addMadeMacro(lowering: Lowering, definition: number, attribute: string, node: number): void {
  const { facts } = lowering;
  const own = facts.get("definitions", definition, "name");
  const derived = /^\(\s*(\w+)/.exec(lowering.text(lowering.child(node, "arguments")))?.[1];
  const isDerive = attribute === "proc_macro_derive";
  if (isDerive && derived === undefined) return;
  facts.add("exports", {
    name: isDerive ? facts.string(derived!) : own,
    local: own,
    flags: LinkFlag.macros | (attribute === "proc_macro" ? 0 : LinkFlag.attribute),
    line: facts.get("definitions", definition, "lineStart"),
  });
}

/** The own rule `attribute`: derived traits are supertypes, macros of the repository are used. */
export function lowerAttribute(lowering: Lowering, node: number): void {
  const { name, node: attribute } = readAttribute(lowering, node);
  const path = attribute === 0 ? 0 : lowering.children(attribute)[0] ?? 0;
  if (path === 0) return;
  const item = itemOfAttribute(lowering, node);
  if (item !== 0 && lowering.kind(item) === "parameter") {
    const tokens = lowering.child(attribute, "arguments");
    if (tokens !== 0 && !belongsTo(lowering, tokens, lowering.callerAt(node))) {
      useAttributeValues(lowering, tokens, lowering.callerAt(node), true, takesValues(name) ? 1 : 0);
    }
    return;
  }
  lowerMetaItem(lowering, item, name, namesOfPath(lowering, path), lowering.child(attribute, "arguments"), 0);
}

/** The names of a path, as nodes. */
function namesOfPath(lowering: Lowering, path: number): number[] {
  const names: number[] = [];
  for (let node = path; node !== 0; node = lowering.child(node, "path")) {
    if (!lowering.kind(node).startsWith("scoped_")) return [node, ...names];
    names.unshift(lowering.child(node, "name"));
  }
  return names;
}

/** One attribute: a path with arguments, on its own or inside `cfg_attr(…)`. */
function lowerMetaItem(lowering: Lowering, item: number, name: string, path: readonly number[], tokens: number, depth: number): void {
  const definition = lowering.definitionAt(item);
  // The attribute on a trait lists enums that implement it.
  if (definition !== 0 && givesTraits(name) && lowering.facts.get("definitions", definition, "kind") !== DefinitionKind.trait) {
    for (const { names } of metaItems(lowering, tokens)) {
      lowering.addSupertype(definition, lowerNames(lowering, names));
      const derived = names.length === 0 ? "" : lowering.text(names.at(-1)!);
      if (derived === "Deref") addDereference(lowering, item, definition);
      else if (derived === "DeriveEntityModel") bindEntity(lowering, item);
      else if (derived === "CustomResource") noteMadeType(lowering, item, lowerNames(lowering, names));
      else if (isBuilder(lowering, item, derived)) lowering.addSupertype(definition, lowering.builtin("DerivedBuilderMethods"));
    }
  }
  if (name === "derive") {
    for (const { names } of metaItems(lowering, tokens)) addMacroUse(lowering, item, names);
  } else if (name === "cfg_attr" && depth < 8) {
    const [condition, ...given] = metaItems(lowering, tokens);
    if (condition === undefined || !holdsOrdinarily(condition.text)) return;
    for (const one of given) {
      lowerMetaItem(lowering, item, one.names.map((n) => lowering.text(n)).join("::"), one.names, one.tokens, depth + 1);
    }
  } else if (definition !== 0 && !isBuiltin(name)) {
    const kind = lowering.facts.get("definitions", definition, "kind");
    const isFunction = FUNCTIONS.has(kind);
    if (/(?:^|::)automock$/.test(name)) bindMade(lowering, item, "mockall", `Mock${nameOfMocked(lowering, item)}`);
    const isPassedOut = flagOfAttribute(name) === DefinitionFlag.passedOut;
    // The code generated from an impl may contain further impls.
    if (kind === DefinitionKind.impl && isPassedOut) lowering.addFlag(definition, DefinitionFlag.passedOut);
    if (kind !== DefinitionKind.impl && !isFunction && isPassedOut) stateOf(lowering).rewritten.push(item);
    addAttributeUse(lowering, item, definition, path, isFunction && isPassedOut);
    if (tokens !== 0 && !belongsTo(lowering, tokens, definition)) {
      const bearer = bearerOf(lowering, item, tokens);
      useAttributeValues(lowering, tokens, bearer, isFunction, isFunction && takesValues(name) ? 1 : 0);
      useAttributeCalls(lowering, item, tokens, bearer);
    }
  }
}

/** Moves an attribute's arguments, if they were parsed as values, to the function that receives them. @returns whether they were */
function belongsTo(lowering: Lowering, tokens: number, owner: number): boolean {
  if (lowering.kind(lowering.firstChild(tokens)) !== "array_expression") return false;
  const [outer, body] = [lowering.scope(tokens), lowering.facts.get("definitions", owner, "body")];
  for (let node = tokens; body !== 0 && node < lowering.afterSubtree(tokens); node++) {
    if (lowering.scope(node) === outer) lowering.setScope(node, body);
  }
  return true;
}

/** The effect of a derive of `Deref` on a struct: it dereferences to the marked field, or the only one. */
function addDereference(lowering: Lowering, item: number, definition: number): void {
  const body = lowering.child(item, "body");
  if (body === 0) return;
  const isTuple = lowering.kind(body) === "ordered_field_declaration_list";
  const fields = isTuple
    ? lowering.childrenOf(body, "type")
    : lowering.children(body).filter((part) => lowering.kind(part) === "field_declaration");
  const marked = fields.find((field) => leadingAttributes(lowering, field).some(({ name }) => name === "deref"));
  const field = marked ?? (fields.length === 1 ? fields[0]! : 0);
  if (field === 0) return;
  const type = lowering.lowerType(isTuple ? field : lowering.child(field, "type"));
  const { facts } = lowering;
  if (type !== 0) lowering.addSupertype(definition, facts.expression(Op.apply, lowering.builtin("DerivedDeref"), facts.list([type])));
}

/** The name of the trait, or of the type that has the impl, which is mocked. */
function nameOfMocked(lowering: Lowering, item: number): string {
  const named = lowering.child(item, "name") || lowering.child(item, "type");
  return named === 0 ? "" : /^\w*/.exec(lowering.text(named))![0];
}

/** The types that `DeriveEntityModel` generates beside the model. */
function bindEntity(lowering: Lowering, item: number): void {
  const table = leadingAttributes(lowering, item).map(({ node }) => TABLE.exec(lowering.text(node))?.[1]).find((name) =>
    name !== undefined
  );
  const module = table === undefined ? "sea_orm" : `sea_orm::${table}`;
  for (const name of ["Entity", "Column", "PrimaryKey", "ActiveModel"]) bindMade(lowering, item, module, name);
}

/** Binds the name of a type that an attribute generates beside its item, which is external; a declaration in the file takes precedence. */
export function bindMade(lowering: Lowering, item: number, module: string, name: string): void {
  if (new RegExp(`\\b(?:struct|enum)\\s+${name}\\b`).test(lowering.tree.source)) return;
  const row = lowering.addImport(item, { module, name, scope: lowering.scope(item), flags: LinkFlag.reexported });
  lowering.bindImport(row, name);
}

/** The parts of an attribute's arguments between commas: a path, then perhaps arguments of its own. */
function metaItems(lowering: Lowering, tokens: number): { names: number[]; tokens: number; text: string }[] {
  const found: { names: number[]; tokens: number; text: string }[] = [];
  if (tokens === 0) return found;
  let part = { names: [] as number[], tokens: 0, text: "" };
  for (let c = lowering.next(lowering.firstChild(tokens)); c !== 0; c = lowering.next(c)) {
    const kind = lowering.kind(c);
    if (kind === "," || lowering.next(c) === 0) {
      if (part.text !== "") found.push(part);
      part = { names: [], tokens: 0, text: "" };
      continue;
    }
    if (kind.endsWith("comment")) continue;
    part.text += lowering.text(c).replace(/\s+/g, "");
    if (kind === "token_tree") part.tokens = c;
    else if (/^\w+$/.test(lowering.text(c)) && part.tokens === 0) part.names.push(c);
  }
  return found;
}

/** A path that is written as loose tokens. */
function lowerNames(lowering: Lowering, names: readonly number[]): number {
  return names.length === 0 ? 0 : lowerWords(lowering, names[0]!, names.map((node) => lowering.text(node)), 0);
}

/**
 * Records that a macro of the repository may be used on an item. @param isPassedOut whether the code it generates from a function may call
 * that
 */
function addAttributeUse(lowering: Lowering, item: number, definition: number, path: readonly number[], isPassedOut: boolean): void {
  const node = path.at(-1);
  if (PARTS.has(lowering.facts.get("definitions", definition, "kind")) || node === undefined) return;
  if (lowering.facts.get("definitions", definition, "name") === 0) return addMacroUse(lowering, item, path);
  lowering.addDecorating(definition, macroNamed(lowering, path), node, !isPassedOut);
}

/** Notes that `item` uses the macro that a path names. */
function addMacroUse(lowering: Lowering, item: number, path: readonly number[]): void {
  const node = path.at(-1);
  if (node === undefined) return;
  lowering.addUseAt(macroNamed(lowering, path), bearerOf(lowering, item, node), lowering.tree.start[node]!);
}

/** The macro before an item that a path names; 0 of none. */
function macroNamed(lowering: Lowering, path: readonly number[]): number {
  const { facts } = lowering;
  const node = path.at(-1);
  if (node === undefined) return 0;
  const name = facts.string(lowering.text(node));
  return path.length === 1
    ? facts.expression(Op.attribute, name, lowering.scope(node), lowering.tree.start[node]!)
    : facts.expression(Op.macroOf, lowerNames(lowering, path.slice(0, -1)), name, 1);
}

/** The symbol that an attribute belongs to: its item, or what surrounds an item without a name. */
function bearerOf(lowering: Lowering, item: number, attribute: number): number {
  const bearer = lowering.definitionAt(item);
  return bearer !== 0 && lowering.facts.get("definitions", bearer, "name") !== 0 ? bearer : lowering.callerAt(attribute);
}
