/**
 * Call paths between two symbols.
 *
 * Stage: query. How far each symbol is from the goal is told by the graph in memory, level by level backwards; then paths are followed
 * forwards through the index, only where the distance allows it, one length after the other. Invariants: shortest first, no symbol twice in a
 * path.
 */
import type { Context } from "./context.ts";
import { type Link, linksFrom } from "./links.ts";
import { readUseGraph, type UseGraph } from "./use_graph.ts";

/** Steps that the search for paths takes at most. */
const MOST_STEPS = 100_000;

/** A symbol on a path, and the call that leads to the next one (none for the last). */
export interface PathStep {
  /** Row of `symbol`. */
  readonly id: number;
  readonly link?: Link;
}

export interface Paths {
  readonly paths: readonly (readonly PathStep[])[];
  /** The search was given up: there may be more. */
  readonly stopped: boolean;
}

/**
 * @param from, to rows of `symbol` that stand for each end.
 * @param depth calls in a path at most. @param most paths at most.
 */
export function findPaths(context: Context, from: readonly number[], to: readonly number[], depth: number, most: number): Paths {
  const distances = new Distances(readUseGraph(context), to, depth);
  const goals = new Set(to);
  const known = new Map<number, Link[]>();
  const linksOf = (id: number): Link[] => {
    let links = known.get(id);
    if (links === undefined) known.set(id, links = linksFrom(context, id).filter((link) => link.id !== 0));
    return links;
  };
  const paths: PathStep[][] = [];
  let steps = 0;
  const search = (id: number, left: number, path: PathStep[], seen: Set<number>): void => {
    for (const link of linksOf(id)) {
      if (paths.length >= most || ++steps > MOST_STEPS) return;
      if (left === 1) {
        if (goals.has(link.id)) paths.push([...path, { id, link }, { id: link.id }]);
      } else if (!seen.has(link.id) && !goals.has(link.id) && distances.isWithin(link.id, left - 1)) {
        seen.add(link.id);
        search(link.id, left - 1, [...path, { id, link }], seen);
        seen.delete(link.id);
      }
    }
  };
  // A symbol's path to itself is as long as its shortest circle, which its distance does not tell.
  for (let length = 1; length <= depth && paths.length < most && steps <= MOST_STEPS; length++) {
    for (const id of from) if (goals.has(id) || distances.isWithin(id, length)) search(id, length, [], new Set([id]));
  }
  return { paths, stopped: steps > MOST_STEPS };
}

/** How many calls lead from a symbol to the nearest goal; found as far as it is asked for. */
class Distances {
  readonly #graph: UseGraph;
  readonly #depth: number;
  /** By node; -1 where it is farther than was looked. */
  readonly #levels: Int8Array;
  #frontier: number[];
  #reached = 0;

  constructor(graph: UseGraph, goals: readonly number[], depth: number) {
    this.#graph = graph;
    this.#depth = depth;
    this.#levels = new Int8Array(graph.ids.length).fill(-1);
    this.#frontier = goals.map((id) => graph.nodeOf(id)).filter((node) => node >= 0);
    for (const node of this.#frontier) this.#levels[node] = 0;
  }

  isWithin(id: number, calls: number): boolean {
    const node = this.#graph.nodeOf(id);
    if (node < 0) return false;
    while (this.#levels[node] === -1 && this.#reached < Math.min(calls, this.#depth) && this.#frontier.length > 0) this.#extend();
    const level = this.#levels[node]!;
    return level >= 0 && level <= calls;
  }

  #extend(): void {
    const { starts, others, calls } = this.#graph.users;
    this.#reached++;
    const next: number[] = [];
    for (const node of this.#frontier) {
      for (let i = starts[node]!; i < starts[node + 1]!; i++) {
        const caller = others[i]!;
        if (calls[i] === 0 || this.#levels[caller] !== -1) continue;
        this.#levels[caller] = this.#reached;
        next.push(caller);
      }
    }
    this.#frontier = next;
  }
}
