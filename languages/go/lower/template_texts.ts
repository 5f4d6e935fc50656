/**
 * Texts that contain a template of `text/template` or `html/template`: what their actions name may run when they are executed.
 *
 * Stage: facts. Invariant: a name is recorded once per text, as a use of any method with that name.
 */
import { NamedMode, Op } from "../../../core/facts/expressions.ts";
import type { Lowering } from "../../../core/lower/lower.ts";
import { stateOf } from "../file_state.ts";
import { namesInActions } from "../templates.ts";

/** The start of an action. */
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

/** Whether the current file contains any action. */
function mayHoldActions(lowering: Lowering): boolean {
  return stateOf(lowering).mayHoldActions ??= lowering.tree.source.includes(ACTION);
}
