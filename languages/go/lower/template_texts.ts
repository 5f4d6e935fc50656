/**
 * Texts that hold a template of `text/template` or `html/template`: what their actions name may be run by whoever executes them.
 *
 * Stage: facts. Invariant: a name is kept once a text, as a use of whatever method bears it.
 */
import { NamedMode, Op } from "../../../core/facts/expressions.ts";
import type { Lowering } from "../../../core/lower/lower.ts";
import { stateOf } from "../file_state.ts";
import { namesInActions } from "../templates.ts";

/** What begins an action. */
const ACTION = "{{";

/** A text, which may be a template. */
export function lowerText(lowering: Lowering, node: number): number {
  if (mayHoldActions(lowering)) {
    for (const [name, at] of namesInActions(lowering.text(node))) {
      const named = lowering.facts.expression(Op.named, lowering.nameExpression(name, node), NamedMode.template);
      lowering.addUseAt(named, lowering.callerAt(node), lowering.tree.start[node]! + at);
    }
  }
  return lowering.textLiteral("string", node);
}

/** Whether the file in hand has an action anywhere. */
function mayHoldActions(lowering: Lowering): boolean {
  return stateOf(lowering).mayHoldActions ??= lowering.tree.source.includes(ACTION);
}
