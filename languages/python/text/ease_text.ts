/**
 * Long runs of comment lines, blanked for the parser.
 *
 * Stage: parse. At each comment line the grammar's scanner looks through all comment and blank lines that follow, to find the next
 * indentation: 4,000 comment lines in a row took it eight seconds, 20,000 minutes. Invariant: the text keeps its length and its lines; a run
 * that people write stays as it is.
 */

/** Maximum number of consecutive lines that are parsed as they are. */
const LONG_RUN = 200;
/** Number of lines kept of a longer run: the encoding is declared in the first two. */
const KEPT = 2;
const COMMENT = /[ \t\f]*#/y;

/** The source with long runs of comment lines blanked. */
export function easeText(source: string): string {
  if (!hasManyComments(source)) return source;
  let eased = "";
  let done = 0;
  let run = 0;
  let keptEnd = 0;
  for (let line = 0; line < source.length;) {
    const end = source.indexOf("\n", line) + 1 || source.length;
    COMMENT.lastIndex = line;
    run = COMMENT.test(source) ? run + 1 : 0;
    if (run === KEPT) keptEnd = end;
    if (run > LONG_RUN) {
      const from = Math.max(done, keptEnd);
      eased += source.slice(done, from) + source.slice(from, end).replace(/[^\r\n]/g, " ");
      done = end;
    }
    line = end;
  }
  return done === 0 ? source : eased + source.slice(done);
}

/** Whether there are signs of a comment for a long run of them. */
function hasManyComments(source: string): boolean {
  let count = 0;
  for (let at = source.indexOf("#"); at >= 0; at = source.indexOf("#", at + 1)) if (++count > LONG_RUN) return true;
  return false;
}
