/**
 * HTTP routes that symbols serve.
 *
 * Stage: query. Invariant: each route once, by the first of the symbols that serves it.
 */
import { type Context, readRows } from "./context.ts";
import { readSymbol, scopedNameOf } from "./symbol_row.ts";

/** A route (`GET /users/{id}`) and who serves it. */
export interface ServedRoute {
  readonly route: string;
  readonly by: string;
}

const SERVED = `SELECT n.text AS route, w.value AS id FROM json_each(?) w CROSS JOIN edge e INDEXED BY edge_forward
  ON e.from_symbol_id = w.value AND e.edge_type = 'exposes' CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ?
  JOIN name n ON n.id = e.to_name_id ORDER BY w.key, n.text`;

/** @param ids rows of `symbol`, in the order in which their routes are wanted */
export function readServed(context: Context, ids: readonly number[]): ServedRoute[] {
  const seen = new Set<string>();
  const rows = readRows<{ route: string; id: number }>(context, SERVED, JSON.stringify(ids), context.ref.id);
  return rows.filter(({ route }) => seen.size < seen.add(route).size).flatMap(({ route, id }) => {
    const row = readSymbol(context, id);
    return row === undefined ? [] : [{ route, by: scopedNameOf(context, row) }];
  });
}
