/**
 * `show(!f<A, B>(x))`: behind an operator, where a comma may separate values, the grammar reads the type arguments as two comparisons, and sees no call.
 *
 * Stage: parse. Invariant: spaces behind commas among the type arguments become `?`, which stands before types alone and says nothing of them;
 * nothing else changes.
 */
import { bracketStep, closingBracket } from "./bracket_depth.ts";

/** An operator, the path behind it, and the sign before its type arguments. */
const CALLED = /(?:[!~]|[-+][ \t]?|\b(?:await|typeof|void)[ \t]{1,20})[\w$][\w$.?!]{0,200}(?:\([^()\n]{0,200}\)[\w$.?!]{0,200})*</g;
/** A comma and the spaces up to a type that may follow `?`. */
const SPACE_BEFORE_TYPE = /,\s{0,80}[ \t](?=[\w$"'[{])(?!(?:readonly|new|abstract|infer|unique)\b)/y;
const LONGEST = 500;

/** The text with `?` in the type arguments of such calls. */
export function markTypeArguments(text: string): string {
  let marked = "";
  let from = 0;
  for (const { 0: found, index } of text.matchAll(CALLED)) {
    const at = index + found.length - 1;
    const end = closingBracket(text, at, Math.min(text.length, at + LONGEST));
    if (at < from || text[end] !== "(") continue;
    for (const space of spacesBeforeTypes(text, at, end)) {
      marked += `${text.slice(from, space)}?`;
      from = space + 1;
    }
  }
  return from === 0 ? text : marked + text.slice(from);
}

/** The offsets between `at` and `end` of spaces that may become `?`: within no other brackets than those of type arguments. */
function spacesBeforeTypes(text: string, at: number, end: number): number[] {
  const found: number[] = [];
  for (let i = at, depth = 0; i < end; i++) {
    if (text[i] !== "<" && text[i] !== ">") depth += bracketStep(text, i);
    if (depth > 0 || text[i] !== ",") continue;
    SPACE_BEFORE_TYPE.lastIndex = i;
    if (SPACE_BEFORE_TYPE.test(text)) found.push(SPACE_BEFORE_TYPE.lastIndex - 1);
  }
  return found;
}
