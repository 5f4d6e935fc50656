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

/** Whether a name is spelt as types are, those that are kept private by a sign before them (`_Job`) among them. */
export function isSpeltAsAnyType(name: string): boolean {
  return /^_*[A-Z]\w*[a-z]/.test(name);
}

/** Whether by custom what is called by a name makes a type: where types are called the type itself, else a function with such a name. */
export function isSpeltAsMaker({ rules: { makerNames } }: World, name: string): boolean {
  return makerNames === undefined ? isSpeltAsAnyType(name) : makerNames.test(name);
}

/** Whether a name outside is a type's, a constant's or that of what makes one: what else it may be the result of does not tell (`Edge.start`). */
export function isToldBySpelling({ rules }: World, name: string): boolean {
  const last = lastPart(name);
  return /^[A-Z]/.test(last) || rules.makers?.includes(last) === true;
}
