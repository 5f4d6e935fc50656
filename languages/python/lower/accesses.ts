/**
 * Which attributes are read, set or deleted at a place, where a property runs.
 *
 * Stage: parse -> facts.
 */
import { AccessMode } from "../../../core/facts.ts";
import type { Lowering } from "../../../core/lower/lower.ts";

/** Kinds of nodes that may surround an attribute that is set. */
const SETTING: ReadonlySet<string> = new Set(["pattern_list", "tuple_pattern", "list_pattern", "list_splat_pattern", "as_pattern_target"]);
/** Kinds of nodes that set the attribute on their left side. */
const BINDING: ReadonlySet<string> = new Set(["assignment", "augmented_assignment", "for_statement", "for_in_clause"]);

/** The plugin's `accessAt`: none for a callee, for which the call stands. */
export function accessAt(lowering: Lowering, node: number): number {
  const parent = lowering.parent(node);
  const kind = lowering.kind(parent);
  // A decorator is called.
  if (kind === "decorator" || (kind === "call" && lowering.child(parent, "function") === node)) return 0;
  const around = kind === "expression_list" ? lowering.kind(lowering.parent(parent)) : kind;
  if (around === "delete_statement") return AccessMode.delete;
  if (SETTING.has(kind)) return AccessMode.set;
  if (!BINDING.has(kind) || lowering.child(parent, "left") !== node) return AccessMode.read;
  if (kind === "augmented_assignment") return AccessMode.read | AccessMode.set;
  // `self.size: int` declares alone.
  return kind === "assignment" && lowering.child(parent, "right") === 0 ? 0 : AccessMode.set;
}
