/**
 * The class of the repository that gave a value from outside, by a method that it has from there (`User.findOne()`).
 *
 * Stage: resolve. Invariant: what a class has given as its own is likely of that class, and never surely.
 */
import { definitionMeaning, isKnown, isObject, type Meaning, Tag, weaken } from "../meaning.ts";
import { memberMeaning } from "../members/members.ts";
import { Space } from "../names/names.ts";
import type { World } from "../world.ts";

/** An instance of the class that gave `object`, a value from outside, by a method that it has from outside; undefined for others. */
export function giverOf(object: Meaning): Meaning | undefined {
  const giver = object.weak && object.items.length === 1 ? object.items[0]! : undefined;
  return giver !== undefined && isObject(giver) && giver.weak ? giver : undefined;
}

/**
 * The member called `name` of the class that gave `object` by a method that it has from outside: of its instances, or of the class itself
 * (`User.unscoped().findActive()`); undefined where it declares none.
 */
export function memberOfGiver(world: World, object: Meaning, name: string): Meaning | undefined {
  const giver = giverOf(object);
  if (giver === undefined) return undefined;
  // A list of instances has methods of its own, which the class may have by the same names.
  const sides = world.isCommonMethod(name) ? [giver] : [giver, definitionMeaning(giver.definition, giver, giver.items)];
  for (const side of sides) {
    const member = memberMeaning(world, side, name, Space.value);
    const isOwn = isKnown(member) && !world.inLibrary(member.definition);
    // What the class itself makes of something outside is that, and no instance of the class.
    if (isOwn || (member.tag === Tag.external && member.origin !== undefined)) return weaken(member);
  }
  return undefined;
}
