/**
 * Which method is likely called on what came out of something outside that was given one type with a method of that name
 * (`nodes.Load(id)` of a `sync.Map[ID, *Node]` from elsewhere).
 *
 * Stage: resolve. Invariant: only likely. Not under a name that is common outside, and not an interface's, which what is put around a value has as well,
 * unless the name is hidden from there; and not on what a method of what came out gives: that has types of its own.
 */
import { DefinitionFlag } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { membersOfGiven } from "../calls/given_types.ts";
import { evaluateValue } from "../evaluate.ts";
import { type DefinitionId, definitionMeaning, type Meaning, weaken } from "../meaning.ts";
import { onlyValue } from "../names/names.ts";
import type { FileView } from "../state/file_view.ts";
import { isStructural } from "../types/structural.ts";
import type { World } from "../world.ts";

/** Variables and parts on the way back to a call. */
const MOST_STEPS = 4;

/** The one of the methods `given` that a call of `name` on `object` likely means; undefined where none is. */
export function likelyGiven(
  world: World,
  view: FileView,
  object: number,
  name: string,
  given: readonly DefinitionId[],
): Meaning | undefined {
  const [method] = given;
  if (world.rules.givenIsLikely !== true || method === undefined || given.length > 1) return undefined;
  const isHidden = (world.flagsOf(method) & DefinitionFlag.exported) === 0;
  const mayBeOthers = world.isCommonMethod(name) || isStructural(world, world.parentOf(method));
  const isLikely = isHidden || (!mayBeOthers && !isOfGiven(world, view, object, name));
  return isLikely ? weaken(definitionMeaning(method)) : undefined;
}

/** Whether a value is what a method gives of something else that may be of the given type. */
function isOfGiven(world: World, view: FileView, object: number, name: string): boolean {
  const { op, a } = view.facts.expressions;
  let value = object;
  for (let step = 0; step < MOST_STEPS && op[value] !== Op.call; step++) {
    if (op[value] === Op.name) value = onlyValue(world, view, value);
    else if (op[value] === Op.item || op[value] === Op.deref || op[value] === Op.reference) value = a[value]!;
    else return false;
  }
  const callee = op[value] === Op.call ? a[value]! : 0;
  if (op[callee] !== Op.member) return false;
  return membersOfGiven(world, view, a[callee]!, evaluateValue(world, view, a[callee]!), name).length > 0;
}
