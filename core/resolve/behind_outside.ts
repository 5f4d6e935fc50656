/**
 * What a class has from a further base behind one from outside, which may have a member of that name itself (`class Stamp(datetime, Formatted)`).
 *
 * Stage: resolve. Invariant: these are candidates: which of the two is meant only the base outside tells.
 */
import type { FileView } from "./file_view.ts";
import { membersOfGiven } from "./given_types.ts";
import { inheritedFrom, memberTable, orderOf } from "./inheritance.ts";
import { type DefinitionId, type Meaning, Tag } from "./meaning.ts";
import { memberMeaning } from "./members.ts";
import { Space } from "./names.ts";
import { membersStoredElsewhere } from "./stored_abroad.ts";
import type { World } from "./world.ts";

/** What may be meant in place of a member from outside of `receiver`, the value of the expression `object`. */
export function membersInPlace(world: World, view: FileView, object: number, receiver: Meaning, name: string): DefinitionId[] {
  if (receiver.tag !== Tag.external) return membersBehindOutside(world, receiver, name);
  return [...new Set([...membersOfGiven(world, view, object, receiver, name), ...membersStoredElsewhere(world, receiver, name)])];
}

/** The first member called `name` behind what lies outside in the order of the type of `receiver`; none where nothing does. */
function membersBehindOutside(world: World, receiver: Meaning, name: string): DefinitionId[] {
  if (world.rules.linearization !== "c3" || (receiver.tag !== Tag.instance && receiver.tag !== Tag.self)) return [];
  const isSuper = receiver.name === "super";
  const order = isSuper ? inheritedFrom(world, receiver.definition, receiver.items[0]) : orderOf(world, receiver.definition);
  const outside = order.findIndex((entry) => entry.tag === Tag.external);
  if (outside < 0) return [];
  for (const entry of order.slice(outside + 1)) {
    if (entry.tag !== Tag.instance || world.inLibrary(entry.definition) || !memberTable(world, entry.definition).has(name)) continue;
    const member = memberMeaning(world, entry, name, Space.value);
    return member.tag === Tag.definition ? [member.definition] : [];
  }
  return [];
}
