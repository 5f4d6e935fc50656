/**
 * The possible result of an external method called on a repository object: an object like that one (`order.model_copy().buyer.write()`).
 *
 * Stage: resolve. Invariant: used for candidates only: what the method does is not known.
 */
import { Op } from "../../facts/expressions.ts";
import { evaluateValue } from "../evaluate.ts";
import { instance, type Meaning, UNKNOWN } from "../meaning.ts";
import { memberMeaning } from "../members/members.ts";
import { Space } from "../names/names.ts";
import { isOwnFunction, isOwnObject } from "../ownership.ts";
import type { FileView } from "../state/file_view.ts";
import type { World } from "../world.ts";

/** The member `name` of an object like the receiver of `call`, an expression; unknown for all else. */
export function memberOfLike(world: World, view: FileView, call: number, name: string): Meaning {
  const { op, a } = view.facts.expressions;
  const callee = op[call] === Op.call ? a[call]! : 0;
  // What a method of the repository returns is known by itself.
  const isExternal = op[callee] === Op.member && !isOwnFunction(world, evaluateValue(world, view, callee));
  const object = isExternal ? evaluateValue(world, view, a[callee]!) : UNKNOWN;
  return isOwnObject(world, object) ? memberMeaning(world, instance(object.definition, object.items), name, Space.value) : UNKNOWN;
}
