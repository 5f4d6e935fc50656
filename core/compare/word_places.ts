/**
 * Where words occur in the code of a text, and in string literals that contain nothing but a name.
 *
 * Stage: a tree -> comparison of two refs. Pure. Invariants: words in comments or prose are not found; each place is found once;
 * independent of the language: grammars name comments and strings by these words.
 */
import { lastAtMost, lineStarts } from "../base/lists.ts";
import { afterSubtree, type FlatTree, type Grammar, isComment } from "../tree/flat_tree.ts";

/** One occurrence of a word. */
export interface WordPlace {
  readonly word: string;
  /** Offset in UTF-16 units; line and column from 1. */
  readonly at: number;
  readonly line: number;
  readonly column: number;
  /**
   * What precedes it, separated by a dot or a colon, without blanks: `app.io`, `self`, also within a literal `app.io`; "" if nothing does.
   */
  readonly object: string;
  /** Whether it is the end of a string literal (`"app.io.load"`). */
  readonly isText: boolean;
  /** The name before a literal among arguments (`io` in `patch.object(io, "load")`); "" if there is none. */
  readonly besides: string;
  /** Whether it is called. */
  readonly isCalled: boolean;
  /** If it names a part of a value that is constructed there (`shop.Box{size: 1}`, `Box(size=1)`): the name of its type; otherwise "". */
  readonly partOf: string;
}

/** A name with what it is accessed on. */
const PATH = /^(?:([\w$.:/\\-]*?[\w$])(?:\.|::|:))?([\p{L}_$][\p{L}\p{N}_$]*)$/u;
const OBJECT =
  /((?:[\p{L}_$][\p{L}\p{N}_$]*(?:\s*\(\s*\))?(?:\?|!)?(?:\.|::)\s*)*[\p{L}_$][\p{L}\p{N}_$]*|[)\]}"'`])[?!]?\s*(?:\.|::)\s*$/u;
const BESIDES = /([\p{L}_$][\p{L}\p{N}_$]*)\s*,\s*$/u;
const CALLED = /^\s*(?:::)?(?:<[\w\s,.:&'[\]]*>|\[[\w\s,.*]*\])?\s*\(/;
/** What follows the name of a keyword argument. */
const KEYWORD = /^\s*=(?![=>])/;
const QUOTE = /["'`]/;
/** The name of what is constructed, with type arguments, before its parts. */
const MADE =
  /^&?\s*(?:new\s+)?((?:[\p{L}_$][\p{L}\p{N}_$]*\s*(?:\.|::)\s*)*[\p{L}_$][\p{L}\p{N}_$]*)\s*(?:(?:::)?<[^{}()]*>|\[[^{}()]*\])?\s*[{(]/u;
/** The most nodes between the name of a part and the construction. */
const MOST_AROUND = 5;
const AROUND = 200;

/**
 * The places of `words` in a tree.
 * @param length of the file's own text: what a tree contains after it comes from other files
 */
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
    // It is unknown of what it is a part.
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

/** Start and end of a stretch. */
type Span = readonly [start: number, end: number];

/**
 * The text before an offset with comments blanked, for a sentence also ends with a dot.
 * @param comments those before it, in order
 */
export function codeBefore(source: string, at: number, comments: readonly Span[]): string {
  const from = Math.max(0, at - AROUND);
  let before = source.slice(from, at);
  for (let index = comments.length - 1; index >= 0 && comments[index]![1] > from; index--) {
    const [start, end] = comments[index]!.map((offset) => Math.max(0, offset - from)) as [number, number];
    before = before.slice(0, start) + " ".repeat(Math.min(end, before.length) - start) + before.slice(end);
  }
  return before;
}

/** What the name after `before` is accessed on, without blanks; "" if nothing. */
export function objectBefore(before: string): string {
  return (OBJECT.exec(before)?.[1] ?? "").replace(/\s+/g, "");
}

/** Whether a part of a literal is all of it: its quotes are its own or surround it. */
function isWhole(source: string, start: number, end: number): boolean {
  return QUOTE.test(source[end - 1]!) || (QUOTE.test(source[start - 1] ?? "") && QUOTE.test(source[end] ?? ""));
}

/** Whether a word names a part of what is constructed or called there, and refers to nothing in the surrounding code. */
function isKey(kind: string, around: string, before: string, behind: string): boolean {
  if (KEYWORD.test(behind)) return /[(,]\s*$/.test(before);
  if (/(?:\.|::|->)\s*$/.test(before)) return false;
  return /^\s*:(?!:)/.test(behind) ? kind !== "identifier" || around === "literal_element" : /^(?:property|field)_identifier$/.test(kind);
}

/** Lists and maps whose elements omit their type, before such an element (`[]Job{{id: 1}}`). */
const MADE_LISTS = /^&?((?:(?:map)?\[[^[\]]*\]\s*\*?)+)((?:[\p{L}_][\p{L}\p{N}_]*\.)*[\p{L}_][\p{L}\p{N}_]*)\s*\{/u;

/** The type constructed around the name of one of its parts; "" if it is not named. */
function madeAround({ source, start, end, parent }: FlatTree, node: number): string {
  let inner = node;
  let [isElement, opened] = [false, 0];
  for (let around = parent[node]!, n = 0, last = -1; around > 0 && n < MOST_AROUND * Math.max(1, opened); around = parent[around]!, n++) {
    const text = source.slice(start[around]!, Math.min(end[around]!, start[around]! + AROUND));
    if (text.startsWith("{") && start[around] !== last) {
      last = start[around]!;
      opened++;
    }
    // A part constructed inside another has a name of its own, or that of the elements of a surrounding list, or none.
    isElement ||= start[around]! < start[inner]! && /^[{([]/.test(text) && /^[{[]/.test(source[start[inner]!]!);
    const lists = opened > 1 ? MADE_LISTS.exec(text) : null;
    if (lists !== null) return lists[1]!.split("[").length === opened ? lists[2]! : "";
    const made = MADE.exec(text);
    if (made !== null && start[around]! + made[0].length <= start[node]!) return isElement ? "" : made[1]!.replace(/\s+/g, "");
    inner = around;
  }
  return "";
}

/** Whether a surrounding statement imports the word: facts cover these. */
function isImported({ parent, kind }: FlatTree, kinds: readonly string[], node: number): boolean {
  for (let around = parent[node]!; around > 0; around = parent[around]!) {
    if (/import|^use_/.test(kinds[kind[around]!] ?? "")) return true;
  }
  return false;
}
