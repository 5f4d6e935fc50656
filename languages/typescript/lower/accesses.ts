/**
 * Which members are read or set where they stand: a getter or setter runs there.
 *
 * Stage: parse -> facts.
 */
import { tableOf } from "../../../core/base/tables.ts";
import { AccessMode } from "../../../core/facts.ts";
import type { Lowering } from "../../../core/lower/lower.ts";

const { read, set } = AccessMode;
/** What stands around a member that is not read alone: in which of its fields ("": in any) it is what. */
const OTHERWISE: Readonly<Record<string, readonly [field: string, mode: number]>> = tableOf({
  call_expression: ["function", 0],
  new_expression: ["constructor", 0],
  assignment_expression: ["left", set],
  augmented_assignment_expression: ["left", read | set],
  update_expression: ["", read | set],
  assignment_pattern: ["left", set],
  for_in_statement: ["left", set],
  pair_pattern: ["value", set],
  array_pattern: ["", set],
  rest_pattern: ["", set],
  jsx_opening_element: ["", 0],
  jsx_closing_element: ["", 0],
  jsx_self_closing_element: ["", 0],
});

/** The plugin's `accessAt`. */
export function accessAt(lowering: Lowering, node: number): number {
  return lowering.kind(node) === "member_expression" ? modeAt(lowering, node) : 0;
}

/** What is done with the member that stands at `node`: nothing where it is called, which the call tells. */
export function modeAt(lowering: Lowering, node: number): number {
  const parent = lowering.parent(node);
  const kind = lowering.kind(parent);
  if (kind === "unary_expression") return lowering.text(lowering.child(parent, "operator")) === "delete" ? 0 : read;
  const other = OTHERWISE[kind];
  return other !== undefined && (other[0] === "" || lowering.child(parent, other[0]) === node) ? other[1] : read;
}
