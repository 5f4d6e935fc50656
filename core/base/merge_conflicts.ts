/**
 * Where a merge left a text with both sides of a conflict: its markers, and the side that comes in.
 *
 * Stage: parse. Invariant: without these regions the text is that of the one's own side, line by line in its place.
 */

/** `<<<<<<< HEAD`; what follows it of the common ancestor and of the side that comes in, up to `>>>>>>> feature`. */
const CONFLICT =
  /^(<{7})(?: [^\n]*)?\n(?:(?!<{7}|={7}\r?$|>{7}|\|{7})[^\n]*\n)*((?:\|{7}(?: [^\n]*)?\n(?:(?!<{7}|={7}\r?$|>{7})[^\n]*\n)*)?={7}\r?\n(?:(?!<{7}|>{7})[^\n]*\n)*>{7}[^\n]*)/gm;

/** A region of a text: offsets of its first character and behind its last. */
export interface Region {
  readonly start: number;
  readonly end: number;
}

/** The regions of a text that are not its own side's: of each conflict the first marker's line, and all from the second marker on. */
export function findConflicts(text: string): readonly Region[] {
  if (!text.startsWith("<<<<<<<") && !text.includes("\n<<<<<<<")) return [];
  return [...text.matchAll(CONFLICT)].flatMap(({ 0: { length }, 1: marker, 2: incoming, index }) => {
    const opened = text.indexOf("\n", index + marker!.length);
    return [{ start: index, end: opened }, { start: index + length - incoming!.length, end: index + length }];
  });
}

/** The text with nothing but blanks in its conflicts' other sides; of the same length and lines. */
export function withoutConflicts(text: string, conflicts: readonly Region[]): string {
  let [done, at] = ["", 0];
  for (const { start, end } of conflicts) {
    done += text.slice(at, start) + text.slice(start, end).replace(/[^\s]/g, " ");
    at = end;
  }
  return done + text.slice(at);
}
