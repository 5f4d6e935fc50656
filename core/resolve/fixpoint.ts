/**
 * What an evaluation takes for the value of an expression that it came back to (`return make(n - 1).next()` in `make`).
 *
 * Stage: resolve. First nothing is known of it; then it is evaluated once more with what came out, until nothing is added, so that the answer does
 * not depend on where the cycle was entered. Invariant: what is assumed does not grow by itself: neither a chain of members outside nor
 * a type within the same type is told again.
 */
import { type Meaning, Tag, union, UNKNOWN } from "./meaning.ts";

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
  return isSame(before, meaning, 0) || (before.tag !== Tag.unknown && holds(meaning, before, 0));
}

function isSame(a: Meaning, b: Meaning, depth: number): boolean {
  if (a === b || depth > DEEPEST) return true;
  if (a.tag !== b.tag || a.definition !== b.definition || a.name !== b.name || a.weak !== b.weak) return false;
  if (a.items.length !== b.items.length || (a.result === undefined) !== (b.result === undefined)) return false;
  for (let i = 0; i < a.items.length; i++) if (!isSame(a.items[i]!, b.items[i]!, depth + 1)) return false;
  return a.result === undefined || isSame(a.result, b.result!, depth + 1);
}

/** Whether `part` stands somewhere within `whole`, which is no union that it is one of. */
function holds(whole: Meaning, part: Meaning, depth: number): boolean {
  if (depth > DEEPEST) return false;
  for (const item of whole.items) {
    if ((whole.tag !== Tag.union && isSame(item, part, 0)) || holds(item, part, depth + 1)) return true;
  }
  return whole.result !== undefined && (isSame(whole.result, part, 0) || holds(whole.result, part, depth + 1));
}
