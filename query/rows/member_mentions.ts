/**
 * Places in the source that name a member behind a dot and do not call it: what reads or sets something of that name.
 *
 * Stage: query. Invariant: text alone, so nothing tells whose member is meant; comments that fill their line, imports and calls are left out.
 */
import { lastAtMost, lineStarts } from "../../core/base/lists.ts";
import type { Context } from "../context.ts";
import { readSourceTexts } from "./source_texts.ts";

const MEMBER = /\.(#?[\w$\u0080-\uffff]+)/g;
/** What may stand before the dot: a name, a call, an index, a text, or nothing but blanks in a line that goes on with a chain. */
const BEFORE = /[\w$\u0080-\uffff)\]}?!"'`]$|^\s*$/;
const NO_CODE = /^\s*(?:#|\/\/|\/?\*|(?:from|import)\b)/;
/** The enclosing instance by the names that languages give it. */
const OWN = /(?<![\w$.])(?:self|this)[?!]?$/;
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
  /** Behind `self` or `this`. */
  readonly isOwn: boolean;
}

/** The files of a language with places that name one of `names`, by path. Each is read, so it is asked for a few names at most, once a question. */
export function* readMemberMentions(context: Context, language: string, names: ReadonlySet<string>): Generator<MentioningFile> {
  for (const { path, fileVersion, text } of readSourceTexts(context, language)) {
    const mentions = !mayMention(text, names) ? [] : mentionsIn(text, names);
    if (mentions.length > 0) yield { path, fileVersion, mentions };
  }
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
    if (!BEFORE.test(before) || NO_CODE.test(before) || CALLED.test(text.slice(behind, behind + AROUND))) continue;
    found.push({ name, line: line + 1, column: match.index - start + 2, isOwn: OWN.test(before) });
  }
  return found;
}
