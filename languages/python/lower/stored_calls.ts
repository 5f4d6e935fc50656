/**
 * Results of calls that are stored somewhere: alone, as one of several alternatives, or as an element of a display.
 *
 * Stage: parse -> facts.
 */
import { GivenMode } from "../../../core/facts/expressions.ts";
import type { Lowering } from "../../../core/lower/lower.ts";

/**
 * Records the results of calls among the alternatives of the value at `node` as stored in `place` (`app.db = Db() if url else None`).
 * @param place an expression
 */
export function storeCalls(lowering: Lowering, node: number, place: number): void {
  if (lowering.kind(node) === "call") return lowering.addWholeUse(node, lowering.lowerExpression(node), place, GivenMode.stored);
  for (const option of optionsOf(lowering, node)) storeCalls(lowering, option, place);
  for (const element of elementsOf(lowering, node)) storeCalls(lowering, element, lowering.item(place, 0));
}

/** The elements of a display, as far as calls make them. */
function elementsOf(lowering: Lowering, node: number): readonly number[] {
  switch (lowering.kind(node)) {
    case "list":
    case "set":
    case "tuple":
      return callsAmong(lowering, lowering.codeIn(node));
    case "dictionary":
      return callsAmong(lowering, lowering.codeIn(node).map((pair) => lowering.child(pair, "value")));
    case "list_comprehension":
    case "set_comprehension":
      return callsAmong(lowering, [lowering.child(node, "body")]);
    case "dictionary_comprehension":
      return callsAmong(lowering, [lowering.child(lowering.child(node, "body"), "value")]);
    default:
      return [];
  }
}

function callsAmong(lowering: Lowering, nodes: readonly number[]): readonly number[] {
  return nodes.filter((node) => node !== 0 && lowering.kind(node) === "call");
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
