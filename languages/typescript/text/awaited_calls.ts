/**
 * `f(await g<A, B>(x))`: where a comma may separate values, the grammar reads the type arguments as two comparisons, and sees no call.
 *
 * Stage: parse. Invariant: `await` becomes `yield`, a word of the same length behind which the grammar reads the call; nothing else changes.
 */
import { closingBracket } from "./bracket_depth.ts";

/** `await`, where a value may stand among others, and the path before type arguments. */
const AWAITED = /(?<=(?:[(,[?:&|.]|=>)\s{0,40})await(?=([ \t]+[\w$.?!]{1,200}(?:\([^()\n]{0,200}\)[\w$.?!]{0,200})*)<)/g;
const LONGEST = 500;

/** The text with `yield` in place of each such `await`. */
export function readAwaitedCalls(text: string): string {
  if (!text.includes("await")) return text;
  return text.replace(AWAITED, (word: string, path: string, index: number) => {
    const at = index + word.length + path.length;
    const end = closingBracket(text, at, Math.min(text.length, at + LONGEST));
    return text[end] === "(" && text.slice(at, end).includes(",") ? "yield" : word;
  });
}
