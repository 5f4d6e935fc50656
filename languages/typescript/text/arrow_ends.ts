/**
 * `const f = () => {…}` and `(g)()` on the next line: nothing can follow the body of an arrow function, so the language ends the statement
 * there. The grammar takes it for a call, an index or a tagged template of the function.
 *
 * Stage: parse. Invariant: the blank or line break after the body becomes the semicolon, nothing else changes.
 */
import { COMMENTS } from "./signature_lines.ts";

/** A closing bracket before a line that looks like its continuation. */
const CLOSING = new RegExp(String.raw`\}(?=\s)(?=[ \t\r]*(?:\/\/[^\n]*)?\n\s*${COMMENTS}[(\[` + "`])", "g");
const OPEN = "{".charCodeAt(0);
const CLOSE = "}".charCodeAt(0);

/** The text with a semicolon after each such body. */
export function endArrows(text: string): string {
  let ended = "";
  let done = 0;
  const brackets = new Brackets(text);
  for (const { index } of text.matchAll(CLOSING)) {
    const opening = brackets.openingOf(index);
    if (opening === undefined || !isBehindArrow(text, opening)) continue;
    ended += text.slice(done, index + 1) + ";";
    done = index + 2;
  }
  return done === 0 ? text : ended + text.slice(done);
}

/** Where brackets open, scanned from the start of a text to its end. */
class Brackets {
  readonly #open: number[] = [];
  #at = 0;

  constructor(readonly text: string) {}

  /** Where the bracket opens that closes at `end`, which is after all that were asked for before; undefined: nowhere. */
  openingOf(end: number): number | undefined {
    let opening: number | undefined;
    for (; this.#at <= end; this.#at++) {
      const sign = this.text.charCodeAt(this.#at);
      if (sign === OPEN) this.#open.push(this.#at);
      else if (sign === CLOSE) opening = this.#open.pop();
    }
    return opening;
  }
}

function isBehindArrow(text: string, at: number): boolean {
  while (at > 0 && text.charCodeAt(at - 1) <= 32) at--;
  return text.startsWith("=>", at - 2);
}
