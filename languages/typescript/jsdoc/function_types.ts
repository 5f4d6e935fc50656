/**
 * Types of functions as comments write them: `function(Store, number): Item`. The parser gets them as types with arguments,
 * `functio_<Store, number , Item>`, of the same length except for the closing bracket.
 *
 * Stage: parse. Invariant: one that has a receiver, is a constructor, has rest parameters or says nothing is not read.
 */
import { closingBrace } from "./tags.ts";

/** The start of such a type. */
export const FUNCTION_HEAD = /\bfunction\s*\(/g;
/** `function(this:T)`, `function(new:T)`, `function(...T)`. */
const UNREAD = /\b(?:this|new)\s*:|\.\.\./;
/** What follows the type of an optional parameter. */
const OPTIONAL = /=(?=\s*(?:,|$))/g;
const RESULT = /^\s*:/;
const OPENING = "([{<";
const CLOSING = ")]}>";

/** A type's text for the parser, and before which of its letters a bracket is to be closed that the file does not have. */
export interface ParsedType {
  readonly text: string;
  readonly closes: readonly number[];
}

/** A type's text with the function types in it as types with arguments; undefined if it has one that is not read. */
export function nameFunctions(type: string): ParsedType | undefined {
  const letters = type.split("");
  const closes: number[] = [];
  for (const head of type.matchAll(FUNCTION_HEAD)) {
    const open = head.index + head[0].length - 1;
    const close = closingBrace(type, open + 1, "()");
    if (close < 0) return undefined;
    const parameters = type.slice(open + 1, close);
    const isEmpty = parameters.trim() === "";
    const result = RESULT.exec(type.slice(close + 1))?.[0].length ?? 0;
    if (UNREAD.test(parameters) || (isEmpty && result === 0)) return undefined;
    letters[open - (head[0].length - "function".length)] = "_";
    for (const { index } of parameters.matchAll(OPTIONAL)) letters[open + 1 + index] = " ";
    letters[open] = "<";
    letters[close] = isEmpty ? " " : result === 0 ? ">" : ",";
    if (result === 0) continue;
    letters[close + result] = " ";
    closes.push(endOfType(type, close + 1 + result));
  }
  return { text: letters.join(""), closes: closes.sort((one, other) => one - other) };
}

/** Where the type that starts at `start` ends: before what closes something around it, or separates it from the next. */
function endOfType(type: string, start: number): number {
  let depth = 0;
  for (let at = start; at < type.length; at++) {
    const letter = type[at]!;
    if (OPENING.includes(letter)) depth++;
    else if (CLOSING.includes(letter) && !(letter === ">" && type[at - 1] === "=")) {
      if (depth-- === 0) return at;
    } else if (letter === "," && depth === 0) return at;
  }
  return type.length;
}
