/**
 * Helpers for lists of any length. Spreading a list into a call is limited to some ten thousand items by the engine.
 */

/** Adds all of `items` to the end of `list`. */
export function append<T>(list: T[], items: Iterable<T>): void {
  for (const item of items) list.push(item);
}

/** A shared empty list: most look-ups find nothing. */
export const NO_ROWS: readonly number[] = [];

/** The least of the numbers; Infinity for an empty list. */
export function leastOf(numbers: readonly number[]): number {
  return numbers.reduce((least, one) => Math.min(least, one), Infinity);
}

/** Compares two texts by their UTF-16 units, for sorting: independent of the locale. */
export function compareText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** The least indentation of the lines that are not blank; 0 if there are none. */
export function indentOf(lines: readonly string[]): number {
  const least = leastOf(lines.filter((line) => line.trim() !== "").map((line) => line.length - line.trimStart().length));
  return least === Infinity ? 0 : least;
}

/** The index of the last number not above `value` in an ascending list; 0 if all are above. */
export function lastAtMost(numbers: readonly number[], value: number): number {
  let low = 0;
  let high = numbers.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (numbers[middle]! <= value) low = middle;
    else high = middle - 1;
  }
  return Math.max(0, low);
}

/**
 * The offsets at which the lines in the first `length` UTF-16 units of a text begin. `lastAtMost` on them gives an offset's line, from 0.
 */
export function lineStarts(text: string, length: number = text.length): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1 && at < length; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

/** Adds `value` to the list at `key`, which is created if missing. */
export function addAt<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

/** `items` without those for which `isOut` is true. Returns the list itself if there are none, the common case. */
export function without<T>(items: readonly T[], isOut: (item: T) => boolean): readonly T[] {
  for (let i = 0; i < items.length; i++) if (isOut(items[i]!)) return withoutAny(items, isOut);
  return items;
}

function withoutAny<T>(items: readonly T[], isOut: (item: T) => boolean): readonly T[] {
  return items.filter((one) => !isOut(one));
}
