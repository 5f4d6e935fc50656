/**
 * How often symbols are called in a ref.
 *
 * Stage: query. Invariant: the result is the number of call sites with an edge to the symbol itself, whether counted by the graph (if it
 * exists or pays off) or by the edges.
 */
import { type Context, readRows } from "../context.ts";
import { findUseGraph, readUseGraph, type UseGraph } from "./use_graph.ts";

const CALLS = `SELECT wanted.value AS id,
    (SELECT count(*) FROM edge e CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ?
      WHERE e.to_symbol_id = wanted.value AND e.edge_type = 'calls') AS calls
  FROM json_each(?) wanted`;
/** More symbols than this are counted by the graph. */
const MANY = 400;

/** The number of call sites that lead to each symbol, by its row of `symbol`. */
export function countCalls(context: Context, ids: readonly number[]): Map<number, number> {
  const graph = ids.length > MANY ? readUseGraph(context) : findUseGraph(context);
  if (graph !== undefined) return new Map(ids.map((id) => [id, countCallsTo(graph, graph.nodeOf(id))]));
  const rows = readRows<{ id: number; calls: number }>(context, CALLS, context.ref.id, JSON.stringify(ids));
  return new Map(rows.map(({ id, calls }) => [id, calls]));
}

/** The number of call sites that lead to a node; 0 for a negative node. */
export function countCallsTo({ users }: UseGraph, node: number): number {
  let calls = 0;
  if (node >= 0) { for (let i = users.starts[node]!; i < users.starts[node + 1]!; i++) calls += users.calls[i]!; }
  return calls;
}
