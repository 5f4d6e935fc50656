/**
 * Places in the source where a name stands in code: not in comments, and in texts only where the language reads code in them, or where
 * the text is all that stands in the brackets behind a value and so names one of its members (`Color["red"]`).
 *
 * Stage: query. Invariants: text alone, so what the name means there is for others to find; keys of objects and names of arguments that
 * are handed over are left out; how comments and texts look its language's plugin says.
 */
import { lastAtMost, lineStarts } from "../../core/base/lists.ts";
import { codeBefore, objectBefore } from "../../core/compare/word_places.ts";
import { C_FORMS, skippedSource, type TextForms } from "../../core/rules/text_forms.ts";
import type { Context } from "../context.ts";
import { readSourceTexts } from "./source_texts.ts";

/** Where keys of values and names of arguments stand. */
const FIRST = /[{(,]\s*$/;
const CALLED = /^(?:\?\.|!)?\s*\(/;
const QUALIFIES = /^\s*::\s*[^<\s]/;
const MODULE = /(?<![\w.])mod\s+$/;
/** A macro's call before a name that it is given, and what makes the name a macro's call itself. */
const MACRO = /[\w\u0080-\uffff]!\s*[({[][^(){}[\]]*$/;
const MACRO_CALLED = /^\s*!/;
/** What stands around a text that names a member of what stands before it (`Color["red"]`). */
const ASKED = /\[\s*["']$/;
const ASKED_BEHIND = /^["']\s*\]/;
/** What stands between a path and a name in it. */
const PATH = /::\s*$/;
/** How what is passed over begins where it is a comment. */
const COMMENT = /^(?:\/[/*]|#)/;
/** So much text is looked at around a place. */
const AROUND = 200;

/** A file of a ref with the places in it. */
export interface NamingFile {
  readonly path: string;
  readonly fileVersion: number;
  readonly mentions: readonly NameMention[];
}

/** One place. */
export interface NameMention {
  /** Offset in UTF-16 units; line and column from 1: those of the name. */
  readonly at: number;
  readonly line: number;
  readonly column: number;
  /** What it is taken from, with dots or colons and without blanks; "" where it stands alone. */
  readonly object: string;
  /** Whether that is the path of a module or a type (`config::`), and no value. */
  readonly isOfPath: boolean;
  /** Whether a bracket follows: a call, whatever it calls. */
  readonly isCalled: boolean;
  /** Whether it can be no function's: what a further name in a path belongs to, or a module that is declared there. */
  readonly isNamespace: boolean;
  /** Whether a macro is given the name: it may put it where a macro is called, or a type is meant. */
  readonly isGivenToMacro: boolean;
  /** Whether it is a text that names a member of what stands before it. */
  readonly isAsked: boolean;
}

/** The files of a language whose code names `name`, by path. Each is read, so it is asked once a question. @param among these files alone */
export function* readNameMentions(context: Context, language: string, name: string, among?: ReadonlySet<string>): Generator<NamingFile> {
  const forms = context.textForms(language) ?? C_FORMS;
  for (const { path, fileVersion, text } of readSourceTexts(context, language, among)) {
    const mentions = !text.includes(name) ? [] : findNameMentions(text, name, forms);
    if (mentions.length > 0) yield { path, fileVersion, mentions };
  }
}

/** See the head of this file. */
export function findNameMentions(text: string, name: string, forms: TextForms): NameMention[] {
  const word = `(?<![\\w$\\u0080-\\uffff@#])${RegExp.escape(name)}(?![\\w$\\u0080-\\uffff])`;
  const comments: [start: number, end: number][] = [];
  const found: { readonly at: number; readonly before: string }[] = [];
  const find = (at: number): number => found.push({ at, before: codeBefore(text, at, comments) });
  for (const match of text.matchAll(new RegExp(`(?<skipped>${skippedSource(forms)})|${word}`, "g"))) {
    const skipped = match.groups!["skipped"];
    if (skipped !== undefined && COMMENT.test(skipped)) comments.push([match.index, match.index + skipped.length]);
    if (skipped === undefined) find(match.index);
    else if (skipped.includes(name)) placesInText(text, match.index, skipped, { forms, word: new RegExp(word, "g") }).forEach(find);
  }
  if (found.length === 0) return [];
  const lines = lineStarts(text);
  return found.flatMap(({ at, before }) => {
    const behind = text.slice(at + name.length, at + name.length + AROUND);
    if (FIRST.test(before) && forms.key?.test(behind) === true) return [];
    const line = lastAtMost(lines, at);
    return [{
      at,
      line: line + 1,
      column: at - lines[line]! + 1,
      object: objectBefore(before.replace(ASKED, ".")),
      isOfPath: PATH.test(before),
      isCalled: CALLED.test(behind),
      isNamespace: QUALIFIES.test(behind) || MODULE.test(before),
      isGivenToMacro: MACRO.test(before) && !MACRO_CALLED.test(behind),
      isAsked: ASKED.test(before),
    }];
  });
}

/** Where a word stands in the code of a text at an offset. */
function placesInText(text: string, at: number, skipped: string, { forms, word }: { forms: TextForms; word: RegExp }): number[] {
  const { filled, types } = forms;
  if (filled?.text.test(skipped) === true) {
    return [...skipped.matchAll(filled.code)].flatMap((code) => {
      const start = at + code.index + code[0].indexOf(code[1]!);
      return [...code[1]!.matchAll(word)].map((one) => start + one.index);
    });
  }
  const isAsked = ASKED.test(text.slice(Math.max(0, at - AROUND), at + 1)) && ASKED_BEHIND.test(text.slice(at + skipped.length - 1));
  if (isAsked) return [...skipped.matchAll(word)].flatMap((one) => one[0].length === skipped.length - 2 ? [at + one.index] : []);
  const isType = types?.text.test(skipped) === true && types.before.test(text.slice(Math.max(0, at - AROUND), at));
  return isType ? [...skipped.matchAll(word)].map((one) => at + one.index) : [];
}
