/**
 * The walk behind `get_call_graph`.
 *
 * Stage: query. Invariants (rows C-22, C-29): breadth first, each edge once, a cycle ends where it began; callees without a symbol stand
 * behind those that have one.
 */
import type { Context } from "./context.ts";
import type { Match } from "./find_symbol.ts";
import { calledIds, type Link, linksFrom, linksTo } from "./links.ts";
import { placeOf, readSymbol, type SymbolObject, type SymbolRow, toSymbolObject } from "./symbol_row.ts";

/** An edge of the graph. `symbol` is the other end: the caller in `callers`, the callee in `callees`. */
export interface GraphEdge {
  /** Row of `symbol` of the other end, 0 where it has none. */
  readonly row: number;
  readonly symbol: SymbolObject | { readonly name: string; readonly external?: true; readonly unresolved?: true };
  readonly place: string;
  readonly callSite: { readonly file: string; readonly line: number; readonly column: number };
  readonly sites: number;
  /** Lines of all its call sites. */
  readonly lines: readonly number[];
  /** JSON list of what a dispatched or ambiguous call may also reach; "" if there is nothing. */
  readonly candidates: string;
  readonly confidence: "static" | "heuristic";
  readonly rule: string;
  readonly depth: number;
  /** Symbol id of the near end, "" where that is the symbol asked for. */
  readonly via: string;
  readonly viaName: string;
}

/** A walk ends after so many edges; more could not be shown. */
const MOST_EDGES = 5_000;

/** Edges with a symbol in order of distance, then unresolved, then external ones. */
export function walkGraph(context: Context, match: Match, depth: number, direction: "callers" | "callees"): GraphEdge[] {
  const start = direction === "callers" ? calledIds(context, match) : match.ids;
  const visited = new Set(start);
  const rows = new Map<number, SymbolRow>();
  const read = (id: number): SymbolRow | undefined => {
    const known = rows.get(id) ?? readSymbol(context, id);
    if (known !== undefined) rows.set(id, known);
    return known;
  };
  const found: GraphEdge[] = [];
  const loose: GraphEdge[] = [];
  let frontier: readonly number[] = start;
  for (let step = 1; step <= depth && frontier.length > 0 && found.length < MOST_EDGES; step++) {
    const next: number[] = [];
    const level: GraphEdge[] = [];
    for (const near of frontier) {
      const via = step === 1 ? undefined : read(near);
      for (const link of direction === "callers" ? linksTo(context, near) : linksFrom(context, near)) {
        const row = link.id === 0 ? undefined : read(link.id);
        if (link.id === 0) loose.push(toEdge(context, link, undefined, via, step));
        if (row === undefined) continue;
        level.push(toEdge(context, link, row, via, step));
        if (!visited.has(link.id)) next.push(link.id);
        visited.add(link.id);
      }
    }
    level.sort((a, b) => a.confidence === b.confidence ? 0 : a.confidence === "static" ? -1 : 1);
    found.push(...level);
    frontier = next;
  }
  loose.sort((a, b) => a.depth - b.depth || ("external" in a.symbol ? 1 : 0) - ("external" in b.symbol ? 1 : 0));
  return [...found, ...loose];
}

function toEdge(context: Context, link: Link, row: SymbolRow | undefined, via: SymbolRow | undefined, depth: number): GraphEdge {
  return {
    row: link.id,
    symbol: row === undefined
      ? { name: link.name, ...(link.external ? { external: true as const } : { unresolved: true as const }) }
      : toSymbolObject(context, row),
    place: row === undefined ? "" : placeOf(row),
    callSite: { file: link.path, line: link.line, column: link.column },
    sites: link.sites,
    lines: link.lines,
    candidates: link.candidates,
    confidence: link.confidence,
    rule: link.rule,
    depth,
    via: via === undefined ? "" : toSymbolObject(context, via).symbol_id,
    viaName: via?.qualifiedName ?? "",
  };
}
