/**
 * Whether two values of parts within parts say the same.
 *
 * Pure. Invariant: what two values share is compared once, however often each of them holds it: of types that a chain of calls makes, each holds
 * the one before many times over.
 */

/** What has parts of its own kind. */
interface Parted<T> {
  readonly items: readonly T[];
}

/** So many parts are compared before it is noted which were: most values have none or a few. */
const FEW = 64;
let compared = 0;
/** Parts that say the same, by the first; undefined while there are few. */
let found: Map<unknown, unknown> | undefined;

/** Whether the parts of two values that are alike say the same. @param isAlike tells of two values what their parts do not, and that they have as many */
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
