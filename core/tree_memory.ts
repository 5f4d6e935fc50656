/**
 * Reads a syntax tree where it lies: in the parser's own memory.
 *
 * Stage: parse. A cursor answers one question at a time through WebAssembly, seven a node, and looks for a node's field among all
 * its hidden ancestors' children; the tree itself is some words a node. Source of the layout: tree-sitter's `subtree.h`, `tree.h`
 * and `parser.h`, the same since 0.20 but for names. Invariant: nothing is read that `flat_tree.ts` has not compared with the cursor's
 * answer first, once a grammar and thread; where they differ the cursor is used.
 */
import type { FlatTree } from "./flat_tree.ts";

/** The parser's memory, as its runtime shows it. The views are new ones whenever the memory has grown. */
export interface ParserMemory {
  readonly HEAPU8: Uint8Array;
  readonly HEAPU16: Uint16Array;
  readonly HEAPU32: Uint32Array;
}

/** What a language's tables say of each production's children; row = production * `stride` + number of the child among those that are no extras. */
export interface ProductionTables {
  readonly stride: number;
  /** The symbol that a child is shown as instead of its own; 0: its own. */
  readonly aliases: Uint16Array;
  /** The field that a child is in; 0: none. */
  readonly fields: Uint16Array;
  /** Symbol -> the number by which the grammar's node kinds are known. */
  readonly kinds: Uint16Array;
}

/** Words of `TSLanguage`. */
const Language = {
  symbols: 1,
  aliases: 2,
  productions: 7,
  fields: 8,
  longestProduction: 9,
  fieldSlices: 16,
  fieldEntries: 17,
  publicSymbols: 19,
  aliasSequences: 21,
} as const;
/** Words of `SubtreeHeapData`. Children lie before it, two words each. */
const Subtree = { padding: 1, size: 4, children: 9, symbol: 10, flags: 11, visibleChildren: 12, production: 16 } as const;
/** Bits of a subtree's flags; in a subtree that lies in its slot they stand one further left, behind the bit that says so. */
const VISIBLE = 1;
const EXTRA = 4;
const INLINE = 1;
/** Words of a frame of the walk. */
const FRAME = 8;

/** Copies what the walk needs out of a `TSLanguage`. */
export function readProductions(memory: ParserMemory, language: number): ProductionTables {
  const { HEAPU8: bytes, HEAPU16: halves, HEAPU32: words } = memory;
  const at = (word: number): number => words[(language >> 2) + word]!;
  const stride = at(Language.longestProduction) & 0xffff;
  const productions = at(Language.productions);
  const sequences = at(Language.aliasSequences) >> 1;
  const aliases = halves.slice(sequences, sequences + productions * stride);
  const fields = new Uint16Array(productions * stride);
  for (let production = 0; at(Language.fields) > 0 && production < productions; production++) {
    const slice = (at(Language.fieldSlices) >> 1) + 2 * production;
    const first = halves[slice]!;
    for (let entry = first; entry < first + halves[slice + 1]!; entry++) {
      const address = at(Language.fieldEntries) + 4 * entry;
      const inherited = bytes[address + 3] === 1;
      const row = production * stride + bytes[address + 2]!;
      if (!inherited && fields[row] === 0) fields[row] = halves[address >> 1]!;
    }
  }
  const symbols = at(Language.publicSymbols) >> 1;
  const kinds = new Uint16Array(65536).map((_, symbol) => symbol);
  kinds.set(halves.subarray(symbols, symbols + at(Language.symbols) + at(Language.aliases)));
  return { stride, aliases, fields, kinds };
}

/** Frames that wait while one of their children is read. */
let frames = new Int32Array(FRAME << 8);

/**
 * Copies the tree at `address` (a `TSTree`) into `flat`; gives the number of its nodes.
 * @param reserve makes room for one more node than `flat` has.
 */
export function copyTree(
  memory: ParserMemory,
  address: number,
  { stride, aliases, fields, kinds }: ProductionTables,
  flat: FlatTree,
  reserve: (flat: FlatTree) => void,
): number {
  const words = memory.HEAPU32;
  let { kind, field, start, end, parent: parents, next } = flat;
  let count = 0;
  let depth = 0;
  // The frame at hand: the children of one subtree. `before` is where the last child ended, `row` the production's in the tables.
  let slot = address >> 2;
  let left = 1;
  let before = 0;
  let row = -1;
  let child = 0;
  let parent = -1;
  let inherited = 0;
  let hidden = 1;
  /** The last node whose parent is `parent`. */
  let last = 0;
  while (true) {
    if (left === 0) {
      if (depth === 0) return count;
      if (hidden === 0) last = parent;
      depth -= FRAME;
      slot = frames[depth]!;
      left = frames[depth + 1]!;
      before = frames[depth + 2]!;
      row = frames[depth + 3]!;
      child = frames[depth + 4]!;
      parent = frames[depth + 5]!;
      inherited = frames[depth + 6]!;
      hidden = frames[depth + 7]!;
      continue;
    }
    left--;
    const low = words[slot]!;
    const high = words[slot + 1]!;
    slot += 2;
    let flags: number, symbol: number, padding: number, size: number;
    let children = 0;
    const data = low >> 2;
    if ((low & INLINE) !== 0) {
      flags = low >> 1;
      symbol = (low >> 8) & 0xff;
      padding = (high >> 16) & 0xff;
      size = high >>> 24;
    } else {
      flags = words[data + Subtree.flags]!;
      symbol = words[data + Subtree.symbol]! & 0xffff;
      padding = words[data + Subtree.padding]!;
      size = words[data + Subtree.size]!;
      children = words[data + Subtree.children]!;
    }
    const from = before;
    const begin = from + padding;
    before = begin + size;
    let inField = 0;
    let alias = 0;
    if ((flags & EXTRA) === 0) {
      inField = inherited;
      if (row !== -1) {
        alias = aliases[row + child]!;
        const own = fields[row + child]!;
        if (own !== 0) inField = own;
      }
      child++;
    }
    const shown = (flags & VISIBLE) !== 0 || alias !== 0 || parent === -1;
    const node = count;
    if (shown) {
      if (node === kind.length) {
        reserve(flat);
        ({ kind, field, start, end, parent: parents, next } = flat);
      }
      count++;
      kind[node] = kinds[alias === 0 ? symbol : alias]!;
      field[node] = inField;
      start[node] = begin >> 1;
      end[node] = before >> 1;
      parents[node] = parent;
      next[node] = 0;
      if (last !== 0) next[last] = node;
      last = node;
    }
    if (children === 0 || words[data + Subtree.visibleChildren] === 0) continue;
    if (depth + FRAME > frames.length) frames = widen(frames);
    frames[depth] = slot;
    frames[depth + 1] = left;
    frames[depth + 2] = before;
    frames[depth + 3] = row;
    frames[depth + 4] = child;
    frames[depth + 5] = parent;
    frames[depth + 6] = inherited;
    frames[depth + 7] = hidden;
    depth += FRAME;
    slot = data - 2 * children;
    left = children;
    before = from;
    const production = words[data + Subtree.production]! >>> 16;
    row = production === 0 ? -1 : production * stride;
    child = 0;
    if (shown) {
      parent = node;
      inherited = 0;
      hidden = 0;
      last = 0;
    } else {
      inherited = inField;
      hidden = 1;
    }
  }
}

function widen(from: Int32Array): Int32Array<ArrayBuffer> {
  const to = new Int32Array(from.length * 2);
  to.set(from);
  return to;
}
