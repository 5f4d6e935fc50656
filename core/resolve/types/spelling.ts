/**
 * What a name outside is by custom, as far as its spelling tells.
 *
 * Stage: resolve. Pure. Invariant: asked only of names that nothing else tells of.
 */
import { lastPart } from "../meaning.ts";
import type { World } from "../world.ts";

/** Whether a name is spelt as types are: a capital letter first, and a small one somewhere, as no constant has. */
export function isSpeltAsType(name: string): boolean {
  return /^[A-Z].*[a-z]/.test(name);
}

/** Whether a name outside is a type's, a constant's or that of what makes one: what else it may be the result of does not tell (`Edge.start`). */
export function isToldBySpelling({ rules }: World, name: string): boolean {
  const last = lastPart(name);
  return /^[A-Z]/.test(last) || rules.makers?.includes(last) === true;
}
