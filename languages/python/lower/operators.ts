/**
 * Binary and unary operators: each is a call of a method.
 *
 * Stage: parse -> facts. Invariant: the calls are implicit and placed at the operator; there is none for literals with built-in results.
 */
import { tableOf } from "../../../core/base/tables.ts";
import { BindingKind, CallFlag } from "../../../core/facts.ts";
import { Op } from "../../../core/facts/expressions.ts";
import type { Lowering } from "../../../core/lower/lower.ts";
import type { Roles } from "../../../core/plugin.ts";
import { inPlaceOf } from "../resolution_rules.ts";
import { addImplicitCall, LITERALS } from "./calls.ts";
import { isWrittenUnion } from "./types.ts";

const OPERATORS: Readonly<Record<string, string>> = tableOf({
  "+": "__add__",
  "-": "__sub__",
  "*": "__mul__",
  "/": "__truediv__",
  "//": "__floordiv__",
  "%": "__mod__",
  "**": "__pow__",
  "@": "__matmul__",
  "&": "__and__",
  "|": "__or__",
  "^": "__xor__",
  "<<": "__lshift__",
  ">>": "__rshift__",
});
/** Operators that also combine functions (`is_open | is_new`, `load >> save`): their operands are passed as values. */
const COMBINING: ReadonlySet<string> = new Set(["|", "&", "^", "<<", ">>", "@"]);
/** Methods of the operators that add functions to an event, or remove them (`event += handler`). */
const JOINING: ReadonlySet<string> = new Set(["__add__", "__sub__"]);
const NAMES: ReadonlySet<string> = new Set(["identifier", "attribute"]);
const NUMBERS: ReadonlySet<string> = new Set(["integer", "float"]);
/** Beside these the other side may answer (`2 * vector`, `"a" + pattern`). */
const PLAIN: ReadonlySet<string> = new Set([...NUMBERS, "string", "concatenated_string"]);

/** `a + b`: a call of `a.__add__`, or of `b.__radd__`, which the resolver decides. */
export function lowerOperator(lowering: Lowering, node: number, roles: Roles): number {
  const [left, right] = [roles.own_left![0]!, roles.own_right![0]!];
  const operator = lowering.child(node, "operator");
  const sign = lowering.text(operator);
  if (sign === "|" && isWrittenUnion(lowering, node)) return lowering.lowerType(node);
  const value = lowering.lowerExpression(left);
  const operand = lowering.lowerExpression(right);
  if (COMBINING.has(sign)) {
    lowering.addUse(left, value);
    lowering.addUse(right, operand);
  }
  const isPlain = PLAIN.has(lowering.kind(left));
  // The `%` of a text accepts any operand.
  const isDetermined = isPlain ? sign === "%" || LITERALS.has(lowering.kind(right)) : LITERALS.has(lowering.kind(left));
  if (isDetermined) return literalResult(lowering, left, sign, right);
  const method = OPERATORS[sign];
  if (value === 0 || method === undefined) return 0;
  const result = lowering.addCallOf(lowering.memberExpression(value, method), node, operator, method, [operand], CallFlag.implicit);
  if (sign !== "|" || isPlain) return result;
  if (PLAIN.has(lowering.kind(right))) return lowering.facts.expression(Op.cast, lowering.facts.expression(Op.typeOf, result), value);
  // For flags, sets and types alike, `A | B` is like either operand, unless the class of A declares the result.
  return lowering.facts.expression(Op.operated, value, result, lowering.either([value, operand]));
}

/** The result of an operator between literals: a number times a sequence is the sequence; a division yields a fraction. */
function literalResult(lowering: Lowering, left: number, sign: string, right: number): number {
  const [first, second] = [lowering.kind(left), lowering.kind(right)];
  const areNumbers = NUMBERS.has(first) && NUMBERS.has(second);
  if (areNumbers && sign === "/") return lowering.literal("float");
  const isRight = areNumbers ? second === "float" : sign === "*" && NUMBERS.has(first);
  return lowering.lowerExpression(isRight ? right : left);
}

/** `a += b`: a call of `a.__iadd__`, or of what the resolver uses in its place, whose result the name has from there on. */
export function lowerAugmented(lowering: Lowering, node: number, roles: Roles): void {
  const [left, right] = [roles.own_left![0]!, roles.own_right![0]!];
  const operator = lowering.child(node, "operator");
  const method = OPERATORS[lowering.text(operator).slice(0, -1)];
  const value = lowering.lowerExpression(left);
  if (value === 0 || method === undefined) return;
  const inPlace = inPlaceOf(method);
  const operand = lowering.lowerExpression(right);
  // A handler added to an event is passed as a value (`event += handler`).
  if (JOINING.has(method) && NAMES.has(lowering.kind(right))) lowering.addUse(right, operand);
  const result = lowering.addCallOf(lowering.memberExpression(value, inPlace), node, operator, inPlace, [operand], CallFlag.implicit);
  if (lowering.kind(left) !== "identifier") return;
  lowering.bindingAt = lowering.tree.end[node]!;
  lowering.bindTarget(left, lowering.facts.expression(Op.operated, value, result), BindingKind.variable);
  lowering.bindingAt = 0;
}

const SIGNS: Readonly<Record<string, string>> = tableOf({ "-": "__neg__", "+": "__pos__", "~": "__invert__" });

/** `-a`: a call of `a.__neg__`. */
export function lowerSign(lowering: Lowering, node: number, roles: Roles): number {
  const operand = roles.own_operand![0]!;
  const value = lowering.lowerExpression(operand);
  const sign = lowering.child(node, "operator");
  return addImplicitCall(lowering, operand, sign, SIGNS[lowering.text(sign)]!) || value;
}
