/**
 * Calls resolved to a method by its unique name alone, where other calls of that name go to something external: they may mean that as well.
 *
 * Stage: query. Invariant: no call is removed from the list, so this does not affect its completeness.
 */
import { type Context, readRow } from "../context.ts";
import { readOutsideCall } from "../rows/outside_calls.ts";
import type { SymbolRow } from "../rows/symbol_row.ts";

const BY_NAME = `SELECT count(*) AS n FROM json_each(?) wanted CROSS JOIN edge e INDEXED BY edge_reverse
  ON e.to_symbol_id = wanted.value AND e.edge_type = 'calls' AND e.rule = 'unique-name'
  CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ?`;

/** Says how many callers of a method rest on its name alone; "" where nothing external is called by that name. */
export function describeOutsideNamesakes(context: Context, row: SymbolRow, ids: readonly number[]): string {
  const byName = row.kind !== "method" ? 0 : readRow<{ n: number }>(context, BY_NAME, JSON.stringify(ids), context.ref.id)!.n;
  const outside = byName === 0 ? undefined : readOutsideCall(context, row, ["static"], "[]");
  if (outside === undefined) return "";
  const rest = byName === 1 ? "1 call in the list rests" : `${byName} calls in the list rest`;
  return `${rest} on the name alone (unique-name), and ${outside.place} calls the external ${outside.name}: they may mean that instead`;
}
