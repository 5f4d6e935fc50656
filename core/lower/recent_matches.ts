/**
 * The patterns that the nodes of one tree fit, of which the latest are remembered: the expression, the match and the position of a callee
 * are requested one after the other.
 *
 * Stage: parse -> facts. Invariant: they are what `Patterns.match` finds.
 */
import type { FlatTree } from "../tree/flat_tree.ts";
import type { Match, Patterns } from "./patterns.ts";

/** The number of matches that are remembered, by the last bits of their nodes: a power of two. */
const RECENT = 64;

/** The matches of one tree's nodes. */
export class RecentMatches {
  readonly #matches: Match[] = [];
  readonly #nodes = new Int32Array(RECENT).fill(-1);

  constructor(readonly patterns: Patterns, readonly tree: FlatTree) {}

  /** The first pattern that fits `node`, or undefined. */
  at(node: number): Match | undefined {
    const slot = node & (RECENT - 1);
    if (this.#nodes[slot] === node) return this.#matches[slot];
    const match = this.patterns.match(this.tree, node);
    if (match !== undefined) this.add(node, match);
    return match;
  }
  /** Remembers a match that is already known. */
  add(node: number, match: Match): void {
    const slot = node & (RECENT - 1);
    this.#nodes[slot] = node;
    this.#matches[slot] = match;
  }
}
