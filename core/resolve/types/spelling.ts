/**
 * What an external name denotes according to spelling conventions.
 *
 * Stage: resolve. Pure. Invariant: only for names of which nothing else is known.
 */
import { lastPart } from "../meaning.ts";
import type { World } from "../world.ts";

/** Whether a name is spelled like a type: with an initial capital, and some lowercase letter, which a constant lacks. */
export function isSpeltAsType(name: string): boolean {
  return /^[A-Z].*[a-z]/.test(name);
}

/** Whether a name is spelled like a type, including private ones with a prefix (`_Job`). */
export function isSpeltAsAnyType(name: string): boolean {
  return /^_*[A-Z]\w*[a-z]/.test(name);
}

/** Whether calling a name creates a type by convention: where types are called, a type's name; otherwise a function with such a name. */
export function isSpeltAsMaker({ rules: { makerNames } }: World, name: string): boolean {
  return makerNames === undefined ? isSpeltAsAnyType(name) : makerNames.test(name);
}

/**
 * Whether an external name is spelled like a type, a constant, or a function that creates something: other names may be results of any type
 * (`Edge.start`).
 */
export function isKnownBySpelling({ rules }: World, name: string): boolean {
  const last = lastPart(name);
  return /^[A-Z]/.test(last) || rules.makers?.includes(last) === true;
}
