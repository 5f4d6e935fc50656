/**
 * The text of a configuration that is a program: its brackets, lists and string literals, as far as they are clear without running it.
 *
 * Pure. Strings, comments and regular expressions are skipped as wholes.
 */
import { tableOf } from "../../core/base/tables.ts";

const CLOSING: Readonly<Record<string, string>> = tableOf({ "{": "}", "[": "]", "(": ")" });

/** The position of the bracket that closes the one at `open`; the end of the text if none does. */
export function bracketEnd(text: string, open: number): number {
  const wanted: string[] = [];
  for (let at = open; at < text.length; at = stepFrom(text, at)) {
    const one = text[at]!;
    if (one in CLOSING) wanted.push(CLOSING[one]!);
    else if (one === wanted.at(-1)) {
      wanted.pop();
      if (wanted.length === 0) return at;
    }
  }
  return text.length;
}

/** The parts between brackets: split at the commas that are not inside further brackets, without comments before them. */
export function partsOf(body: string): string[] {
  const parts: string[] = [];
  let start = 0;
  let at = 0;
  while (at < body.length) {
    const one = body[at]!;
    if (one === ",") {
      parts.push(body.slice(start, at));
      start = at + 1;
    }
    at = one in CLOSING ? bracketEnd(body, at) + 1 : stepFrom(body, at);
  }
  parts.push(body.slice(start));
  return parts.map((part) => part.replace(/^(?:\s|\/\/[^\n]*\n|\/\*[\s\S]*?\*\/)+/, "").trimEnd()).filter((part) => part !== "");
}

/** The string literals in an expression, in order; what is interpolated into one is omitted. */
export function writtenTexts(expression: string): string[] {
  const texts: string[] = [];
  for (let at = 0; at < expression.length;) {
    const next = stepFrom(expression, at);
    if (/["'`]/.test(expression[at]!)) texts.push(expression.slice(at + 1, next - 1).replace(/\$\{[^}]*\}/g, ""));
    at = next;
  }
  return texts;
}

/** The position after what starts at `at`: a string, a comment, a regular expression, or a character. */
function stepFrom(text: string, at: number): number {
  const one = text[at]!;
  if (/["'`]/.test(one)) return quoteEnd(text, at, one);
  if (text.startsWith("//", at)) return endOf(text, "\n", at);
  if (text.startsWith("/*", at)) return endOf(text, "*/", at + 2);
  return one === "/" && /[:,([=]\s*$/.test(text.slice(Math.max(0, at - 20), at)) ? quoteEnd(text, at, one) : at + 1;
}

function endOf(text: string, mark: string, from: number): number {
  const end = text.indexOf(mark, from);
  return end < 0 ? text.length : end + mark.length;
}

/** A string or a regular expression on one line ends with the line, a template where it is closed. */
function quoteEnd(text: string, start: number, quote: string): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === quote || (quote !== "`" && text[at] === "\n")) return at + 1;
  }
  return text.length;
}
