/**
 * What is done with the result of a call, as far as its text tells that another kind of result does not fit.
 *
 * Stage: comparison of two refs. Pure. Invariant: a result that is handed on (an argument, an element, what a function returns) fits as far as is known.
 */
import { skippedSource, type TextForms } from "../rules/text_forms.ts";
import { matching, openingOf, splitTop } from "./brackets.ts";
import type { Declaration } from "./declaration.ts";

/** Why a call does not fit what its callee gives now: it does not wait for what comes in time, or takes so many results. */
export type Misfit = "not awaited" | `${number} result taken` | `${number} results taken`;

/** A text whose comments and texts are blanks, each as long as it was, and its lines. */
export function withBlanks(text: string, forms: TextForms): string {
  const form = new RegExp(skippedSource(forms), "g");
  return text.replace(form, (one) => /^[\w"'`]/.test(one) ? one.replace(/[^\n]/g, "_").replace(/^_|_$/g, '"') : one.replace(/[^\n]/g, " "));
}

/** What may change in what a function gives so that the text of a call tells whether that fits. */
export function changesResult(before: Declaration, after: Declaration): boolean {
  return comesInTime(before, after) || (before.results !== after.results && before.results !== undefined && after.results !== undefined);
}

/** See the head of this file. @param text `withBlanks`. @param at offset of the called name. Undefined where the call fits, or nothing tells. */
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

/** As far as the beginning of a statement is looked for. */
const FAR = 400;

function comesInTime(before: Declaration, after: Declaration): boolean {
  return after.modifiers.includes("async") && !before.modifiers.includes("async");
}

/** Where the members begin of which the last is called at `at`: `a.b(c).name`. */
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

/** Behind the arguments of the call; undefined where none follow. */
function endOfCall(text: string, at: number): number | undefined {
  const name = /^[\w$\u0080-\uffff]+\s*(?:(?:::)?<[^()]*>|\[[^()\]]*\])?\s*\(/.exec(text.slice(at, at + FAR));
  if (name === null) return undefined;
  const close = matching(text, at + name[0].length - 1);
  return close === text.length ? undefined : close + 1;
}

/** What waits for the value behind it or before it. */
const WAITED = /^\s*(?:\?|!)?\s*\.\s*(?:await|then|catch|finally)\b/;
const WAITING = /\bawait\s*\(*\s*$|\basync\s+(?:for\b[^\n]*\bin|with)\s*\(?\s*$/;
/** A statement that gives a name the value. */
const ASSIGNED = /(?:^|[\n;{}])[^\S\n]*(?:(?:const|let|var|mut)\s+)*[\w$.]*?([\w$]+)(?:\s*:[^\n=]*)?\s*=\s*$/;
/** What stands before an expression of which the value is used there: a word or an operator, a condition's bracket. */
const USED = /(?:\b(?:if|elif|while|not|in|is|assert|with|for)|\b(?:if|while|switch|for)\s*\(|[^=!<>]==|!=|[-+/%<!]|[^=]>)\s*$/;
/** What hands a value on that stands before it. */
const HANDED = /^\s*[,)\]]/;
const MEMBER = /^\s*\.\s*\w/;

function isNotAwaited(text: string, left: string, end: number): boolean {
  const behind = text.slice(end, end + FAR);
  if (WAITING.test(left) || WAITED.test(behind)) return false;
  // A member may give what is waited for.
  if (MEMBER.test(behind)) return !/^[^\n;]*\.\s*await\b/.test(behind);
  if (HANDED.test(behind)) return USED.test(left);
  const name = ASSIGNED.exec(left)?.[1];
  if (name === undefined) return isStatement(left) || USED.test(left);
  const word = RegExp.escape(name);
  return !new RegExp(`\\bawait\\b[^\\n]*\\b${word}\\b|\\b${word}\\s*\\.\\s*await\\b`).test(text);
}

/** Whether what follows `left` begins a statement: nothing before it goes on. */
function isStatement(left: string): boolean {
  const before = left.trimEnd();
  if (before === "" || /[;}]$/.test(before)) return true;
  if (!left.slice(before.length).includes("\n")) return false;
  return !/(?:[-+*/%<>=!&|^~?.,([\\]|\b(?:return|yield|await|in|and|or|not|is|else|throw|raise))$/.test(before);
}

/** How many results a call is to give, where it alone stands for them; undefined where that is not told. @param whole what it gave so far */
function resultsTaken(left: string, behind: string, whole: number | undefined): number | undefined {
  if (MEMBER.test(behind) || USED.test(left) || /,\s*$/.test(left) || /^\s*,/.test(behind)) return 1;
  const isAlone = /^[^\S\n]*(?:[\n;{]|$)/.test(behind);
  if (/\breturn\s*$/.test(left)) return isAlone ? whole : 1;
  const targets = TARGETS.exec(left)?.[1];
  return targets === undefined ? undefined : isAlone ? splitTop(targets, ",").length : 1;
}
/** What a statement assigns to. */
const TARGETS = /(?:^|[\n;{])[^\S\n]*(?:\}\s*else\s+)?(?:(?:if|for|switch|var|case)\s+)?([^\n;{}=:]+?)\s*:?=\s*$/;
