/**
 * Which of many types may have a member of a name: those of a long order of inheritance, those that a type embeds.
 *
 * Stage: resolve. Invariant: a type with thousands of them is not gone through for each name; who passes one over rests on its file all the same.
 */
import { addAt } from "../../base/lists.ts";
import { type DefinitionId, type Meaning, Tag } from "../meaning.ts";
import type { Node } from "../state/reliance.ts";
import { memberTable, orderOf } from "../types/inheritance.ts";
import type { World } from "../world.ts";

/** Places in a list of types. */
export interface MemberPlaces {
  /** Ascending, by a name that the type at each has itself. */
  readonly byName: ReadonlyMap<string, readonly number[]>;
  /** Of what may have any name: what lies outside, or is not told. */
  readonly others: readonly number[];
  readonly rests: Node;
}

/** So many types are asked one after the other; a table is made for more. */
export const MANY_TYPES = 16;
const NONE: readonly number[] = [];

/** The places of a type's order at which a member `name` may stand, ascending; undefined, of a short one or one that is not kept: all. */
export function placesInOrder(world: World, type: DefinitionId, order: readonly Meaning[], name: string): readonly number[] | undefined {
  if (order.length <= MANY_TYPES || !isKeptOrder(world, type, order)) return undefined;
  let places = world.kept.memberPlaces.get(order);
  if (places === undefined) {
    const made = sortByName(world, order, (entry) => [entry]);
    if (made === undefined) return undefined;
    world.kept.memberPlaces.set(order, places = made);
  }
  return placesOf(world, places, name);
}

/** The places of some types at which `name` may be a member, their own or from a base, ascending; undefined where that cannot be told yet. */
export function sortMembers(world: World, types: readonly Meaning[]): MemberPlaces | undefined {
  return sortByName(world, types, (type) => type.tag === Tag.instance ? orderOf(world, type.definition) : [type]);
}

/** The places at which `name` may stand. */
export function placesOf(world: World, { byName, others, rests }: MemberPlaces, name: string): readonly number[] {
  world.reliance.use(rests);
  if (world.attachesMembers) world.askName(name);
  const found = byName.get(name) ?? NONE;
  return others.length === 0 ? found : found.length === 0 ? others : [...found, ...others].sort((a, b) => a - b);
}

/** @param partsOf what has a type's members */
function sortByName(world: World, types: readonly Meaning[], partsOf: (type: Meaning) => readonly Meaning[]): MemberPlaces | undefined {
  const byName = new Map<string, number[]>();
  const others: number[] = [];
  let isTold = true;
  world.reliance.enterShared();
  for (const [place, type] of types.entries()) {
    const names = new Set<string>();
    let isOther = false;
    for (const part of partsOf(type)) {
      if (part.tag !== Tag.instance) {
        isOther = true;
        continue;
      }
      world.ask(world.viewOf(part.definition).index);
      for (const name of memberTable(world, part.definition).keys()) names.add(name);
      for (const name of world.attachments.get(part.definition)?.members.keys() ?? []) names.add(name);
      isTold &&= world.attachments.knows(part.definition);
    }
    if (isOther) others.push(place);
    else for (const name of names) addAt(byName, name, place);
  }
  const rests = world.reliance.leave();
  return isTold ? { byName, others, rests } : undefined;
}

function isKeptOrder({ kept: { orders } }: World, type: DefinitionId, order: readonly Meaning[]): boolean {
  const known = orders.get(type);
  return typeof known === "object" && known.order === order;
}
