/**
 * Queries about the nodes of a flat tree and their text.
 *
 * Stage: parse -> facts. Invariant: nothing here changes the tree; node 0 is the root, and as a result it means "none".
 */
import { countLines } from "../base/count_lines.ts";
import { lastAtMost, lineStarts } from "../base/lists.ts";
import { originOf } from "./embed.ts";
import { afterSubtree, ERROR_KIND, type FlatTree, type Grammar, isComment, nodeText } from "./flat_tree.ts";

/** One file's tree, its grammar and its lines. */
export class TreeReader {
  readonly #lineStarts: readonly number[];
  /** The line that was found last. */
  #lastLine = 1;
  /** Whether the parser found something that it could not read. Set by the caller. */
  hasErrors = false;

  constructor(readonly tree: FlatTree, readonly grammar: Grammar) {
    const { source } = tree;
    const length = tree.apart?.base ?? source.length;
    this.#lineStarts = lineStarts(source, length);
  }

  /** The node's kind as the grammar names it. */
  kind(node: number): string {
    return this.tree.kind[node] === ERROR_KIND ? "ERROR" : this.grammar.kinds[this.tree.kind[node]!]!;
  }
  text(node: number): string {
    return nodeText(this.tree, node);
  }
  /** Whether a node is of a kind and has the text `text`. For most nodes the length alone decides. */
  reads(node: number, kind: string, text: string): boolean {
    const { start, end, source } = this.tree;
    return end[node]! - start[node]! === text.length && this.kind(node) === kind && source.startsWith(text, start[node]!);
  }
  /** The first node from `from` on, before `until`, of which that holds; `until` if there is none. */
  nextReading(kind: string, text: string, from: number, until: number): number {
    const { start, end } = this.tree;
    const { length } = text;
    let at = from;
    while (at < until && (end[at]! - start[at]! !== length || !this.reads(at, kind, text))) at++;
    return at;
  }
  /**
   * The text between two offsets without its comments.
   * @param node a node in it whose parent begins before it
   */
  code(node: number, from: number, to: number): string {
    const { source, start, end, count, apart } = this.tree;
    const whole = source.slice(from, to);
    if (!/#|\/[/*]/.test(whole)) return whole;
    let [text, at] = ["", from];
    for (let i = node; i < count && (start[i]! < to || start[i]! >= (apart?.base ?? Infinity)); i++) {
      if (start[i]! < at || start[i]! >= to || !isComment(this.kind(i))) continue;
      const comment = source.slice(start[i]!, end[i]!);
      text += source.slice(at, start[i]!) + (comment.includes("\n") ? "\n" : " ");
      at = end[i]!;
    }
    return text + source.slice(at, Math.max(at, to));
  }
  parent(node: number): number {
    return this.tree.parent[node]!;
  }
  isNamed(node: number): boolean {
    return this.grammar.named[this.tree.kind[node]!] === 1;
  }
  firstChild(node: number): number {
    return node + 1 < this.tree.count && this.tree.parent[node + 1] === node ? node + 1 : 0;
  }
  /** The next sibling, or 0. */
  next(node: number): number {
    return this.tree.next[node]!;
  }
  /** The previous sibling, or 0. */
  previous(node: number): number {
    let before = 0;
    for (let c = this.firstChild(this.parent(node)); c !== 0 && c !== node; c = this.tree.next[c]!) before = c;
    return before;
  }
  /** All children, including tokens. */
  allChildren(node: number): number[] {
    const children: number[] = [];
    for (let c = this.firstChild(node); c !== 0; c = this.tree.next[c]!) children.push(c);
    return children;
  }
  /** The named children (no tokens, but including comments). */
  children(node: number): number[] {
    return this.childrenMarked(node, this.grammar.named);
  }
  /** The children of the kinds that `marks` marks with 1. */
  protected childrenMarked(node: number, marks: Uint8Array): number[] {
    const { kind, next } = this.tree;
    const children: number[] = [];
    for (let c = this.firstChild(node); c !== 0; c = next[c]!) if (marks[kind[c]!] === 1) children.push(c);
    return children;
  }
  /** The first child in `field`, or 0. */
  child(node: number, field: string): number {
    const id = this.grammar.fieldIds.get(field);
    if (id === undefined) return 0;
    for (let c = this.firstChild(node); c !== 0; c = this.tree.next[c]!) if (this.tree.field[c] === id) return c;
    return 0;
  }
  /** All named children in `field`. */
  childrenOf(node: number, field: string): number[] {
    const id = this.grammar.fieldIds.get(field);
    return id === undefined ? [] : this.allChildren(node).filter((c) => this.tree.field[c] === id && this.isNamed(c));
  }
  /** The first child of a kind (tokens included), or 0. */
  childOfKind(node: number, kind: string): number {
    for (let c = this.firstChild(node); c !== 0; c = this.tree.next[c]!) if (this.kind(c) === kind) return c;
    return 0;
  }
  /** The line of an offset, from 1. */
  line(offset: number): number {
    this.#find(offset);
    return this.#lastLine;
  }
  /** Makes the line of an offset the one found last. Returns the offset in the file, as it may be after its end. */
  #find(offset: number): number {
    const { apart } = this.tree;
    const at = apart === undefined || offset < apart.base ? offset : originOf(apart, offset).at;
    // Line and column of one position, and what follows it, are requested one after the other.
    const last = this.#lastLine;
    const isOfLast = this.#lineStarts[last - 1]! <= at && at < (this.#lineStarts[last] ?? Infinity);
    if (!isOfLast) this.#lastLine = lastAtMost(this.#lineStarts, at) + 1;
    return at;
  }
  /** Start and end of a node. For a node outside the file's text, those of what it stands for. */
  range(node: number): readonly [start: number, end: number] {
    const { apart } = this.tree;
    const start = this.tree.start[node]!;
    if (apart === undefined || start < apart.base) return [start, this.tree.end[node]!];
    const origin = originOf(apart, start);
    return [origin.start, origin.end];
  }
  /** The column of an offset, from 1, in UTF-16 units. */
  column(offset: number): number {
    const at = this.#find(offset);
    return at - this.#lineStarts[this.#lastLine - 1]! + 1;
  }
  /** The number of lines of the file. */
  get lines(): number {
    const { source, apart } = this.tree;
    return countLines(source, apart?.base);
  }
  /** The number after the last descendant of `node`. */
  afterSubtree(node: number): number {
    return afterSubtree(this.tree, node);
  }
  /** Whether a node without width stands for a missing token. */
  isMissing(node: number): boolean {
    return this.hasErrors && this.firstChild(node) === 0;
  }
  /** Whether `node` came from a second parse of loose tokens. */
  isGrafted(node: number): boolean {
    const { grafts } = this.tree;
    let low = 0;
    let high = grafts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (grafts[middle]! <= node) low = middle + 1;
      else high = middle;
    }
    return (low & 1) === 1;
  }
}
