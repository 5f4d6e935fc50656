/**
 * Reads the tree of a very long text piece by piece.
 *
 * Stage: parse. In the parser's memory, which is limited to 2 GB and never shrinks, a tree takes up to a hundred bytes for each character
 * of a text; as columns it takes a sixth of that. Invariants: each piece begins where a child of the root begins, and what could continue
 * after the end of a piece is read again with the next, so that for a text without errors the joined tree is that of the whole text; if a
 * piece has errors, which its end may have caused, the rest is read at once from there on.
 */
import { ERROR_KIND, type FlatTree, type Grammar, isComment, makeFlatTree, makeRoom } from "../tree/flat_tree.ts";

/** The most UTF-16 units of a text that is read as a whole. */
export const LONGEST_WHOLE = 1 << 21;
const PIECE = 1 << 20;

/** Reads the tree of a text. Returns whether it has errors; undefined if the parser gives up. */
export type ReadTree = (text: string, into: FlatTree) => boolean | undefined;

/**
 * Reads the tree of `text` into `into`, as `read` would.
 * @param size UTF-16 units of a piece
 */
export function readPieces(text: string, into: FlatTree, grammar: Grammar, read: ReadTree, size = PIECE): boolean | undefined {
  const piece = makeFlatTree();
  into.count = 0;
  let last = 0;
  let length = size;
  for (let from = 0;;) {
    const line = text.indexOf("\n", from + length);
    const isRest = line === -1;
    const hasErrors = read(text.slice(from, isRest ? text.length : line + 1), piece);
    if (hasErrors === undefined) return undefined;
    const kept = isRest ? piece.count : wholeNodes(piece, grammar, hasErrors);
    // No child is known to be complete.
    if (kept <= 1) length = text.length;
    else {
      last = append(into, piece, kept, from, last);
      if (isRest) return hasErrors;
      from += piece.start[kept]!;
      length = size;
    }
  }
}

/**
 * The last child of the root before which everything is complete; 0 if there is none. What precedes an error may be part of what was cut
 * off (`if` before `else`), and without an error the last child may be.
 */
function wholeNodes({ count, kind, start, end, next }: FlatTree, grammar: Grammar, hasErrors: boolean): number {
  let broken = 0;
  if (!hasErrors) broken = count;
  else while (broken < count && kind[broken] !== ERROR_KIND && start[broken] !== end[broken]) broken++;
  let found = 0;
  for (let child = count > 1 ? 1 : 0; child !== 0; child = next[child]!) {
    if ((next[child] === 0 ? count : next[child]!) > broken) break;
    if (grammar.named[kind[child]!] === 1 && !isComment(grammar.kinds[kind[child]!])) found = child;
  }
  return found;
}

/**
 * Appends the first `kept` nodes of a piece that begins at `from`.
 * @param last the root's last child so far
 * @returns the new last child
 */
function append(into: FlatTree, piece: FlatTree, kept: number, from: number, last: number): number {
  const { parent, next } = piece;
  const first = into.count === 0 ? 0 : 1;
  const shift = into.count - first;
  makeRoom(into, into.count + kept);
  for (let node = first; node < kept; node++) {
    const at = node + shift;
    into.kind[at] = piece.kind[node]!;
    into.field[at] = piece.field[node]!;
    into.start[at] = piece.start[node]! + from;
    into.end[at] = piece.end[node]! + from;
    into.parent[at] = parent[node]! <= 0 ? parent[node]! : parent[node]! + shift;
    into.next[at] = next[node] === 0 || next[node]! >= kept ? 0 : next[node]! + shift;
  }
  into.count = shift + kept;
  into.end[0] = piece.end[0]! + from;
  if (last !== 0) into.next[last] = 1 + shift;
  let child = 1;
  while (next[child] !== 0 && next[child]! < kept) child = next[child]!;
  return child + shift;
}
