/**
 * Calls that nobody could resolve and that may lead to one of many symbols: what may be missing from all that reaches another one through them.
 *
 * Stage: query. Invariant: said of calls by name and of code that did not parse; what a variable holds is told by who hands it over.
 */
import { type Context, readRow } from "../context.ts";
import { readUseGraph } from "../rows/use_graph.ts";
import { type LooseEnd, toLooseEnd } from "./loose_ends.ts";
import { type LooseGraph, readLooseGraph, reasonOf } from "./loose_graph.ts";

/** See the head of this file. */
export interface LooseCallers {
  readonly total: number;
  /** The first of them, in the order of the symbols. */
  readonly first: readonly LooseEnd[];
  /** Names of the first symbols that they may lead to. */
  readonly names: readonly string[];
}

const SHOWN = 3;
const NAME = "SELECT name FROM symbol WHERE id = ?";

/**
 * Such calls from elsewhere than the symbols themselves.
 * @param start rows of `symbol` whose own unresolved calls are told apart
 * @param ids rows of those behind them, near ones first
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

/** Ends that lead to nodes, each once. */
class Walk {
  readonly #loose: LooseGraph;
  readonly #hubs: number;
  readonly #known: ReadonlySet<number>;
  readonly #seen = new Set<number>();
  readonly #ends = new Set<number>();

  /** @param hubs nodes from here on are hubs. @param known nodes whose own calls count for nothing */
  constructor(loose: LooseGraph, hubs: number, known: ReadonlySet<number>) {
    this.#loose = loose;
    this.#hubs = hubs;
    this.#known = known;
  }

  /** How many were told. */
  get count(): number {
    return this.#ends.size;
  }

  /** Those that were not told yet, with the node that they stand in. */
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
