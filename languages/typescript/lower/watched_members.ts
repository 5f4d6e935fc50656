/**
 * Members that tests watch or replace, by name: `vi.spyOn(files, "load")`, `sinon.stub(files, "load")`.
 *
 * Stage: parse -> facts. Invariant: uses only: the string names one member of the first argument, and the others are left alone.
 */
import { NamedMode, Op } from "../../../core/facts/expressions.ts";
import type { Lowering } from "../../../core/lower/lower.ts";
import { isNameOrMember, stringText } from "../file_state.ts";

const WATCHING =
  /(?:^|\.)spyOn(?:Property)?$|^(?:\w*[sS]andbox|sinon|(?:\w+\.)?mock)\.(?:stub|spy|method|getter|setter|replace(?:Getter|Setter)?)$/;
const NAME = /^[A-Za-z_$#][\w$]*$/;

/**
 * Records which member the arguments of a call name, if it watches one. @returns whether it does: the object itself is not passed on then
 */
export function useWatched(lowering: Lowering, [first = 0, second = 0]: readonly number[]): boolean {
  if (second === 0 || lowering.kind(second) !== "string" || !isNameOrMember(lowering, first)) return false;
  const name = stringText(lowering, second);
  const callee = lowering.child(lowering.parent(lowering.parent(first)), "function");
  if (!NAME.test(name) || callee === 0 || !WATCHING.test(lowering.text(callee))) return false;
  const { facts } = lowering;
  const holder = lowering.lowerExpression(first);
  lowering.addWholeUse(first, facts.expression(Op.named, holder, NamedMode.attribute));
  lowering.addWholeUse(second, facts.expression(Op.named, lowering.memberExpression(holder, name), NamedMode.text));
  return true;
}
