/**
 * Texts that are put together with `+`.
 *
 * Stage: parse -> facts. Invariant: operands are kept only where one of them says a part of a path: sums of other texts are many, and only texts.
 */
import { Op } from "../../core/expressions.ts";
import type { Lowering } from "../../core/lower.ts";
import type { Roles } from "../../core/plugin.ts";

const TEXTS: ReadonlySet<string> = new Set(["string", "template_string"]);

/** The own rule `sum`: a text where an operand is written as one, else unknown. */
export function lowerSum(lowering: Lowering, _node: number, roles: Roles): number {
  const operands = [roles.own_left![0]!, roles.own_right![0]!] as const;
  const texts = operands.filter((operand) => TEXTS.has(lowering.kind(operand)));
  if (texts.length === 0) return 0;
  const text = lowering.literal("String");
  if (!texts.some((operand) => lowering.text(operand).includes("/"))) return text;
  const [left, right] = operands.map((operand) => lowering.lowerExpression(operand));
  return lowering.facts.expression(Op.sum, text, left!, right!);
}
