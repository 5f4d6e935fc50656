/**
 * How the result of a call is used, as far as the text shows that another kind of result does not fit.
 *
 * Stage: comparison of two refs. Pure. Invariant: a result that is passed on (an argument, an element, a returned value) is assumed to fit.
 */
import { skippedSource, type TextForms } from "../rules/text_forms.ts";
import { matching, openingOf, splitTop } from "./brackets.ts";
import type { Declaration } from "./declaration.ts";

/** Why a call does not fit the new result of its callee: it does not await it, or it takes another number of results. */
export type Misfit = "not awaited" | `${number} result taken` | `${number} results taken`;

/** A text with comments and string literals blanked; lengths and lines stay the same. */
export function withBlanks(text: string, forms: TextForms): string {
  const form = new RegExp(skippedSource(forms), "g");
  return text.replace(form, (one) => /^[\w"'`]/.test(one) ? one.replace(/[^\n]/g, "_").replace(/^_|_$/g, '"') : one.replace(/[^\n]/g, " "));
}

/** Whether a function's result changed in a way that the text of a call can show to be incompatible. */
export function changesResult(before: Declaration, after: Declaration): boolean {
  return comesInTime(before, after) || (before.results !== after.results && before.results !== undefined && after.results !== undefined);
}

/**
 * Why a call does not fit the changed result; undefined if it fits or the text does not tell.
 * @param text made by `withBlanks`
 * @param at offset of the called name
 */
export function misfitOf(text: string, at: number, before: Declaration, after: Declaration): Misfit | undefined {
  const start = beginningOfChain(text, at);
  const left = text.slice(Math.max(0, start - FAR), start);
  const end = endOfCall(text, at);
  if (end === undefined) return undefined;
  if (comesInTime(before, after) && isNotAwaited(text, left, end)) return "not awaited";
  if (!changesResult(before, after) || after.results === undefined) return undefined;
  const taken = resultsTaken(left, text.slice(end, end + FAR), before.results);
  if (taken === undefined || taken !== before.results || taken === after.results) return undefined;
  return taken === 1 ? "1 result taken" : `${taken} results taken`;
}

/** How far back the beginning of a statement is searched for, in UTF-16 units. */
const FAR = 400;

function comesInTime(before: Declaration, after: Declaration): boolean {
  return after.modifiers.includes("async") && !before.modifiers.includes("async");
}

/** The beginning of the member chain whose last call is at `at`: `a.b(c).name`. */
function beginningOfChain(text: string, at: number): number {
  let start = at;
  for (;;) {
    const dot = /(?:\?\.|\.|::)\s*$/.exec(text.slice(Math.max(0, start - FAR), start));
    if (dot === null) return start;
    let i = start - dot[0].length;
    while (/\s/.test(text[i - 1] ?? "")) i--;
    while (/[)\]]/.test(text[i - 1] ?? "")) i = openingOf(text, i - 1);
    while (/["\w$!?\u0080-\uffff]/.test(text[i - 1] ?? "")) i--;
    if (i >= start - dot[0].length) return start;
    start = i;
  }
}

/** The offset after the arguments of the call; undefined if none follow. */
function endOfCall(text: string, at: number): number | undefined {
  const name = /^[\w$\u0080-\uffff]+\s*(?:(?:::)?<[^()]*>|\[[^()\]]*\])?\s*\(/.exec(text.slice(at, at + FAR));
  if (name === null) return undefined;
  const close = matching(text, at + name[0].length - 1);
  return close === text.length ? undefined : close + 1;
}

/** Awaits the value, written after it (`WAITED`) or before it (`WAITING`). */
const WAITED = /^\s*(?:\?|!)?\s*\.\s*(?:await|then|catch|finally)\b/;
const WAITING = /\bawait\s*\(*\s*$|\basync\s+(?:for\b[^\n]*\bin|with)\s*\(?\s*$/;
/** A statement that assigns the value to a name. */
const ASSIGNED = /(?:^|[\n;{}])[^\S\n]*(?:(?:const|let|var|mut)\s+)*[\w$.]*?([\w$]+)(?:\s*:[^\n=]*)?\s*=\s*$/;
/** What precedes an expression whose value is used there: a word or an operator, a condition's bracket. */
const USED = /(?:\b(?:if|elif|while|not|in|is|assert|with|for)|\b(?:if|while|switch|for)\s*\(|[^=!<>]==|!=|[-+/%<!]|[^=]>)\s*$/;
/** What follows a value that is passed on. */
const PASSED_VALUE = /^\s*[,)\]]/;
const MEMBER = /^\s*\.\s*\w/;

function isNotAwaited(text: string, left: string, end: number): boolean {
  const behind = text.slice(end, end + FAR);
  if (WAITING.test(left) || WAITED.test(behind)) return false;
  // A member of the result may be what is awaited.
  if (MEMBER.test(behind)) return !/^[^\n;]*\.\s*await\b/.test(behind);
  if (PASSED_VALUE.test(behind)) return USED.test(left);
  const name = ASSIGNED.exec(left)?.[1];
  if (name === undefined) return isStatement(left) || USED.test(left);
  const word = RegExp.escape(name);
  return !new RegExp(`\\bawait\\b[^\\n]*\\b${word}\\b|\\b${word}\\s*\\.\\s*await\\b`).test(text);
}

/** Whether a statement begins after `left`: nothing before it continues. */
function isStatement(left: string): boolean {
  const before = left.trimEnd();
  if (before === "" || /[;}]$/.test(before)) return true;
  if (!left.slice(before.length).includes("\n")) return false;
  return !/(?:[-+*/%<>=!&|^~?.,([\\]|\b(?:return|yield|await|in|and|or|not|is|else|throw|raise))$/.test(before);
}

/**
 * How many results a call must return, if they are assigned or returned directly; undefined if unknown.
 * @param whole how many it returned so far
 */
function resultsTaken(left: string, behind: string, whole: number | undefined): number | undefined {
  if (MEMBER.test(behind) || USED.test(left) || /,\s*$/.test(left) || /^\s*,/.test(behind)) return 1;
  const isAlone = /^[^\S\n]*(?:[\n;{]|$)/.test(behind);
  if (/\breturn\s*$/.test(left)) return isAlone ? whole : 1;
  const targets = TARGETS.exec(left)?.[1];
  return targets === undefined ? undefined : isAlone ? splitTop(targets, ",").length : 1;
}
/** The targets of an assignment. */
const TARGETS = /(?:^|[\n;{])[^\S\n]*(?:\}\s*else\s+)?(?:(?:if|for|switch|var|case)\s+)?([^\n;{}=:]+?)\s*:?=\s*$/;
