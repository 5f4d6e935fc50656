/**
 * Which members are read where they stand: a getter runs there.
 *
 * Stage: parse -> facts.
 */
import { tableOf } from "../../../core/base/tables.ts";
import type { Lowering } from "../../../core/lower/lower.ts";

/** What stands around a member that is no value, and in which of its fields ("": in any). */
const NO_READS: Readonly<Record<string, string>> = tableOf({
  call_expression: "function",
  new_expression: "constructor",
  assignment_expression: "left",
  assignment_pattern: "left",
  for_in_statement: "left",
  pair_pattern: "value",
  array_pattern: "",
  rest_pattern: "",
  jsx_opening_element: "",
  jsx_closing_element: "",
  jsx_self_closing_element: "",
});

/** The plugin's `isRead`. */
export function isRead(lowering: Lowering, node: number): boolean {
  return lowering.kind(node) === "member_expression" && isValue(lowering, node);
}

/** Whether what stands at `node` is a value there, and not called, which the call tells. */
export function isValue(lowering: Lowering, node: number): boolean {
  const parent = lowering.parent(node);
  const kind = lowering.kind(parent);
  if (kind === "unary_expression") return lowering.text(lowering.child(parent, "operator")) !== "delete";
  const field = NO_READS[kind];
  return field === undefined || (field !== "" && lowering.child(parent, field) !== node);
}
