/**
 * Puts the tree of a second parse into the first: code inside nodes that the grammar leaves as loose tokens (a macro's arguments).
 *
 * Stage: parse. The language lays such code out as one text (`EmbeddedCode`), the parser reads it like a file, and what it finds takes
 * the place of the loose tokens. All that follows sees one tree. Invariants: offsets are those of the file; tokens of the text that do
 * not stand in the file are left out or have no width; what did not parse a second time is loose tokens again, not a problem of the file.
 */
import { afterSubtree, ERROR_KIND, type FlatTree, reserve } from "./flat_tree.ts";
import type { MacroNotes } from "./given_macros.ts";

/** What a language wants to have parsed once more. */
export interface EmbeddedCode {
  readonly text: string;
  /** Parts of `text` that stand in the file: start in `text`, end in `text`, start in the file; ascending in `text`. */
  readonly pieces: readonly number[];
  /**
   * Where nodes of the second tree go: start in the file of a node of kind `holder`, then from and to in `text`; ascending and disjoint
   * in `text`. All outermost nodes between from and to become the children of the holder. The holder may itself stand in another region.
   */
  readonly regions: readonly number[];
  /** Kind of the nodes whose children are replaced. */
  readonly holder: number;
  /**
   * Parts of `text` that are no part of the file as a whole (the expansion of a macro): from, to, then start, end and place in the file
   * of what stands for them. Such a part keeps its own text, behind the file's; only its pieces have places of their own.
   */
  readonly apart?: readonly number[];
  /** What the file says of macros that other files may call, or declare. */
  readonly macros?: MacroNotes;
}

/** Offsets behind the end of a file, and what they stand for in it. Plain, as trees cross threads. */
export interface Apart {
  /** The first such offset: the length of the file. */
  readonly base: number;
  /** As in `EmbeddedCode`. */
  readonly pieces: readonly number[];
  readonly apart: readonly number[];
}

/** What stands for an offset behind the end of a file: its own place in the file, and the range of the whole that it belongs to. */
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

/** Maps offsets of the embedded text to offsets of the file. */
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

/** Text that stands in the file as it is. By itself, for an engine gives a loop up again that is compiled within another and short. */
function mapStretch({ starts, ends }: Offsets, from: number, to: number, shift: number): void {
  for (let at = from; at < to; at++) {
    starts[at] = at + shift;
    ends[at + 1] = at + 1 + shift;
  }
}

/** Per region the outermost nodes of `tree` within it, as pairs (node, number after its subtree). */
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
 * `text` without the regions that did not parse and took others along: blanks in their place. Undefined where there are none. Of regions next
 * to each other the first is left out alone, for those behind it may be fine without it.
 * @param tree what `text` was read as
 * @param isLast whether those go too that may have been taken along
 */
export function withoutSpoiling(tree: FlatTree, regions: readonly number[], text: string, isLast: boolean): string | undefined {
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
    // An error that ends within its region is no other's.
    if (next === undefined || next >= end || regions[region + 1]! < copied) continue;
    parts.push(text.slice(copied, regions[region + 1]!), " ".repeat(regions[region + 2]! - regions[region + 1]!));
    copied = regions[region + 2]!;
    spoilt = regionEnd(regions, region, end);
  }
  return copied === 0 ? undefined : parts.join("") + text.slice(copied);
}

/** The end of the region that `at` lies in, from `region` on. */
function regionEnd(regions: readonly number[], region: number, at: number): number {
  while (region < regions.length && regions[region + 2]! < at) region += 3;
  return regions[region + 2] ?? at;
}

/** Nodes still to be copied under one parent: pairs (node, number after its subtree) of one of the two trees. */
interface Copying {
  readonly ranges: readonly number[];
  range: number;
  node: number;
  readonly parent: number;
  readonly second: boolean;
}

/**
 * Copies `first` into `into`, with what the regions of `code` became in `second` in place of their holders' children.
 * `into.grafts` names the ranges of nodes that came from the second tree.
 */
export function graft(first: FlatTree, second: FlatTree, code: EmbeddedCode, into: FlatTree): void {
  const offsets = mapOffsets(code, first.source.length);
  const found = findRegions(second, code.regions);
  const regionAt = new Map<number, number>();
  for (let i = 0; i < found.length; i++) if (found[i]!.length > 0) regionAt.set(code.regions[i * 3]!, i);
  reserve(into, first.count + second.count);
  const lastChild = new Int32Array(first.count + second.count).fill(-1);
  const places: [Int32Array, Int32Array] = [new Int32Array(first.count), new Int32Array(second.count)];
  const grafts: number[] = [];
  let count = 0;
  let depth = 0;
  const stack: Copying[] = [{ ranges: [0, first.count], range: 0, node: 0, parent: -1, second: false }];
  while (stack.length > 0) {
    const top = stack[stack.length - 1]!;
    if (top.node >= top.ranges[top.range + 1]!) {
      top.range += 2;
      if (top.range < top.ranges.length) top.node = top.ranges[top.range]!;
      else {
        stack.pop();
        if (top.second && --depth === 0) grafts.push(count);
      }
      continue;
    }
    const tree = top.second ? second : first;
    const place = places[top.second ? 1 : 0];
    const node = top.node++;
    let start = tree.start[node]!;
    let end = tree.end[node]!;
    let kind = tree.kind[node]!;
    const outermost = node === top.ranges[top.range]!;
    if (top.second) {
      start = offsets.starts[start]!;
      end = Math.max(start, offsets.ends[end]!);
      if (kind === ERROR_KIND) kind = code.holder;
      // A token that only the text holds is left out; nothing asks for it.
      if (start === end && (node + 1 === tree.count || tree.parent[node + 1] !== node)) continue;
    }
    const copy = count++;
    place[node] = copy;
    const parent = outermost ? top.parent : place[tree.parent[node]!]!;
    into.kind[copy] = kind;
    into.field[copy] = outermost && top.second ? 0 : tree.field[node]!;
    into.start[copy] = start;
    into.end[copy] = end;
    into.parent[copy] = parent;
    into.next[copy] = 0;
    if (parent >= 0) {
      if (lastChild[parent] !== -1) into.next[lastChild[parent]!] = copy;
      lastChild[parent] = copy;
    }
    if (kind !== code.holder) continue;
    const region = regionAt.get(start);
    if (region === undefined) continue;
    regionAt.delete(start);
    top.node = afterSubtree(tree, node);
    const ranges = found[region]!;
    stack.push({ ranges, range: 0, node: ranges[0]!, parent: copy, second: true });
    if (depth++ === 0) grafts.push(count);
  }
  into.count = count;
  const { apart = [], pieces } = code;
  into.apart = apart.length === 0 ? undefined : { base: first.source.length, pieces, apart };
  into.source = into.apart === undefined ? first.source : first.source + code.text;
  into.grafts = grafts;
}
