/**
 * What a call of a method from outside may have given where its object is of a class of the repository: one like that object
 * (`order.model_copy().buyer.write()`).
 *
 * Stage: resolve. Invariant: this is for candidates: what the method does is its own affair.
 */
import { Op } from "../../facts/expressions.ts";
import { evaluateValue } from "../evaluate.ts";
import { instance, type Meaning, UNKNOWN } from "../meaning.ts";
import { memberMeaning } from "../members/members.ts";
import { Space } from "../names/names.ts";
import type { FileView } from "../state/file_view.ts";
import type { World } from "../world.ts";

/** What is held under `name` by one like the object of which `call`, an expression, calls a method; unknown of all else. */
export function memberOfLike(world: World, view: FileView, call: number, name: string): Meaning {
  const { op, a } = view.facts.expressions;
  const callee = op[call] === Op.call ? a[call]! : 0;
  const object = op[callee] === Op.member ? evaluateValue(world, view, a[callee]!) : UNKNOWN;
  return world.isOwnObject(object) ? memberMeaning(world, instance(object.definition, object.items), name, Space.value) : UNKNOWN;
}
