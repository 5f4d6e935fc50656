/**
 * Reads a syntax tree in place: in the parser's own memory.
 *
 * Stage: parse. A cursor answers one question at a time through WebAssembly, seven for each node, and searches for a node's field among all
 * its hidden ancestors' children; the tree itself is a few words for each node. Source of the layout: tree-sitter's `subtree.h`, `tree.h`
 * and `parser.h`, unchanged since 0.20 except for names. Invariant: before anything is used, `flat_tree.ts` has compared it with the
 * cursor's answers, once for each grammar and thread; if they differ, the cursor is used.
 */
import type { Offsets } from "../parse/parser_text.ts";
import type { FlatTree } from "./flat_tree.ts";

/** The parser's memory, as its runtime exposes it. The views are replaced whenever the memory grows. */
export interface ParserMemory {
  readonly HEAPU8: Uint8Array;
  readonly HEAPU16: Uint16Array;
  readonly HEAPU32: Uint32Array;
}

/** What a language's tables say about each production's children; row = production * `stride` + index of the child, not counting extras. */
export interface ProductionTables {
  readonly stride: number;
  /** The symbol that replaces a child's own; 0: none. */
  readonly aliases: Uint16Array;
  /** The field of a child; 0: none. */
  readonly fields: Uint16Array;
  /** Symbol -> the number of the grammar's node kind. */
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
/** Words of `SubtreeHeapData`. Children precede it, two words each. */
const Subtree = {
  padding: 1,
  size: 4,
  children: 9,
  symbol: 10,
  flags: 11,
  visibleChildren: 12,
  visibleDescendants: 14,
  production: 16,
} as const;
/** Bits of a subtree's flags. In an inline subtree they are shifted left by one, after the bit that marks it as inline. */
const VISIBLE = 1;
const EXTRA = 4;
const INLINE = 1;
/**
 * Words of a frame of the walk, which reads the children of one subtree. `before`: where the last child ended. `row`: the production's row
 * in the tables, -1 for none. `child`: the number of children so far without extras. `parent`: the node that they belong to. `inherited`:
 * the field of the hidden subtree that contains them. `hidden`: 1 if the subtree is not a node itself.
 */
const Frame = { slot: 0, left: 1, before: 2, row: 3, child: 4, parent: 5, inherited: 6, hidden: 7, words: 8 } as const;

/** Copies what the walk needs from a `TSLanguage`. */
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

/** The number of nodes of the tree at `address`, as the parser counts them. */
export function countNodes({ HEAPU32: words }: ParserMemory, address: number): number {
  const low = words[address >> 2]!;
  return (low & INLINE) !== 0 || words[(low >> 2) + Subtree.children] === 0 ? 1 : 1 + words[(low >> 2) + Subtree.visibleDescendants]!;
}

/** A stack of frames: the current one, and below it those that wait until one of their children is read. */
let frames = new Int32Array(Frame.words << 8);

/**
 * Copies the tree at `address` (a `TSTree`) into `flat`, whose text is already set. Returns the number of nodes.
 * @param offsets the unit of the tree's offsets
 * @param grow makes room for more nodes in `flat`
 */
export function copyTree(
  memory: ParserMemory,
  address: number,
  offsets: Offsets,
  { stride, aliases, fields, kinds }: ProductionTables,
  flat: FlatTree,
  grow: (flat: FlatTree) => void,
): number {
  const words = memory.HEAPU32;
  const { length } = flat.source;
  const shift = offsets === "utf16" ? 1 : 0;
  const units = typeof offsets === "string" ? undefined : offsets;
  let count = 0;
  /** The last node with the parent of the current frame. */
  let last = 0;
  let at = pushFrame(-Frame.words, address >> 2, 1, 0, -1, -1, 0, 1);
  while (true) {
    if (frames[at + Frame.left] === 0) {
      if (at === 0) return count;
      if (frames[at + Frame.hidden] === 0) last = frames[at + Frame.parent]!;
      at -= Frame.words;
      continue;
    }
    frames[at + Frame.left]!--;
    const slot = frames[at + Frame.slot]!;
    frames[at + Frame.slot] = slot + 2;
    const low = words[slot]!;
    const data = low >> 2;
    const inline = (low & INLINE) !== 0;
    const high = inline ? words[slot + 1]! : 0;
    const flags = inline ? low >> 1 : words[data + Subtree.flags]!;
    const before = frames[at + Frame.before]!;
    const start = before + (inline ? (high >> 16) & 0xff : words[data + Subtree.padding]!);
    const end = start + (inline ? high >>> 24 : words[data + Subtree.size]!);
    frames[at + Frame.before] = end;
    let field = 0;
    let alias = 0;
    if ((flags & EXTRA) === 0) {
      field = frames[at + Frame.inherited]!;
      const row = frames[at + Frame.row]!;
      const child = frames[at + Frame.child]!++;
      if (row !== -1) {
        alias = aliases[row + child]!;
        field = fields[row + child]! || field;
      }
    }
    const parent = frames[at + Frame.parent]!;
    const shown = (flags & VISIBLE) !== 0 || alias !== 0 || parent === -1;
    const node = count;
    if (shown) {
      if (count++ === flat.kind.length) grow(flat);
      const symbol = alias !== 0 ? alias : inline ? (low >> 8) & 0xff : words[data + Subtree.symbol]! & 0xffff;
      const from = units === undefined ? start >> shift : units[start]!;
      const to = units === undefined ? end >> shift : units[end]!;
      // The parser may have seen one line break more than there is.
      setNode(flat, node, kinds[symbol]!, field, Math.min(from, length), Math.min(to, length), parent);
      if (last !== 0) flat.next[last] = node;
      last = node;
    }
    const children = inline ? 0 : words[data + Subtree.children]!;
    if (children === 0 || words[data + Subtree.visibleChildren] === 0) continue;
    const production = words[data + Subtree.production]! >>> 16;
    const row = production === 0 ? -1 : production * stride;
    if (shown) last = 0;
    at = pushFrame(at, data - 2 * children, children, before, row, shown ? node : parent, shown ? 0 : field, shown ? 0 : 1);
  }
}

function setNode(flat: FlatTree, node: number, kind: number, field: number, start: number, end: number, parent: number): void {
  flat.kind[node] = kind;
  flat.field[node] = field;
  flat.start[node] = start;
  flat.end[node] = end;
  flat.parent[node] = parent;
  flat.next[node] = 0;
}

/** Pushes a frame above the one at `below`. Returns its position. */
function pushFrame(
  below: number,
  slot: number,
  left: number,
  before: number,
  row: number,
  parent: number,
  inherited: number,
  hidden: number,
): number {
  const at = below + Frame.words;
  if (at === frames.length) {
    const more = new Int32Array(2 * at);
    more.set(frames);
    frames = more;
  }
  frames[at + Frame.slot] = slot;
  frames[at + Frame.left] = left;
  frames[at + Frame.before] = before;
  frames[at + Frame.row] = row;
  frames[at + Frame.child] = 0;
  frames[at + Frame.parent] = parent;
  frames[at + Frame.inherited] = inherited;
  frames[at + Frame.hidden] = hidden;
  return at;
}
