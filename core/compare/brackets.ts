/**
 * Finds matching brackets and string literals in source text, and splits text outside of them.
 *
 * Stage: comparison of two refs. Pure. Invariant: `<` is a bracket only if requested, and a quote that does not begin a literal (a
 * lifetime) is ignored.
 */
import { tableOf } from "../base/tables.ts";

const CLOSING: Readonly<Record<string, string>> = tableOf({ "(": ")", "[": "]", "{": "}", "<": ">" });

/** The offset of the bracket that closes the one at `open`; the end of the text if there is none. */
export function matching(text: string, open: number): number {
  let depth = 0;
  for (let i = open; i < text.length; i++) {
    const char = text[i]!;
    if (char === '"' || char === "'" || char === "`") {
      const end = endOfString(text, i);
      if (end > 0) i = end;
    } else if (CLOSING[char] !== undefined && (char !== "<" || text[open] === "<")) depth++;
    else if (
      (char === ")" || char === "]" || char === "}" || (char === ">" && text[open] === "<" && !/[-=]/.test(text[i - 1] ?? ""))) &&
      --depth === 0
    ) {
      return i;
    }
  }
  return text.length;
}

/** The offset of the bracket that the one at `close` closes, in code whose string literals are blanked; 0 if there is none. */
export function openingOf(text: string, close: number): number {
  let depth = 0;
  for (let i = close; i >= 0; i--) {
    if (/[)\]}]/.test(text[i]!)) depth++;
    else if (/[([{]/.test(text[i]!) && --depth === 0) return i;
  }
  return 0;
}

/** The offset of the end of a string literal; -1 if the quote does not begin one (a lifetime). */
function endOfString(text: string, at: number): number {
  const word = text[at] === "'" ? /^[\p{L}_]\w*/u.exec(text.slice(at + 1, at + 40))?.[0].length ?? 0 : 0;
  if (word > 0 && (/[&<]/.test(text[at - 1] ?? "") || /[,>:+)]/.test(text[at + 1 + word] ?? ""))) return -1;
  for (let i = at + 1; i < text.length && text[i] !== "\n"; i++) {
    if (text[i] === "\\") i++;
    else if (text[i] === text[at]) return i;
  }
  return -1;
}

/** Splits at each `separator` outside brackets and string literals. */
export function splitTop(text: string, separator: string | RegExp): string[] {
  const parts: string[] = [];
  let start = 0;
  let angles = 0;
  for (let i = 0; i < text.length; i++) {
    const char = text[i]!;
    if (char === "(" || char === "[" || char === "{") i = matching(text, i);
    else if (char === '"' || char === "`" || char === "'") {
      const end = endOfString(text, i);
      if (end > 0) i = end;
    } else if (char === "<") angles++;
    else if (char === ">" && angles > 0 && !/[-=]/.test(text[i - 1] ?? "")) angles--;
    else if (angles === 0 && (typeof separator === "string" ? char === separator : separator.test(char))) {
      parts.push(text.slice(start, i));
      start = i + 1;
    }
  }
  parts.push(text.slice(start));
  return parts;
}
