/**
 * The targets of external pointers, recognized by the naming conventions (`SharedPointer<Node>`, `NodeRef<Node>`).
 *
 * Stage: resolve. Invariant: nothing is certain. Methods of external traits are the pointer's own: only members declared by the repository
 * are behind it.
 */
import { isOutsideRepository, isOwnObject } from "../ownership.ts";
import { implOf, traitOfImpl } from "../types/fitting.ts";
import { isKnown, lastPart, type Meaning, Tag, weaken } from "../meaning.ts";
import { memberMeaning } from "./members.ts";
import { Space } from "../names/names.ts";
import type { World } from "../world.ts";

/** The member of the only type argument of an external pointer that has it; undefined if none or several do. */
export function memberPointedAt(world: World, pointer: Meaning, name: string, space: number, depth: number): Meaning | undefined {
  const { applied } = pointer;
  if (applied === undefined || space === Space.value || space === Space.type) return undefined;
  if (world.rules.externalPointers?.test(lastPart(pointer.name)) !== true) return undefined;
  let found: Meaning | undefined;
  for (const type of applied) {
    const member = isOwnObject(world, type) ? memberMeaning(world, type, name, space, depth + 1) : undefined;
    if (member === undefined || !isFound(member) || isAskedOutside(world, member)) continue;
    if (found !== undefined) return undefined;
    found = member;
  }
  return found === undefined ? undefined : weaken(found);
}

/** A field may be of an external type. */
function isFound(member: Meaning): boolean {
  return isKnown(member) || (member.tag === Tag.external && member.held);
}

/** Whether a method is required by a trait that is not the repository's. */
function isAskedOutside(world: World, { tag, definition }: Meaning): boolean {
  if (tag !== Tag.definition) return false;
  if (world.inLibrary(definition)) return true;
  const impl = implOf(world, definition);
  return impl !== 0 && isOutsideRepository(world, traitOfImpl(world, impl));
}
