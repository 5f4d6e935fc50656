/**
 * Calls that lead to a method for its name alone, where others of that name lead to something outside: they may be of that as well.
 *
 * Stage: query. Invariant: no call is taken from the list, so whether that is complete does not hang on it.
 */
import { type Context, readRow } from "../context.ts";
import { escapeGlob } from "../rows/globs.ts";
import type { SymbolRow } from "../rows/symbol_row.ts";

const BY_NAME = `SELECT count(*) AS n FROM json_each(?) wanted CROSS JOIN edge e INDEXED BY edge_reverse
  ON e.to_symbol_id = wanted.value AND e.edge_type = 'calls' AND e.rule = 'unique-name'
  CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ?`;
const OUTSIDE = `SELECT n.text AS name, p.path || ':' || e.source_line AS place FROM name n
  CROSS JOIN edge e INDEXED BY edge_unresolved ON e.to_name_id = n.id AND e.to_symbol_id = 0 AND e.edge_type = 'calls' AND e.external = 1
  CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ? JOIN path p ON p.id = rf.path_id
  JOIN symbol f ON f.id = e.from_symbol_id AND f.language = ?
  WHERE n.text GLOB ? AND e.confidence = 'static' ORDER BY p.path, e.source_line LIMIT 1`;

/** A sentence about the callers of a method that rest on its name alone; "" where nothing outside is called by that name. */
export function describeOutsideNamesakes(context: Context, row: SymbolRow, ids: readonly number[]): string {
  const byName = row.kind !== "method" ? 0 : readRow<{ n: number }>(context, BY_NAME, JSON.stringify(ids), context.ref.id)!.n;
  const outside = byName === 0
    ? undefined
    : readRow<{ name: string; place: string }>(context, OUTSIDE, context.ref.id, row.language, `*.${escapeGlob(row.name)}`);
  if (outside === undefined) return "";
  const rest = byName === 1 ? "1 call in the list rests" : `${byName} calls in the list rest`;
  return `${rest} on the name alone (unique-name), and ${outside.place} calls ${outside.name}, outside: they may be of that too`;
}
