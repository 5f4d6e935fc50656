/**
 * What a member is that another file puts into a type which inherits one of that name (`Job.prototype.run = function () {…}` in a test of `Job`).
 *
 * Stage: resolve. Invariant: whether that file runs nothing tells, so what is inherited is likely meant and what is put there a candidate.
 */
import { type DefinitionId, fileOf, held, type Meaning, partsOf, Tag, union } from "../meaning.ts";
import { memberTable } from "../types/inheritance.ts";
import type { World } from "../world.ts";

/** Whether `member` of the class `type`, called `name`, is put into its prototype by files other than its own alone. */
export function isPutElsewhere(world: World, member: Meaning, type: DefinitionId, name: string): boolean {
  if (!world.rules.assignmentsImplement || !world.attachesMembers || memberTable(world, type).has(name)) return false;
  return partsOf(member).every(({ tag, definition }) => tag === Tag.definition && fileOf(definition) !== fileOf(type));
}

/** What is inherited, and what is put there; undefined where nothing is known to be inherited. */
export function besidesPut(world: World, put: Meaning, inherited: Meaning, name: string): Meaning | undefined {
  const isKnown = world.isOwnDefinition(inherited) || (inherited.tag === Tag.external && world.isCommonMethod(name));
  return isKnown ? union([inherited, ...partsOf(put).map(held)]) : undefined;
}
