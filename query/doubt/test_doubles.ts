/**
 * Methods of test doubles: code under test calls them by the name of the method they replace.
 *
 * Stage: query. Only for duck-typed languages, and only for methods without known calls.
 */
import { CONFIDENCES } from "../../core/edges.ts";
import { type Context, readRow } from "../context.ts";
import { readOutsideCall } from "../rows/outside_calls.ts";
import type { SymbolRow } from "../rows/symbol_row.ts";
import { readTestFiles } from "../rows/test_files.ts";

const CALLED = `SELECT 1 FROM json_each(?) wanted CROSS JOIN edge e INDEXED BY edge_reverse ON e.to_symbol_id = wanted.value
  AND e.edge_type = 'calls' CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ? LIMIT 1`;
/** The first call, outside of tests, of a method with that name of another type in the repository. */
const OF_ANOTHER = `SELECT p.path || ':' || e.source_line AS place FROM symbol m INDEXED BY symbol_by_name
  CROSS JOIN edge e INDEXED BY edge_reverse ON e.to_symbol_id = m.id AND e.edge_type = 'calls'
  CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ?
    AND rf.path_id NOT IN (SELECT value FROM json_each(?)) JOIN path p ON p.id = rf.path_id
  WHERE m.name = ? AND m.language = ? AND m.kind = 'method' ORDER BY p.path, e.source_line LIMIT 1`;

/**
 * Why a method may be called in place of another; "" if it is not in a test, or is known to be called.
 * @param ids rows of `symbol`: the method and its twins
 */
export function describeDouble(context: Context, row: SymbolRow, ids: readonly number[]): string {
  const { path, name, language, kind } = row;
  const tests = readTestFiles(context);
  if (kind !== "method" || context.rulesOf(language).duckTyped !== true || !tests.paths.has(path)) return "";
  const ref = context.ref.id;
  if (readRow(context, CALLED, JSON.stringify(ids), ref) !== undefined) return "";
  const call = readRow<{ place: string }>(context, OF_ANOTHER, ref, tests.ids, name, language) ??
    readOutsideCall(context, row, CONFIDENCES, tests.ids);
  return call === undefined
    ? ""
    : `its type is in a test and may stand in for another: ${call.place} calls a method of this name, and would run it on a value of that type`;
}
