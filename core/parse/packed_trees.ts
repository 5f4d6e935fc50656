/**
 * Trees on their way from the parsing thread to the lowering one.
 *
 * Stage: parse. All columns of a batch are stored one after the other in one shared buffer; the rest of each tree is sent beside it as
 * plain values. Invariant: the buffer of a finished batch is returned for reuse (`room`), so that trees take the memory of a few batches.
 */
import type { Skip } from "../scan/decode_source.ts";
import type { Apart } from "../tree/embed.ts";
import { makeFlatTree, type TreeColumns } from "../tree/flat_tree.ts";
import type { MacroNotes } from "../tree/given_macros.ts";
import type { TextTree } from "./parse_file.ts";

/** A tree without its columns. */
export interface PackedTree {
  readonly language: string;
  readonly grammar: string;
  readonly source: string;
  readonly grafts: readonly number[];
  readonly apart: Apart | undefined;
  readonly hasErrors: boolean;
  /** What a person should know about reading the text, and why it could not be parsed; each is usually "". */
  readonly notes: readonly [read: string, parse: string];
  readonly macros: MacroNotes | undefined;
  /** The offset of its columns in the buffer, in bytes. */
  readonly start: number;
  /** The number of nodes. */
  readonly count: number;
}

/** The trees of a batch. */
export interface PackedTrees {
  /** In the order of the texts. */
  readonly trees: readonly (PackedTree | Skip)[];
  readonly columns: SharedArrayBuffer;
}

/** Bytes of columns above which trees are too large to lie about: some two million nodes. */
const LARGE = 1 << 25;

/** Whether trees take so much memory that what they are lowered to does so too. */
export function areLarge({ columns }: PackedTrees): boolean {
  return columns.byteLength > LARGE;
}

/** Bytes of a node: four columns of 32 bits, two of 16. */
const NODE_BYTES = 20;

/** Builds a batch, tree by tree. */
export class TreePacker {
  readonly #trees: (PackedTree | Skip)[] = [];
  #columns: SharedArrayBuffer;
  #size = 0;

  /** @param room a buffer that is no longer in use */
  constructor(room = new SharedArrayBuffer(0)) {
    this.#columns = room;
  }

  addSkip(skip: Skip): void {
    this.#trees.push(skip);
  }
  add(
    text: { readonly language: string; readonly grammar: string; readonly note: string },
    { tree, hasErrors, note, macros }: TextTree,
  ): void {
    const { source, grafts, apart, count } = tree;
    const { language, grammar } = text;
    const start = this.#size;
    this.#reserve(start + count * NODE_BYTES);
    const place = columnsAt(this.#columns, start, count);
    for (const name of COLUMNS) place[name].set(tree[name].subarray(0, count));
    this.#trees.push({ language, grammar, source, grafts, apart, hasErrors, notes: [text.note, note], macros, start, count });
  }
  finish(): PackedTrees {
    return { trees: this.#trees, columns: this.#columns };
  }

  #reserve(size: number): void {
    this.#size = size;
    if (size <= this.#columns.byteLength) return;
    const before = new Uint8Array(this.#columns);
    this.#columns = new SharedArrayBuffer(Math.max(size, 2 * before.length));
    new Uint8Array(this.#columns).set(before);
  }
}

const COLUMNS = ["start", "end", "parent", "next", "kind", "field"] as const;

function columnsAt(buffer: SharedArrayBuffer, start: number, count: number): TreeColumns {
  const words = (column: number): Int32Array => new Int32Array(buffer, start + 4 * count * column, count);
  const halves = (column: number): Uint16Array => new Uint16Array(buffer, start + 16 * count + 2 * count * column, count);
  return { start: words(0), end: words(1), parent: words(2), next: words(3), kind: halves(0), field: halves(1) };
}

/** A tree whose columns remain in the buffer. */
export function unpackTree(columns: SharedArrayBuffer, packed: PackedTree): TextTree {
  const { source, grafts, apart, hasErrors, notes, macros, start, count } = packed;
  const tree = makeFlatTree(columnsAt(columns, start, count));
  tree.count = count;
  tree.source = source;
  tree.grafts = grafts;
  tree.apart = apart;
  return { tree, hasErrors, note: notes[1], macros };
}
