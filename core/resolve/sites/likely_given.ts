/**
 * The method that is probably called on what came out of an external value that received one type with a method of that name
 * (`nodes.Load(id)` of a `sync.Map[ID, *Node]` from elsewhere).
 *
 * Stage: resolve. Invariant: only likely. Not under a name that is common outside; not an interface's, which a wrapper of the value has as
 * well, unless the name is not visible there or a function received that interface as a type argument; not on the result of a method of
 * what came out, which has types of its own, nor on that of a function of the repository.
 */
import { DefinitionFlag, listItems } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { membersOfGiven } from "../calls/given_members.ts";
import { evaluateType, evaluateValue } from "../evaluate.ts";
import { type DefinitionId, definitionMeaning, isInstanceOf, type Meaning, weaken } from "../meaning.ts";
import { onlyValue } from "../names/names.ts";
import { isOwnFunction } from "../ownership.ts";
import type { FileView } from "../state/file_view.ts";
import { isStructural } from "../types/structural.ts";
import type { World } from "../world.ts";

/** Maximum number of variables and parts on the way back to a call. */
const MOST_STEPS = 4;

/** The one of the methods `given` that a call of `name` on `object` probably means; otherwise undefined. */
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
  const made = callBehind(world, view, object);
  const owner = world.parentOf(method);
  const mayBeOthers = world.isCommonMethod(name) || (isStructural(world, owner) && !isKnownBy(world, view, made, owner));
  const isLikely = !isDeclaredHere(world, view, made) && (isHidden || (!mayBeOthers && !isOfGiven(world, view, made, name)));
  return isLikely ? weaken(definitionMeaning(method)) : undefined;
}

/** The call that returned a value, as an expression; 0 if not known. */
function callBehind(world: World, view: FileView, object: number): number {
  const { op, a } = view.facts.expressions;
  let value = object;
  for (let step = 0; step < MOST_STEPS && op[value] !== Op.call; step++) {
    if (op[value] === Op.name) value = onlyValue(world, view, value);
    else if (op[value] === Op.item || op[value] === Op.deref || op[value] === Op.reference) value = a[value]!;
    else return 0;
  }
  return op[value] === Op.call ? value : 0;
}

/**
 * Whether an explicit type argument determines that a function returns a value of a type (`fromContext[Store](ctx)`), and the function
 * received no value of it that it could wrap.
 */
function isKnownBy(world: World, view: FileView, call: number, type: DefinitionId): boolean {
  const { op, a, b } = view.facts.expressions;
  const callee = a[call]!;
  if (op[callee] !== Op.apply && op[callee] !== Op.index) return false;
  return listItems(view.facts, b[callee]!).some((argument) => isInstanceOf(evaluateType(world, view, argument), type)) &&
    !listItems(view.facts, b[call]!).some((argument) => isInstanceOf(evaluateValue(world, view, argument), type));
}

/** Whether a function of the repository returns a value: it declares which external type that is of, whatever it was passed. */
function isDeclaredHere(world: World, view: FileView, call: number): boolean {
  return call !== 0 && isOwnFunction(world, evaluateValue(world, view, view.facts.expressions.a[call]!));
}

/** Whether the result of a call comes from a method of something else that may be of the type. */
function isOfGiven(world: World, view: FileView, call: number, name: string): boolean {
  const { op, a } = view.facts.expressions;
  const callee = a[call]!;
  if (call === 0 || op[callee] !== Op.member) return false;
  return membersOfGiven(world, view, a[callee]!, evaluateValue(world, view, a[callee]!), name).length > 0;
}
