/**
 * Go statements that bind names: declarations, `:=`, `range`, receives and type switches; and those that pass functions.
 *
 * Stage: facts. Invariants: a name is bound from the end of its statement on, so `x := x.next()` reads the outer `x`; a name that `:=`
 * finds in its own block keeps its first declaration. Assignments never change a name's type, so they bind nothing.
 */
import { BindingKind, CallFlag, DefinitionKind } from "../../../core/facts.ts";
import { Op } from "../../../core/facts/expressions.ts";
import type { Lowering } from "../../../core/lower/lower.ts";
import type { Roles } from "../../../core/plugin.ts";
import { markVisibility } from "../describe_definitions.ts";
import { stateOf } from "../file_state.ts";
import { keepAssignedField } from "./calls.ts";
import {
  functionsListed,
  instantiatedIn,
  mayBeFunction,
  mayHaveMethods,
  noteBecoming,
  notePartBecoming,
  noteUse,
} from "./passed_functions.ts";
import { holdLocally, takenFrom } from "./held_parts.ts";
import { bindLocal, externalTypeName, isBoundIn, isLocal, localKeyAt, mayBeExternal, typesListed } from "./types.ts";

/**
 * The expression assigned to position `i` of `count` on the left side from the right side's `values`: its own, or its part of the only one.
 * A comma-ok form has its value first and a bool second.
 */
function valueAt(lowering: Lowering, values: readonly number[], i: number, count: number): number {
  if (values.length !== 1 || count === 1) return lowering.lowerExpression(values[i] ?? 0);
  const only = values[0]!;
  switch (lowering.kind(only)) {
    case "type_assertion_expression":
    case "index_expression":
    case "unary_expression":
      return i === 0 ? lowering.lowerExpression(only) : 0;
    default:
      return lowering.item(lowering.lowerExpression(only), i);
  }
}

/** Expressions of an `expression_list`, or the one expression. */
function listed(lowering: Lowering, node: number): number[] {
  if (node === 0) return [];
  return lowering.kind(node) === "expression_list" ? lowering.codeIn(node) : [node];
}

/** `a, b := …`. */
export function lowerShortVariables(lowering: Lowering, node: number): number {
  const names = listed(lowering, lowering.child(node, "left"));
  const values = listed(lowering, lowering.child(node, "right"));
  const at = lowering.tree.end[node]!;
  for (const value of values) noteUse(lowering, value);
  for (const [i, name] of names.entries()) {
    if (lowering.kind(name) !== "identifier") continue;
    if (names.length > 1 && isBoundIn(lowering, lowering.scope(name), lowering.text(name))) continue;
    bindLocal(lowering, BindingKind.variable, name, { value: valueAt(lowering, values, i, names.length), at });
    // `v, ok := table[key]`
    const isElement = i === 0 && names.length === 2 && values.length === 1 && lowering.kind(values[0]!) === "index_expression";
    if (isElement || values.length === names.length) holdLocally(lowering, name, values[i]!);
  }
  return 0;
}

/** `a = f`: nothing is bound, but a function may be passed, and a field may get a router. */
export function lowerAssignment(lowering: Lowering, node: number): number {
  const targets = listed(lowering, lowering.child(node, "left"));
  const values = listed(lowering, lowering.child(node, "right"));
  for (const [i, value] of values.entries()) {
    const target = targets.length === values.length ? targets[i]! : 0;
    noteUse(lowering, value, lowerHolder(lowering, target));
    if (mayHaveMethods(lowering, value)) noteBecoming(lowering, value, placeAssigned(lowering, target));
    noteNext(lowering, target, value, 0);
    if (target !== 0) keepAssignedField(lowering, target, value);
    if (lowering.kind(target) === "identifier" && isLocal(lowering, target)) holdLocally(lowering, target, value);
  }
  if (values.length === 1 && targets.length > 1) {
    for (const [i, target] of targets.entries()) {
      notePartBecoming(lowering, values[0]!, i, placeAssigned(lowering, target));
      noteNext(lowering, target, values[0]!, i);
    }
  }
  return 0;
}

/**
 * What a local variable may hold next, that is a function or holds some: what the one gives which it holds (`next = next(job)`), or one of several
 * such things (`part`), an element (`run = table[0]`), a list or map (`steps = []Step{run}`), and what a call gives it if it is declared with such
 * a type (`var less Less`, `less, err = pick()`).
 */
function noteNext(lowering: Lowering, target: number, value: number, part: number): void {
  if (lowering.kind(target) !== "identifier" || !isLocal(lowering, target)) return;
  const isCall = lowering.kind(value) === "call_expression";
  const isOwn = isCall && lowering.reads(lowering.child(value, "function"), "identifier", lowering.text(target));
  const isTyped = isCall && stateOf(lowering).functionsLocally.has(localKeyAt(lowering, target));
  const isList = lowering.kind(value) === "composite_literal" && functionsListed(lowering, value).length > 0;
  if (!isOwn && !isTyped && !isList && lowering.kind(value) !== "index_expression") return;
  const given = lowering.lowerExpression(value);
  lowering.addWholeUse(value, part === 0 ? given : lowering.item(given, part), lowering.lowerExpression(target));
}

/** What is called by its name, or as its element, if a value is assigned to `target`: a field, a variable, a list or map; 0: nothing. */
function lowerHolder(lowering: Lowering, target: number): number {
  switch (lowering.kind(target)) {
    case "index_expression":
      return lowerElementOf(lowering, target);
    case "selector_expression":
      return lowering.lowerExpression(target);
    case "identifier":
      return lowering.text(target) === "_" ? 0 : lowering.lowerExpression(target);
    default:
      return 0;
  }
}

/** An element that is assigned to; that of a local variable is one of what the list or map was taken out of (`takenFrom`). */
function lowerElementOf(lowering: Lowering, target: number): number {
  const list = lowering.child(target, "operand");
  const taken = takenFrom(lowering, list);
  if (taken === list) return lowering.lowerExpression(target);
  return lowering.facts.expression(Op.index, lowering.lowerExpression(taken), lowering.lowerExpression(lowering.child(target, "index")));
}

/** The expression that determines the type of an assigned place: a field, an element, a variable of an external type. */
function placeAssigned(lowering: Lowering, target: number): number {
  switch (lowering.kind(target)) {
    case "index_expression":
      return lowerElementOf(lowering, target);
    case "selector_expression":
    case "unary_expression":
      return lowering.lowerExpression(target);
    case "identifier":
      if (isLocal(lowering, target)) return externalTypeName(lowering, target);
      return lowering.text(target) === "_" ? 0 : lowering.lowerExpression(target);
    default:
      return 0;
  }
}

/** `var a, b T = …`: definitions at the top of a file, bindings inside functions. */
export function lowerVariables(lowering: Lowering, node: number): number {
  const names = lowering.childrenOf(node, "name");
  const typeNode = lowering.child(node, "type");
  const type = lowering.lowerType(typeNode);
  const values = listed(lowering, lowering.child(node, "value"));
  for (const value of values) {
    noteUse(lowering, value, type);
    // `var _ pkg.Interface = (*T)(nil)`: the type is used as one of another package.
    if (mayBeExternal(lowering, typeNode)) lowering.addWholeUse(value, lowering.lowerExpression(value), type);
  }
  if (values.length === 1 && names.length > 1 && mayBeExternal(lowering, typeNode)) {
    for (const i of names.keys()) notePartBecoming(lowering, values[0]!, i, type);
  }
  declare(lowering, DefinitionKind.variable, node, names, type, values);
  return 0;
}

/** `const a, b T = …`; a line without values repeats the one before. */
export function lowerConstants(lowering: Lowering, node: number): number {
  const names = lowering.childrenOf(node, "name");
  const valueNode = lowering.child(node, "value");
  if (valueNode !== 0) stateOf(lowering).constants = node;
  const before = valueNode === 0 ? stateOf(lowering).constants : node;
  if (before === 0 || lowering.parent(before) !== lowering.parent(node)) return 0;
  const type = lowering.lowerType(lowering.child(before, "type"));
  const values = listed(lowering, lowering.child(before, "value"));
  declare(lowering, DefinitionKind.constant, node, names, type, values);
  return 0;
}

/** Names of a line of `var` or `const`: definitions at the top of a file, bindings inside functions. */
function declare(
  lowering: Lowering,
  kind: number,
  spec: number,
  names: readonly number[],
  type: number,
  values: readonly number[],
): void {
  const at = lowering.tree.end[spec]!;
  const atTop = lowering.scope(spec) === lowering.moduleScope;
  for (const [i, name] of names.entries()) {
    const value = valueAt(lowering, values, i, names.length);
    if (atTop) defineAtTop(lowering, kind, spec, name, type, value);
    else {
      bindLocal(lowering, BindingKind.variable, name, { type, value, at });
      if (mayGiveFunction(lowering, lowering.child(spec, "type"))) stateOf(lowering).functionsLocally.add(localKeyAt(lowering, name));
      if (kind === DefinitionKind.variable && values.length === names.length) holdLocally(lowering, name, values[i]!);
    }
  }
}

function defineAtTop(lowering: Lowering, kind: number, spec: number, name: number, type: number, value: number): void {
  if (lowering.text(name) === "_") return;
  const { facts, tree } = lowering;
  const definition = lowering.define(kind, name);
  const declaration = lowering.parent(spec);
  const single = lowering.kind(declaration).endsWith("_declaration") && lowering.childOfKind(declaration, "(") === 0;
  lowering.rangeDefinition(definition, single ? declaration : spec);
  lowering.nameDefinition(definition, name);
  facts.set("definitions", definition, "type", type);
  facts.set("definitions", definition, "value", value);
  const end = tree.source.indexOf("\n", tree.start[spec]);
  const head = tree.source.slice(tree.start[spec]!, end === -1 ? tree.end[spec]! : Math.min(end, tree.end[spec]!));
  lowering.setSignature(definition, `${kind === DefinitionKind.constant ? "const" : "var"} ${head}`);
  markVisibility(lowering, definition);
  lowering.bindDefinition(definition, lowering.moduleScope, true);
}

/** `for k, v := range xs`. */
export function lowerRange(lowering: Lowering, node: number): number {
  callIterated(lowering, lowering.child(node, "right"));
  if (lowering.childOfKind(node, ":=") === 0) return 0;
  const iterable = lowering.lowerExpression(lowering.child(node, "right"));
  const at = lowering.tree.end[node]!;
  for (const [i, name] of listed(lowering, lowering.child(node, "left")).entries()) {
    if (lowering.kind(name) !== "identifier") continue;
    const value = iterable === 0 ? 0 : lowering.facts.expression(Op.iterate, iterable, i === 0 ? 1 : 0);
    bindLocal(lowering, BindingKind.variable, name, { value, at });
    if (i === 1) holdLocally(lowering, name, lowering.child(node, "right"));
  }
  return 0;
}

/** A function that is iterated over runs: `range walk`, `range walk[T]`, `range all()`. */
function callIterated(lowering: Lowering, iterated: number): void {
  const isGeneric = /^(?:index|type_instantiation)_expression$/.test(lowering.kind(iterated));
  const named = isGeneric ? instantiatedIn(lowering, iterated) : iterated;
  if (!/^(?:(?:type_)?identifier|selector_expression|qualified_type|call_expression)$/.test(lowering.kind(named))) return;
  const place = lowering.kind(named) === "qualified_type" ? lowering.child(named, "name") : lowering.lastName(named);
  lowering.addCallOf(lowering.lowerExpression(iterated), iterated, place, lowering.calleeText(iterated), [], CallFlag.implicit);
}

/** `case v, ok := <-ch`. */
export function lowerReceive(lowering: Lowering, node: number): number {
  const names = listed(lowering, lowering.child(node, "left"));
  if (names.length === 0 || lowering.childOfKind(node, ":=") === 0) return 0;
  const at = lowering.tree.end[node]!;
  for (const [i, name] of names.entries()) {
    if (lowering.kind(name) !== "identifier") continue;
    const value = i === 0 ? lowering.lowerExpression(lowering.child(node, "right")) : 0;
    bindLocal(lowering, BindingKind.variable, name, { value, at });
  }
  return 0;
}

/**
 * `switch v := x.(type)`: `v` is x, and in a case with one type it is of that type. The rule is attached to the word `type`, since the
 * statement itself is a scope.
 */
export function lowerTypeSwitch(lowering: Lowering, token: number): number {
  const node = lowering.parent(token);
  if (lowering.kind(node) !== "type_switch_statement") return 0;
  const alias = listed(lowering, lowering.child(node, "alias"))[0] ?? 0;
  if (alias === 0) return 0;
  const value = lowering.lowerExpression(lowering.child(node, "value"));
  bindLocal(lowering, BindingKind.variable, alias, { value, at: lowering.tree.end[token]! });
  for (let branch = lowering.next(token); branch !== 0; branch = lowering.next(branch)) {
    if (lowering.kind(branch) !== "type_case") continue;
    const types = lowering.childrenOf(branch, "type");
    if (types.length !== 1 || lowering.text(types[0]!) === "nil") continue;
    const type = lowering.lowerType(types[0]!);
    bindLocal(lowering, BindingKind.variable, alias, {
      type,
      value: lowering.facts.expression(Op.cast, type, value),
      scope: lowering.scope(types[0]!),
      at: lowering.tree.start[branch]!,
    });
  }
  return 0;
}

/** `return f`: results are declared, so only returned functions and routers matter. */
export function lowerReturn(lowering: Lowering, node: number): number {
  const values = listed(lowering, lowering.codeIn(node)[0] ?? 0);
  const definition = lowering.enclosingFunction(node);
  if (values.length === 0) returnNamed(lowering, node, definition);
  const result = values.length === 1 ? lowering.facts.get("definitions", definition, "type") : 0;
  for (const value of values) noteUse(lowering, value, result);
  returnAsDeclared(lowering, node, values);
  if (stateOf(lowering).routerMakers.has(definition) || givesFunction(lowering, node, values)) {
    const results = values.map((value) => lowering.lowerExpression(value));
    lowering.addReturn(definition, asOne(lowering, results));
  }
  return 0;
}

/** `return` alone: the named results are given, which may hold functions (`func pick() (f func())`). */
function returnNamed(lowering: Lowering, node: number, definition: number): void {
  const around = functionAround(lowering, node);
  const result = lowering.child(around, "result");
  const types = lowering.kind(result) === "parameter_list" ? typesListed(lowering, result) : [];
  if (!types.some((type) => mayGiveFunction(lowering, type))) return;
  const names = lowering.codeIn(result).flatMap((declaration) => lowering.childrenOf(declaration, "name"));
  const results = names.map((name) => lowering.nameExpression(lowering.text(name), node));
  if (results.length > 0) lowering.addReturn(definition, asOne(lowering, results));
}

/** What a function gives that gives several values. */
function asOne(lowering: Lowering, results: readonly number[]): number {
  return results.length === 1 ? results[0]! : lowering.facts.expression(Op.tuple, lowering.facts.list(results));
}

/** Kinds of values that are functions of a name, or lists with some, or may give one. */
const MAY_GIVE: ReadonlySet<string> = new Set([
  "identifier",
  "selector_expression",
  "composite_literal",
  "index_expression",
  "call_expression",
]);

/** Whether a returned value at `node` may be a function, according to its syntax and the declared result. */
function givesFunction(lowering: Lowering, node: number, values: readonly number[]): boolean {
  if (!values.some((value) => MAY_GIVE.has(lowering.kind(value)) && lowering.text(value) !== "nil")) return false;
  const types = resultsAround(lowering, node);
  return types.length === values.length &&
    values.some((value, i) => MAY_GIVE.has(lowering.kind(value)) && mayGiveFunction(lowering, types[i]!));
}

/** Whether a value of a type may be a function, or a list or map of some. */
function mayGiveFunction(lowering: Lowering, type: number): boolean {
  return mayBeFunction(lowering, lowering.child(type, "element") || lowering.child(type, "value") || type);
}

function functionAround(lowering: Lowering, node: number): number {
  let around = lowering.parent(node);
  while (around !== 0 && !FUNCTIONS.has(lowering.kind(around))) around = lowering.parent(around);
  return around;
}

/** The result types of the function around `node`. */
function resultsAround(lowering: Lowering, node: number): readonly number[] {
  const result = lowering.child(functionAround(lowering, node), "result");
  return lowering.kind(result) === "parameter_list" ? typesListed(lowering, result) : [result];
}

const FUNCTIONS: ReadonlySet<string> = new Set(["function_declaration", "method_declaration", "func_literal"]);

/** `func make() pkg.Worker { return &worker{} }`: the returned value becomes one of another package's type. */
function returnAsDeclared(lowering: Lowering, node: number, values: readonly number[]): void {
  const types = resultsAround(lowering, node);
  for (const [i, type] of types.entries()) {
    if (!mayBeExternal(lowering, type)) continue;
    if (types.length === values.length) noteBecoming(lowering, values[i]!, lowering.lowerType(type));
    else if (values.length === 1) notePartBecoming(lowering, values[0]!, i, lowering.lowerType(type));
  }
}

/** `a + b`, which may be a text that is put together. */
export function lowerArithmetic(lowering: Lowering, node: number, roles: Roles): number {
  const [left, right] = [roles.own_left![0]!, roles.own_right![0]!];
  const operator = lowering.kind(lowering.child(node, "operator"));
  const typed = typeOfArithmetic(lowering, left, right, /^(?:<<|>>)$/.test(operator));
  const isNumber = [left, right].some((operand) => /^(?:int|float|imaginary|rune)_literal$/.test(lowering.kind(operand)));
  if (isNumber || operator !== "+") return typed;
  return lowering.facts.expression(Op.sum, typed, lowering.lowerExpression(left), lowering.lowerExpression(right));
}

/** The type of a typed operand, which an untyped constant takes over; a shifted operand keeps its own. */
function typeOfArithmetic(lowering: Lowering, left: number, right: number, isShift: boolean): number {
  const kind = lowering.kind(left);
  if (isLiteral(kind) && !isShift) return lowering.lowerExpression(right);
  const value = lowering.lowerExpression(left);
  return isShift || !MAY_BE_UNTYPED.test(kind) || isLiteral(lowering.kind(right))
    ? value
    : lowering.facts.expression(Op.operated, value, 0, lowering.lowerExpression(right));
}

/** Operands that may be constants without a type of their own, by their kinds. */
const MAY_BE_UNTYPED = /^(?:identifier|selector|parenthesized|binary|unary)/;

function isLiteral(kind: string): boolean {
  return kind.endsWith("_literal") || kind === "true" || kind === "false";
}
