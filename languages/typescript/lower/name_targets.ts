/**
 * What assigns names: declarations, parameters, assignments, loops, and patterns in them.
 *
 * Stage: parse -> facts. Computed from the tree.
 */
import { tableOf } from "../../../core/base/tables.ts";
import type { Lowering } from "../../../core/lower/lower.ts";

/** Fields of patterns that do not contain a target. */
const NO_TARGETS: Readonly<Record<string, string>> = tableOf({
  array_pattern: "",
  object_pattern: "",
  rest_pattern: "",
  pair_pattern: "key",
  assignment_pattern: "right",
  object_assignment_pattern: "right",
});
/** Kinds of loops. */
export const LOOPS: ReadonlySet<string> = new Set(["for_statement", "for_in_statement", "while_statement", "do_statement"]);

/** Whether the part of a pattern at `node` is assigned by it: defaults and computed keys are not. */
export function isTarget(lowering: Lowering, node: number): boolean {
  const pattern = lowering.parent(node);
  const other = NO_TARGETS[lowering.kind(pattern)];
  return other !== undefined && (other === "" || lowering.child(pattern, other) !== node);
}

/** The whole pattern that the name at `node` is a target of, or the name itself. */
function wholePattern(lowering: Lowering, node: number): number {
  let whole = node;
  while (isTarget(lowering, whole)) whole = lowering.parent(whole);
  return whole;
}

/** The end of the function or block that binds the name at `node` to something of its own; 0 if it does not. */
export function endOfNamesake(lowering: Lowering, node: number): number {
  const target = wholePattern(lowering, node);
  const parent = lowering.parent(target);
  switch (lowering.kind(parent)) {
    case "required_parameter":
    case "optional_parameter":
      return lowering.child(parent, "pattern") === target ? lowering.afterSubtree(lowering.parent(lowering.parent(parent))) : 0;
    case "arrow_function":
    case "catch_clause":
      return lowering.child(parent, "parameter") === target ? lowering.afterSubtree(parent) : 0;
    case "variable_declarator":
      return lowering.child(parent, "name") === target ? lowering.afterSubtree(lowering.parent(lowering.parent(parent))) : 0;
    case "for_in_statement":
      return lowering.child(parent, "left") === target && lowering.child(parent, "kind") !== 0 ? lowering.afterSubtree(parent) : 0;
    default:
      return 0;
  }
}

/** The assignment, or the loop, that assigns the name at `node` again; 0 if none does. */
export function assignmentOf(lowering: Lowering, node: number): number {
  const target = wholePattern(lowering, node);
  const parent = lowering.parent(target);
  const kind = lowering.kind(parent);
  if (kind === "update_expression") return parent;
  if (kind === "augmented_assignment_expression") return isCounted(lowering, parent, target) ? parent : 0;
  const isAssigned = kind === "assignment_expression" || (kind === "for_in_statement" && lowering.child(parent, "kind") === 0);
  return isAssigned && lowering.child(parent, "left") === target ? parent : 0;
}

/** Whether `target` becomes another number or string (`i += 1`), by an operator that never keeps the value (unlike `one ??= other`). */
function isCounted(lowering: Lowering, assignment: number, target: number): boolean {
  const operator = lowering.kind(lowering.child(assignment, "operator"));
  return lowering.child(assignment, "left") === target && !/^(?:&&|\|\||\?\?)=$/.test(operator);
}

/** Whether something is assigned to what `text` names between two nodes. */
export function isAssignedBetween(lowering: Lowering, text: string, from: number, to: number): boolean {
  return lastAssigned(lowering, text, from, to) !== 0;
}

/** The last of the nodes from `from` up to `to` at which something is assigned to what `text` names; 0 if there is none. */
export function lastAssigned(lowering: Lowering, text: string, from: number, to: number): number {
  const { start, end } = lowering.tree;
  for (let node = to - 1; node >= from; node--) {
    if (end[node]! - start[node]! === text.length && lowering.text(node) === text && assignmentOf(lowering, node) !== 0) return node;
  }
  return 0;
}
