/**
 * Names that tests replace: `patch("app.io.load")`, `monkeypatch.setattr(io, "load", …)`, or observe: `mocker.spy(io, "load")`.
 *
 * Stage: parse -> facts. Invariant: recorded only as uses, of the probable meaning of the text.
 */
import { NamedMode, Op } from "../../../core/facts/expressions.ts";
import type { Lowering } from "../../../core/lower/lower.ts";
import { plainText } from "./named_members.ts";

/** The last names of the functions that do. */
export const REPLACING: ReadonlySet<string> = new Set(["patch", "object", "setattr", "delattr", "spy"]);
const DOTTED = /^["']([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+)["']$/;

/** Records what the arguments of such a call name: a member of a module or class, or of the first argument. */
export function useReplaced(lowering: Lowering, [first = 0, second = 0]: readonly number[]): void {
  if (first === 0) return;
  const dotted = DOTTED.exec(lowering.text(first))?.[1]?.split(".");
  if (dotted !== undefined) {
    for (let length = dotted.length - 1; length > 0 && length >= dotted.length - 2; length--) {
      const { facts } = lowering;
      const module = facts.expression(Op.module, facts.string(dotted.slice(0, length).join(".")), 0, 0);
      addNamed(lowering, first, dotted.slice(length).reduce((object, name) => lowering.memberExpression(object, name), module));
    }
    return;
  }
  const name = second === 0 ? undefined : plainText(lowering, second);
  const object = name === undefined ? 0 : lowering.lowerExpression(first);
  if (object !== 0) addNamed(lowering, second, lowering.memberExpression(object, name!));
}

function addNamed(lowering: Lowering, node: number, meant: number): void {
  const { facts } = lowering;
  if (lowering.isDamaged(node)) return;
  const expression = facts.expression(Op.named, meant, NamedMode.text);
  lowering.addUseAt(expression, lowering.callerAt(node), lowering.tree.start[node]! + 1);
}
