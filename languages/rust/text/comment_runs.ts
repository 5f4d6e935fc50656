/**
 * Line comments of which the parser needs to see only that they exist.
 *
 * Stage: parse. Reason: the grammar creates three nodes for each line of documentation, a fifth of all nodes of well-documented code.
 * Comments of one kind on consecutive lines are merged for the parser. Invariant: a line that might not be such a comment as a whole is
 * left as it is: within a multi-line text or block comment, only a quotation mark, an escape or a comment mark could end it.
 */

const NEWLINE = 0x0a;
const TAB = 0x09;
const BLANK = 0x20;
const BANG = 0x21;
const QUOTE = 0x22;
const STAR = 0x2a;
const SLASH = 0x2f;
const BACKSLASH = 0x5c;

/** The kind of `//`. */
const PLAIN = 1;
const OUTER = 2;
const INNER = 3;

/** The plugin's `unread`: all of each run but the two characters that it begins with. */
export function findCommentRuns(source: string): number[] {
  const runs: number[] = [];
  /** The kind of the current run, 0: none, and the line break that ends it so far. */
  let kind = 0;
  let end = -1;
  for (let at = source.indexOf("//"); at >= 0; at = source.indexOf("//", at)) {
    const own = beginsLine(source, at) ? kindAt(source, at) : 0;
    const next = endOfLine(source, at + 2);
    const to = Math.abs(next);
    if (own === 0 || next < 0) kind = 0;
    else if (own === kind && isBlank(source, end + 1, at)) runs[runs.length - 1] = to;
    else {
      kind = own;
      runs.push(at + 2, to);
    }
    end = to;
    at = to;
  }
  return runs;
}

/** Whether there are only blanks between two positions. */
function isBlank(source: string, from: number, to: number): boolean {
  for (let i = from; i < to; i++) {
    const unit = source.charCodeAt(i);
    if (unit !== BLANK && unit !== TAB) return false;
  }
  return true;
}

function beginsLine(source: string, at: number): boolean {
  let before = at - 1;
  while (before >= 0 && (source.charCodeAt(before) === BLANK || source.charCodeAt(before) === TAB)) before--;
  return before < 0 || source.charCodeAt(before) === NEWLINE;
}

function kindAt(source: string, at: number): number {
  const third = source.charCodeAt(at + 2);
  if (third === BANG) return INNER;
  return third === SLASH && source.charCodeAt(at + 3) !== SLASH ? OUTER : PLAIN;
}

/** The end of the line from `at` on; negative if the line contains what could end a text or a comment. */
function endOfLine(source: string, at: number): number {
  let isOpen = false;
  for (; at < source.length; at++) {
    const unit = source.charCodeAt(at);
    if (unit === NEWLINE) break;
    isOpen ||= unit === QUOTE || unit === BACKSLASH ||
      (unit === STAR && (source.charCodeAt(at - 1) === SLASH || source.charCodeAt(at + 1) === SLASH));
  }
  return isOpen ? -at : at;
}
