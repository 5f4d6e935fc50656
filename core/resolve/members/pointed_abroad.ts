/**
 * What a pointer from outside leads to, where its name says by custom that it is one (`SharedPointer<Node>`, `NodeRef<Node>`).
 *
 * Stage: resolve. Invariant: nothing is certain of it. What traits outside ask for the pointer has itself: only what the repository declares by itself
 * is behind it.
 */
import { implOf, traitOfImpl } from "../types/fitting.ts";
import { isKnown, lastPart, type Meaning, Tag, weaken } from "../meaning.ts";
import { memberMeaning } from "./members.ts";
import { Space } from "../names/names.ts";
import type { World } from "../world.ts";

/** The member of the one type that a pointer outside was given which has it; undefined where none has, or several do. */
export function memberPointedAt(world: World, pointer: Meaning, name: string, space: number, depth: number): Meaning | undefined {
  const { applied } = pointer;
  if (applied === undefined || space === Space.value || space === Space.type) return undefined;
  if (world.rules.pointersAbroad?.test(lastPart(pointer.name)) !== true) return undefined;
  let found: Meaning | undefined;
  for (const type of applied) {
    const member = world.isOwnObject(type) ? memberMeaning(world, type, name, space, depth + 1) : undefined;
    if (member === undefined || !isFound(member) || isAskedOutside(world, member)) continue;
    if (found !== undefined) return undefined;
    found = member;
  }
  return found === undefined ? undefined : weaken(found);
}

/** A field may be of a type outside. */
function isFound(member: Meaning): boolean {
  return isKnown(member) || (member.tag === Tag.external && member.held);
}

/** Whether a trait that is not the repository's asks for a method. */
function isAskedOutside(world: World, { tag, definition }: Meaning): boolean {
  if (tag !== Tag.definition) return false;
  if (world.inLibrary(definition)) return true;
  const impl = implOf(world, definition);
  return impl !== 0 && world.isAbroad(traitOfImpl(world, impl));
}
