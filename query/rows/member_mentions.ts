/**
 * Places in the source that name a member behind a dot, or in a literal of its type: reads and writes of it, or calls of what it holds.
 *
 * Stage: query. Invariant: based on text alone, so whose member is meant remains open; comments, imports, and strings without code in them
 * are left out.
 */
import { append, lastAtMost, lineStarts } from "../../core/base/lists.ts";
import { skippedSource, type TextForms, type WrittenForms } from "../../core/rules/text_forms.ts";
import type { Context } from "../context.ts";
import { readSourceTexts } from "./source_texts.ts";

const MEMBER = /\.(#?[\w$\u0080-\uffff]+)/g;
/** What may precede the dot: a name, a call, an index, a string, or only blanks on a line that continues a chain. */
const BEFORE = /[\w$\u0080-\uffff)\]}?!"'`]$|^\s*$/;
const NO_CODE = /^\s*(?:#|\/\/|\/?\*|(?:from|import)\b)/;
/** The enclosing instance by the names that languages give it. */
const OWN = /(?<![\w$.])(?:self|this)[?!]?$/;
/** Dotted names. */
const OBJECT = /(?<![\w$.)\]\u0080-\uffff])(?:[\w$\u0080-\uffff]+[?!]?\.)*[\w$\u0080-\uffff]+[?!]?$/;
/** A call of dotted names, without another call among its arguments. */
const MADE = /(?<![\w$.)\]\u0080-\uffff])((?:[\w$\u0080-\uffff]+\.)*[\w$\u0080-\uffff]+)\([^()]*\)[?!]?$/;
/** What follows a member that is called, with or without type arguments. */
const CALLED = /^\s*(?:<[\w\s,.[\]]*>)?\(/;
/** The number of characters examined around a place, since minified code is all on one line. */
const AROUND = 200;
/** Up to this many names, a text is first searched for each name. */
const FEW = 8;

/** A file of a ref with the places in it. */
export interface MentioningFile {
  readonly path: string;
  readonly fileVersion: number;
  readonly mentions: readonly MemberMention[];
}

/** One place. */
export interface MemberMention {
  readonly name: string;
  /** Position of the name, from 1. */
  readonly line: number;
  readonly column: number;
  /** A call follows; if the member is a property, its value is called. */
  readonly isCalled: boolean;
  /** After `self` or `this`. */
  readonly isOwn: boolean;
  /** The names of the object, first to last; empty if it is more than names (`load().name`). */
  readonly object: readonly string[];
  /** The names of the callee whose result has the member (`Job(1).name`), if it is nothing but names. */
  readonly made?: readonly string[] | undefined;
  /** The names of the type whose literal contains it (`Job { id: 1 }`, `Job(id=1)`). */
  readonly type?: readonly string[];
  /** How many levels of elements the literal is below a literal of that type, which is an alias of a list or map. */
  readonly levels?: number;
  /** It is an argument's name, which a constructor may use for something else. */
  readonly isArgument?: boolean;
  /** Offset of the name, in UTF-16 units. */
  readonly at: number;
}

/**
 * The files of a language with places that name one of `names`, by path. Reads every file, so it is used at most once per question.
 * @param among the only files to read
 */
export function* readMemberMentions(
  context: Context,
  language: string,
  names: ReadonlySet<string>,
  among?: ReadonlySet<string>,
): Generator<MentioningFile> {
  const forms = context.textForms(language);
  const written = names.size === 1 ? forms?.written : undefined;
  for (const { path, fileVersion, text } of readSourceTexts(context, language, among)) {
    const mentions = !mayMention(text, names) ? [] : mentionsIn(text, names);
    if (written !== undefined) { for (const name of names) append(mentions, writtenIn(text, name, written)); }
    // Of many names, the caller only asks whether any may be read.
    const known = mentions.length === 0 || forms === undefined || names.size > FEW ? mentions : mentionsInCode(text, mentions, forms);
    if (known.length > 0) yield { path, fileVersion, mentions: known };
  }
}

/** Mentions that are in code: not in a comment, and in a string only where the language embeds code. */
function mentionsInCode(text: string, mentions: readonly MemberMention[], forms: TextForms): readonly MemberMention[] {
  const passed = [...text.matchAll(new RegExp(skippedSource(forms), "g"))];
  const starts = passed.map(({ index }) => index);
  return mentions.filter(({ at }) => {
    const around = passed[lastAtMost(starts, at)];
    const isAround = around !== undefined && around.index <= at && at < around.index + around[0].length;
    return !isAround || isFilledIn(around[0], at - around.index, forms);
  });
}

/** Whether a position in a string or comment is embedded code. */
function isFilledIn(written: string, at: number, { filled }: TextForms): boolean {
  if (filled?.text.test(written) !== true) return false;
  return written.matchAll(filled.code).some((code) => code.index <= at && at < code.index + code[0].length);
}

/** Whether a text may contain any of the members. */
function mayMention(text: string, names: ReadonlySet<string>): boolean {
  return names.size > FEW || names.values().some((name) => text.includes(`.${name}`));
}

function mentionsIn(text: string, names: ReadonlySet<string>): MemberMention[] {
  const found: MemberMention[] = [];
  let lines: readonly number[] | undefined;
  for (const match of text.matchAll(MEMBER)) {
    const name = match[1]!;
    if (!names.has(name)) continue;
    lines ??= lineStarts(text);
    const line = lastAtMost(lines, match.index);
    const start = lines[line]!;
    const before = text.slice(Math.max(start, match.index - AROUND), match.index);
    const behind = match.index + match[0].length;
    if (!BEFORE.test(before) || NO_CODE.test(before)) continue;
    found.push({
      name,
      isCalled: CALLED.test(text.slice(behind, behind + AROUND)),
      line: line + 1,
      column: match.index - start + 2,
      isOwn: OWN.test(before),
      object: namesBefore(before),
      made: MADE.exec(before)?.[1]?.split("."),
      at: match.index + 1,
    });
  }
  return found;
}

function namesBefore(before: string): string[] {
  return (OBJECT.exec(before)?.[0] ?? "").split(".").map((name) => name.replace(/[?!]$/, "")).filter((name) => name !== "");
}

/** What precedes the name of a field in a literal. */
const BEFORE_FIELD = /[{(,](?:\s|\/\/[^\n]*\n|#\[[^\]]*\]|#[^\[\n][^\n]*\n)*(?:(?:ref|mut)\s+)*$/;
/** The names of a type before a brace, with its arguments. */
const TYPE = /((?:[\w\u0080-\uffff]+(?:::|\.))*[\w\u0080-\uffff]+)(?:::)?(?:<[^<>{}]*>|\[[^\[\]{}]*\])?\s*$/;
/** The greatest distance at which the brace of a literal is searched. */
const VALUE = 4000;

/** Places where literals name a field. */
function writtenIn(text: string, name: string, { bracket, before, behind }: WrittenForms): MemberMention[] {
  const found: MemberMention[] = [];
  let lines: readonly number[] | undefined;
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) {
    const ahead = text.slice(Math.max(0, at - AROUND), at);
    if (!BEFORE_FIELD.test(ahead) || !behind.test(text.slice(at + name.length, at + name.length + AROUND))) continue;
    const type = typeWritten(text, bracketAround(text, at, bracket), before, bracket);
    if (type === undefined) continue;
    lines ??= lineStarts(text);
    const line = lastAtMost(lines, at);
    if (NO_CODE.test(text.slice(lines[line]!, at))) continue;
    const place = { line: line + 1, column: at - lines[line]! + 1, at };
    found.push({ name, ...place, isCalled: false, isOwn: false, object: [], ...type, isArgument: bracket === "(" });
  }
  return found;
}

/** What precedes the brace of an element without a type of its own (`[]Job{{id: 1}}`, `map[string]Job{"a": {id: 1}}`). */
const ELEMENT = /[{,:]\s*&?$/;
/** Lists and maps before a type. */
const CONTAINERS = /(?:(?:map)?\[[^\[\]]*\]\s*\*?)+$/;

/** The type of the literal that begins with a bracket, or of the nearest enclosing literal that states one. */
function typeWritten(
  text: string,
  start: number,
  before: RegExp,
  bracket: string,
): Required<Pick<MemberMention, "type" | "levels">> | undefined {
  let at = start;
  for (let levels = 0; at >= 0 && levels <= LEVELS; levels++) {
    const head = text.slice(Math.max(0, at - AROUND), at);
    const type = TYPE.exec(head);
    if (type !== null) {
      const ahead = head.slice(0, type.index);
      const containers = CONTAINERS.exec(ahead)?.[0] ?? "";
      const written = (containers.match(/\[/g) ?? []).length;
      if (before.test(ahead.slice(0, ahead.length - containers.length)) || written > levels) return undefined;
      return { type: type[1]!.split(/::|\./), levels: levels - written };
    }
    if (bracket !== "{" || !ELEMENT.test(head)) return undefined;
    at = bracketAround(text, at, bracket);
  }
  return undefined;
}
/** The deepest nesting of literals without a type. */
const LEVELS = 3;

/** The enclosing bracket of a kind; -1 if none is near, or another kind is nearer. */
function bracketAround(text: string, at: number, bracket: string): number {
  let depth = 0;
  for (let i = at - 1; i >= 0 && i > at - VALUE; i--) {
    const sign = text[i]!;
    if (sign === "}" || sign === ")" || sign === "]") depth++;
    else if ((sign === "{" || sign === "(" || sign === "[") && --depth < 0) return sign === bracket ? i : -1;
  }
  return -1;
}
