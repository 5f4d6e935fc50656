/**
 * Binds the names in patterns to the parts of the matched value.
 *
 * Stage: parse -> facts. Invariants: the payload of the library's `Some`, `Ok` and `Ready` is the unwrapped value, that of another variant
 * or struct a member of the value as that type; a capitalized name in a pattern is a constant or a variant, never a binding.
 */
import { tableOf } from "../../../core/base/tables.ts";
import { BindingFlag, BindingKind, DefinitionFlag, DefinitionKind } from "../../../core/facts.ts";
import { ItemMode, Op, ReferenceMode } from "../../../core/facts/expressions.ts";
import type { Lowering } from "../../../core/lower/lower.ts";
import { isLeftOut, leadingAttributes } from "./attributes.ts";
import { noteClosure } from "./closures.ts";
import { isOpenChannel, isPlainNumber, nameOf, noteOpenChannel, noteOpenLet, noteOpenNumber } from "./open_lets.ts";
import { lowerParameterType } from "./type_parameters.ts";
import { lowerReference } from "./types.ts";
import { lowerValue, useValue } from "./values.ts";

/** Where names are bound: their scope, and the offset from which they are visible. */
interface Place {
  readonly scope: number;
  readonly at: number;
}

/** Library variants with one value -> the enum from which they must be imported; "" for those in the prelude. */
const UNWRAPPING: Readonly<Record<string, string>> = tableOf({ Some: "", Ok: "", Ready: "Poll", Continue: "ControlFlow" });
const UNWRAPPED: ReadonlySet<string> = new Set(["Option", "Result", "Poll", "ControlFlow"]);

/** Binds the names of `pattern` to parts of `value`. `type` is declared for the whole. */
function bindPattern(lowering: Lowering, pattern: number, value: number, type: number, place: Place, depth = 0): void {
  if (pattern === 0 || depth > 60) return;
  const { facts } = lowering;
  const inside = (node: number, part: number): void => bindPattern(lowering, node, part, 0, place, depth + 1);
  const children = (): number[] => partsOf(lowering, pattern);
  switch (lowering.kind(pattern)) {
    case "identifier":
    case "shorthand_field_identifier":
      bindName(lowering, pattern, value, type, place);
      return;
    case "mut_pattern":
      for (const child of children()) bindPattern(lowering, child, value, type, place, depth + 1);
      return;
    case "ref_pattern":
      for (const child of children()) inside(child, lowerReference(lowering, child, lowering.castTo(value, type)));
      return;
    case "reference_pattern":
      for (const child of children()) inside(child, value === 0 ? 0 : facts.expression(Op.reference, value, ReferenceMode.behind));
      return;
    case "captured_pattern":
    case "or_pattern":
    case "parenthesized_pattern":
      for (const child of children()) inside(child, value);
      return;
    case "tuple_pattern":
      if (isInParentheses(lowering, pattern)) bindPattern(lowering, children()[0]!, value, type, place, depth + 1);
      else bindSequence(lowering, children(), lowering.castTo(value, type), inside);
      return;
    case "slice_pattern":
      bindSequence(lowering, children(), lowering.castTo(value, type), inside);
      return;
    case "tuple_struct_pattern":
      bindPayload(lowering, pattern, value, inside);
      return;
    case "struct_pattern":
      bindFields(lowering, pattern, value, inside);
      return;
  }
}

/** The binding that is made, or 0. */
function bindName(lowering: Lowering, node: number, value: number, type: number, place: Place): number {
  const name = lowering.text(node);
  if (/^[\p{Lu}]/u.test(name)) return 0;
  return lowering.bind(BindingKind.variable, name, node, { value, type, scope: place.scope, at: place.at });
}

/** The parts of a pattern that hold a position: patterns and `_`. */
function partsOf(lowering: Lowering, node: number): number[] {
  return lowering.allChildren(node).filter((child) => {
    const kind = lowering.kind(child);
    return kind === "_" ||
      (lowering.isNamed(child) && !kind.endsWith("comment") && kind !== "mutable_specifier" && kind !== "attribute_item");
  });
}

/** Whether an apparent tuple with one element is that element in parentheses (`(Ok(x) | Err(x))`): a tuple has a comma. */
function isInParentheses(lowering: Lowering, tuple: number): boolean {
  const parts = partsOf(lowering, tuple);
  return parts.length === 1 && !isRest(lowering, parts[0]!) && lowering.childOfKind(tuple, ",") === 0;
}

function isRest(lowering: Lowering, node: number): boolean {
  const kind = lowering.kind(node);
  return kind === "remaining_field_pattern" || (kind === "captured_pattern" && lowering.childOfKind(node, "remaining_field_pattern") !== 0);
}

function bindSequence(lowering: Lowering, parts: readonly number[], value: number, inside: (node: number, part: number) => void): void {
  const rest = parts.findIndex((part) => isRest(lowering, part));
  for (const [position, part] of parts.entries()) {
    if (rest < 0 || position < rest) inside(part, lowering.item(value, position));
    else if (position === rest) inside(part, lowering.item(value, position, ItemMode.rest));
    else inside(part, lowering.item(value, parts.length - 1 - position, ItemMode.fromEnd));
  }
}

function bindPayload(lowering: Lowering, pattern: number, value: number, inside: (node: number, part: number) => void): void {
  const { facts } = lowering;
  const type = lowering.child(pattern, "type");
  const name = lowering.text(lowering.kind(type) === "identifier" ? type : lowering.child(type, "name") || type);
  const parts = partsOf(lowering, pattern).filter((part) => part !== type);
  if (parts.length === 1 && UNWRAPPING[name] !== undefined && mayUnwrap(lowering, type, name)) {
    inside(parts[0]!, value === 0 ? 0 : facts.expression(Op.unwrap, value));
    return;
  }
  const variant = name === "Err" ? facts.expression(Op.path, lowering.builtin("Result"), facts.string(name)) : lowering.lowerType(type);
  const seen = facts.expression(Op.cast, variant, value);
  const rest = parts.findIndex((part) => isRest(lowering, part));
  for (const [position, part] of parts.entries()) {
    if (rest < 0 || position < rest) inside(part, lowering.memberExpression(seen, String(position)));
    else inside(part, 0);
  }
}

/**
 * Whether a variant is the library's, according to its qualifier or the import of its name: another enum may have an `Ok` or a `Ready` of
 * its own.
 */
function mayUnwrap(lowering: Lowering, variant: number, name: string): boolean {
  let holder = lowering.child(variant, "path");
  if (holder === 0) return UNWRAPPING[name] === "" || bringsVariant(lowering, UNWRAPPING[name]!, name);
  if (lowering.kind(holder) === "generic_type") holder = lowering.child(holder, "type");
  return UNWRAPPED.has(lowering.text(lowering.child(holder, "name") || holder));
}

/**
 * Whether an import of the file provides the variant `name` of the enum `holder`, by name or wildcard (`use std::task::Poll::{self, *}`).
 */
function bringsVariant(lowering: Lowering, holder: string, name: string): boolean {
  return new RegExp(`\\b${holder}::(\\*|${name}\\b|\\{[^{}]*(\\*|\\b${name}\\b))`).test(lowering.tree.source);
}

function bindFields(lowering: Lowering, pattern: number, value: number, inside: (node: number, part: number) => void): void {
  const type = lowering.child(pattern, "type");
  const seen = lowering.facts.expression(Op.cast, lowering.lowerType(type), value);
  for (const field of lowering.children(pattern)) {
    if (lowering.kind(field) !== "field_pattern") continue;
    const name = lowering.child(field, "name");
    const part = lowering.memberExpression(seen, lowering.text(name));
    const isReferred = lowering.allChildren(field).some((child) => lowering.kind(child) === "ref");
    inside(lowering.child(field, "pattern") || name, isReferred ? lowerReference(lowering, field, part) : part);
  }
}

/** The plugin's `bindTarget`: parameters that are taken apart. */
export function bindParameterPattern(lowering: Lowering, target: number, value: number, _kind: number, type: number): boolean {
  bindPattern(lowering, target, value, type, { scope: lowering.scope(target), at: lowering.tree.start[target]! });
  return true;
}

/** The own rule `let`: the names hold from the end of the statement. */
export function lowerLet(lowering: Lowering, node: number): void {
  const value = lowering.child(node, "value");
  const from = lowerValue(lowering, value);
  useValue(lowering, value);
  const type = lowering.lowerType(lowering.child(node, "type"));
  const pattern = lowering.child(node, "pattern");
  if (isOtherBuilds(lowering, node)) return;
  const place = { scope: lowering.scope(node), at: lowering.tree.end[node]! };
  if (isOpenChannel(lowering, node, value)) {
    const parts = lowering.children(pattern).map((part) => nameOf(lowering, part));
    noteOpenChannel(lowering, node, parts.map((part, i) => bindName(lowering, part, lowering.item(from, i), 0, place)));
    return;
  }
  const isTuple = lowering.kind(pattern) === "tuple_pattern";
  if (isTuple && type === 0 && lowering.kind(value) === "tuple_expression") return bindBeside(lowering, node, pattern, value, from, place);
  const names = value === 0 && isTuple ? lowering.children(pattern) : [pattern];
  for (const part of names) {
    const name = nameOf(lowering, part);
    if (name === 0) bindPattern(lowering, part, from, type, place);
    else noteOpenLet(lowering, node, name, bindName(lowering, name, from, type, place));
  }
}

/** Binds names to the elements of a tuple literal, each of which may be a number with a type inferred later. */
function bindBeside(lowering: Lowering, node: number, pattern: number, value: number, from: number, place: Place): void {
  const parts = partsOf(lowering, pattern);
  const values = lowering.children(value);
  bindSequence(lowering, parts, from, (part, item) => {
    const name = nameOf(lowering, part);
    if (name === 0 || !isPlainNumber(lowering, values[parts.indexOf(part)] ?? 0)) bindPattern(lowering, part, item, 0, place);
    else noteOpenNumber(lowering, node, name, bindName(lowering, name, item, 0, place));
  });
}

/** Whether an ordinary build leaves a `let` out and takes another of the same names in its block. */
function isOtherBuilds(lowering: Lowering, node: number): boolean {
  const isOut = (one: number): boolean => isLeftOut(lowering, leadingAttributes(lowering, one));
  if (!isOut(node)) return false;
  const written = lowering.text(lowering.child(node, "pattern"));
  return lowering.children(lowering.parent(node)).some((one) =>
    lowering.kind(one) === "let_declaration" && lowering.text(lowering.child(one, "pattern")) === written && !isOut(one)
  );
}

/** The scope inside a block. */
function scopeWithin(lowering: Lowering, block: number): number {
  return lowering.scope(lowering.firstChild(block) || block);
}

/** The own rule `let_condition`: the names hold in the rest of a chain and in the block that the condition guards. */
export function lowerLetCondition(lowering: Lowering, node: number): void {
  const value = lowerValue(lowering, lowering.child(node, "value"));
  const pattern = lowering.child(node, "pattern");
  const parent = lowering.parent(node);
  const chained = lowering.kind(parent) === "let_chain";
  const holder = chained ? lowering.parent(parent) : parent;
  const holderKind = lowering.kind(holder);
  const at = lowering.tree.end[node]!;
  const body = holderKind === "if_expression"
    ? lowering.child(holder, "consequence")
    : holderKind === "while_expression"
    ? lowering.child(holder, "body")
    : 0;
  if (body !== 0) bindPattern(lowering, pattern, value, 0, { scope: scopeWithin(lowering, body), at });
  if (chained || body === 0) bindPattern(lowering, pattern, value, 0, { scope: lowering.scope(node), at });
  // A guard's names hold in its arm.
  if (chained && holderKind === "match_pattern") bindPattern(lowering, pattern, value, 0, { scope: lowering.scope(holder), at });
}

/** The own rule `match_pattern`: one arm of a `match`. */
export function lowerMatchPattern(lowering: Lowering, node: number): void {
  lowering.addBranch(node);
  const match = lowering.parent(lowering.parent(lowering.parent(node)));
  if (match <= 0 || lowering.kind(match) !== "match_expression") return;
  const value = lowerValue(lowering, lowering.child(match, "value"));
  const condition = lowering.child(node, "condition");
  for (const pattern of lowering.children(node)) {
    if (pattern === condition) continue;
    bindPattern(lowering, pattern, value, 0, { scope: lowering.scope(node), at: lowering.tree.start[pattern]! });
  }
}

/** The own rule `for`. */
export function lowerFor(lowering: Lowering, node: number): void {
  lowering.addBranch(node);
  const iterable = lowerValue(lowering, lowering.child(node, "value"));
  const element = iterable === 0 ? 0 : lowering.facts.expression(Op.iterate, iterable);
  const body = lowering.child(node, "body");
  const pattern = lowering.child(node, "pattern");
  bindPattern(lowering, pattern, element, 0, { scope: scopeWithin(lowering, body), at: lowering.tree.start[pattern]! });
}

/** The own rule `parameter`. Those of a closure are beside parameters without a type, and are bound with them, in order. */
export function lowerParameter(lowering: Lowering, node: number): void {
  if (lambdaOf(lowering, lowering.parent(node)) === 0) bindDeclared(lowering, node);
}

/** The definition of the closure with the parameters at a node; 0 if they belong to something else. */
function lambdaOf(lowering: Lowering, parameters: number): number {
  if (lowering.kind(parameters) !== "closure_parameters") return 0;
  const definition = lowering.definitionAt(lowering.parent(parameters));
  return definition !== 0 && lowering.facts.get("definitions", definition, "kind") === DefinitionKind.lambda ? definition : 0;
}

function bindDeclared(lowering: Lowering, node: number): void {
  const pattern = lowering.child(node, "pattern");
  const type = lowerParameterType(lowering, lowering.child(node, "type"));
  lowering.bindParameter(node, pattern, type, 0, lowering.kind(pattern) === "self" ? BindingFlag.receiver : 0);
}

/** The own rule `closure_parameters`: parameters of the enclosing closure, and the value of its body. */
export function lowerClosureParameters(lowering: Lowering, node: number): void {
  const closure = lowering.parent(node);
  const definition = lambdaOf(lowering, node);
  if (definition === 0) return;
  for (const part of partsOf(lowering, node)) {
    if (lowering.kind(part) === "parameter") bindDeclared(lowering, part);
    else lowering.bindParameter(part, part, 0, 0, 0);
  }
  if (lowering.childOfKind(closure, "async") !== 0) lowering.addFlag(definition, DefinitionFlag.async);
  noteClosure(lowering, closure);
  const body = lowering.child(closure, "body");
  useValue(lowering, body);
  lowering.addReturn(definition, lowerValue(lowering, body));
}
