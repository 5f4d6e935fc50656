/**
 * Exclusive blocks: blocks of one statement of which one alone runs (`if`, `elif`, `else`).
 *
 * Stage: resolve. Invariant: scopes stand in the order of the source, so that the blocks of one statement follow each other in what is around them.
 */
import { type Facts, isBlock, isOther } from "../../facts.ts";

/** Scope -> the first of the exclusive blocks of its statement; the scope itself where it stands alone. */
export function firstsOf({ scopes: { kind, parent, length } }: Facts): Int32Array {
  const firsts = new Int32Array(length);
  const lastIn = new Int32Array(length);
  for (let scope = 1; scope < length; scope++) {
    firsts[scope] = scope;
    if (!isBlock(kind[scope]!)) continue;
    const before = lastIn[parent[scope]!]!;
    if (isOther(kind[scope]!) && before !== 0) firsts[scope] = firsts[before]!;
    lastIn[parent[scope]!] = scope;
  }
  return firsts;
}
