/**
 * A syntax tree as columns of numbers, in pre-order: the output of the parser.
 *
 * Stage: parse. Every question to a tree-sitter node costs a call into WebAssembly; the tree is copied once, and everything after that is
 * plain array access. The copy is read from the parser's memory (`tree_memory.ts`), after the first tree of a grammar was found equal to
 * what the parser's cursor returns. Invariant: a node's number is smaller than those of its descendants, `start` never decreases, node 0 is
 * the root.
 */
import type { Tree, TreeCursor } from "web-tree-sitter";
import type { Offsets } from "../parse/parser_text.ts";
import { copyTree, countNodes, type ParserMemory, type ProductionTables } from "./tree_memory.ts";

import type { Apart } from "./embed.ts";

/** The names of a grammar's node kinds and fields, by their numbers. */
export interface Grammar {
  readonly kinds: readonly string[];
  readonly named: Uint8Array;
  /** Those that are named and no comments. */
  readonly code: Uint8Array;
  readonly fields: readonly string[];
  readonly kindIds: ReadonlyMap<string, readonly number[]>;
  readonly fieldIds: ReadonlyMap<string, number>;
}

/**
 * Columns with one entry for each node. Offsets are UTF-16 units. `next` is the next sibling or 0. Valid until the next tree is flattened.
 */
export interface FlatTree {
  count: number;
  kind: Uint16Array;
  field: Uint16Array;
  start: Int32Array;
  end: Int32Array;
  parent: Int32Array;
  next: Int32Array;
  source: string;
  /** Ranges of nodes (first, after the last) that a second parse found in loose tokens; ascending. See `embed.ts`. */
  grafts: readonly number[];
  /** Set if `source` continues after the file with text outside of it: the offsets from there on, and what they stand for. */
  apart: Apart | undefined;
}

/** The kind that tree-sitter gives to a region that did not parse. */
export const ERROR_KIND = 65535;

/** Whether nodes of a kind are comments. */
export function isComment(kind: string | undefined): boolean {
  return kind === "comment" || kind?.endsWith("_comment") === true;
}

/** A column by kind: 1 for the kinds with these names. Code that looks at every node of a tree indexes it instead of using a set. */
export function marksOf(grammar: Grammar, ...names: string[]): Uint8Array {
  const marks = new Uint8Array(grammar.kinds.length);
  for (const name of names) for (const kind of grammar.kindIds.get(name) ?? []) marks[kind] = 1;
  return marks;
}

/** The text of a node. */
export function nodeText({ source, start, end }: FlatTree, node: number): string {
  return source.slice(start[node]!, end[node]!);
}

/** The number after the last descendant of `node`. */
export function afterSubtree(tree: FlatTree, node: number): number {
  while (node > 0 && tree.next[node] === 0) node = tree.parent[node]!;
  return node <= 0 ? tree.count : tree.next[node]!;
}

/** The columns of a tree. */
export type TreeColumns = Pick<FlatTree, "kind" | "field" | "start" | "end" | "parent" | "next">;

/** The number of nodes that a tree initially has room for. */
const FIRST_SIZE = 1 << 14;

/** A flat tree with more nodes than this is released after its file, so that one huge file does not hold memory for the rest. */
export const KEPT_NODES = 1 << 21;

const NO_COLUMNS = makeColumns(0);

/**
 * An empty tree whose columns `flatten` fills and grows, or a tree of existing columns. Every tree is made here, so that all of them have
 * the same hidden class.
 */
export function makeFlatTree(columns: TreeColumns = makeColumns(FIRST_SIZE)): FlatTree {
  const flat: FlatTree = { count: 0, ...NO_COLUMNS, source: "", grafts: [], apart: undefined };
  setColumns(flat, columns);
  return flat;
}

function setColumns(flat: FlatTree, { kind, field, start, end, parent, next }: TreeColumns): void {
  flat.kind = kind;
  flat.field = field;
  flat.start = start;
  flat.end = end;
  flat.parent = parent;
  flat.next = next;
}

function makeColumns(size: number): TreeColumns {
  return {
    kind: new Uint16Array(size),
    field: new Uint16Array(size),
    start: new Int32Array(size),
    end: new Int32Array(size),
    parent: new Int32Array(size),
    next: new Int32Array(size),
  };
}

/** Makes room for `size` nodes, discarding the present ones. A large tree gets no more than that: the room is released after it. */
export function reserve(flat: FlatTree, size: number): void {
  if (size > flat.kind.length) setColumns(flat, makeColumns(size > KEPT_NODES ? size : 1 << (32 - Math.clz32(size))));
}

/** Makes room for `size` nodes, keeping the present ones. */
export function makeRoom(flat: FlatTree, size: number): void {
  while (size > flat.kind.length) grow(flat);
}

/** Swaps the contents of two trees. */
export function exchange(one: FlatTree, other: FlatTree): void {
  const before = { ...one };
  Object.assign(one, other);
  Object.assign(other, before);
}

function grow(flat: FlatTree): void {
  const columns = makeColumns(2 * flat.kind.length);
  for (const name in columns) columns[name as keyof TreeColumns].set(flat[name as keyof TreeColumns]);
  setColumns(flat, columns);
}

/**
 * The parser's own cursor functions, as its WebAssembly exports them. They read and move the cursor in the parser's transfer buffer; the
 * library's `TreeCursor` copies that cursor in and out, word by word, around every question, which costs five times as much as the
 * question.
 */
export interface RawCursor {
  _ts_init(): number;
  _ts_tree_cursor_current_node_type_id_wasm(tree: number): number;
  _ts_tree_cursor_current_field_id_wasm(tree: number): number;
  _ts_tree_cursor_start_index_wasm(tree: number): number;
  _ts_tree_cursor_end_index_wasm(tree: number): number;
  _ts_tree_cursor_goto_first_child_wasm(tree: number): number;
  _ts_tree_cursor_goto_next_sibling_wasm(tree: number): number;
  _ts_tree_cursor_goto_parent_wasm(tree: number): number;
  getValue(address: number, type: "i32"): number;
}

/** How the trees of one grammar are read in one thread. */
export interface TreeSource {
  /** The runtime that parses. */
  readonly runtime: RawCursor & ParserMemory;
  readonly productions: ProductionTables;
  /** Whether the tree in memory equals what the cursor returns; undefined: not compared yet. */
  agrees: boolean | undefined;
}

/**
 * Copies `tree` into `flat`. The caller frees the tree.
 * @param offsets the unit of its offsets: a cursor supports only UTF-16
 */
export function flatten(tree: Tree, source: string, flat: FlatTree, from: TreeSource, offsets: Offsets): void {
  const address = (tree as unknown as Record<number, number>)[0]!;
  flat.source = source;
  flat.grafts = [];
  flat.apart = undefined;
  if (from.agrees !== false) {
    reserve(flat, Math.min(countNodes(from.runtime, address), source.length));
    flat.count = copyTree(from.runtime, address, offsets, from.productions, flat, grow);
    from.agrees ??= isSameTree(flat, walk(tree, address, makeFlatTree(), from.runtime));
  }
  if (!from.agrees) walk(tree, address, flat, from.runtime);
}

function isSameTree(one: FlatTree, other: FlatTree): boolean {
  if (one.count !== other.count) return false;
  const columns = ["kind", "field", "start", "end", "parent", "next"] as const;
  return columns.every((column) => {
    for (let node = 0; node < one.count; node++) if (one[column][node] !== other[column][node]) return false;
    return true;
  });
}

/** Words of a cursor in the transfer buffer. */
const CURSOR_WORDS = 4;

/** Copies a tree by asking the parser's cursor about each node. */
function walk(tree: Tree, address: number, flat: FlatTree, raw: RawCursor): FlatTree {
  const cursor: TreeCursor = tree.walk();
  flat.count = copyNodes(flat, raw, address);
  // The walk has moved and grown the cursor without the library: its words must be restored before it is freed.
  const buffer = raw._ts_init();
  const words = cursor as unknown as Record<number, number>;
  for (let word = 0; word < CURSOR_WORDS; word++) words[word] = raw.getValue(buffer + 4 * word, "i32");
  cursor.delete();
  return flat;
}

function copyNodes(flat: FlatTree, raw: RawCursor, tree: number): number {
  let count = 0;
  let parent = -1;
  while (true) {
    if (count === flat.kind.length) grow(flat);
    const node = count++;
    flat.kind[node] = raw._ts_tree_cursor_current_node_type_id_wasm(tree);
    flat.field[node] = raw._ts_tree_cursor_current_field_id_wasm(tree);
    flat.start[node] = raw._ts_tree_cursor_start_index_wasm(tree);
    flat.end[node] = raw._ts_tree_cursor_end_index_wasm(tree);
    flat.parent[node] = parent;
    flat.next[node] = 0;
    if (raw._ts_tree_cursor_goto_first_child_wasm(tree) === 1) {
      parent = node;
      continue;
    }
    let last = node;
    while (raw._ts_tree_cursor_goto_next_sibling_wasm(tree) !== 1) {
      if (parent === -1 || raw._ts_tree_cursor_goto_parent_wasm(tree) !== 1) return count;
      last = parent;
      parent = flat.parent[parent]!;
    }
    flat.next[last] = count;
  }
}
