/**
 * Where the words of a text stand in its code, and in texts that hold nothing but a name.
 *
 * Stage: a tree -> comparison of two refs. Pure. Invariants: no word of a comment or of prose is a place; each place is there once; knows no
 * language by name: grammars call comments and strings by these words.
 */
import { lastAtMost, lineStarts } from "../base/lists.ts";
import { afterSubtree, type FlatTree, type Grammar, isComment } from "../tree/flat_tree.ts";

/** One place of a word. */
export interface WordPlace {
  readonly word: string;
  /** Offset in UTF-16 units; line and column from 1. */
  readonly at: number;
  readonly line: number;
  readonly column: number;
  /** What stands before it with a dot or a colon between, without blanks: `app.io`, `self`, of a text `app.io` too; "" where nothing does. */
  readonly object: string;
  /** Whether it is the end of a text (`"app.io.load"`). */
  readonly isText: boolean;
  /** The name that stands before a text among arguments (`io` of `patch.object(io, "load")`); "" where none does. */
  readonly besides: string;
  /** Whether it is called. */
  readonly isCalled: boolean;
  /** Where it names a part of what is made there (`shop.Box{size: 1}`, `Box(size=1)`): what that is called; "" where it is no such name. */
  readonly partOf: string;
}

/** A name, with what it is taken from. */
const PATH = /^(?:([\w$.:/\\-]*?[\w$])(?:\.|::|:))?([\p{L}_$][\p{L}\p{N}_$]*)$/u;
const OBJECT =
  /((?:[\p{L}_$][\p{L}\p{N}_$]*(?:\s*\(\s*\))?(?:\?|!)?(?:\.|::)\s*)*[\p{L}_$][\p{L}\p{N}_$]*|[)\]}"'`])[?!]?\s*(?:\.|::)\s*$/u;
const BESIDES = /([\p{L}_$][\p{L}\p{N}_$]*)\s*,\s*$/u;
const CALLED = /^\s*(?:::)?(?:<[\w\s,.:&'[\]]*>|\[[\w\s,.*]*\])?\s*\(/;
/** Behind the name by which an argument is handed over. */
const KEYWORD = /^\s*=(?![=>])/;
const QUOTE = /["'`]/;
/** The name of what is made, with type arguments, before its parts. */
const MADE =
  /^&?\s*(?:new\s+)?((?:[\p{L}_$][\p{L}\p{N}_$]*\s*(?:\.|::)\s*)*[\p{L}_$][\p{L}\p{N}_$]*)\s*(?:(?:::)?<[^{}()]*>|\[[^{}()]*\])?\s*[{(]/u;
/** Nodes between the name of a part and what is made. */
const MOST_AROUND = 5;
const AROUND = 200;

/** See the head of this file. @param length of the file's own text: what a tree holds behind it is of other files */
export function findWordPlaces(tree: FlatTree, { kinds, named }: Grammar, words: ReadonlySet<string>, length: number): WordPlace[] {
  const { source, start, end, kind, parent } = tree;
  const found = new Map<number, WordPlace>();
  const lines = lineStarts(source, length);
  const comments: Span[] = [];
  for (let node = 1; node < tree.count; node++) {
    const at = start[node]!;
    const [own = "", around = ""] = [kinds[kind[node]!], kinds[kind[parent[node]!]!]];
    if (isComment(own)) comments.push([at, end[node]!]);
    if (afterSubtree(tree, node) !== node + 1 || named[kind[node]!] !== 1) continue;
    if (end[node]! > length || found.has(at) || isComment(own) || isComment(around)) continue;
    const written = source.slice(at, end[node]!);
    const isText = own.includes("string");
    if (isText && !isWhole(source, at, end[node]!)) continue;
    const text = isText ? written.replace(/^[^\s\w]*["'`]+|["'`]+$/g, "") : written;
    const [, prefix = "", word = ""] = isText ? PATH.exec(text) ?? [] : [text, "", text];
    if (!words.has(word)) continue;
    const place = at + written.lastIndexOf(word);
    const line = lastAtMost(lines, place);
    const before = codeBefore(source, at, comments);
    const behind = source.slice(end[node]!, end[node]! + AROUND);
    if (!isText && isImported(tree, kinds, node)) continue;
    const partOf = !isText && isKey(own, around, before, behind) ? madeAround(tree, node) : undefined;
    // Nothing tells of what it is a part.
    if (partOf === "") continue;
    found.set(at, {
      word,
      at: place,
      line: line + 1,
      column: place - lines[line]! + 1,
      object: isText ? prefix : partOf === undefined ? objectBefore(before) : "",
      isText,
      besides: isText ? BESIDES.exec(before.replace(/["'`]+$/, ""))?.[1] ?? "" : "",
      isCalled: !isText && partOf === undefined && CALLED.test(behind),
      partOf: partOf ?? "",
    });
  }
  return [...found.values()];
}

/** Where something begins and ends. */
type Span = readonly [start: number, end: number];

/** The text before a place, with blanks for comments: a sentence ends with a dot as well. @param comments those before it, in order */
export function codeBefore(source: string, at: number, comments: readonly Span[]): string {
  const from = Math.max(0, at - AROUND);
  let before = source.slice(from, at);
  for (let index = comments.length - 1; index >= 0 && comments[index]![1] > from; index--) {
    const [start, end] = comments[index]!.map((offset) => Math.max(0, offset - from)) as [number, number];
    before = before.slice(0, start) + " ".repeat(Math.min(end, before.length) - start) + before.slice(end);
  }
  return before;
}

/** What the name behind `before` is taken from, without blanks; "" where it stands alone. */
export function objectBefore(before: string): string {
  return (OBJECT.exec(before)?.[1] ?? "").replace(/\s+/g, "");
}

/** Whether a part of a text is all of it: its quotes are its own or stand around it. */
function isWhole(source: string, start: number, end: number): boolean {
  return QUOTE.test(source[end - 1]!) || (QUOTE.test(source[start - 1] ?? "") && QUOTE.test(source[end] ?? ""));
}

/** Whether a word names a part of what is made or called there, and means nothing of the code around. */
function isKey(kind: string, around: string, before: string, behind: string): boolean {
  if (KEYWORD.test(behind)) return /[(,]\s*$/.test(before);
  if (/(?:\.|::|->)\s*$/.test(before)) return false;
  return /^\s*:(?!:)/.test(behind) ? kind !== "identifier" || around === "literal_element" : /^(?:property|field)_identifier$/.test(kind);
}

/** Lists and maps whose elements leave out their type, before that (`[]Job{{id: 1}}`). */
const MADE_LISTS = /^&?((?:(?:map)?\[[^[\]]*\]\s*\*?)+)((?:[\p{L}_][\p{L}\p{N}_]*\.)*[\p{L}_][\p{L}\p{N}_]*)\s*\{/u;

/** What is made around the name of one of its parts; "" where that has no name of its own. */
function madeAround({ source, start, end, parent }: FlatTree, node: number): string {
  let inner = node;
  let [isElement, opened] = [false, 0];
  for (let around = parent[node]!, n = 0, last = -1; around > 0 && n < MOST_AROUND * Math.max(1, opened); around = parent[around]!, n++) {
    const text = source.slice(start[around]!, Math.min(end[around]!, start[around]! + AROUND));
    if (text.startsWith("{") && start[around] !== last) {
      last = start[around]!;
      opened++;
    }
    // A part that is made in another has a name of its own, or that of the elements of a list around it, or none.
    isElement ||= start[around]! < start[inner]! && /^[{([]/.test(text) && /^[{[]/.test(source[start[inner]!]!);
    const lists = opened > 1 ? MADE_LISTS.exec(text) : null;
    if (lists !== null) return lists[1]!.split("[").length === opened ? lists[2]! : "";
    const made = MADE.exec(text);
    if (made !== null && start[around]! + made[0].length <= start[node]!) return isElement ? "" : made[1]!.replace(/\s+/g, "");
    inner = around;
  }
  return "";
}

/** Whether a statement around brings the word from elsewhere: facts tell these. */
function isImported({ parent, kind }: FlatTree, kinds: readonly string[], node: number): boolean {
  for (let around = parent[node]!; around > 0; around = parent[around]!) {
    if (/import|^use_/.test(kinds[kind[around]!] ?? "")) return true;
  }
  return false;
}
