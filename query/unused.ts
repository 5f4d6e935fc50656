/**
 * Functions and methods that nothing seems to use.
 *
 * Stage: query. A candidate is what its own language keeps private (or a member of such a type), with a body, no test, no entry point, and
 * no edge that leads to it: no call, no hand-over as a value, nothing that redefines it. What else could still reach it is looked up and lowers the
 * confidence, or drops the candidate where it is likely. Invariant: every finding says what was looked for. Types and values are not judged:
 * the index does not hold every place that names one.
 */
import { DefinitionFlag } from "../core/facts.ts";
import { type Context, prepare, readRow, readRows } from "./context.ts";
import type { Finding } from "./findings.ts";
import { conditionsOf, type SearchFilter } from "./search_matches.ts";
import { SYMBOL_COLUMNS, type SymbolRow } from "./symbol_row.ts";
import { TEST_PATHS } from "./test_files.ts";

const { property, setter, inactive, conditional } = DefinitionFlag;
/** Tests, and what has no body to judge or stands where the parser lost its way. */
export const NOT_JUDGED: number = DefinitionFlag.test | DefinitionFlag.abstract | DefinitionFlag.bodiless | DefinitionFlag.damaged;
const CANDIDATES = `SELECT ${SYMBOL_COLUMNS} FROM ref_file rf CROSS JOIN symbol_version sv ON sv.file_version_id = rf.file_version_id
  CROSS JOIN symbol s ON s.id = sv.symbol_id JOIN path p ON p.id = rf.path_id
  LEFT JOIN symbol parent ON parent.id = sv.parent_id
  LEFT JOIN symbol_version pv ON pv.file_version_id = rf.file_version_id AND pv.symbol_id = sv.parent_id
  WHERE rf.ref_id = :ref AND s.kind IN ('function', 'method') AND sv.exported = 0 AND (sv.flags & ${NOT_JUDGED}) = 0
    AND rf.path_id NOT IN (${TEST_PATHS}) AND s.name NOT IN ('main', 'init') AND s.name NOT GLOB '[_][_]*[_][_]'
    AND NOT (s.kind = 'method' AND parent.kind <> 'module' AND pv.exported = 1 AND s.name NOT GLOB '[_#]*'
      AND sv.signature NOT GLOB 'private *' AND sv.signature NOT GLOB '* private *' AND sv.signature NOT GLOB 'func (*')
    AND NOT EXISTS (SELECT 1 FROM edge e CROSS JOIN ref_file o ON o.resolution_id = e.resolution_id AND o.ref_id = rf.ref_id
      WHERE e.to_symbol_id = s.id AND e.from_symbol_id <> s.id)
    AND NOT EXISTS (SELECT 1 FROM edge e WHERE e.from_symbol_id = s.id AND e.edge_type IN ('overrides', 'exposes'))
    AND `;
const DECORATED = `SELECT 1 FROM ref_file rf JOIN edge e ON e.resolution_id = rf.resolution_id
  WHERE rf.ref_id = ? AND rf.path_id = ? AND e.source_line >= ? AND e.source_line < ? LIMIT 1`;
const TWIN = `SELECT p.path AS path, sv.name_line AS line FROM symbol s
  CROSS JOIN ref_file rf ON rf.ref_id = ? AND rf.path_id = s.path_id
  CROSS JOIN symbol_version sv ON sv.file_version_id = rf.file_version_id AND sv.symbol_id = s.id JOIN path p ON p.id = s.path_id
  WHERE s.qualified_name = ? AND s.kind = ? AND s.language = ? AND s.id <> ? LIMIT 1`;
const LOOSE_SITES = `SELECT count(*) AS n FROM name n
  CROSS JOIN edge e INDEXED BY edge_unresolved ON e.to_name_id = n.id AND e.to_symbol_id = 0 AND e.external = 0
  CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ?
  CROSS JOIN symbol f ON f.id = e.from_symbol_id AND f.language = ? WHERE n.text = ?`;
const AS_CANDIDATE = `SELECT 1 FROM symbol o JOIN edge e ON e.to_symbol_id = o.id AND e.edge_type = 'calls' AND e.candidates <> ''
  WHERE o.name = ? AND o.language = ? AND instr(',' || trim(e.candidates, '[]') || ',', ',' || ? || ',') > 0 LIMIT 1`;
const OUTSIDE_CONTRACT =
  `SELECT n.text AS name FROM edge e INDEXED BY edge_forward CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ?
  JOIN name n ON n.id = e.to_name_id
  WHERE e.from_symbol_id = ? AND e.edge_type IN ('extends', 'implements') AND e.to_symbol_id = 0 AND e.external = 1 LIMIT 1`;
const CONTRACT_MEMBER = `SELECT c.name AS name FROM edge e CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ?
  JOIN symbol c ON c.id = e.to_symbol_id
  JOIN symbol_version cv ON cv.symbol_id = c.id JOIN ref_file cf ON cf.ref_id = rf.ref_id AND cf.file_version_id = cv.file_version_id
  JOIN symbol_version mv ON mv.file_version_id = cv.file_version_id AND mv.parent_id = c.id JOIN symbol m ON m.id = mv.symbol_id AND m.name = ?
  WHERE e.from_symbol_id = ? AND e.edge_type IN ('extends', 'implements') LIMIT 1`;

/** Findings whose name the pattern means, surest first, then by place. */
export function findUnused(context: Context, pattern: string, filter: SearchFilter): Finding[] {
  const { sql, values } = conditionsOf(pattern, filter);
  const rows = prepare(context, CANDIDATES + sql).all({ ...values, ref: context.ref.id }) as unknown as SymbolRow[];
  return rows.flatMap((row) => judge(context, row) ?? []).sort((a, b) =>
    SURENESS.indexOf(a.confidence) - SURENESS.indexOf(b.confidence) || (a.row.path < b.row.path ? -1 : a.row.path > b.row.path ? 1 : 0) ||
    a.row.lineStart - b.row.lineStart
  );
}

const SURENESS = ["high", "medium", "low"];

/** What speaks for and against; undefined where something is known to use it. */
function judge(context: Context, row: SymbolRow): Finding | undefined {
  const ref = context.ref.id;
  const evidence = ["no call", "no reference", "not exported"];
  const doubts: string[] = [];
  if (readRow(context, AS_CANDIDATE, row.name, row.language, String(row.id)) !== undefined) return undefined;
  if (row.nameLine > row.lineStart && readRow(context, DECORATED, ref, row.pathId, row.lineStart, row.nameLine) !== undefined) {
    doubts.push("decorated: what decorates it may call it");
  }
  const owner = row.kind === "method" ? row.parent : null;
  if (owner !== null) {
    if (readRow(context, CONTRACT_MEMBER, ref, row.name, owner) !== undefined) return undefined;
    const outside = readRow<{ name: string }>(context, OUTSIDE_CONTRACT, ref, owner);
    if (outside !== undefined) doubts.push(`its type answers to ${outside.name}, which may call it`);
  }
  const twin = readRow<{ path: string; line: number }>(context, TWIN, ref, row.qualifiedName, row.kind, row.language, row.id);
  if (twin !== undefined) doubts.push(`another version of it stands at ${twin.path}:${twin.line}`);
  const loose = readRows<{ n: number }>(context, LOOSE_SITES, ref, row.language, row.name)[0]!.n;
  if (loose > 0) doubts.push(`${loose} unresolved ${loose === 1 ? "call" : "calls"} of this name`);
  if ((row.flags & (property | setter)) !== 0) doubts.push("read like a field: such reads are not all known");
  if ((row.flags & (conditional | inactive)) !== 0) doubts.push("stands under a build condition");
  if (loose === 0) evidence.push("no unresolved call of this name");
  return {
    row,
    confidence: doubts.length > 0 ? "low" : row.kind === "method" ? "medium" : "high",
    evidence: [...evidence, ...doubts],
  };
}
