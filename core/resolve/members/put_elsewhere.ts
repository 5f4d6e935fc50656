/**
 * Members that another file assigns to a type that inherits one of that name (`Job.prototype.run = function () {…}` in a test of `Job`).
 *
 * Stage: resolve. Invariant: whether that file runs is not known, so the inherited member is likely meant and the assigned one a candidate.
 */
import { type DefinitionId, fileOf, held, type Meaning, partsOf, Tag, union, weaken } from "../meaning.ts";
import { memberTable } from "../types/inheritance.ts";
import type { World } from "../world.ts";

/** Whether the member `name` of the class `type` is assigned to its prototype only by files other than its own (`assignmentsImplement`). */
export function isPutElsewhere(world: World, type: DefinitionId, name: string): boolean {
  if (!world.repository.attachesMembers || memberTable(world, type).has(name)) return false;
  const put = world.attachments.get(type)?.members.get(name);
  return put !== undefined && put.every((one) => fileOf(one) !== fileOf(type));
}

/** The inherited member, with the functions that are assigned; undefined if no inherited one is known. */
export function besidesPut(world: World, put: Meaning, inherited: Meaning, name: string): Meaning | undefined {
  const isKnown = inherited.tag === Tag.definition || (inherited.tag === Tag.external && world.isCommonMethod(name));
  return isKnown ? weaken(union([inherited, ...partsOf(put).filter(({ tag }) => tag === Tag.definition).map(held)])) : undefined;
}
