/**
 * Lists of any length: what is spread into a call becomes its arguments, and of these the engine takes some ten thousand.
 */

/** Adds all of `items` to the end of `list`. */
export function append<T>(list: T[], items: Iterable<T>): void {
  for (const item of items) list.push(item);
}

/** An empty list that all share: most look-ups find nothing. */
export const NO_ROWS: readonly number[] = [];

/** The least of the numbers; Infinity of none. */
export function leastOf(numbers: readonly number[]): number {
  return numbers.reduce((least, one) => Math.min(least, one), Infinity);
}

/** The order of two texts by their UTF-16 units, for sorting: the same wherever it runs. */
export function compareText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** How far the lines are indented that are not blank, at least; 0 where there are none. */
export function indentOf(lines: readonly string[]): number {
  const least = leastOf(lines.filter((line) => line.trim() !== "").map((line) => line.length - line.trimStart().length));
  return least === Infinity ? 0 : least;
}

/** Of numbers that never fall, the place of the last that is not above `value`; 0 where all are. */
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

/** Offsets at which the lines of a text begin, those of its first `length` letters; `lastAtMost` of them is an offset's line, from 0. */
export function lineStarts(text: string, length: number = text.length): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1 && at < length; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

/** Adds `value` to the list at `key`, which is made where there is none. */
export function addAt<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

/** `items` but those of which `isOut` is true; itself where that is none, which is the rule. */
export function without<T>(items: readonly T[], isOut: (item: T) => boolean): readonly T[] {
  for (let i = 0; i < items.length; i++) if (isOut(items[i]!)) return withoutAny(items, isOut);
  return items;
}

function withoutAny<T>(items: readonly T[], isOut: (item: T) => boolean): readonly T[] {
  return items.filter((one) => !isOut(one));
}
