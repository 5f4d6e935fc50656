/**
 * Which attributes are read where they stand: a property runs there.
 *
 * Stage: parse -> facts.
 */
import type { Lowering } from "../../../core/lower/lower.ts";

/** What stands around an attribute that is bound, deleted or decorates. */
const NO_READS: ReadonlySet<string> = new Set([
  "delete_statement",
  "decorator",
  "pattern_list",
  "tuple_pattern",
  "list_pattern",
  "list_splat_pattern",
  "as_pattern_target",
]);
/** What binds the attribute on its left. */
const BINDING: ReadonlySet<string> = new Set(["assignment", "for_statement", "for_in_clause"]);

/** The plugin's `isRead`: not of what is called, which the call tells. */
export function isRead(lowering: Lowering, node: number): boolean {
  const parent = lowering.parent(node);
  const kind = lowering.kind(parent);
  if (kind === "call") return lowering.child(parent, "function") !== node;
  return !NO_READS.has(kind) && !(BINDING.has(kind) && lowering.child(parent, "left") === node);
}
