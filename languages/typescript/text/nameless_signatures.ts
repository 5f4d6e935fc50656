/**
 * `export default function (job: Job): Made;`: the grammar has no signature without a name.
 *
 * Stage: parse. Invariant: the semicolon and the line break after it become a body, nothing else changes; `isBodyGiven` recognises such a
 * body by the source. Only where the text ends there or a blank line follows: such a value must end with its line.
 */
import type { Lowering } from "../../../core/lower/lower.ts";
import { bracketStep, closingBracket } from "./bracket_depth.ts";

/** Up to the bracket of the parameters, or of the type parameters. */
const NAMELESS = /\bexport\s{1,20}default\s{1,20}function\s{0,20}(?=[<(])/g;
const LONGEST = 4000;
/** What follows the semicolon. */
const LINE_LEFT = /^\s(?:\s*$|[^\S\n]*\n)/;
/** What an object type follows; after all else a brace begins a body. */
const BEFORE_TYPE = /[:|&>=(,<?[]/;

/** Gives a body to each such signature. */
export function giveBodies(text: string): string {
  let given = "";
  let from = 0;
  for (const found of text.matchAll(NAMELESS)) {
    const end = endOfSignature(text, found.index + found[0].length);
    if (end < from) continue;
    given += `${text.slice(from, end)}{}`;
    from = end + 2;
  }
  return given + text.slice(from);
}

/** Whether the body of the function at `node` was given to it here: the source has none. */
export function isBodyGiven(lowering: Lowering, node: number): boolean {
  const body = lowering.child(node, "body");
  return body !== 0 && lowering.text(body).startsWith(";");
}

/** The offset of the semicolon that ends the signature whose parameters begin at `at`; -1 if there is none, or a body. */
function endOfSignature(text: string, at: number): number {
  const limit = Math.min(text.length, at + LONGEST);
  let i = text[at] === "<" ? closingBracket(text, at, limit) : at;
  if (text[i] !== "(") return -1;
  let last = ")";
  let depth = 0;
  for (i = closingBracket(text, i, limit); i < limit; i++) {
    const sign = text[i]!;
    if (depth === 0 && sign === ";") return LINE_LEFT.test(text.slice(i + 1, i + 200)) ? i : -1;
    if (depth === 0 && sign === "{" && !BEFORE_TYPE.test(last)) return -1;
    depth += bracketStep(text, i);
    if (depth < 0) return -1;
    if (sign.trim() !== "") last = sign;
  }
  return -1;
}
