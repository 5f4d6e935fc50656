/**
 * What an evaluation takes for the value of an expression that it came back to (`return make(n - 1).next()` in `make`).
 *
 * Stage: resolve. First nothing is known of it; then it is evaluated once more with what came out, until nothing is added, so that the answer does
 * not depend on where the cycle was entered. Invariant: what is assumed does not grow by itself: neither a chain of members outside nor
 * a type within the same type is told again.
 */
import { type Meaning, sameMeaning, Tag, union, UNKNOWN } from "../meaning.ts";

/** So often a value is evaluated once more. */
export const MOST_ROUNDS = 2;
const DEEPEST = 6;

/** What is assumed of a value that came out as `meaning`; of what lies outside nothing. */
export function assumedOf(meaning: Meaning): Meaning {
  if (meaning.tag === Tag.external) return UNKNOWN;
  if (meaning.tag !== Tag.union || !meaning.items.some((part) => part.tag === Tag.external)) return meaning;
  const inside = meaning.items.filter((part) => part.tag !== Tag.external);
  return { ...union(inside), weak: meaning.weak };
}

/** Whether `meaning` says no more than `before`, or what it says more is `before` again within it. */
export function addsNothing(before: Meaning, meaning: Meaning): boolean {
  return isSame(before, meaning) || (before.tag !== Tag.unknown && holds(meaning, before, 0));
}

/** `sameMeaning`, and as certain, with the same result. */
function isSame(a: Meaning, b: Meaning): boolean {
  if (a.weak !== b.weak || !sameMeaning(a, b)) return false;
  return a.result === b.result || (a.result !== undefined && b.result !== undefined && isSame(a.result, b.result));
}

/** Whether `part` stands somewhere within `whole`, which is no union that it is one of. */
function holds(whole: Meaning, part: Meaning, depth: number): boolean {
  if (depth > DEEPEST) return false;
  for (const item of whole.items) {
    if ((whole.tag !== Tag.union && isSame(item, part)) || holds(item, part, depth + 1)) return true;
  }
  return whole.result !== undefined && (isSame(whole.result, part) || holds(whole.result, part, depth + 1));
}
