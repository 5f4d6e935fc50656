/**
 * How many lines a text has.
 *
 * Stage: all. Pure. Invariant: a text that ends in a line break has as many lines as line breaks, so a file has as many as `wc -l` says.
 */

/** Lines of the first `length` letters of a text; the empty text has none. */
export function countLines(text: string, length: number = text.length): number {
  let lines = 0;
  let at = 0;
  for (; at < length; lines++) {
    const end = text.indexOf("\n", at);
    at = end < 0 ? length : end + 1;
  }
  return lines;
}
