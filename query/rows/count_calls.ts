/**
 * How often symbols are called in a ref.
 *
 * Stage: query. Invariant: the number of call sites that lead to a symbol itself, whichever way it is found: from the graph where a question
 * has had it made or where it pays, else from the edges.
 */
import { type Context, readRows } from "../context.ts";
import { findUseGraph, readUseGraph, type UseGraph } from "./use_graph.ts";

const CALLS = `SELECT wanted.value AS id,
    (SELECT count(*) FROM edge e CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ?
      WHERE e.to_symbol_id = wanted.value AND e.edge_type = 'calls') AS calls
  FROM json_each(?) wanted`;
/** Symbols above this number are not counted one by one. */
const MANY = 400;

/** Call sites that lead to each, by the rows of `symbol`. */
export function countCalls(context: Context, ids: readonly number[]): Map<number, number> {
  const graph = ids.length > MANY ? readUseGraph(context) : findUseGraph(context);
  if (graph !== undefined) return new Map(ids.map((id) => [id, countCallsTo(graph, graph.nodeOf(id))]));
  const rows = readRows<{ id: number; calls: number }>(context, CALLS, context.ref.id, JSON.stringify(ids));
  return new Map(rows.map(({ id, calls }) => [id, calls]));
}

/** Call sites that lead to a node; 0 for none. */
export function countCallsTo({ users }: UseGraph, node: number): number {
  let calls = 0;
  if (node >= 0) { for (let i = users.starts[node]!; i < users.starts[node + 1]!; i++) calls += users.calls[i]!; }
  return calls;
}
