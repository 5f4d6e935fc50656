/**
 * Which members are read or set, and where: a getter or setter runs there.
 *
 * Stage: parse -> facts.
 */
import { tableOf } from "../../../core/base/tables.ts";
import { AccessMode } from "../../../core/facts.ts";
import type { Lowering } from "../../../core/lower/lower.ts";

const { read, set } = AccessMode;
/** What surrounds a member that is not only read: by its field there ("": any) the mode. */
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

/** How the member at `node` is accessed: not at all if it is called, which the call covers. */
export function modeAt(lowering: Lowering, node: number): number {
  const parent = lowering.parent(node);
  const kind = lowering.kind(parent);
  if (kind === "unary_expression") return lowering.text(lowering.child(parent, "operator")) === "delete" ? 0 : read;
  const other = OTHERWISE[kind];
  return other !== undefined && (other[0] === "" || lowering.child(parent, other[0]) === node) ? other[1] : read;
}
