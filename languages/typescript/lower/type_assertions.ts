/**
 * Values with an asserted type: `x as T`, `x!`, `x satisfies T`, and `(x)` after a comment that gives it a type.
 *
 * Stage: parse -> facts. Invariant: what is asserted is the value itself, with the added type.
 */
import { Op } from "../../../core/facts/expressions.ts";
import type { Lowering } from "../../../core/lower/lower.ts";
import type { Roles } from "../../../core/plugin.ts";
import { firstNamed, unwrapped } from "../file_state.ts";
import { documentedCast } from "../jsdoc/tags.ts";
import { expectType, meanTuple } from "./patterns.ts";
import { lowerType } from "./types.ts";

/** `x as T`; `[a, b] as const` is a tuple, else `as const` changes nothing. */
export function lowerAs(lowering: Lowering, node: number): number {
  const parts = lowering.codeIn(node);
  if (parts.length === 1) meanTuple(lowering, parts[0]!);
  const value = lowering.lowerExpression(parts[0] ?? 0);
  const type = parts[1] ?? 0;
  useAsserted(lowering, node, parts[0] ?? 0);
  return type === 0 ? value : lowering.facts.expression(Op.cast, lowerType(lowering, type), value);
}

/** `<T>x`. The grammar parses `<T>new A().b()` as `(<T>new A()).b()`: without parentheses the whole chain has the type T. */
export function lowerAsserted(lowering: Lowering, node: number, roles: Roles): number {
  const value = lowering.lowerExpression(roles.operand?.[0] ?? 0);
  const isAhead = lowering.child(lowering.parent(node), "object") === node;
  return isAhead ? value : lowering.castTo(value, lowerType(lowering, roles.type?.[0] ?? 0));
}

/** Maximum number of links of a chain that are searched. */
const LONGEST_CHAIN = 40;

/** The type of the assertion before the chain which the call at `node` ends; 0: none. */
export function assertedAhead(lowering: Lowering, node: number): number {
  let at = node;
  for (let link = 0; link < LONGEST_CHAIN; link++) {
    const next = lowering.child(at, "function") || lowering.child(at, "object");
    if (next === 0) break;
    at = next;
  }
  const isAhead = at !== node && lowering.kind(at) === "type_assertion" && lowering.child(lowering.parent(at), "object") === at;
  return isAhead ? lowerType(lowering, firstNamed(lowering, firstNamed(lowering, at))) : 0;
}

/** If the result of `x as T` or `x!` is called, or a member of it is used, x itself is not passed on. */
const ASKED: ReadonlySet<string> = new Set([
  "parenthesized_expression",
  "member_expression",
  "subscript_expression",
  "call_expression",
  "non_null_expression",
]);

/** Records that the function or the value of a name at `operand` is passed on wherever `x as T` or `x!` at `node` is. */
function useAsserted(lowering: Lowering, node: number, operand: number): void {
  const inner = unwrapped(lowering, operand);
  const isNamed = lowering.kind(inner) === "identifier" && !ASKED.has(lowering.kind(lowering.parent(node)));
  if (isNamed || lowering.definitionAt(inner) !== 0) lowering.addUse(inner);
}

/** `(x)`, which a comment before it may give a type: `(x)` after `@type {Store}`. */
export function lowerParentheses(lowering: Lowering, node: number, roles: Roles): number {
  return lowering.castTo(lowering.lowerExpression(roles.property?.[0] ?? 0), documentedCast(lowering, node));
}

/** `x!`. */
export function lowerNonNull(lowering: Lowering, node: number): number {
  const operand = assertedOperand(lowering, node);
  const value = lowering.lowerExpression(operand);
  useAsserted(lowering, node, operand);
  return value === 0 ? 0 : lowering.facts.expression(Op.unwrap, value);
}

/**
 * The operand of `x!`. The grammar parses `a && b!.f()` as `(a && b)!.f()` and `-a!.f()` as `(-a)!.f()`: without parentheses the last
 * operand is meant.
 */
export function assertedOperand(lowering: Lowering, node: number): number {
  let operand = firstNamed(lowering, node);
  for (let depth = 0; depth < 20; depth++) {
    const kind = lowering.kind(operand);
    if (kind === "binary_expression") operand = lowering.child(operand, "right");
    else if (kind === "unary_expression") operand = lowering.child(operand, "argument");
    else break;
  }
  return operand;
}

/** `x satisfies T`: x, with T as its contextual type. */
export function lowerSatisfies(lowering: Lowering, node: number): number {
  const [value, type] = lowering.codeIn(node);
  if (value !== undefined && type !== undefined) expectType(lowering, value, lowerType(lowering, type));
  return lowering.lowerExpression(value ?? 0);
}
