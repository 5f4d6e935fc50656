/**
 * A syntax tree as columns of numbers, in pre-order: what leaves the parser.
 *
 * Stage: parse. A tree-sitter node costs a call into WebAssembly for every question; one cursor walk copies the tree out, and all
 * that follows is plain array access. Invariant: a node's number is smaller than its descendants', `start` never falls, node 0 is the root.
 */
import type { Tree, TreeCursor } from "web-tree-sitter";

/** Names of a grammar's node kinds and fields, by their numbers. */
export interface Grammar {
  readonly kinds: readonly string[];
  readonly named: Uint8Array;
  readonly fields: readonly string[];
  readonly kindIds: ReadonlyMap<string, readonly number[]>;
  readonly fieldIds: ReadonlyMap<string, number>;
}

/** Columns, one entry a node. Offsets are UTF-16 units. `next` is the next sibling or 0. Valid until the next tree is flattened. */
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
}

/** The kind that tree-sitter gives to a region that did not parse. */
export const ERROR_KIND = 65535;

/** An empty tree whose columns `flatten` fills and grows: one a worker, reused for every file. */
export function makeFlatTree(): FlatTree {
  const size = 1 << 14;
  return {
    count: 0,
    kind: new Uint16Array(size),
    field: new Uint16Array(size),
    start: new Int32Array(size),
    end: new Int32Array(size),
    parent: new Int32Array(size),
    next: new Int32Array(size),
    source: "",
    grafts: [],
  };
}

function grow(flat: FlatTree): void {
  const size = flat.kind.length * 2;
  const widen = <T extends Uint16Array | Int32Array>(from: T, to: T): T => (to.set(from), to);
  flat.kind = widen(flat.kind, new Uint16Array(size));
  flat.field = widen(flat.field, new Uint16Array(size));
  flat.start = widen(flat.start, new Int32Array(size));
  flat.end = widen(flat.end, new Int32Array(size));
  flat.parent = widen(flat.parent, new Int32Array(size));
  flat.next = widen(flat.next, new Int32Array(size));
}

/** Copies `tree` into `flat`. The caller frees the tree. */
export function flatten(tree: Tree, source: string, flat: FlatTree): void {
  const cursor: TreeCursor = tree.walk();
  let count = 0;
  let parent = -1;
  flat.source = source;
  flat.grafts = [];
  walk: while (true) {
    if (count === flat.kind.length) grow(flat);
    const node = count++;
    flat.kind[node] = cursor.nodeTypeId;
    flat.field[node] = cursor.currentFieldId;
    flat.start[node] = cursor.startIndex;
    flat.end[node] = cursor.endIndex;
    flat.parent[node] = parent;
    flat.next[node] = 0;
    if (cursor.gotoFirstChild()) {
      parent = node;
      continue;
    }
    let last = node;
    while (!cursor.gotoNextSibling()) {
      if (parent === -1 || !cursor.gotoParent()) break walk;
      last = parent;
      parent = flat.parent[parent]!;
    }
    flat.next[last] = count;
  }
  cursor.delete();
  flat.count = count;
}
