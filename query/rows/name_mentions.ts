/**
 * Places in the source where a name occurs in code: not in comments, and in strings only where the language embeds code, or where the
 * string is an index that names a member (`Color["red"]`).
 *
 * Stage: query. Invariants: based on text alone, so the name's meaning is left to the caller; keys of objects and names of arguments are
 * left out; the language's plugin defines comments and strings.
 */
import { lastAtMost, lineStarts } from "../../core/base/lists.ts";
import { codeBefore, objectBefore } from "../../core/compare/word_places.ts";
import { C_FORMS, skippedSource, type TextForms } from "../../core/rules/text_forms.ts";
import type { Context } from "../context.ts";
import { readSourceTexts } from "./source_texts.ts";

/** What precedes keys of literals and names of arguments. */
const FIRST = /[{(,]\s*$/;
const CALLED = /^(?:\?\.|!)?\s*\(/;
const QUALIFIES = /^\s*::\s*[^<\s]/;
const MODULE = /(?<![\w.])mod\s+$/;
/** What surrounds a name that is passed to a macro, and what makes the name itself a macro call. */
const MACRO = /[\w\u0080-\uffff]!\s*[({[][^(){}[\]]*$/;
const MACRO_CALLED = /^\s*!/;
/** What surrounds a string that names a member of the value before it (`Color["red"]`). */
const ASKED = /\[\s*["']$/;
const ASKED_BEHIND = /^["']\s*\]/;
/** What separates a name from the path before it. */
const PATH = /::\s*$/;
/** How a comment begins. */
const COMMENT = /^(?:\/[/*]|#)/;
/** The number of characters examined around a place. */
const AROUND = 200;

/** A file of a ref with the places in it. */
export interface NamingFile {
  readonly path: string;
  readonly fileVersion: number;
  readonly mentions: readonly NameMention[];
}

/** One place. */
export interface NameMention {
  /** Offset in UTF-16 units; line and column of the name, from 1. */
  readonly at: number;
  readonly line: number;
  readonly column: number;
  /** What the name is qualified by, with dots or colons and without blanks; "" if nothing. */
  readonly object: string;
  /** Whether that is the path of a module or a type (`config::`) rather than a value. */
  readonly isOfPath: boolean;
  /** Whether a parenthesis follows, so that something is called. */
  readonly isCalled: boolean;
  /** Whether it cannot be a function: it qualifies another name in a path, or is a module declared there. */
  readonly isNamespace: boolean;
  /** Whether it is passed to a macro, which may use it as a macro or a type. */
  readonly isGivenToMacro: boolean;
  /** Whether it is a string that names a member of the value before it. */
  readonly isAsked: boolean;
}

/**
 * The files of a language whose code contains `name`, by path. Reads every file, so it is used once per question.
 * @param among the only files to read
 */
export function* readNameMentions(context: Context, language: string, name: string, among?: ReadonlySet<string>): Generator<NamingFile> {
  const forms = context.textForms(language) ?? C_FORMS;
  for (const { path, fileVersion, text } of readSourceTexts(context, language, among)) {
    const mentions = !text.includes(name) ? [] : findNameMentions(text, name, forms);
    if (mentions.length > 0) yield { path, fileVersion, mentions };
  }
}

/** The places in a text where a name occurs in code. */
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

/** Positions of a word in the code within a string at an offset. */
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
