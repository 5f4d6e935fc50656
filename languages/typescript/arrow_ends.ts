/**
 * `const f = () => {…}` and `(g)()` in the next line: nothing goes on behind the body of an arrow function, so the language ends the statement
 * there. The grammar takes it for a call, an index or a tagged template of the function.
 *
 * Stage: parse. Invariant: the blank or line break behind the body becomes the semicolon, nothing else changes.
 */
import { COMMENTS } from "./signature_lines.ts";

/** What closes a bracket before a line that looks as if it went on with it. */
const CLOSING = new RegExp(String.raw`\}(?=\s)(?=[ \t\r]*(?:\/\/[^\n]*)?\n\s*${COMMENTS}[(\[` + "`])", "g");
const OPEN = "{".charCodeAt(0);
const CLOSE = "}".charCodeAt(0);
const LONGEST_BODY = 50_000;

/** The text with a semicolon behind each such body. */
export function endArrows(text: string): string {
  let ended = "";
  let done = 0;
  for (const { index } of text.matchAll(CLOSING)) {
    if (!isArrowBody(text, index)) continue;
    ended += text.slice(done, index + 1) + ";";
    done = index + 2;
  }
  return done === 0 ? text : ended + text.slice(done);
}

/** Whether the bracket that closes at `end` opens behind an arrow. */
function isArrowBody(text: string, end: number): boolean {
  let depth = 0;
  for (let i = end, first = Math.max(0, end - LONGEST_BODY); i >= first; i--) {
    const sign = text.charCodeAt(i);
    if (sign === CLOSE) depth++;
    else if (sign === OPEN && --depth === 0) return isBehindArrow(text, i);
  }
  return false;
}

function isBehindArrow(text: string, at: number): boolean {
  while (at > 0 && text.charCodeAt(at - 1) <= 32) at--;
  return text.startsWith("=>", at - 2);
}
