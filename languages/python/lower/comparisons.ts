/**
 * Comparisons whose value is used for more than a test: a class may define them to return something else than a boolean (`(row.age >
 * 3).label()`).
 *
 * Stage: parse -> facts. Invariant: no call is recorded; a comparison that is only tested is a boolean, and nothing else is kept.
 */
import { tableOf } from "../../../core/base/tables.ts";
import { Op } from "../../../core/facts/expressions.ts";
import type { Lowering } from "../../../core/lower/lower.ts";

const METHODS: Readonly<Record<string, string>> = tableOf({
  "==": "__eq__",
  "!=": "__ne__",
  "<": "__lt__",
  "<=": "__le__",
  ">": "__gt__",
  ">=": "__ge__",
});
/** Parents of a comparison in parentheses that do something with its value. */
const USING: ReadonlySet<string> = new Set(["attribute", "binary_operator", "unary_operator", "subscript"]);

/** Operators that compare with a particular class or function. */
const IDENTITY = /^(?:is|is not|is  *not|==|!=)$/;
/** A name spelled like a class, which decides if nothing else is known. */
export const CLASS_NAME = /(?:^|\.)_*[A-Z]\w*[a-z]\w*$/;

/** `a == b`, `type(a) is B`: a class that something is compared with is used there. */
export function lowerComparison(lowering: Lowering, node: number): number {
  const truth = lowering.literal("bool");
  if (IDENTITY.test(lowering.text(lowering.child(node, "operators")))) {
    for (const operand of lowering.codeIn(node)) if (CLASS_NAME.test(lowering.text(operand))) lowering.addUse(operand);
  }
  const method = isUsed(lowering, node) ? METHODS[lowering.text(lowering.child(node, "operators"))] : undefined;
  const [left = 0, right = 0, more = 0] = lowering.codeIn(node);
  if (method === undefined || more !== 0) return truth;
  const value = lowering.lowerExpression(left);
  if (value === 0) return truth;
  const { facts } = lowering;
  const call = facts.expression(Op.call, lowering.memberExpression(value, method), facts.list([lowering.lowerExpression(right)]));
  return facts.expression(Op.operated, value, call, truth);
}

function isUsed(lowering: Lowering, node: number): boolean {
  const parent = lowering.parent(node);
  const kind = lowering.kind(parent);
  return kind === "assignment" || (kind === "parenthesized_expression" && USING.has(lowering.kind(lowering.parent(parent))));
}
