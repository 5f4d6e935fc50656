/**
 * Assignments that may not run although they are in no block of their own: `if (x) a = b;`, `x && (a = b);`, `x ? a = b : 0;`, `a ??= b`.
 *
 * Stage: parse -> facts. Computed from the tree. Invariant: what is used for its value (a condition, an argument) counts as run, because
 * what follows mostly depends on it (`if (x && (a = f())) a.go()`).
 */
import type { Lowering } from "../../../core/lower/lower.ts";

/** Statements that run another one or leave it. */
const LEAVING = /^(?:if_statement|else_clause|for_statement|for_in_statement|while_statement)$/;

/** Whether the assignment at `node` may be skipped on the way to what follows. */
export function mayNotRun(lowering: Lowering, node: number): boolean {
  if (lowering.kind(node) === "augmented_assignment_expression") return true;
  let isLeft = false;
  for (let inner = node, outer = lowering.parent(node);; inner = outer, outer = lowering.parent(outer)) {
    switch (lowering.kind(outer)) {
      case "parenthesized_expression":
      case "sequence_expression":
        break;
      case "binary_expression":
        isLeft ||= inner === lowering.child(outer, "right");
        break;
      case "ternary_expression":
        isLeft ||= inner !== lowering.child(outer, "condition");
        break;
      case "expression_statement":
        return isLeft || LEAVING.test(lowering.kind(lowering.parent(outer)));
      default:
        return false;
    }
  }
}
