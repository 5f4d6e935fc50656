/**
 * Blocks after which execution never continues: bindings in one do not reach later code, unless leaving it is caught on the way. And
 * alternative blocks of one statement: bindings in one do not reach another.
 *
 * Stage: parse -> facts. Invariant: a block is examined once, when something is assigned in it; a loop left by `continue` or `break` may
 * pass on its bindings.
 */
import { ScopeKind } from "../../../core/facts.ts";
import type { Lowering } from "../../../core/lower/lower.ts";
import { stateOf } from "../file_state.ts";
import { lastStatement } from "./narrowing.ts";

const ENDS: ReadonlySet<string> = new Set(["return_statement", "raise_statement"]);
const HANDLING: ReadonlySet<string> = new Set(["except_clause", "else_clause"]);

/** Kinds of blocks -> the same for blocks that run only if the previous block of the statement does not. */
const OTHERS: Readonly<Record<number, number>> = {
  [ScopeKind.block]: ScopeKind.other,
  [ScopeKind.leaving]: ScopeKind.otherLeaving,
  [ScopeKind.tried]: ScopeKind.otherTried,
};

/** Marks the blocks around the statement at `node`, up to the function's body, that are left for good, and those that may catch that. */
export function noteLeaving(lowering: Lowering, node: number): void {
  const { blocks } = stateOf(lowering);
  const { facts } = lowering;
  for (let at = lowering.parent(node); at > 0 && lowering.definitionAt(at) === 0; at = lowering.parent(at)) {
    if (lowering.kind(at) !== "block") continue;
    if (blocks.has(at)) return;
    blocks.add(at);
    const scope = lowering.scope(lowering.firstChild(at));
    const kind = facts.get("scopes", scope, "kind");
    if (kind !== ScopeKind.block && kind !== ScopeKind.other) continue;
    const isLeft = ENDS.has(lowering.kind(lastStatement(lowering, at)));
    const found = mayCatch(lowering, at) ? ScopeKind.tried : isLeft ? ScopeKind.leaving : ScopeKind.block;
    facts.set("scopes", scope, "kind", kind === ScopeKind.other ? OTHERS[found]! : found);
  }
}

/** Marks `part`, a clause or its block, as running only if the previous clause of the statement does not. */
export function markOther(lowering: Lowering, part: number): void {
  const scope = part === 0 ? 0 : lowering.scope(lowering.firstChild(part));
  if (scope === 0 || scope === lowering.scope(part)) return;
  const other = OTHERS[lowering.facts.get("scopes", scope, "kind")];
  if (other !== undefined) lowering.facts.set("scopes", scope, "kind", other);
}

/** Of the `except` and `else` clauses of a `try` one alone runs. The first is not marked: each goes on from within the block of the `try`. */
export function markHandlers(lowering: Lowering, statement: number): void {
  const clauses = lowering.codeIn(statement).filter((child) => HANDLING.has(lowering.kind(child)));
  for (const clause of clauses.slice(1)) markOther(lowering, lowering.childOfKind(clause, "block"));
}

/** Whether execution may continue after a block that is left: that of a `try` or `with`, and one before a `finally`. */
function mayCatch(lowering: Lowering, block: number): boolean {
  const around = lowering.parent(block);
  const kind = lowering.kind(around);
  if (kind === "try_statement" || kind === "with_statement") return true;
  return HANDLING.has(kind) && lowering.childOfKind(lowering.parent(around), "finally_clause") !== 0;
}
