/**
 * What operators give that stand for methods of their left operand.
 *
 * Stage: resolve. Invariant: of what the method is not in sight nothing is told for certain.
 */
import { listItems } from "../../facts.ts";
import { evaluateValue } from "../evaluate.ts";
import type { FileView } from "../state/file_view.ts";
import { isKnown, type Meaning, Tag, UNKNOWN, weaken } from "../meaning.ts";
import { asInstance } from "../traits/traits.ts";
import { growsAnew } from "./reflected.ts";
import type { World } from "../world.ts";

/**
 * What an operator gives: what its method does where one is in sight; else what the expression `otherwise` gives where the left operand is known, or by
 * inference, of a type of the repository, the left operand's type.
 */
export function resultOfOperator(world: World, view: FileView, left: Meaning, call: number, otherwise: number): Meaning {
  const type = asInstance(world, left);
  const args = listItems(view.facts, view.facts.expressions.b[call]!);
  if (!world.isOwnObject(type) && (otherwise !== 0 || !growsAnew(world, type))) {
    const isOpen = type.tag === Tag.unknown || type.tag === Tag.parameter;
    if (otherwise !== 0) return isOpen ? UNKNOWN : evaluateValue(world, view, otherwise);
    // Between a number and a value of the repository it gives what that implements for numbers.
    const isForeign = world.rules.itemPaths && type.tag === Tag.instance && args.length > 0 &&
      world.isOwnObject(asInstance(world, evaluateValue(world, view, args[0]!)));
    const given = isForeign ? evaluateValue(world, view, call) : left;
    return isForeign && given.tag === Tag.external ? UNKNOWN : given;
  }
  const given = evaluateValue(world, view, call);
  if (!isKnown(given)) {
    return otherwise === 0 ? weaken(left) : evaluateValue(world, view, otherwise);
  }
  // A type may have the operator for several right operands, and macros may have written some of them.
  if (args.length === 0) return given;
  const right = evaluateValue(world, view, args[0]!);
  return right.tag === Tag.unknown || right.tag === Tag.nothing || right.tag === Tag.external ? weaken(given) : given;
}
