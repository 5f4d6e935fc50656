/**
 * Places in the source that name a member behind a dot, or in a value that is written out by its type: what reads or sets something of that name, or calls
 * what that holds.
 *
 * Stage: query. Invariant: text alone, so nothing tells whose member is meant; comments, texts without code in them and imports are left out.
 */
import { append, lastAtMost, lineStarts } from "../../core/base/lists.ts";
import { skippedSource, type TextForms, type WrittenForms } from "../../core/rules/text_forms.ts";
import type { Context } from "../context.ts";
import { readSourceTexts } from "./source_texts.ts";

const MEMBER = /\.(#?[\w$\u0080-\uffff]+)/g;
/** What may stand before the dot: a name, a call, an index, a text, or nothing but blanks in a line that goes on with a chain. */
const BEFORE = /[\w$\u0080-\uffff)\]}?!"'`]$|^\s*$/;
const NO_CODE = /^\s*(?:#|\/\/|\/?\*|(?:from|import)\b)/;
/** The enclosing instance by the names that languages give it. */
const OWN = /(?<![\w$.])(?:self|this)[?!]?$/;
/** Names with dots between. */
const OBJECT = /(?<![\w$.)\]\u0080-\uffff])(?:[\w$\u0080-\uffff]+[?!]?\.)*[\w$\u0080-\uffff]+[?!]?$/;
/** A call of names with dots between, without a further one among what it is handed. */
const MADE = /(?<![\w$.)\]\u0080-\uffff])((?:[\w$\u0080-\uffff]+\.)*[\w$\u0080-\uffff]+)\([^()]*\)[?!]?$/;
/** What makes a place a call of the member, with type arguments or without. */
const CALLED = /^\s*(?:<[\w\s,.[\]]*>)?\(/;
/** So much text is looked at around a place, for minified code has all in one line. */
const AROUND = 200;
/** Names that are looked for one by one before a text is gone through. */
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
  /** From 1, those of the name. */
  readonly line: number;
  readonly column: number;
  /** A call follows: of a property that is one of what it gives. */
  readonly isCalled: boolean;
  /** Behind `self` or `this`. */
  readonly isOwn: boolean;
  /** The names that it is taken from, first to last; none where that is more than names (`load().name`). */
  readonly object: readonly string[];
  /** The names of what is called there, whose result has the member (`Job(1).name`), where they are nothing more. */
  readonly made?: readonly string[] | undefined;
  /** The names of the type that it is written behind (`Job { id: 1 }`, `Job(id=1)`). */
  readonly type?: readonly string[];
  /** The value is an element, so deep, of one of that type, which has a name of its own for a list. */
  readonly levels?: number;
  /** It is the name of an argument, which a constructor of its own may take for something else. */
  readonly isArgument?: boolean;
  /** Offset of the name, in UTF-16 units. */
  readonly at: number;
}

/**
 * The files of a language with places that name one of `names`, by path. Each is read, so it is asked for a few names at most, once a question.
 * @param among these files alone
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
    // Of many names it is only asked whether somebody may read them.
    const told = mentions.length === 0 || forms === undefined || names.size > FEW ? mentions : mentionsInCode(text, mentions, forms);
    if (told.length > 0) yield { path, fileVersion, mentions: told };
  }
}

/** Those of the mentions that stand in no comment, and in no text but where the language reads code in it. */
function mentionsInCode(text: string, mentions: readonly MemberMention[], forms: TextForms): readonly MemberMention[] {
  const passed = [...text.matchAll(new RegExp(skippedSource(forms), "g"))];
  const starts = passed.map(({ index }) => index);
  return mentions.filter(({ at }) => {
    const around = passed[lastAtMost(starts, at)];
    const isAround = around !== undefined && around.index <= at && at < around.index + around[0].length;
    return !isAround || isFilledIn(around[0], at - around.index, forms);
  });
}

/** Whether a place of a text or a comment is code that is filled in. */
function isFilledIn(written: string, at: number, { filled }: TextForms): boolean {
  if (filled?.text.test(written) !== true) return false;
  return written.matchAll(filled.code).some((code) => code.index <= at && at < code.index + code[0].length);
}

/** Whether it is worth looking at each member in a text. */
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

/** What stands before the name of a field of a value that is written out. */
const BEFORE_FIELD = /[{(,](?:\s|\/\/[^\n]*\n|#\[[^\]]*\]|#[^\[\n][^\n]*\n)*(?:(?:ref|mut)\s+)*$/;
/** The names of a type before a brace, with its arguments. */
const TYPE = /((?:[\w\u0080-\uffff]+(?:::|\.))*[\w\u0080-\uffff]+)(?:::)?(?:<[^<>{}]*>|\[[^\[\]{}]*\])?\s*$/;
/** So far back the brace of such a value is looked for. */
const VALUE = 4000;

/** Where values that are written out name a field of that name. */
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

/** What a value is an element of that leaves its type to what is around it (`[]Job{{id: 1}}`, `map[string]Job{"a": {id: 1}}`): before its brace. */
const ELEMENT = /[{,:]\s*&?$/;
/** Lists and maps before a type, at the end of what stands before that. */
const CONTAINERS = /(?:(?:map)?\[[^\[\]]*\]\s*\*?)+$/;

/** The type behind which a value is written out that begins with a bracket, or that of the values around it which leave theirs out. */
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
/** So deep such values lie in each other. */
const LEVELS = 3;

/** The bracket of that kind in which a place stands, -1 where none is near or another is nearer. */
function bracketAround(text: string, at: number, bracket: string): number {
  let depth = 0;
  for (let i = at - 1; i >= 0 && i > at - VALUE; i--) {
    const sign = text[i]!;
    if (sign === "}" || sign === ")" || sign === "]") depth++;
    else if ((sign === "{" || sign === "(" || sign === "[") && --depth < 0) return sign === bracket ? i : -1;
  }
  return -1;
}
