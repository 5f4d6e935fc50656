/**
 * Statements that never go on to the one behind them.
 *
 * Stage: parse -> facts. Read off the tree, so it may be asked in both passes.
 */
import type { Lowering } from "../../../core/lower/lower.ts";
import { firstNamed } from "../file_state.ts";
import { isShadowed } from "./block_names.ts";

const EXITS = new Set(["return_statement", "throw_statement", "continue_statement", "break_statement"]);
/** Calls of the platform that never come back. */
const ENDS = /^(?:process\.(?:exit|abort)|Deno\.exit)$/;
/** So many statements within each other are looked at. */
const DEEPEST = 8;

/** Whether what follows the statement at `node` is not reached through it. */
export function alwaysLeaves(lowering: Lowering, node: number, depth = 0): boolean {
  const kind = lowering.kind(node);
  if (EXITS.has(kind)) return true;
  if (depth === DEEPEST) return false;
  const leaves = (part: number): boolean => part !== 0 && alwaysLeaves(lowering, part, depth + 1);
  switch (kind) {
    case "statement_block":
      return leaves(lowering.codeIn(node).at(-1) ?? 0);
    case "if_statement":
      return leaves(lowering.child(node, "consequence")) && leaves(firstNamed(lowering, lowering.child(node, "alternative")));
    case "try_statement": {
      const handler = lowering.child(node, "handler");
      if (leaves(lowering.child(lowering.child(node, "finalizer"), "body"))) return true;
      return leaves(lowering.child(node, "body")) && (handler === 0 || leaves(lowering.child(handler, "body")));
    }
    case "expression_statement":
      return endsProgram(lowering, firstNamed(lowering, node));
    default:
      return false;
  }
}

function endsProgram(lowering: Lowering, call: number): boolean {
  const callee = lowering.kind(call) === "call_expression" ? lowering.child(call, "function") : 0;
  if (lowering.kind(callee) !== "member_expression") return false;
  const text = lowering.text(callee);
  return ENDS.test(text) && !isShadowed(lowering, call, text.slice(0, text.indexOf(".")));
}
