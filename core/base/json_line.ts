/**
 * JSON of one line.
 *
 * Stage: all. Invariant: one line for every reader; some (Python's `splitlines`) also end lines at characters that JSON leaves as they are.
 */

/** Line separators of Unicode. */
const SEPARATORS = /[\x85\u2028\u2029]/g;

/** A value as JSON, with all line separators escaped. */
export function jsonLine(value: unknown): string {
  return JSON.stringify(value).replace(SEPARATORS, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
