/**
 * The visibility of an item or a method: `pub`, `pub(super)`, or private to its module.
 *
 * Stage: lower.
 */
import { DefinitionFlag } from "../../../core/facts.ts";
import type { Lowering } from "../../../core/lower/lower.ts";

/** Whether an item is visible outside of its module. */
export function isVisible(lowering: Lowering, node: number): boolean {
  return lowering.childOfKind(node, "visibility_modifier") !== 0;
}

/** Whether all see an item that can name it. */
export function isExported(lowering: Lowering, node: number): boolean {
  for (let c = lowering.firstChild(node); c !== 0; c = lowering.next(c)) {
    const kind = lowering.kind(c);
    if (kind === "visibility_modifier") return lowering.text(c) === "pub";
    if (kind === "identifier" || kind === "type_identifier" || kind === "fn") return false;
  }
  return false;
}

/** The flags for the visibility of an inherent method; none if it is visible in its crate or further, or in a given path. */
export function reachOfMethod(lowering: Lowering, node: number): number {
  const modifier = lowering.childOfKind(node, "visibility_modifier");
  if (modifier === 0) return DefinitionFlag.hidden;
  const text = lowering.text(modifier);
  if (text === "pub(self)") return DefinitionFlag.hidden;
  if (text !== "pub(super)") return 0;
  // A module within the file has the file's own above it.
  return standsInInnerModule(lowering, node) ? DefinitionFlag.hidden : DefinitionFlag.hidden | DefinitionFlag.shownAbove;
}

function standsInInnerModule(lowering: Lowering, node: number): boolean {
  for (let at = lowering.parent(node); at !== 0; at = lowering.parent(at)) if (lowering.kind(at) === "mod_item") return true;
  return false;
}
