/**
 * Parts of lists: some of many, and percentiles of numbers.
 *
 * Pure.
 */

/** That many elements of a list, evenly spread over it. */
export function pickEvenly<T>(list: readonly T[], count: number): T[] {
  return Array.from({ length: Math.min(count, list.length) }, (_, i) => list[Math.floor((i + 0.5) * list.length / count)]!);
}

/** The value below which a share of the numbers is; NaN for an empty list. */
export function valueAt(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN;
}
