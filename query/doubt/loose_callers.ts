/**
 * Unresolved calls that may lead to one of many symbols: what may be missing from everything that reaches a symbol through them.
 *
 * Stage: query. Invariant: covers calls by name and unparsed code; calls of what a variable holds are covered where functions are passed as
 * values.
 */
import { type Context, readRow } from "../context.ts";
import { readUseGraph } from "../rows/use_graph.ts";
import { type LooseEnd, toLooseEnd } from "./loose_ends.ts";
import { type LooseGraph, readLooseGraph, reasonOf } from "./loose_graph.ts";

/** Unresolved calls that may lead to one of many symbols. */
export interface LooseCallers {
  readonly total: number;
  /** The first few, in the order of the symbols. */
  readonly first: readonly LooseEnd[];
  /** Names of the first few symbols that they may lead to. */
  readonly names: readonly string[];
}

const SHOWN = 3;
const NAME = "SELECT name FROM symbol WHERE id = ?";

/**
 * Unresolved calls that may lead to `ids`, from code outside `start` and `ids`.
 * @param start rows of `symbol` whose own unresolved calls are reported separately
 * @param ids rows of the symbols behind them, nearest first
 */
export function readLooseCallers(context: Context, start: readonly number[], ids: readonly number[]): LooseCallers {
  const graph = readUseGraph(context);
  const loose = readLooseGraph(context);
  const known = new Set([...graph.nodesOf(start), ...graph.nodesOf(ids)]);
  const walk = new Walk(loose, graph.ids.length, known);
  for (const node of graph.nodesOf(start)) walk.endsAt(node);
  const own = walk.count;
  const first: LooseEnd[] = [];
  const names = new Set<string>();
  for (const node of graph.nodesOf(ids)) {
    const ends = walk.endsAt(node);
    if (ends.length > 0 && names.size < SHOWN) names.add(readRow<{ name: string }>(context, NAME, graph.ids[node]!)!.name);
    for (const [from, end] of ends) if (first.length < SHOWN) first.push(toLooseEnd(context, graph, loose, { from, to: node, end }));
  }
  return { total: walk.count - own, first, names: [...names] };
}

/** Collects the ends that lead to nodes, each once. */
class Walk {
  readonly #loose: LooseGraph;
  readonly #hubs: number;
  readonly #known: ReadonlySet<number>;
  readonly #seen = new Set<number>();
  readonly #ends = new Set<number>();

  /**
   * @param hubs nodes from this number on are hubs
   * @param known nodes whose own calls do not count
   */
  constructor(loose: LooseGraph, hubs: number, known: ReadonlySet<number>) {
    this.#loose = loose;
    this.#hubs = hubs;
    this.#known = known;
  }

  /** The number of ends returned so far. */
  get count(): number {
    return this.#ends.size;
  }

  /** The ends leading to a node that were not returned before, each with the node it starts at. */
  endsAt(node: number): (readonly [from: number, end: number])[] {
    const { starts, others, ends } = this.#loose.into;
    const found: (readonly [number, number])[] = [];
    for (let i = starts[node]!; i < starts[node + 1]!; i++) {
      const [from, end] = [others[i]!, ends[i]!];
      if (from >= this.#hubs) {
        if (this.#seen.has(from)) continue;
        this.#seen.add(from);
        for (const one of this.endsAt(from)) found.push(one);
      } else if (end !== 0 && this.#isMeant(end) && !this.#known.has(from) && !this.#ends.has(end)) {
        this.#ends.add(end);
        found.push([from, end]);
      }
    }
    return found;
  }

  #isMeant(end: number): boolean {
    const reason = reasonOf(this.#loose, end);
    return reason === "unresolved" || reason === "did not parse";
  }
}
