/**
 * `Trait::method(value)` for an external trait and an unknown value: any implementing repository type may be meant.
 *
 * Stage: resolve. Invariant: these are candidates; known values are handled elsewhere (`implementationOf`).
 */
import { MOST_CANDIDATES } from "../../edges.ts";
import { DefinitionKind, listItems } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { evaluateValue } from "../evaluate.ts";
import { type DefinitionId, fileOf, type Meaning, Tag } from "../meaning.ts";
import { membersNamed } from "../members/attachments.ts";
import type { FileView } from "../state/file_view.ts";
import type { World } from "../world.ts";

/** Members `name` of the implementations of the trait `holder`, which qualifies the name in `callee`. @param list the call's arguments */
export function membersOfUnknown(
  world: World,
  view: FileView,
  callee: number,
  list: number,
  holder: Meaning,
  name: string,
): readonly DefinitionId[] {
  const isTrait = holder.tag === Tag.definition && world.inLibrary(holder.definition) &&
    world.kindOf(holder.definition) === DefinitionKind.trait;
  if (!isTrait || view.facts.expressions.op[callee] !== Op.path) return [];
  const [self] = listItems(view.facts, list);
  if (self === undefined || evaluateValue(world, view, self).tag !== Tag.unknown) return [];
  const members = world.attachments.implsOf(holder.definition).flatMap((impl) => membersNamed(world, impl, name));
  for (const member of members) world.ask(fileOf(member));
  return members.slice(0, MOST_CANDIDATES);
}
