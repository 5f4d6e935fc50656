/**
 * Lowers types and paths.
 *
 * Stage: parse -> facts. Invariants: a path starts with the meaning of its first segment at its place (`self`, `super`, `crate`, `Self`, a
 * name); lifetimes are omitted; a type without information (`_`, a macro) is 0. An associated type is a type parameter of its trait with
 * the name `Self::NAME`; `Trait<NAME = X>` gives it by a pair.
 */
import { addAt, append } from "../../../core/base/lists.ts";
import { DefinitionKind, ScopeKind } from "../../../core/facts.ts";
import { CastMode, Op, ReferenceMode } from "../../../core/facts/expressions.ts";
import type { Lowering } from "../../../core/lower/lower.ts";
import { marksOf } from "../../../core/tree/flat_tree.ts";
import { stateOf } from "../file_state.ts";
import { derivedBuilder } from "./derived_builders.ts";
import { isModuleWord } from "./imports.ts";

/** Bounds without members. */
const MARKERS: ReadonlySet<string> = new Set(["Send", "Sync", "Sized", "Unpin", "Copy", "UnwindSafe", "RefUnwindSafe"]);

/** The plugin's `lowerType`: 0 if the node is not a type. */
export function lowerType(lowering: Lowering, node: number): number {
  return guarded(lowering, lowerTypeNode, node);
}

/** Maximum nesting of types and paths: generated code must not overflow the stack. */
const DEEPEST = 100;

function guarded(lowering: Lowering, lower: (lowering: Lowering, node: number) => number, node: number): number {
  const state = stateOf(lowering);
  if (state.typeDepth >= DEEPEST) return 0;
  state.typeDepth++;
  const lowered = lower(lowering, node);
  state.typeDepth--;
  return lowered;
}

function lowerTypeNode(lowering: Lowering, node: number): number {
  const { facts } = lowering;
  switch (lowering.kind(node)) {
    case "type_identifier":
    case "identifier":
      return lowerTypeName(lowering, node);
    case "primitive_type":
      return lowering.builtin(lowering.text(node));
    case "reference_type":
      return lowerReference(lowering, node, lowering.lowerType(lowering.child(node, "type")));
    case "pointer_type":
      return lowering.facts.expression(
        Op.apply,
        lowering.builtin("pointer"),
        lowering.facts.list([lowering.lowerType(lowering.child(node, "type"))]),
      );
    case "array_type":
      return lowerArray(lowering, node);
    case "generic_type":
    case "generic_type_with_turbofish":
      return lowerGeneric(lowering, node, []);
    case "scoped_type_identifier":
    case "scoped_identifier":
      return lowerPath(lowering, node);
    case "tuple_type": {
      const types = lowering.children(node).filter((c) => isType(lowering, c));
      // Brackets alone make no tuple: `&(dyn Read + Send)`.
      if (types.length === 1 && !/,\s*\)$/.test(lowering.text(node))) return lowering.lowerType(types[0]!);
      return facts.expression(Op.tuple, facts.list(types.map((c) => lowering.lowerType(c))));
    }
    case "unit_type":
      return facts.expression(Op.tuple);
    case "function_type":
      return lowerFunctionType(lowering, node);
    case "dynamic_type":
      return lowering.lowerType(lowering.child(node, "trait"));
    case "abstract_type": {
      const trait = lowering.child(node, "trait");
      return lowering.kind(trait) === "bounded_type" ? lowerUnion(lowering, boundsOf(lowering, trait)) : lowering.lowerType(trait);
    }
    case "bounded_type":
      return lowerUnion(lowering, boundsOf(lowering, node));
    case "higher_ranked_trait_bound":
      return lowering.lowerType(lowering.child(node, "type"));
    case "bracketed_type":
      return lowerBracketed(lowering, node);
    case "qualified_type":
      return lowering.lowerType(lowering.child(node, "type"));
    case "never_type":
      return lowering.builtin("never");
    case "integer_literal":
    case "boolean_literal":
      // A constant argument distinguishes the type from others.
      return lowering.builtin(lowering.text(node).replaceAll("_", ""));
    default:
      return 0;
  }
}

function isType(lowering: Lowering, node: number): boolean {
  const kind = lowering.kind(node);
  return kind !== "lifetime" && !kind.endsWith("comment") && kind !== "for_lifetimes";
}

/** A reference to a lowered type: `&a`, `&mut a`; 0 for one without information. */
export function lowerReference(lowering: Lowering, node: number, inner: number): number {
  const isMutable = lowering.childOfKind(node, "mutable_specifier") !== 0;
  return inner === 0 ? 0 : lowering.facts.expression(Op.reference, inner, isMutable ? ReferenceMode.mutable : 0);
}

/** `[T]` and `[T; N]`, which is a slice with a length: its presence is recorded and, if it is a number, its value. */
function lowerArray(lowering: Lowering, node: number): number {
  const { facts } = lowering;
  const length = lowering.child(node, "length");
  const items = [lowering.lowerType(lowering.child(node, "element")), lowering.builtin(length === 0 ? "unmeasured" : "measured")];
  if (lowering.kind(length) === "integer_literal") items.push(lowering.lowerType(length));
  return facts.expression(Op.apply, lowering.builtin("slice"), facts.list(items));
}

function lowerTypeName(lowering: Lowering, node: number): number {
  const name = lowering.text(node);
  if (name === "Self") return lowering.facts.expression(Op.selfType, lowering.scope(node));
  // A type or the first part of a path is an item, whatever variable has its name.
  return name === "_" ? 0 : derivedBuilder(lowering, name, node) || lowering.nameExpression(name, node, 0);
}

/** The type arguments between `<` and `>`, associated types by their names. */
export function lowerArguments(lowering: Lowering, node: number): number[] {
  const items: number[] = [];
  const children = lowering.children(node);
  for (const [i, child] of children.entries()) {
    // A constraint on an associated type (`Item: Bound`) is not an argument.
    const isAsked = [child, children[i + 1] ?? 0].some((one) => one !== 0 && lowering.kind(one) === "trait_bounds");
    if (!isType(lowering, child) || isAsked) continue;
    items.push(lowering.kind(child) === "type_binding" ? associatedPair(lowering, child) : lowering.lowerType(child));
  }
  return items;
}

/**
 * The value of an associated type in `Name = Type`, in an impl or among a trait's arguments. @param node the node that has the `name` and
 * the `type`
 */
export function associatedPair(lowering: Lowering, node: number): number {
  const name = lowering.facts.string(associatedName(lowering.text(lowering.child(node, "name"))));
  return lowering.facts.expression(Op.pair, name, lowering.lowerType(lowering.child(node, "type")));
}

/** The name under which a trait's associated type is bound. */
export function associatedName(name: string): string {
  return `Self::${name}`;
}

/** `T<A, B>` with further arguments. */
export function lowerGeneric(lowering: Lowering, node: number, more: readonly number[]): number {
  const generic = lowering.kind(node).startsWith("generic_type");
  const base = generic ? lowering.lowerType(lowering.child(node, "type")) : lowering.lowerType(node);
  if (base === 0) return 0;
  // The type arguments of a builder describe which of its steps were made.
  if (generic && derivedBuilder(lowering, lowering.text(lowering.child(node, "type")), node) !== 0) return base;
  const args = generic ? lowerArguments(lowering, lowering.child(node, "type_arguments")) : [];
  const all = [...args, ...more];
  return all.length === 0 ? base : lowering.facts.expression(Op.apply, base, lowering.facts.list(all));
}

function lowerFunctionType(lowering: Lowering, node: number): number {
  const { facts } = lowering;
  const parameters: number[] = [];
  for (const parameter of lowering.children(lowering.child(node, "parameters"))) {
    if (!isType(lowering, parameter) || lowering.kind(parameter) === "attribute_item") continue;
    parameters.push(lowering.lowerType(lowering.kind(parameter) === "parameter" ? lowering.child(parameter, "type") : parameter));
  }
  const result = lowering.lowerType(lowering.child(node, "return_type"));
  const trait = lowering.child(node, "trait");
  const isAsync = trait !== 0 && lowering.text(trait).startsWith("Async");
  const given = isAsync ? facts.expression(Op.apply, lowering.builtin("Future"), facts.list([result])) : result;
  return facts.expression(Op.functionType, facts.list(parameters), given);
}

/** Bounds with members, lowered. */
export function boundsOf(lowering: Lowering, node: number): number[] {
  const found: number[] = [];
  for (const bound of lowering.children(node)) {
    const kind = lowering.kind(bound);
    if (kind === "lifetime" || kind === "removed_trait_bound" || kind === "use_bounds" || kind.endsWith("comment")) continue;
    if (kind === "type_identifier" && MARKERS.has(lowering.text(bound))) continue;
    if (kind === "bounded_type") append(found, boundsOf(lowering, bound));
    else {
      const type = lowering.lowerType(bound);
      if (type !== 0) found.push(type);
    }
  }
  return found;
}

/** Any of several types or values, none of them 0. */
export function lowerUnion(lowering: Lowering, types: readonly number[]): number {
  return types.length <= 1 ? types[0] ?? 0 : lowering.facts.expression(Op.either, lowering.facts.list(types));
}

/** `<T>` and `<T as Trait>` before `::`: the type, seen as the trait; the trait if the type has no name. */
function lowerBracketed(lowering: Lowering, node: number): number {
  const inner = lowering.children(node)[0] ?? 0;
  if (inner === 0 || lowering.kind(inner) !== "qualified_type") return lowering.lowerType(inner);
  const type = lowering.lowerType(lowering.child(inner, "type"));
  const trait = lowering.lowerType(lowering.child(inner, "alias"));
  return type === 0 || trait === 0 ? type || trait : lowering.facts.expression(Op.cast, trait, type, CastMode.trait);
}

/** The own rule `path`, and paths in the place of a type. */
export function lowerPath(lowering: Lowering, node: number): number {
  const { facts } = lowering;
  const nameNode = lowering.child(node, "name");
  const first = lowering.child(node, "path");
  const kind = first === 0 ? "" : lowering.kind(first);
  const nameKind = lowering.kind(nameNode);
  if (nameKind === "super" || (isModuleWord(nameKind) && isModuleWord(kind))) return lowerModulePath(lowering, node);
  const name = lowering.text(nameNode);
  // `::load()`: only in Rust 2015, and there it is in the crate's root.
  if (first === 0) return facts.expression(Op.path, lowerModuleWords(lowering, node, ["crate"]), facts.string(name));
  if (kind === "identifier") {
    const holder = lowering.text(first);
    if (holder === "Self") {
      const definition = associatedWithSelf(lowering, node, name);
      if (definition === 0) return lowering.nameExpression(associatedName(name), node);
      if (definition !== undefined) return facts.expression(Op.definition, definition);
    }
    const written = writtenInBound(lowering, node, holder, name);
    if (written !== 0) return guarded(lowering, (file, type) => file.lowerType(type), written);
  }
  const path = facts.expression(Op.path, guarded(lowering, lowerPrefix, first), facts.string(name));
  // A macro variable may name anything there, if nothing follows.
  if (name.startsWith("$") && !lowering.kind(lowering.parent(node)).startsWith("scoped_")) lowering.addUse(node, path);
  return path;
}

/** The part before `::`: a module, a type, a crate. */
export function lowerPrefix(lowering: Lowering, node: number): number {
  switch (lowering.kind(node)) {
    case "identifier":
      return lowerTypeName(lowering, node);
    case "self":
    case "super":
    case "crate":
    case "metavariable":
      return lowerModulePath(lowering, node);
    case "scoped_identifier":
    case "scoped_type_identifier":
      // A path with leading colons starts with a crate, whatever else has its name.
      return /^::\w+$/.test(lowering.text(node))
        ? lowering.facts.expression(Op.module, lowering.facts.string(lowering.text(node)))
        : lowerPath(lowering, node);
    default:
      return lowering.lowerType(node);
  }
}

/** A path that is not code itself, as seen from `node`; `at` determines which variables its first word may mean. */
export function lowerWords(lowering: Lowering, node: number, words: readonly string[], at: number): number {
  const { facts } = lowering;
  const start = words.findIndex((word) => !isModuleWord(word));
  let path = start > 0
    ? lowerModuleWords(lowering, node, words.slice(0, start))
    : words[0] === "Self"
    ? facts.expression(Op.selfType, lowering.scope(node))
    : lowering.nameExpression(words[0]!, node, at);
  for (const word of words.slice(Math.max(start, 1))) path = facts.expression(Op.path, path, facts.string(word));
  return path;
}

function lowerModulePath(lowering: Lowering, node: number): number {
  return lowerModuleWords(lowering, node, lowering.text(node).split("::").map((word) => word.trim()));
}

/** `self`, `super`, `crate`, `super::super`: the module as an inline one of this file, or by a specifier. */
function lowerModuleWords(lowering: Lowering, node: number, words: readonly string[]): number {
  const { facts } = lowering;
  // The scope tells which traits can be called on what comes of the path. In a function, `self` is a variable, too.
  const specifier = (text: string, from = lowering.scope(node)): number =>
    facts.expression(Op.name, facts.string(text), from, lowering.tree.source.length);
  if (words[0] === "crate" || words[0] === "$crate") return specifier("crate");
  const around = lowering.enclosingScope(lowering.scope(node), ScopeKind.namespace, ScopeKind.module);
  let scope = around;
  let supers = words.filter((word) => word === "super").length;
  for (; supers > 0 && scope !== lowering.moduleScope; supers--) {
    scope = lowering.enclosingScope(facts.get("scopes", scope, "parent"), ScopeKind.namespace, ScopeKind.module);
  }
  if (supers > 0) return specifier(new Array<string>(supers).fill("super").join("::"));
  return scope === lowering.moduleScope
    ? specifier("self", around)
    : facts.expression(Op.definition, facts.get("scopes", scope, "definition"));
}

/** Notes the associated types that a trait declares. */
export function noteAssociated(lowering: Lowering, trait: number, body: number): void {
  for (const child of lowering.children(body)) {
    if (lowering.kind(child) === "associated_type") noteAssociatedType(lowering, trait, lowering.text(lowering.child(child, "name")), 0);
  }
}
/** Records that an impl defines an associated type. */
export function noteAssociatedType(lowering: Lowering, holder: number, name: string, definition: number): void {
  const known = stateOf(lowering).associatedTypes;
  const names = known.get(holder) ?? new Map<string, number>();
  known.set(holder, names.set(name, definition));
}

/**
 * The meaning of `Self::name` if the enclosing trait or impl declares it: the impl's definition, 0 for a trait's own; otherwise undefined.
 */
function associatedWithSelf(lowering: Lowering, node: number, name: string): number | undefined {
  const { facts } = lowering;
  let scope = lowering.enclosingScope(lowering.scope(node), ScopeKind.class);
  // An associated type is itself a scope, in the impl's.
  while (scope !== 0 && facts.get("definitions", facts.get("scopes", scope, "definition"), "kind") === DefinitionKind.type_alias) {
    scope = lowering.enclosingScope(facts.get("scopes", scope, "parent"), ScopeKind.class);
  }
  return scope === 0 ? undefined : stateOf(lowering).associatedTypes.get(facts.get("scopes", scope, "definition"))?.get(name);
}

/** Associated types in bounds: for each `T::Name`, the item whose parameter T is, and the type. */
function writtenInBounds(lowering: Lowering): Map<string, { readonly item: number; readonly type: number }[]> {
  const state = stateOf(lowering);
  if (state.writtenInBounds !== undefined) return state.writtenInBounds;
  const found = new Map<string, { item: number; type: number }[]>();
  state.writtenInBounds = found;
  const bindings = marksOf(lowering.grammar, "type_binding");
  const { kind, count } = lowering.tree;
  for (let node = 1; node < count; node++) {
    if (bindings[kind[node]!] !== 1) continue;
    // Only of the bound itself, not of a type argument inside it.
    const bounds = lowering.parent(lowering.parent(lowering.parent(node)));
    const holder = lowering.parent(bounds);
    if (lowering.kind(bounds) !== "trait_bounds") continue;
    const isParameter = lowering.kind(holder) === "type_parameter";
    if (!isParameter && lowering.kind(holder) !== "where_predicate") continue;
    const key = `${lowering.text(lowering.child(holder, isParameter ? "name" : "left"))}::${lowering.text(lowering.child(node, "name"))}`;
    const item = lowering.parent(lowering.parent(holder));
    addAt(found, key, { item, type: lowering.child(node, "type") });
  }
  return found;
}

/** The type that a bound around `node` gives for an associated type (`T::Item` where `T: Iterator<Item = X>`), or 0. */
function writtenInBound(lowering: Lowering, node: number, holder: string, name: string): number {
  const written = writtenInBounds(lowering);
  const known = written.size === 0 ? undefined : written.get(`${holder}::${name}`);
  if (known === undefined) return 0;
  for (let around = lowering.parent(node); around > 0; around = lowering.parent(around)) {
    const found = known.find(({ item }) => item === around);
    if (found !== undefined) return found.type;
  }
  return 0;
}
