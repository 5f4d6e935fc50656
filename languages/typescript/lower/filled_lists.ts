/**
 * Lists that start empty (`const xs = []`): their elements are what the rest of the block adds (`xs.push(x)`, `xs[i] = x`).
 *
 * Stage: parse -> facts. Invariant: only uses of the name that denote this list count, and at most `MOST_VALUES` of them are kept.
 */
import { append } from "../../../core/base/lists.ts";
import { Op } from "../../../core/facts/expressions.ts";
import type { Lowering } from "../../../core/lower/lower.ts";
import { stateOf } from "../file_state.ts";
import { endOfNamesake } from "./name_targets.ts";

const MOST_VALUES = 8;
const MOST_NODES = 20_000;

/** Notes the list at `value`, if it is empty, as that of the variable which is declared at `node`. */
export function noteEmptyList(lowering: Lowering, node: number, value: number): void {
  if (lowering.kind(value) !== "array" || lowering.children(value).length > 0) return;
  const { facts } = lowering;
  const list = facts.expression(Op.literal, facts.string("Array"));
  lowering.setExpression(value, list);
  stateOf(lowering).emptyLists.push({ node, list });
}

/** Part of the plugin's `finish`: the elements of such lists. */
export function fillLists(lowering: Lowering): void {
  const { facts } = lowering;
  for (const { node, list } of stateOf(lowering).emptyLists) {
    const values = valuesPut(lowering, node);
    if (values.length === 0) continue;
    // Together, for the first that is put does not stay the first.
    const element = values.length === 1 ? values[0]! : facts.expression(Op.either, facts.list(values));
    facts.set("expressions", list, "b", facts.list([element]));
  }
}

/** The values that are added to the list declared at `node`, as expressions. */
function valuesPut(lowering: Lowering, node: number): number[] {
  const name = lowering.text(lowering.child(node, "name"));
  const until = Math.min(lowering.afterSubtree(lowering.parent(lowering.parent(node))), node + MOST_NODES);
  const values: number[] = [];
  const next = (from: number): number => lowering.nextReading("identifier", name, from, until);
  for (let at = next(lowering.afterSubtree(node)); at < until && values.length < MOST_VALUES;) {
    const behind = endOfNamesake(lowering, at);
    if (behind <= at) append(values, putAt(lowering, at));
    at = next(Math.max(behind, at + 1));
  }
  return values;
}

/** The values that are added to the list named at `node`. */
function putAt(lowering: Lowering, node: number): number[] {
  const { facts } = lowering;
  const parent = lowering.parent(node);
  const outer = lowering.parent(parent);
  if (lowering.child(parent, "object") !== node) return [];
  if (lowering.kind(parent) === "subscript_expression") {
    const isPut = lowering.kind(outer) === "assignment_expression" && lowering.child(outer, "left") === parent;
    return isPut ? [lowering.lowerExpression(lowering.child(outer, "right"))] : [];
  }
  const isPut = lowering.child(outer, "function") === parent &&
    /^(?:push|unshift)$/.test(lowering.text(lowering.child(parent, "property")));
  if (!isPut) return [];
  return lowering.codeIn(lowering.child(outer, "arguments")).map((argument) => {
    const value = lowering.lowerExpression(argument);
    const isSpread = facts.get("expressions", value, "op") === Op.spread;
    return isSpread ? facts.expression(Op.iterate, facts.get("expressions", value, "a")) : value;
  });
}
