/**
 * Counts the lines of a text.
 *
 * Stage: all. Pure. Invariant: a text that ends in a line break has as many lines as line breaks, so the result for a file agrees with `wc
 * -l`.
 */

/** The number of lines in the first `length` UTF-16 units of a text; the empty text has none. */
export function countLines(text: string, length: number = text.length): number {
  let lines = 0;
  let at = 0;
  for (; at < length; lines++) {
    const end = text.indexOf("\n", at);
    at = end < 0 ? length : end + 1;
  }
  return lines;
}
