/**
 * Members of a further base that an external base before it may have as well (`class Stamp(datetime, Formatted)`).
 *
 * Stage: resolve. Invariant: which of the two is meant depends on the external base: the result is never certain.
 */
import { isOwnType } from "../ownership.ts";
import { inheritedFrom, memberTable, orderOf } from "../types/inheritance.ts";
import { ABOVE, definitionMeaning, fileOf, instance, isObject, type Meaning, Tag } from "../meaning.ts";
import { Space } from "../names/names.ts";
import type { World } from "../world.ts";
import { mayHoldDescriptors } from "../calls/class_fields.ts";
import { memberMeaning } from "./members.ts";

/** The bases after the first external one, and its alternatives, for an object or a class; undefined if none is external. */
export function behindOutside(world: World, receiver: Meaning): readonly Meaning[] | undefined {
  if (world.rules.linearization !== "c3" || (!isObject(receiver) && !mayHoldDescriptors(world, receiver))) return undefined;
  const order = receiver.name === ABOVE
    ? inheritedFrom(world, receiver.definition, receiver.items[0])
    : orderOf(world, receiver.definition);
  const outside = order.findIndex((entry) => entry.tag === Tag.external);
  return outside < 0 ? undefined : [...order[outside]!.items, ...order.slice(outside + 1)];
}

/** The member called `name` of the first of these bases in the repository that declares it. */
export function furtherMember(world: World, receiver: Meaning, name: string): Meaning | undefined {
  for (const entry of behindOutside(world, receiver) ?? []) {
    if (!isOwnType(world, entry)) continue;
    world.ask(fileOf(entry.definition));
    if (!memberTable(world, entry.definition).has(name)) continue;
    if (receiver.tag !== Tag.definition) return memberMeaning(world, entry, name, Space.value);
    // A class creates its own instances, or those of a subclass if it is the receiver's.
    const made = receiver.result ?? instance(receiver.definition, receiver.items);
    return memberMeaning(world, definitionMeaning(entry.definition, made, entry.items), name, Space.value);
  }
  return undefined;
}
