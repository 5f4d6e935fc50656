/**
 * What the most code depends on: symbols by the number of calls that lead to them.
 *
 * Stage: query. Invariant: counted are the calls of this ref; calls from tests are told apart.
 */
import { DefinitionFlag } from "../core/facts.ts";
import { type Context, prepare } from "./context.ts";
import { FOUND_SYMBOL_FROM, SYMBOL_COLUMNS, type SymbolRow } from "./symbol_row.ts";
import { TEST_PATHS } from "./test_files.ts";

const FAN_IN =
  `SELECT e.to_symbol_id AS id, count(*) AS calls, count(DISTINCT e.from_symbol_id) AS callers, count(DISTINCT rf.path_id) AS files,
    sum(rf.path_id IN (${TEST_PATHS})) AS fromTests
  FROM ref_file rf CROSS JOIN edge e ON e.resolution_id = rf.resolution_id
  WHERE rf.ref_id = :ref AND e.edge_type = 'calls' AND e.to_symbol_id <> 0 GROUP BY e.to_symbol_id ORDER BY callers DESC, calls DESC LIMIT :most`;
const SYMBOL = `SELECT ${SYMBOL_COLUMNS} ${FOUND_SYMBOL_FROM} WHERE s.id = ?`;

export interface Hotspot {
  readonly row: SymbolRow;
  readonly callers: number;
  readonly calls: number;
  readonly files: number;
  /** Calls that stand in files of tests. */
  readonly fromTests: number;
}

/** The most called first, `most` of them; tests' own helpers are no hotspots of the code. */
export function findHotspots(context: Context, most: number): Hotspot[] {
  // Some rows fall out again: helpers of tests.
  const rows = prepare(context, FAN_IN).all({
    ref: context.ref.id,
    most: most * 2 + 50,
  }) as unknown as (Omit<Hotspot, "row"> & { id: number })[];
  return rows.flatMap(({ id, ...counts }) => {
    const row = prepare(context, SYMBOL).get(context.ref.id, id) as unknown as SymbolRow | undefined;
    return row === undefined || (row.flags & DefinitionFlag.test) !== 0 || counts.fromTests === counts.calls ? [] : { row, ...counts };
  }).sort((a, b) => b.callers - a.callers || b.calls - a.calls || (a.row.stableId < b.row.stableId ? -1 : 1)).slice(0, most);
}
