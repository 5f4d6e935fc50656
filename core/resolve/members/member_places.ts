/**
 * Which of many types may have a member of a name: those in a long inheritance order, or the embedded types of a type.
 *
 * Stage: resolve. Invariant: thousands of types are not searched for each name; skipped types are dependencies all the same.
 */
import { addAt } from "../../base/lists.ts";
import { type DefinitionId, type Meaning, Tag } from "../meaning.ts";
import type { Node } from "../state/reliance.ts";
import { memberTable, orderOf } from "../types/inheritance.ts";
import type { World } from "../world.ts";

/** Positions in a list of types, by member name. */
export interface MemberPlaces {
  /** Ascending, by the names that the type at each position declares. */
  readonly byName: ReadonlyMap<string, readonly number[]>;
  /** Positions of types that may have any name: external or unknown ones. */
  readonly others: readonly number[];
  readonly rests: Node;
}

/** Maximum number of types that are searched without a table. */
export const MANY_TYPES = 16;
const NONE: readonly number[] = [];

/**
 * The positions in a type's order at which a member `name` may be found, ascending; undefined for a short order or one that is not cached:
 * all.
 */
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

/** The positions of some types with a member `name`, own or inherited, ascending; undefined if not known yet. */
export function sortMembers(world: World, types: readonly Meaning[]): MemberPlaces | undefined {
  return sortByName(world, types, (type) => type.tag === Tag.instance ? orderOf(world, type.definition) : [type]);
}

/** The positions at which `name` may be found. */
export function placesOf(world: World, { byName, others, rests }: MemberPlaces, name: string): readonly number[] {
  world.reliance.use(rests);
  if (world.repository.attachesMembers) world.askName(name);
  const found = byName.get(name) ?? NONE;
  return others.length === 0 ? found : found.length === 0 ? others : [...found, ...others].sort((a, b) => a - b);
}

/** @param partsOf the types whose members a type has */
function sortByName(world: World, types: readonly Meaning[], partsOf: (type: Meaning) => readonly Meaning[]): MemberPlaces | undefined {
  const byName = new Map<string, number[]>();
  const others: number[] = [];
  let isDetermined = true;
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
      isDetermined &&= world.attachments.knows(part.definition);
    }
    if (isOther) others.push(place);
    else for (const name of names) addAt(byName, name, place);
  }
  const rests = world.reliance.leave();
  return isDetermined ? { byName, others, rests } : undefined;
}

function isKeptOrder({ kept: { orders } }: World, type: DefinitionId, order: readonly Meaning[]): boolean {
  const known = orders.get(type);
  return typeof known === "object" && known.order === order;
}
