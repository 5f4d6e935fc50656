/**
 * The range of lines of a function that a change touched.
 *
 * Stage: memory. Pure.
 */

/** First and last line, from 1. */
export type LineSpan = readonly [first: number, last: number];

/** The range extended by one line. */
export function withLine([first, last]: LineSpan, line: number): [number, number] {
  return [Math.min(first, line), Math.max(last, line)];
}

/** `line 3`, `lines 3-5`. */
export function describeLines([first, last]: LineSpan): string {
  return first === last ? `line ${first}` : `lines ${first}-${last}`;
}
