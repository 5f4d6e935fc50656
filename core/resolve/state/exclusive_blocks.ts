/**
 * Exclusive blocks: branches of one statement, only one of which runs (`if`, `elif`, `else`).
 *
 * Stage: resolve. Invariant: scopes are in source order, so the blocks of one statement are adjacent in their parent.
 */
import { type Facts, isBlock, isOther } from "../../facts.ts";

/** By scope: the first of the exclusive blocks of its statement; the scope itself if it is not one of several. */
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
