/**
 * What a further base has under a name that a base outside, which comes before it, may have itself (`class Stamp(datetime, Formatted)`).
 *
 * Stage: resolve. Invariant: which of the two is meant only the base outside tells: what is found here is never sure.
 */
import { inheritedFrom, memberTable, orderOf } from "../types/inheritance.ts";
import { ABOVE, definitionMeaning, fileOf, instance, isObject, type Meaning, Tag } from "../meaning.ts";
import { Space } from "../names/names.ts";
import type { World } from "../world.ts";
import { mayHoldDescriptors } from "../calls/class_fields.ts";
import { memberMeaning } from "./members.ts";

/** The bases behind the first one from outside, and what that may be instead, of an object or a class; undefined where none lies outside. */
export function behindOutside(world: World, receiver: Meaning): readonly Meaning[] | undefined {
  if (world.rules.linearization !== "c3" || (!isObject(receiver) && !mayHoldDescriptors(world, receiver))) return undefined;
  const order = receiver.name === ABOVE
    ? inheritedFrom(world, receiver.definition, receiver.items[0])
    : orderOf(world, receiver.definition);
  const outside = order.findIndex((entry) => entry.tag === Tag.external);
  return outside < 0 ? undefined : [...order[outside]!.items, ...order.slice(outside + 1)];
}

/** The member called `name` of the first of these bases, those of the repository, that declares it. */
export function furtherMember(world: World, receiver: Meaning, name: string): Meaning | undefined {
  for (const entry of behindOutside(world, receiver) ?? []) {
    if (!world.isOwnType(entry)) continue;
    world.ask(fileOf(entry.definition));
    if (!memberTable(world, entry.definition).has(name)) continue;
    if (receiver.tag !== Tag.definition) return memberMeaning(world, entry, name, Space.value);
    // A class makes its own instances, or those of one below it where it is the receiver's.
    const made = receiver.result ?? instance(receiver.definition, receiver.items);
    return memberMeaning(world, definitionMeaning(entry.definition, made, entry.items), name, Space.value);
  }
  return undefined;
}
