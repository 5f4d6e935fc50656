/**
 * Lists of any length: what is spread into a call becomes its arguments, and of these the engine takes some ten thousand.
 */

/** Adds all of `items` to the end of `list`. */
export function append<T>(list: T[], items: Iterable<T>): void {
  for (const item of items) list.push(item);
}

/** The least of the numbers; Infinity of none. */
export function leastOf(numbers: readonly number[]): number {
  return numbers.reduce((least, one) => Math.min(least, one), Infinity);
}

/** How far the lines are indented that are not blank, at least; 0 where there are none. */
export function indentOf(lines: readonly string[]): number {
  const least = leastOf(lines.filter((line) => line.trim() !== "").map((line) => line.length - line.trimStart().length));
  return least === Infinity ? 0 : least;
}
