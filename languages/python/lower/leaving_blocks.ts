/**
 * Blocks that never go on behind their statement: what is bound in one does not get there, unless what leaves it is caught on the way.
 *
 * Stage: parse -> facts. Invariant: a block is looked at once, when something is assigned in it; the loop that a `continue` or `break` leaves it
 * for may hand on what it bound.
 */
import { ScopeKind } from "../../../core/facts.ts";
import type { Lowering } from "../../../core/lower/lower.ts";
import { stateOf } from "../file_state.ts";
import { lastStatement } from "./narrowing.ts";

const ENDS: ReadonlySet<string> = new Set(["return_statement", "raise_statement"]);
const HANDLING: ReadonlySet<string> = new Set(["except_clause", "else_clause"]);

/** Says of the blocks around the statement at `node`, up to the function's body, which of them are left for good, and which may catch that. */
export function noteLeaving(lowering: Lowering, node: number): void {
  const { blocks } = stateOf(lowering);
  const { facts } = lowering;
  for (let at = lowering.parent(node); at > 0 && lowering.definitionAt(at) === 0; at = lowering.parent(at)) {
    if (lowering.kind(at) !== "block") continue;
    if (blocks.has(at)) return;
    blocks.add(at);
    const scope = lowering.scope(lowering.firstChild(at));
    if (facts.get("scopes", scope, "kind") !== ScopeKind.block) continue;
    if (mayCatch(lowering, at)) facts.set("scopes", scope, "kind", ScopeKind.tried);
    else if (ENDS.has(lowering.kind(lastStatement(lowering, at)))) facts.set("scopes", scope, "kind", ScopeKind.leaving);
  }
}

/** Whether what leaves a block may go on behind its statement: that of a `try` or `with`, and one before a `finally`. */
function mayCatch(lowering: Lowering, block: number): boolean {
  const around = lowering.parent(block);
  const kind = lowering.kind(around);
  if (kind === "try_statement" || kind === "with_statement") return true;
  return HANDLING.has(kind) && lowering.childOfKind(lowering.parent(around), "finally_clause") !== 0;
}
