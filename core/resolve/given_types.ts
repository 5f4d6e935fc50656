/**
 * What may come out of a type outside that was given types of the repository: `map.get(k).unwrap().span()` of a `LinkedMap<Key, Item>`.
 *
 * Stage: resolve. Invariant: these are candidates. What such a type hands out is its own affair, so nothing is bound by it; but a call whose
 * name a given type bears is not told to lie outside. Only what a class has given as its own (`User.findOne()`) is likely enough to be meant.
 */
import { type DefinitionId, definitionMeaning, type Meaning, Tag, weaken } from "./meaning.ts";
import { memberMeaning } from "./members.ts";
import { Space } from "./names.ts";
import type { World } from "./world.ts";

/** How deep type arguments are looked into. */
const DEEPEST = 3;

/** Members called `name` of the types that were given to the type outside which `receiver` came out of. */
export function membersOfGiven(world: World, receiver: Meaning, name: string): DefinitionId[] {
  if (receiver.tag !== Tag.external) return [];
  const found = new Set<DefinitionId>();
  for (const type of receiver.items) collect(world, type, name, found, 0);
  return [...found];
}

/** An instance of the class that gave `object`, a value from outside, by a method that it has from outside; undefined for others. */
export function giverOf(object: Meaning): Meaning | undefined {
  const giver = object.weak && object.items.length === 1 ? object.items[0]! : undefined;
  return giver?.tag === Tag.instance && giver.weak ? giver : undefined;
}

/**
 * The member called `name` of the class that gave `object` by a method that it has from outside: of its instances, or of the class itself
 * (`User.unscoped().findActive()`); undefined where it has none of the repository.
 */
export function memberOfGiver(world: World, object: Meaning, name: string): Meaning | undefined {
  const giver = giverOf(object);
  if (giver === undefined) return undefined;
  // A list of instances has methods of its own, which the class may have by the same names.
  const sides = world.isCommonMethod(name) ? [giver] : [giver, definitionMeaning(giver.definition, giver, giver.items)];
  for (const side of sides) {
    const member = memberMeaning(world, side, name, Space.value);
    const isOwn = member.tag !== Tag.unknown && member.tag !== Tag.external && !world.inLibrary(member.definition);
    if (isOwn) return weaken(member);
  }
  return undefined;
}

function collect(world: World, type: Meaning, name: string, found: Set<DefinitionId>, depth: number): void {
  if (type.tag === Tag.instance && !world.inLibrary(type.definition)) {
    const member = memberMeaning(world, type, name, world.rules.fieldsApart === true ? Space.call : Space.value);
    if (member.tag === Tag.definition && !world.inLibrary(member.definition)) found.add(member.definition);
  }
  if (depth < DEEPEST) { for (const item of type.applied ?? type.items) collect(world, item, name, found, depth + 1); }
}
