/**
 * Whether two nested values are equal.
 *
 * Pure. Invariant: a part that two values share is compared once, however often each contains it: the types that a chain of calls produces
 * contain the previous one many times over.
 */

/** A value with parts of its own kind. */
interface Parted<T> {
  readonly items: readonly T[];
}

/** How many parts are compared before results are memoized: most values have none or a few. */
const FEW = 64;
let compared = 0;
/** Parts found to be equal, by the first; undefined while there are few. */
let found: Map<unknown, unknown> | undefined;

/**
 * Whether the parts of two values that are alike are equal.
 * @param isAlike compares two values apart from their parts, including the number of parts
 */
export function sameParts<T extends Parted<T>>(a: T, b: T, isAlike: (a: T, b: T) => boolean): boolean {
  compared = 0;
  const isSame = compareParts(a, b, isAlike);
  found = undefined;
  return isSame;
}

function compareParts<T extends Parted<T>>(a: T, b: T, isAlike: (a: T, b: T) => boolean): boolean {
  if (found?.get(a) === b) return true;
  if (++compared > FEW) found ??= new Map();
  for (let i = 0; i < a.items.length; i++) {
    const one = a.items[i]!;
    const other = b.items[i]!;
    if (one !== other && !(isAlike(one, other) && (one.items.length === 0 || compareParts(one, other, isAlike)))) return false;
  }
  found?.set(a, b);
  return true;
}
