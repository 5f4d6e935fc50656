/**
 * The class of the repository that returned an external value through an inherited external method (`User.findOne()`).
 *
 * Stage: resolve. Invariant: such a value is probably, never certainly, an instance of that class.
 */
import { definitionMeaning, isKnown, isObject, type Meaning, Tag, weaken } from "../meaning.ts";
import { memberMeaning } from "../members/members.ts";
import { Space } from "../names/names.ts";
import type { World } from "../world.ts";

/** An instance of the class that returned the external value `object` through an inherited external method; undefined for others. */
export function giverOf(object: Meaning): Meaning | undefined {
  const giver = object.weak && object.items.length === 1 ? object.items[0]! : undefined;
  return giver !== undefined && isObject(giver) && giver.weak ? giver : undefined;
}

/**
 * The member called `name` of the class that returned `object` through an inherited external method: of its instances, or of the class
 * itself (`User.unscoped().findActive()`); undefined if it declares none.
 */
export function memberOfGiver(world: World, object: Meaning, name: string): Meaning | undefined {
  const giver = giverOf(object);
  if (giver === undefined) return undefined;
  // A list of instances has methods of its own, which may have the same names as the class's.
  const sides = world.isCommonMethod(name) ? [giver] : [giver, definitionMeaning(giver.definition, giver, giver.items)];
  for (const side of sides) {
    const member = memberMeaning(world, side, name, Space.value);
    const isOwn = isKnown(member) && !world.inLibrary(member.definition);
    // An external object that the class itself creates is that object, not an instance of the class.
    if (isOwn || (member.tag === Tag.external && member.origin !== undefined)) return weaken(member);
  }
  return undefined;
}
