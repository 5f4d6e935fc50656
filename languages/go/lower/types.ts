/**
 * Go's types as neutral expressions: containers by name, function types, constraints, parameters and results.
 *
 * Stage: facts. Invariant: types inside types go through `lowerType`, which bounds the depth and lowers each node once.
 */
import { BindingFlag, BindingKind } from "../../../core/facts.ts";
import { Op } from "../../../core/facts/expressions.ts";
import type { Lowering } from "../../../core/lower/lower.ts";
import { stateOf } from "../file_state.ts";
import { endOfBrackets } from "../text/end_of_type.ts";

/** Special cases in type position: a result list, and an empty interface, which is `any`. Otherwise 0. */
export function lowerTypeInPlace(lowering: Lowering, node: number): number {
  switch (lowering.kind(node)) {
    case "parameter_list":
      return lowerResult(lowering, node);
    case "interface_type":
      return lowering.children(node).length === 0 ? lowering.builtin("any") : 0;
    default:
      return 0;
  }
}

/** `[]T`, `[n]T`, `map[K]V`, `chan T`: the library's generic type of that name, applied. */
export function lowerContainer(lowering: Lowering, node: number): number {
  const part = (field: string): number => lowering.lowerType(lowering.child(node, field));
  switch (lowering.kind(node)) {
    case "slice_type":
      return apply(lowering, "slice_of", [part("element")]);
    case "map_type":
      return apply(lowering, "map_of", [part("key"), part("value")]);
    case "channel_type":
      return apply(lowering, "chan_of", [part("value"), lowering.builtin(directionOf(lowering, node))]);
    default:
      return apply(lowering, "array_of", [part("element"), lengthOf(lowering, lowering.child(node, "length"))]);
  }
}

/** `chan`, `chan<-` or `<-chan`: distinct types. */
function directionOf(lowering: Lowering, channel: number): string {
  return lowering.tree.source.slice(lowering.tree.start[channel]!, lowering.tree.start[lowering.child(channel, "value")]!).replaceAll(
    /\s/g,
    "",
  );
}

/** The length of an array, as a type that is distinct for each length; 0 if it is not a number literal. */
function lengthOf(lowering: Lowering, length: number): number {
  return lowering.kind(length) === "int_literal" ? lowering.builtin(lowering.text(length)) : 0;
}

/** The library's type `name` with type arguments. */
function apply(lowering: Lowering, name: string, items: readonly number[]): number {
  return lowering.facts.expression(Op.apply, lowering.builtin(name), lowering.facts.list(items));
}

/** `p.T`. */
export function lowerQualifiedType(lowering: Lowering, node: number): number {
  const qualifier = lowering.child(node, "package");
  const name = lowering.child(node, "name");
  return lowering.memberExpression(lowering.nameExpression(lowering.text(qualifier), qualifier), lowering.text(name));
}

/** `T[A, B]`. */
export function lowerGenericType(lowering: Lowering, node: number): number {
  const base = lowering.lowerType(lowering.child(node, "type"));
  return lowering.facts.expression(
    Op.apply,
    base,
    lowering.facts.list(lowerTypeArguments(lowering, lowering.child(node, "type_arguments"))),
  );
}

/** The types between `[` and `]`. */
export function lowerTypeArguments(lowering: Lowering, list: number): number[] {
  return list === 0 ? [] : lowering.codeIn(list).map((argument) => lowering.lowerType(argument));
}

/** `~A | B`: the only type, or one of several. */
function lowerConstraint(lowering: Lowering, node: number): number {
  return lowering.either(lowering.codeIn(node).map((option) => lowering.lowerType(option)));
}

/** `func(A, B) R` as a type. */
export function lowerFunctionType(lowering: Lowering, node: number): number {
  const parameters = lowerListed(lowering, lowering.child(node, "parameters"));
  return lowering.facts.expression(Op.functionType, lowering.facts.list(parameters), lowerResult(lowering, lowering.child(node, "result")));
}

/** The result of a function: one type, or a tuple of them; named results count once a name. */
function lowerResult(lowering: Lowering, node: number): number {
  if (node === 0) return 0;
  if (lowering.kind(node) !== "parameter_list") return lowering.lowerType(node);
  const types = lowerListed(lowering, node);
  return types.length === 1 ? types[0]! : lowering.facts.expression(Op.tuple, lowering.facts.list(types));
}

/** The types of a list of parameters or results, one for each name. */
function lowerListed(lowering: Lowering, list: number): number[] {
  return typesListed(lowering, list).map((type) => lowering.lowerType(type));
}

/** The same as nodes. */
export function typesListed(lowering: Lowering, list: number): number[] {
  return lowering.codeIn(list).flatMap((declaration) => {
    const type = lowering.child(declaration, "type");
    const names = Math.max(1, lowering.childrenOf(declaration, "name").length);
    return Array.from({ length: names }, () => type);
  });
}

/** Parameters, named results and the receiver of a function with a body; function types bind nothing. */
export function lowerParameters(lowering: Lowering, node: number): number {
  const holder = lowering.parent(node);
  const definition = lowering.definitionAt(holder);
  if (definition === 0) return 0;
  if (lowering.child(holder, "parameters") === node) bindParameters(lowering, node, definition);
  else if (lowering.child(holder, "result") === node) bindResults(lowering, node, definition);
  else bindReceiver(lowering, node, definition);
  return 0;
}

function bindParameters(lowering: Lowering, list: number, definition: number): void {
  const scope = lowering.facts.get("definitions", definition, "body");
  const at = endOfSignature(lowering, list);
  const types = typesAmong(lowering, list);
  if (types.length > 0) bindTypeParameters(lowering, list, types, definition);
  for (const declaration of lowering.codeIn(list).slice(types.length)) {
    const type = lowering.lowerType(lowering.child(declaration, "type"));
    const flags = lowering.kind(declaration) === "variadic_parameter_declaration" ? BindingFlag.rest : 0;
    const names = lowering.childrenOf(declaration, "name");
    if (names.length === 0) {
      lowering.addParameter(definition, lowering.bind(BindingKind.parameter, "", declaration, { type, flags, scope, at }));
    }
    for (const name of names) {
      lowering.addParameter(definition, bindLocal(lowering, BindingKind.parameter, name, { type, flags, scope, at }));
    }
  }
}

function bindResults(lowering: Lowering, list: number, definition: number): void {
  const scope = lowering.facts.get("definitions", definition, "body");
  for (const declaration of lowering.codeIn(list)) {
    const names = lowering.childrenOf(declaration, "name");
    if (names.length === 0) return;
    const type = lowering.lowerType(lowering.child(declaration, "type"));
    for (const name of names) bindLocal(lowering, BindingKind.variable, name, { type, scope, at: lowering.tree.end[list]! });
  }
}

/** Where parameters and the receiver become visible: after the signature, so that `node node` is of the outer type `node`. */
function endOfSignature(lowering: Lowering, list: number): number {
  const holder = lowering.parent(list);
  const last = lowering.child(holder, "result") || lowering.child(holder, "parameters");
  return lowering.tree.end[last]!;
}

function bindReceiver(lowering: Lowering, list: number, definition: number): void {
  const name = lowering.child(lowering.childOfKind(list, "parameter_declaration"), "name");
  const type = lowering.facts.get("definitions", definition, "owner");
  if (name === 0 || type === 0) return;
  const scope = lowering.facts.get("definitions", definition, "body");
  bindLocal(lowering, BindingKind.parameter, name, { type, flags: BindingFlag.receiver, scope, at: endOfSignature(lowering, list) });
}

/** Type parameters of functions and types, each with its constraint as bound. */
export function lowerTypeParameters(lowering: Lowering, node: number): number {
  const holder = lowering.parent(node);
  const definition = lowering.definitionAt(holder) || lowering.definitionAt(lowering.child(holder, "type"));
  if (definition !== 0) bindTypeParameters(lowering, node, lowering.codeIn(node), definition);
  return 0;
}

/** Of a method's parameters those that are types (`repair_text.ts`). */
function typesAmong(lowering: Lowering, list: number): readonly number[] {
  const { source, start } = lowering.tree;
  if (source[start[list]!] !== "[") return [];
  const end = endOfBrackets(source, start[list]!);
  return lowering.codeIn(list).filter((declaration) => start[declaration]! < end);
}

function bindTypeParameters(lowering: Lowering, list: number, declarations: readonly number[], definition: number): void {
  const scope = lowering.facts.get("definitions", definition, "body");
  scopeBounds(lowering, list, scope);
  for (const declaration of declarations) {
    const bound = lowering.lowerType(lowering.child(declaration, "type"));
    for (const name of lowering.childrenOf(declaration, "name")) {
      const binding = lowering.bind(BindingKind.typeParameter, lowering.text(name), name, {
        type: bound,
        flags: BindingFlag.hoisted,
        scope,
      });
      lowering.addTypeParameter(definition, binding);
    }
  }
}

/** Bounds may mention any parameter of the list, also those of a type, whose body's scope starts after them. */
function scopeBounds(lowering: Lowering, list: number, scope: number): void {
  const outer = lowering.scope(list);
  if (outer === scope) return;
  const end = lowering.afterSubtree(list);
  for (let node = list; node < end; node++) {
    const own = lowering.scope(node);
    if (own === outer) lowering.setScope(node, scope);
    else if (lowering.facts.get("scopes", own, "parent") === outer) lowering.facts.set("scopes", own, "parent", scope);
  }
}

/** The elements that an interface embeds are its supertypes. */
export function lowerEmbeddedElements(lowering: Lowering, node: number): number {
  const element = lowerConstraint(lowering, node);
  const holder = lowering.parent(node);
  const definition = lowering.kind(holder) === "interface_type" ? lowering.definitionAt(holder) : 0;
  if (definition !== 0 && lowering.codeIn(node).length === 1) lowering.addSupertype(definition, element);
  return element;
}

/** Types that all programs have: no package names one of its own so. */
const PREDECLARED = /^(?:any|bool|byte|comparable|complex(?:64|128)|error|float(?:32|64)|u?int(?:8|16|32|64)?|uintptr|rune|string)$/;

/** Whether a type may be of another package: `p.T`, `p.T[int]`, or a name declared as one (`type T p.T`). */
export function mayBeExternal(lowering: Lowering, type: number): boolean {
  switch (lowering.kind(type)) {
    case "qualified_type":
    case "generic_type":
      return true;
    case "type_identifier":
      return !PREDECLARED.test(lowering.text(type));
    default:
      return false;
  }
}

const NAME_STEP = 1 << 21;

/** Binds a name inside a function and remembers it (see `isLocal`); the blank name is bound as no name. */
export function bindLocal(
  lowering: Lowering,
  kind: number,
  node: number,
  parts: { value?: number; type?: number; flags?: number; scope?: number; at?: number },
): number {
  const text = lowering.text(node);
  const name = text === "_" ? "" : text;
  if (name === "" && kind !== BindingKind.parameter) return 0;
  const scope = parts.scope ?? lowering.scope(node);
  const key = scope * NAME_STEP + lowering.facts.string(name);
  stateOf(lowering).locals.add(key);
  if (parts.type !== undefined && isNamed(lowering, parts.type)) stateOf(lowering).externalTypes.set(key, parts.type);
  return lowering.bind(kind, name, node, { ...parts, scope });
}

/** Whether a type is a name, possibly of another package (`p.T`, `p.T[int]`, `T`). */
function isNamed(lowering: Lowering, type: number): boolean {
  const op = lowering.facts.get("expressions", type, "op");
  if (op === Op.apply) return isNamed(lowering, lowering.facts.get("expressions", type, "a"));
  return op === Op.member || op === Op.name;
}

/** The declared type of the local variable at `node`, if it may be of another package (`p.T`); otherwise 0. */
export function externalTypeName(lowering: Lowering, node: number): number {
  const { externalTypes } = stateOf(lowering);
  return externalTypes.size === 0 ? 0 : externalTypes.get(localKeyAt(lowering, node)) ?? 0;
}

/** Numbers of the names that functions of the file bind. */
export function localNames(lowering: Lowering): Set<number> {
  return new Set([...stateOf(lowering).locals].map((key) => key % NAME_STEP));
}

/** Whether exactly this scope has bound the name so far. */
export function isBoundIn(lowering: Lowering, scope: number, name: string): boolean {
  return stateOf(lowering).locals.has(scope * NAME_STEP + lowering.facts.string(name));
}

/** Whether the name at `node` means a parameter or a local variable. */
export function isLocal(lowering: Lowering, node: number): boolean {
  return localKeyAt(lowering, node) !== 0;
}

/** A key for what `bindLocal` has bound to the name at `node`: the name and the scope that binds it; 0 if it is not in a function. */
export function localKeyAt(lowering: Lowering, node: number): number {
  const { locals } = stateOf(lowering);
  if (locals.size === 0) return 0;
  const id = lowering.textNumber(node);
  for (let scope = lowering.scope(node); scope > lowering.moduleScope; scope = lowering.facts.get("scopes", scope, "parent")) {
    if (locals.has(scope * NAME_STEP + id)) return scope * NAME_STEP + id;
  }
  return 0;
}
