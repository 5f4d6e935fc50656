/**
 * What may be meant where a class has a member from a base outside: one of a further base (`class Stamp(datetime, Formatted)`), which the base
 * outside may have itself, or one of the classes below, which call it as their own.
 *
 * Stage: resolve. Invariant: these are candidates: which is meant only the base outside, or who makes the object, tells.
 */
import { MOST_CANDIDATES } from "../edges.ts";
import { Op } from "../expressions.ts";
import { evaluateValue } from "./evaluate.ts";
import type { FileView } from "./file_view.ts";
import { membersOfGiven } from "./given_types.ts";
import { inheritedFrom, memberTable, orderOf } from "./inheritance.ts";
import { type DefinitionId, fileOf, instance, type Meaning, Tag, UNKNOWN } from "./meaning.ts";
import { memberMeaning } from "./members.ts";
import { isCallable, Space } from "./names.ts";
import { membersStoredElsewhere } from "./stored_abroad.ts";
import { membersBelow, typesBelow } from "./subtypes.ts";
import type { World } from "./world.ts";

/** What may be meant in place of a member from outside of `receiver`, the value of the expression `object`. */
export function membersInPlace(world: World, view: FileView, object: number, receiver: Meaning, name: string): DefinitionId[] {
  if (receiver.tag !== Tag.external) return membersBehindOutside(world, receiver, name);
  if (world.methods(name).length === 0) return [];
  const found = [
    ...membersOfGiven(world, view, object, receiver, name),
    ...membersStoredElsewhere(world, receiver, name),
    ...membersKeptBelow(world, view, object, name),
  ];
  return [...new Set(found)];
}

/** Members called `name` of what classes below that of `x` keep in `x.field`, the expression `object`, which is from outside there. */
function membersKeptBelow(world: World, view: FileView, object: number, name: string): DefinitionId[] {
  const { op, a, b } = view.facts.expressions;
  const holder = op[object] === Op.member ? evaluateValue(world, view, a[object]!) : UNKNOWN;
  if (!callsBelow(world, holder)) return [];
  const field = view.text(b[object]!);
  const found: DefinitionId[] = [];
  for (const type of typesBelow(world, holder.definition)) {
    if (found.length === MOST_CANDIDATES) break;
    world.ask(fileOf(type));
    if (!memberTable(world, type).has(field)) continue;
    const member = memberMeaning(world, memberMeaning(world, instance(type), field, Space.value), name, Space.value);
    if (member.tag === Tag.definition && !world.inLibrary(member.definition)) found.push(member.definition);
  }
  return found;
}

/** Whether what a class of the repository calls as its own may be of a class below it. */
function callsBelow(world: World, { tag, name, definition }: Meaning): boolean {
  const isOwn = (tag === Tag.instance || tag === Tag.self) && name !== "super" && !world.inLibrary(definition);
  return isOwn && world.rules.linearization === "c3";
}

/** The first member called `name` behind what lies outside in the order of the type of `receiver`, else those below; none where nothing lies outside. */
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
  if (world.methods(name).length === 0 || !callsBelow(world, receiver)) return [];
  return membersBelow(world, receiver.definition, name, 0).filter((one) => isCallable(world.kindOf(one)));
}
