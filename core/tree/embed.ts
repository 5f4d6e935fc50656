/**
 * Grafts the tree of a second parse onto the first: code inside nodes that the grammar leaves as loose tokens (a macro's arguments).
 *
 * Stage: parse. The language lays out such code as one text (`EmbeddedCode`), the parser reads it like a file, and the result replaces the
 * loose tokens. Everything that follows sees one tree. Invariants: offsets are those of the file; tokens of the text that do not occur in
 * the file are left out or have no width; what did not parse the second time remains loose tokens and is not reported as a problem of the
 * file.
 */
import { afterSubtree, ERROR_KIND, type FlatTree, reserve } from "./flat_tree.ts";
import type { MacroNotes } from "./given_macros.ts";

/** Code that a language wants to have parsed again. */
export interface EmbeddedCode {
  readonly text: string;
  /** Parts of `text` that occur in the file: start in `text`, end in `text`, start in the file; ascending in `text`. */
  readonly pieces: readonly number[];
  /**
   * Where nodes of the second tree go: start in the file of a node of kind `holder`, then from and to in `text`; ascending and disjoint in
   * `text`. All outermost nodes between from and to become the children of the holder. The holder may itself be in another region.
   */
  readonly regions: readonly number[];
  /** The kind of the nodes whose children are replaced. */
  readonly holder: number;
  /**
   * Parts of `text` that do not belong to the file as a whole (the expansion of a macro): from, to, then the start, end and position in the
   * file of what they stand for. Such a part keeps its own text, after that of the file; only its pieces have positions of their own.
   */
  readonly apart?: readonly number[];
  /** What the file says about macros that it declares, or that it calls and other files may declare. */
  readonly macros?: MacroNotes;
}

/** Offsets after the end of a file, and what they stand for in it. Plain data, as trees cross threads. */
export interface Apart {
  /** The first such offset: the length of the file. */
  readonly base: number;
  /** As in `EmbeddedCode`. */
  readonly pieces: readonly number[];
  readonly apart: readonly number[];
}

/** What an offset after the end of a file stands for: its own position in the file, and the range of the whole that it belongs to. */
export function originOf(
  { base, pieces, apart }: Apart,
  offset: number,
): { readonly at: number; readonly start: number; readonly end: number } {
  const at = offset - base;
  let i = 0;
  while (i + 5 < apart.length && apart[i + 1]! < at) i += 5;
  let low = 0;
  let high = pieces.length / 3;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (pieces[middle * 3 + 1]! <= at) low = middle + 1;
    else high = middle;
  }
  const from = pieces[low * 3] ?? Infinity;
  return { at: from <= at ? pieces[low * 3 + 2]! + at - from : apart[i + 4]!, start: apart[i + 2]!, end: apart[i + 3]! };
}

/** Maps offsets in the embedded text to offsets in the file. */
interface Offsets {
  readonly starts: Int32Array;
  readonly ends: Int32Array;
}

function mapOffsets(code: EmbeddedCode, base: number): Offsets {
  const { pieces } = code;
  const length = code.text.length;
  const offsets = { starts: new Int32Array(length + 1), ends: new Int32Array(length + 1) };
  const { starts, ends } = offsets;
  let at = 0;
  let before = 0;
  for (let i = 0; i < pieces.length; i += 3) {
    const from = pieces[i]!;
    const to = pieces[i + 1]!;
    const shift = pieces[i + 2]! - from;
    starts.fill(from + shift, at, from);
    ends.fill(before, at + 1, from + 1);
    mapStretch(offsets, from, to, shift);
    before = to + shift;
    at = to;
  }
  starts.fill(before, at);
  ends.fill(before, at + 1);
  const apart = code.apart ?? [];
  for (let i = 0; i < apart.length; i += 5) mapStretch(offsets, apart[i]!, apart[i + 1]!, base);
  return offsets;
}

/**
 * Maps text that occurs in the file unchanged. A function of its own, because the engine deoptimizes a short loop that is compiled within
 * another.
 */
function mapStretch({ starts, ends }: Offsets, from: number, to: number, shift: number): void {
  for (let at = from; at < to; at++) {
    starts[at] = at + shift;
    ends[at + 1] = at + 1 + shift;
  }
}

/** For each region the outermost nodes of `tree` within it, as pairs (node, number after its subtree). */
function findRegions(tree: FlatTree, regions: readonly number[]): number[][] {
  const found: number[][] = [];
  for (let i = 0; i < regions.length; i += 3) found.push([]);
  let region = 0;
  for (let node = 1; node < tree.count;) {
    const start = tree.start[node]!;
    while (region < found.length && regions[region * 3 + 2]! <= start) region++;
    if (region === found.length) break;
    if (start >= regions[region * 3 + 1]! && tree.end[node]! <= regions[region * 3 + 2]!) {
      const after = afterSubtree(tree, node);
      found[region]!.push(node, after);
      node = after;
    } else node++;
  }
  return found;
}

/**
 * `text` with those regions blanked that did not parse and spoiled others; undefined if there are none. Of adjacent regions only the first
 * is left out, for those after it may be fine without it.
 * @param tree the result of parsing `text`
 * @param isLast whether regions that may only have been spoiled by others are blanked too
 */
export function withoutSpoiling(tree: FlatTree, regions: readonly number[], text: string, isLast: boolean): string | undefined {
  if (tree.kind[0] === ERROR_KIND) return withoutBroken(tree, regions, text, isLast);
  const parts: string[] = [];
  let copied = 0;
  let region = 0;
  let spoilt = 0;
  for (let node = 1; node < tree.count; node++) {
    if (tree.kind[node] !== ERROR_KIND) continue;
    const [start, end] = [tree.start[node]!, tree.end[node]!];
    while (region < regions.length && regions[region + 2]! <= start) region += 3;
    if (start < spoilt && !isLast) {
      spoilt = Math.max(spoilt, regionEnd(regions, region, end));
      continue;
    }
    const next = regions[region + 4];
    // An error that ends within its region spoils no other.
    if (next === undefined || next >= end || regions[region + 1]! < copied) continue;
    parts.push(text.slice(copied, regions[region + 1]!), " ".repeat(regions[region + 2]! - regions[region + 1]!));
    copied = regions[region + 2]!;
    spoilt = regionEnd(regions, region, end);
  }
  return copied === 0 ? undefined : parts.join("") + text.slice(copied);
}

/**
 * If no part of `text` parsed as a whole: `text` without the first region that contains an error, or with `areAll` without all of them;
 * undefined if they cannot be determined.
 */
function withoutBroken(tree: FlatTree, regions: readonly number[], text: string, areAll: boolean): string | undefined {
  const parts: string[] = [];
  let copied = 0;
  let region = 0;
  for (let node = 1; node < tree.count && (areAll || copied === 0); node++) {
    if (tree.kind[node] !== ERROR_KIND) continue;
    const start = tree.start[node]!;
    while (region < regions.length && regions[region + 2]! <= start) region += 3;
    const [from, to] = [regions[region + 1] ?? Infinity, regions[region + 2]!];
    if (from > start || from < copied) continue;
    parts.push(text.slice(copied, from), " ".repeat(to - from));
    copied = to;
  }
  return copied === 0 || !hasLooseBrackets(tree, text, areAll ? 0 : copied) ? undefined : parts.join("") + text.slice(copied);
}

/** Whether there are brackets after `from` that belong to no node. */
function hasLooseBrackets(tree: FlatTree, text: string, from: number): boolean {
  for (let node = 1; node < tree.count; node++) {
    const start = tree.start[node]!;
    if (tree.parent[node] === 0 && start >= from && tree.end[node] === start + 1 && (text[start] === "{" || text[start] === "(")) {
      return true;
    }
  }
  return false;
}

/** The end of the region that contains `at`, searching from `region` on. */
function regionEnd(regions: readonly number[], region: number, at: number): number {
  while (region < regions.length && regions[region + 2]! < at) region += 3;
  return regions[region + 2] ?? at;
}

/** Nodes still to be copied under one parent: `ranges` are pairs (node, number after its subtree) of one of the two trees. */
interface Copying {
  readonly ranges: readonly number[];
  readonly parent: number;
  readonly second: boolean;
  /** The current range, as an index in `ranges`, and the next node in it. */
  range: number;
  node: number;
}

function copyingOf(ranges: readonly number[], parent: number, second: boolean): Copying {
  return { ranges, parent, second, range: 0, node: ranges[0]! };
}

/**
 * Copies `first` into `into`, with the contents of `code`'s regions in `second` in place of their holders' children. `into.grafts` lists
 * the ranges of nodes that came from the second tree.
 */
export function graft(first: FlatTree, second: FlatTree, code: EmbeddedCode, into: FlatTree): void {
  reserve(into, first.count + second.count);
  new Grafting(first, second, code, into).run();
  const { apart = [], pieces } = code;
  into.apart = apart.length === 0 ? undefined : { base: first.source.length, pieces, apart };
  into.source = into.apart === undefined ? first.source : first.source + code.text;
}

class Grafting {
  readonly #offsets: Offsets;
  readonly #found: readonly (readonly number[])[];
  readonly #regionAt = new Map<number, number>();
  /** By copy: its last child so far. */
  readonly #lastChild: Int32Array;
  /** By node of either tree: its copy. */
  readonly #places: readonly [Int32Array, Int32Array];
  readonly #grafts: number[] = [];
  #count = 0;
  /** The depth of nested regions being copied. */
  #depth = 0;

  constructor(readonly first: FlatTree, readonly second: FlatTree, readonly code: EmbeddedCode, readonly into: FlatTree) {
    this.#offsets = mapOffsets(code, first.source.length);
    this.#found = findRegions(second, code.regions);
    for (const [i, ranges] of this.#found.entries()) if (ranges.length > 0) this.#regionAt.set(code.regions[i * 3]!, i);
    this.#lastChild = new Int32Array(first.count + second.count).fill(-1);
    this.#places = [new Int32Array(first.count), new Int32Array(second.count)];
  }

  run(): void {
    const stack = [copyingOf([0, this.first.count], -1, false)];
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const inner = this.#copyUntilRegion(top);
      if (inner !== undefined) {
        if (this.#depth++ === 0) this.#grafts.push(this.#count);
        stack.push(inner);
      } else {
        stack.pop();
        if (top.second && --this.#depth === 0) this.#grafts.push(this.#count);
      }
    }
    this.into.count = this.#count;
    this.into.grafts = this.#grafts;
  }

  /** Copies nodes until one contains a region, which is returned; undefined if no nodes are left. */
  #copyUntilRegion(top: Copying): Copying | undefined {
    const { ranges } = top;
    for (; top.range < ranges.length; top.range += 2, top.node = ranges[top.range]!) {
      const inner = this.#copyRange(top, ranges[top.range]!, ranges[top.range + 1]!);
      if (inner !== undefined) return inner;
    }
    return undefined;
  }
  /** The same within the current range, from `first` to before `after`. */
  #copyRange(top: Copying, first: number, after: number): Copying | undefined {
    const { code, into } = this;
    const { starts, ends } = this.#offsets;
    const { second } = top;
    const tree = second ? this.second : this.first;
    const place = this.#places[second ? 1 : 0];
    const lastChild = this.#lastChild;
    for (let node = top.node; node < after; node++) {
      const outermost = node === first;
      let start = tree.start[node]!;
      let end = tree.end[node]!;
      let kind = tree.kind[node]!;
      if (second) {
        start = starts[start]!;
        end = Math.max(start, ends[end]!);
        if (kind === ERROR_KIND) kind = code.holder;
        // A token that occurs only in the text is left out; nothing asks for it.
        if (start === end && (node + 1 === tree.count || tree.parent[node + 1] !== node)) continue;
      }
      const copy = this.#count++;
      place[node] = copy;
      const parent = outermost ? top.parent : place[tree.parent[node]!]!;
      into.kind[copy] = kind;
      into.field[copy] = outermost && second ? 0 : tree.field[node]!;
      into.start[copy] = start;
      into.end[copy] = end;
      into.parent[copy] = parent;
      into.next[copy] = 0;
      if (parent >= 0) {
        if (lastChild[parent] !== -1) into.next[lastChild[parent]!] = copy;
        lastChild[parent] = copy;
      }
      if (kind !== code.holder) continue;
      const region = this.#regionAt.get(start);
      if (region === undefined) continue;
      this.#regionAt.delete(start);
      top.node = afterSubtree(tree, node);
      return copyingOf(this.#found[region]!, copy, true);
    }
    return undefined;
  }
}
