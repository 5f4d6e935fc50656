/**
 * Functions and methods that no test reaches.
 *
 * Stage: query. From every test (a test function, and what else runs in a test file) all calls are followed, hand-overs as a value and the
 * implementations that a call may end in among them; what bears a `tests` edge counts as reached. Invariant: what may be reached is never
 * called untested; where unresolved calls in tests bear the name, the confidence says so.
 */
import { DefinitionFlag } from "../core/facts.ts";
import { type Context, prepare, readRow, readRows } from "./context.ts";
import type { Finding } from "./findings.ts";
import { conditionsOf, type SearchFilter } from "./search_matches.ts";
import { SYMBOL_COLUMNS, type SymbolRow } from "./symbol_row.ts";
import { TEST_PATHS } from "./test_files.ts";
import { NOT_JUDGED } from "./unused.ts";

const TESTS =
  `SELECT json_group_array(s.id) AS list FROM ref_file rf CROSS JOIN symbol_version sv ON sv.file_version_id = rf.file_version_id
  JOIN symbol s ON s.id = sv.symbol_id
  WHERE rf.ref_id = :ref AND ((sv.flags & ${DefinitionFlag.test}) <> 0 OR rf.path_id IN (${TEST_PATHS}))`;
const CALLS = `SELECT json_group_array(e.from_symbol_id) AS froms, json_group_array(e.to_symbol_id) AS tos
  FROM (SELECT DISTINCT e.from_symbol_id, e.to_symbol_id FROM ref_file rf CROSS JOIN edge e ON e.resolution_id = rf.resolution_id
    WHERE rf.ref_id = ? AND e.edge_type IN ('calls', 'references', 'tests') AND e.to_symbol_id <> 0) e`;
const MAYBE =
  `SELECT e.from_symbol_id AS id, e.candidates AS candidates FROM ref_file rf CROSS JOIN edge e ON e.resolution_id = rf.resolution_id
  WHERE rf.ref_id = ? AND e.candidates <> '' AND e.edge_type = 'calls'`;
const CANDIDATES = `SELECT ${SYMBOL_COLUMNS}, (SELECT count(*) FROM edge e CROSS JOIN ref_file o ON o.resolution_id = e.resolution_id
      AND o.ref_id = rf.ref_id WHERE e.to_symbol_id = s.id AND e.edge_type = 'calls') AS callers
  FROM ref_file rf CROSS JOIN symbol_version sv ON sv.file_version_id = rf.file_version_id
  CROSS JOIN symbol s ON s.id = sv.symbol_id JOIN path p ON p.id = rf.path_id
  WHERE rf.ref_id = :ref AND s.kind IN ('function', 'method', 'constructor') AND (sv.flags & ${NOT_JUDGED}) = 0
    AND rf.path_id NOT IN (${TEST_PATHS}) AND `;
const LOOSE_IN_TESTS = `SELECT count(*) AS n FROM name n
  CROSS JOIN edge e INDEXED BY edge_unresolved ON e.to_name_id = n.id AND e.to_symbol_id = 0 AND e.external = 0 AND e.edge_type = 'calls'
  CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ?
  WHERE n.text = ? AND e.from_symbol_id IN (SELECT value FROM json_each(?))`;

type Row = SymbolRow & { readonly callers: number };

/**
 * Findings, much called and complex ones first; `tests` is the number of tests that were followed.
 * @param most findings that are judged; the others are in `total` alone.
 */
export function findUntested(
  context: Context,
  pattern: string,
  filter: SearchFilter,
  most: number,
): { findings: Finding[]; total: number; tests: number } {
  const ref = context.ref.id;
  const { list } = prepare(context, TESTS).get({ ref }) as { list: string };
  const tests = JSON.parse(list) as number[];
  const reached = follow(context, tests);
  const { sql, values } = conditionsOf(pattern, filter);
  const rows = prepare(context, CANDIDATES + sql).all({ ...values, ref }) as unknown as Row[];
  const missed = rows.filter((row) => !reached.has(row.id)).sort((a, b) =>
    b.callers - a.callers || b.complexity - a.complexity || (a.path < b.path ? -1 : a.path > b.path ? 1 : a.lineStart - b.lineStart)
  );
  return { findings: missed.slice(0, most).map((row) => judge(context, row, list)), total: missed.length, tests: tests.length };
}

/** Everything that calls lead to from `starts`. */
function follow(context: Context, starts: readonly number[]): Set<number> {
  const packed = readRow<{ froms: string; tos: string }>(context, CALLS, context.ref.id)!;
  const [froms, tos] = [JSON.parse(packed.froms) as number[], JSON.parse(packed.tos) as number[]];
  const next = new Map<number, number[]>();
  const add = (from: number, to: number): void => {
    const known = next.get(from);
    if (known === undefined) next.set(from, [to]);
    else known.push(to);
  };
  froms.forEach((from, i) => add(from, tos[i]!));
  for (const row of readRows<{ id: number; candidates: string }>(context, MAYBE, context.ref.id)) {
    for (const candidate of JSON.parse(row.candidates) as number[]) add(row.id, candidate);
  }
  const reached = new Set(starts);
  const queue = [...starts];
  for (let at = 0; at < queue.length; at++) {
    for (const to of next.get(queue[at]!) ?? []) {
      if (reached.has(to)) continue;
      reached.add(to);
      queue.push(to);
    }
  }
  return reached;
}

function judge(context: Context, row: Row, tests: string): Finding {
  const loose = readRow<{ n: number }>(context, LOOSE_IN_TESTS, context.ref.id, row.name, tests)!.n;
  return {
    row,
    confidence: loose > 0 ? "low" : row.kind === "function" ? "high" : "medium",
    evidence: [
      "no test reaches it through calls",
      `${row.callers} ${row.callers === 1 ? "call" : "calls"}`,
      `complexity ${row.complexity}`,
      ...(loose > 0 ? [`${loose} unresolved ${loose === 1 ? "call" : "calls"} of this name in tests`] : []),
    ],
  };
}
