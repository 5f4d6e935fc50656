/**
 * Strings that are concatenated with `+`.
 *
 * Stage: parse -> facts. Invariant: operands are kept only if one of them is part of a path: other concatenations are many, and only
 * strings.
 */
import { Op } from "../../../core/facts/expressions.ts";
import type { Lowering } from "../../../core/lower/lower.ts";
import type { Roles } from "../../../core/plugin.ts";
import { firstNamed } from "../file_state.ts";

const SUM = "binary_expression";
const TEXTS: ReadonlySet<string> = new Set(["string", "template_string"]);

/** The language's own rule `sum`: a string if an operand is a string literal, else unknown. */
export function lowerSum(lowering: Lowering, _node: number, roles: Roles): number {
  const operands = [roles.own_left![0]!, roles.own_right![0]!] as const;
  const texts = operands.filter((operand) => TEXTS.has(lowering.kind(operand)));
  if (lowering.tree.source[lowering.tree.end[operands[0]]! - 2] === "(" && texts[0] === operands[0]) useAsText(lowering, operands[1]);
  const saysPath = texts.some((operand) => lowering.text(operand).includes("/")) || continuesPath(lowering, operands[0]);
  if (!saysPath) return texts.length === 0 ? 0 : lowering.literal("String");
  return sum(lowering, lowering.lowerExpression(operands[0]), lowering.lowerExpression(operands[1]));
}

/** The own rule `filled`: a name in a template, which may be a function whose text is called there (`(${work})()`). */
export function lowerFilled(lowering: Lowering, node: number): void {
  if (lowering.tree.source[lowering.tree.start[node]! - 1] === "(") useAsText(lowering, firstNamed(lowering, node));
}

/** What follows an opening bracket in a string: a receiver of the text of a function may run it. */
function useAsText(lowering: Lowering, operand: number): void {
  if (lowering.kind(operand) === "identifier") lowering.addUse(operand);
}

/** Whether a concatenation contains part of a path, to which more is added (`"/users/" + id + end`). */
function continuesPath(lowering: Lowering, left: number): boolean {
  return lowering.kind(left) === SUM && lowering.facts.get("expressions", lowering.lowerExpression(left), "op") === Op.sum;
}

/** Keeps the parts of a concatenated address, however little it looks like a path (`base + "users"`, `${base}users`). */
export function keepAddress(lowering: Lowering, node: number): void {
  if (lowering.kind(node) === "template_string") {
    const text = lowering.textLiteral("String", node, true);
    if (text !== 0) lowering.setExpression(node, text);
  } else if (lowering.kind(node) === SUM) {
    const [left, right] = [lowering.child(node, "left"), lowering.child(node, "right")];
    keepAddress(lowering, left);
    const text = lowering.kind(right) === "string" ? lowering.textLiteral("String", right, true) : 0;
    const isSum = text !== 0 && lowering.text(lowering.child(node, "operator")) === "+";
    if (isSum) lowering.setExpression(node, sum(lowering, lowering.lowerExpression(left), text));
  }
}

function sum(lowering: Lowering, left: number, right: number): number {
  return lowering.facts.expression(Op.sum, lowering.literal("String"), left, right);
}
