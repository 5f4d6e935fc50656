/**
 * Call paths between two symbols.
 *
 * Stage: query. The graph in memory gives each symbol's distance to the goal, level by level backwards; paths are then followed forwards
 * through the index, only where the distance allows, one length after another. Invariants: shortest first, no symbol twice in a path.
 */
import type { Context } from "../context.ts";
import { type Link, linksPassed, linksRun, linksWithPossible } from "../rows/links.ts";
import { readUseGraph, type UseGraph, UseRank } from "../rows/use_graph.ts";
import { type Dispatch, dispatchOf } from "./dispatch.ts";

/** The most steps of a search. */
const MOST_STEPS = 100_000;

/** A symbol on a path, and the call that leads to the next one (none for the last). */
export interface PathStep {
  /** Row of `symbol`. */
  readonly id: number;
  readonly link?: Link;
}

/** The result of a search; shortest paths first. */
export interface Paths {
  readonly paths: readonly (readonly PathStep[])[];
  /** The search was given up: there may be more. */
  readonly stopped: boolean;
  /** Rows of `symbol` that reach a goal in fewer calls than a path may have, including the goals; nearest first. */
  readonly nearGoal: readonly number[];
}

/** What to search for. */
export interface PathQuery {
  /** Rows of `symbol` that stand for each end. */
  readonly from: readonly number[];
  readonly to: readonly number[];
  /** The most calls in a path. */
  readonly depth: number;
  /** The most paths. */
  readonly most: number;
  /** Whether to include calls whose target is decided at run time. */
  readonly possible: boolean;
  /** Whether to include uses as a value, as if these were calls. */
  readonly asPassed?: boolean;
}

/** Finds call paths, shortest first. */
export function findPaths(context: Context, { from, to, depth, most, possible, asPassed = false }: PathQuery): Paths {
  const graph = readUseGraph(context);
  const dispatch = possible ? dispatchOf(context, graph) : undefined;
  const distances = new Distances(graph, to, depth, dispatch, asPassed);
  const goals = new Set(to);
  const known = new Map<number, Link[]>();
  const linksOf = (id: number): Link[] => {
    let links = known.get(id);
    if (links === undefined) {
      const called = dispatch === undefined ? linksRun(context, id).filter(isInside) : withPossible(context, id, graph, dispatch);
      links = asPassed ? [...called, ...linksPassed(context, id)] : called;
      known.set(id, links);
    }
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
  // The length of a path from a symbol to itself is that of its shortest cycle, which its distance does not give.
  for (let length = 1; length <= depth && paths.length < most && steps <= MOST_STEPS; length++) {
    for (const id of from) if (goals.has(id) || distances.isWithin(id, length)) search(id, length, [], new Set([id]));
  }
  return { paths, stopped: steps > MOST_STEPS, nearGoal: distances.within(depth - 1) };
}

function isInside(link: Link): boolean {
  return link.id !== 0;
}

/** Where the calls of `id` lead, certainly and possibly. */
function withPossible(context: Context, id: number, graph: UseGraph, dispatch: Dispatch): Link[] {
  const { links, possible } = linksWithPossible(context, id);
  const certain = links.filter(isInside);
  const found = new Map(certain.map((link) => [link.id, link]));
  const add = (link: Link): void => {
    if (!found.has(link.id)) found.set(link.id, link);
  };
  for (const link of possible) add(link);
  const addInstead = (link: Link, nodes: readonly number[]): void => {
    for (const node of nodes) add({ ...link, id: graph.ids[node]!, rule: "dispatch", confidence: "heuristic", candidates: "" });
  };
  for (const link of [...certain, ...possible]) addInstead(link, dispatch.inheritedBy(graph.nodeOf(link.id)));
  const from = graph.nodeOf(id);
  for (const link of certain) {
    const target = graph.nodeOf(link.id);
    addInstead(link, dispatch.redefining(target).filter((node) => dispatch.mayRun(from, target, node)));
  }
  return [...found.values()];
}

/** The number of calls from each symbol to the nearest goal; computed as far as it is asked for. */
class Distances {
  readonly #graph: UseGraph;
  readonly #depth: number;
  readonly #dispatch: Dispatch | undefined;
  /** By node; -1 if farther than computed so far. */
  readonly #levels: Int8Array;
  #frontier: readonly number[];
  /** The nodes of each level computed. */
  readonly #found: (readonly number[])[];

  readonly #asPassed: boolean;

  constructor(graph: UseGraph, goals: readonly number[], depth: number, dispatch: Dispatch | undefined, asPassed: boolean) {
    this.#asPassed = asPassed;
    this.#graph = graph;
    this.#depth = depth;
    this.#dispatch = dispatch;
    this.#levels = new Int8Array(graph.ids.length).fill(-1);
    this.#frontier = graph.nodesOf(goals);
    for (const node of this.#frontier) this.#levels[node] = 0;
    this.#found = [this.#frontier];
  }

  isWithin(id: number, calls: number): boolean {
    const node = this.#graph.nodeOf(id);
    if (node < 0) return false;
    while (this.#levels[node] === -1 && this.#mayExtend(calls)) this.#extend();
    const level = this.#levels[node]!;
    return level >= 0 && level <= calls;
  }

  /** All symbols at most so many calls away, nearest first. */
  within(calls: number): number[] {
    while (this.#mayExtend(calls)) this.#extend();
    return this.#found.slice(0, calls + 1).flatMap((level) => level.map((node) => this.#graph.ids[node]!));
  }

  #mayExtend(calls: number): boolean {
    return this.#found.length <= Math.min(calls, this.#depth) && this.#frontier.length > 0;
  }

  #extend(): void {
    const { starts, others, ranks } = this.#graph.users;
    const isStep = (i: number): boolean => ranks[i]! <= UseRank.likelyCall || (this.#asPassed && ranks[i] !== UseRank.test);
    const level = this.#found.length;
    const next: number[] = [];
    const reach = (caller: number): void => {
      if (this.#levels[caller] !== -1) return;
      this.#levels[caller] = level;
      next.push(caller);
    };
    for (const node of this.#frontier) {
      for (let i = starts[node]!; i < starts[node + 1]!; i++) if (isStep(i)) reach(others[i]!);
      for (const caller of this.#dispatch?.callersOf(node) ?? []) reach(caller);
    }
    this.#frontier = next;
    this.#found.push(next);
  }
}
