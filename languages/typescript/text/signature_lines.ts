/**
 * Call signatures, index signatures, and members named like an operator, that follow one another without a semicolon, each on a line: the
 * grammar takes the next for a continuation of the line before.
 *
 * Stage: parse. Invariant: the blank or line break after the signature before becomes the semicolon, nothing else changes.
 */
import { bracketStep, closingBracket } from "./bracket_depth.ts";

/** Consecutive comments, as a part of patterns. */
export const COMMENTS: string = String.raw`(?:(?:\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\/|\/\/[^\n]*\n)\s*)*`;
/** The bracket of a line that begins with a signature, generic or plain: brackets are rarer than line breaks. */
const SIGNATURE_LINE = /[<(](?<=(\n[ \t]*(?:(?:new|in|instanceof)\s*)?)[<(])/g;
/** The bracket of a line that starts with an index signature: nothing else has a name and a colon there. */
const INDEX_LINE = /\[(?<=(\n[ \t]*(?:readonly\s+)?)\[)(?=\s*[A-Za-z_$][\w$]*\s*:)/g;
/** A bound of a type parameter, which no comparison contains. */
const BOUNDED = /\sextends\s/;
/** What the parameters of a signature start with, which no call's arguments do. */
const TYPED = new RegExp(String.raw`^${COMMENTS}(?:\.\.\.)?[\w$]+\??\s*:`);
const PARAMETERS = /^(\)|\.\.\.|[\w$]+\??\s*[:,)]|\{|\[|this\s*:|\/[/*])/;
const NEWLINE = 10;
const LONGEST_PARAMETERS = 4000;

/** Separates all lines that look like signatures: for a text that did not parse. */
export function separateSignatures(text: string): string {
  return separateIndexes(separate(text, () => true));
}

/**
 * `f<{ name: string` and `[key: string]: string }>()` on the next line: in a call's type arguments the grammar continues the type before.
 */
function separateIndexes(text: string): string {
  const ends = Array.from(text.matchAll(INDEX_LINE), ({ index, 1: before }) => endOfType(text, index - before!.length));
  return endAt(text, ends.filter((end) => end >= 0 && text.charCodeAt(end) <= 32));
}

/**
 * Separates signatures that can be nothing else, whatever is around them: the line is the next after a signature and its result, and what
 * its parameters start with, or a bound of a type parameter, cannot be in a call.
 */
export function separateCertainSignatures(text: string): string {
  return separate(text, (before, next, end) => before !== undefined && next.typed && isResult(text, before.end, end));
}

/** A list of parameters: `end` is that of its bracket. */
interface Signature {
  readonly end: number;
  readonly typed: boolean;
}

type IsMeant = (before: Signature | undefined, next: Signature, endOfBefore: number) => boolean;

function separate(text: string, isMeant: IsMeant): string {
  if (!/:\s*\{|\binterface\s|\btype\s[^=\n]{1,200}=\s*\{/.test(text)) return text;
  const breaks: number[] = [];
  let before: Signature | undefined;
  for (const found of text.matchAll(SIGNATURE_LINE)) {
    const next = signatureAt(text, found.index);
    if (next === undefined) continue;
    const end = endOfType(text, found.index - found[1]!.length);
    if (end >= 0 && text.charCodeAt(end) <= 32 && isMeant(before, next, end)) breaks.push(end);
    before = next;
  }
  return endAt(text, breaks);
}

/** The text with a semicolon in place of the characters at these offsets, ascending. */
function endAt(text: string, breaks: readonly number[]): string {
  let ended = "";
  let from = 0;
  for (const at of breaks) {
    ended += text.slice(from, at) + ";";
    from = at + 1;
  }
  return ended + text.slice(from);
}

/** The offset after what precedes `at` if it can be the end of a signature's result type, else -1; comments are skipped. */
function endOfType(text: string, at: number): number {
  let end = at;
  for (let steps = 0; steps < 20; steps++) {
    while (end > 0 && text.charCodeAt(end - 1) <= 32) end--;
    if (text.endsWith("*/", end)) {
      end = text.lastIndexOf("/*", end);
      if (end < 0) return -1;
      continue;
    }
    const line = text.slice(text.lastIndexOf("\n", end - 1) + 1, end);
    const comment = /(^|\s)\/\//.exec(line);
    if (comment === null) break;
    end = end - line.length + comment.index;
  }
  const last = text[end - 1] ?? "";
  const ends = last === ">" ? text[end - 2] !== "=" : /[\w$)\]}"'`]/.test(last);
  return ends ? end : -1;
}

/** The parameter list whose bracket, or that of the type parameters before it, is at `at`, if a colon and a type follow it. */
function signatureAt(text: string, at: number): Signature | undefined {
  let i = at;
  const limit = Math.min(text.length, at + LONGEST_PARAMETERS);
  if (text[i] === "<") i = closingBracket(text, i, limit);
  const bounded = BOUNDED.test(text.slice(at, i));
  while (i < limit && text.charCodeAt(i) <= 32) i++;
  if (text[i] !== "(") return undefined;
  const inside = text.slice(i + 1, i + 400).trimStart();
  if (!PARAMETERS.test(inside)) return undefined;
  const end = closingBracket(text, i, limit);
  i = end;
  while (i < limit && text.charCodeAt(i) <= 32) i++;
  return text[i] === ":" ? { end, typed: bounded || TYPED.test(inside) } : undefined;
}

/**
 * Whether there is nothing between two offsets but a colon and a type: whatever starts a line of its own outside of brackets continues the
 * type.
 */
function isResult(text: string, from: number, to: number): boolean {
  let depth = 0;
  for (let i = from; i < to; i++) {
    const c = text[i]!;
    const step = bracketStep(text, i);
    depth += step;
    if (depth < 0) return false;
    if (step !== 0 || depth > 0) continue;
    if (c === ";" || c === "," || (text.charCodeAt(i) === NEWLINE && !/^\s*[|&?:=]/.test(text.slice(i, i + 200)))) return false;
  }
  return depth === 0;
}
