/**
 * Finds the regions that an unresolved merge conflict left in a text: its markers, and the incoming side.
 *
 * Stage: parse. Invariant: without these regions the text is that of the current side, with every line at its place.
 */

/** A conflict from `<<<<<<< HEAD` to `>>>>>>> feature`; the second group is the common ancestor, if shown, and the incoming side. */
const CONFLICT =
  /^(<{7})(?: [^\n]*)?\n(?:(?!<{7}|={7}\r?$|>{7}|\|{7})[^\n]*\n)*((?:\|{7}(?: [^\n]*)?\n(?:(?!<{7}|={7}\r?$|>{7})[^\n]*\n)*)?={7}\r?\n(?:(?!<{7}|>{7})[^\n]*\n)*>{7}[^\n]*)/gm;

/** A region of a text: the offset of its first character and the offset after its last. */
export interface Region {
  readonly start: number;
  readonly end: number;
}

/**
 * The regions of a text that do not belong to the current side: for each conflict the line of the first marker, and everything from the
 * second marker on.
 */
export function findConflicts(text: string): readonly Region[] {
  if (!text.startsWith("<<<<<<<") && !text.includes("\n<<<<<<<")) return [];
  return [...text.matchAll(CONFLICT)].flatMap(({ 0: { length }, 1: marker, 2: incoming, index }) => {
    const opened = text.indexOf("\n", index + marker!.length);
    return [{ start: index, end: opened }, { start: index + length - incoming!.length, end: index + length }];
  });
}

/** The text with these regions blanked; its length and lines stay the same. */
export function withoutConflicts(text: string, conflicts: readonly Region[]): string {
  let [done, at] = ["", 0];
  for (const { start, end } of conflicts) {
    done += text.slice(at, start) + text.slice(start, end).replace(/[^\s]/g, " ");
    at = end;
  }
  return done + text.slice(at);
}
