/**
 * What may come out of a type outside that was given types of the repository: `map.get(k).unwrap().span()` of a `LinkedMap<Key, Item>`.
 *
 * Stage: resolve. Invariant: these are candidates. What such a type hands out is its own affair, so nothing is bound by it; but a call whose
 * name a given type bears is not told to lie outside.
 */
import { type DefinitionId, type Meaning, Tag } from "./meaning.ts";
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

function collect(world: World, type: Meaning, name: string, found: Set<DefinitionId>, depth: number): void {
  if (type.tag === Tag.instance && !world.inLibrary(type.definition)) {
    const member = memberMeaning(world, type, name, world.rules.fieldsApart === true ? Space.call : Space.value);
    if (member.tag === Tag.definition && !world.inLibrary(member.definition)) found.add(member.definition);
  }
  if (depth < DEEPEST) { for (const item of type.applied ?? type.items) collect(world, item, name, found, depth + 1); }
}
