/**
 * What calls give that is stored somewhere: by itself, or as one of several.
 *
 * Stage: parse -> facts.
 */
import { GivenMode } from "../../../core/facts/expressions.ts";
import type { Lowering } from "../../../core/lower/lower.ts";

/** Notes what the calls give that the value at `node` is one of, as stored in `place` (`app.db = Db() if url else None`). @param place an expression */
export function storeCalls(lowering: Lowering, node: number, place: number): void {
  if (lowering.kind(node) === "call") lowering.addWholeUse(node, lowering.lowerExpression(node), place, GivenMode.stored);
  else for (const option of optionsOf(lowering, node)) storeCalls(lowering, option, place);
}

/** The values that one is chosen from. */
function optionsOf(lowering: Lowering, node: number): readonly number[] {
  const parts = lowering.codeIn(node);
  switch (lowering.kind(node)) {
    case "parenthesized_expression":
    case "boolean_operator":
      return parts;
    case "conditional_expression":
      return [parts[0]!, parts[2]!];
    default:
      return [];
  }
}
