/**
 * The assumed values of entries that depend on themselves (`return make(n - 1).next()` in `make`), evaluated in rounds.
 *
 * Stage: resolve. At first nothing is assumed, then the result of the previous round, until nothing is added. Invariant: an assumed value
 * does not grow by itself: neither a chain of external members nor a type nested in itself is extended again.
 */
import { type Meaning, sameMeaning, Tag, union, UNKNOWN } from "../meaning.ts";

const DEEPEST = 6;

/** The assumed value. `isLast`: it is final. */
interface Assumed<T> {
  readonly value: T;
  readonly isLast: boolean;
}

/** The new assumed value, if `next` resulted when `before` was assumed. */
export function widen(before: Meaning, next: Meaning): Assumed<Meaning> {
  if (isSame(before, next)) return { value: before, isLast: false };
  if (before.tag === Tag.unknown) return { value: next, isLast: false };
  // More alternatives than a union can hold.
  if (before.tag === Tag.union && next.tag === Tag.unknown) return { value: UNKNOWN, isLast: true };
  const value = inOrderOf(before, outsideAsBefore(before, next));
  if (isSame(before, value)) return { value: before, isLast: false };
  return { value, isLast: holds(value, before, 0) };
}

/** The same for a list. */
export function widenAll(before: readonly Meaning[], next: readonly Meaning[]): Assumed<readonly Meaning[]> {
  const isAsBefore = before.length === next.length && before.every((one, i) => isSame(one, next[i]!));
  return { value: isAsBefore ? before : next, isLast: false };
}

/** `next` with its external parts replaced by those first found. */
function outsideAsBefore(before: Meaning, next: Meaning): Meaning {
  const outside = partsOutside(before);
  if (outside.length === 0 || partsOutside(next).length === 0) return next;
  if (next.tag !== Tag.union) return before;
  return { ...union([...next.items.filter(({ tag }) => tag !== Tag.external), ...outside]), weak: next.weak };
}

/** `next` with the parts that it shares with `before` in the previous order. */
function inOrderOf(before: Meaning, next: Meaning): Meaning {
  if (before.tag !== Tag.union || next.tag !== Tag.union) return next;
  const left = next.items.slice();
  const first = before.items.flatMap((part) => {
    const at = left.findIndex((one) => sameMeaning(one, part));
    return at < 0 ? [] : left.splice(at, 1);
  });
  return { ...next, items: [...first, ...left] };
}

function partsOutside(meaning: Meaning): readonly Meaning[] {
  if (meaning.tag === Tag.external) return [meaning];
  return meaning.tag === Tag.union ? meaning.items.filter(({ tag }) => tag === Tag.external) : [];
}

/** `sameMeaning`, with equal evidence and result. */
function isSame(a: Meaning, b: Meaning): boolean {
  if (a.weak !== b.weak || a.held !== b.held || !sameMeaning(a, b)) return false;
  return a.result === b.result || (a.result !== undefined && b.result !== undefined && isSame(a.result, b.result));
}

/** Whether `part` is nested in `whole`, other than as a part of a union. */
function holds(whole: Meaning, part: Meaning, depth: number): boolean {
  if (depth > DEEPEST) return false;
  for (const item of whole.items) {
    if ((whole.tag !== Tag.union && isSame(item, part)) || holds(item, part, depth + 1)) return true;
  }
  return whole.result !== undefined && (isSame(whole.result, part) || holds(whole.result, part, depth + 1));
}
