/**
 * Whether a file itself calls a member of that name on something outside: on another value, of which nothing is known, it may be that one.
 *
 * Stage: resolve. Invariant: only what is outside for certain counts, and no function of a module.
 */
import { BindingKind, rowsWith } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { firstNameOf } from "../../facts/written_names.ts";
import { evaluateCalledOn } from "../evaluate.ts";
import { Tag } from "../meaning.ts";
import type { FileView } from "../state/file_view.ts";
import type { World } from "../world.ts";
import type { Outcome } from "./outcome.ts";

/**
 * See the head of this file.
 * @param callee of the call that is asked about, a row of `expressions`
 * @param reached what a call of a member reaches, by the rows of its callee and of itself
 */
export function isCalledOutside(
  world: World,
  view: FileView,
  callee: number,
  name: string,
  reached: (callee: number, call: number) => Outcome,
): boolean {
  const { calls, expressions: { op, a, b }, strings } = view.facts;
  return calls.expression.some((other, call) => {
    if (other === callee || op[other] !== Op.member || strings[b[other]!] !== name || isOfModule(view, a[other]!)) return false;
    const receiver = evaluateCalledOn(world, view, other);
    if (receiver.tag !== Tag.external || receiver.weak) return false;
    const { external, heuristic, candidates } = reached(other, call);
    return external && !heuristic && candidates.length === 0;
  });
}

/** Whether an expression is nothing but names behind one that is imported: a module's, or a class's, and no value that is of a type. */
function isOfModule({ facts }: FileView, expression: number): boolean {
  const first = firstNameOf(facts, expression);
  return first > 0 && rowsWith(facts.bindings.name, first).some((row) => facts.bindings.kind[row] === BindingKind.import);
}
