/**
 * Every call site with its targets, one line each: `export edges`.
 *
 * Stage: query. Invariant: order and bytes depend only on the source, never on the history of the index.
 */
import { jsonLine } from "../core/base/json_line.ts";
import { compareText } from "../core/base/lists.ts";
import { symbolId } from "../core/facts/symbol_ids.ts";
import { MODULE_NAME } from "../core/facts/symbols.ts";
import { type Context, readRows } from "./context.ts";

const SYMBOLS = `SELECT s.id AS id, s.stable_id AS stableId, s.kind AS kind, s.qualified_name AS name, p.path AS path,
    sv.line_start AS lineStart, sv.line_end AS lineEnd, sv.name_line AS nameLine
  FROM ref_file rf JOIN path p ON p.id = rf.path_id
  JOIN symbol_version sv ON sv.file_version_id = rf.file_version_id JOIN symbol s ON s.id = sv.symbol_id
  WHERE rf.ref_id = ?`;
const FILES = `SELECT p.path AS path, rf.resolution_id AS resolution FROM ref_file rf JOIN path p ON p.id = rf.path_id
  WHERE rf.ref_id = ? ORDER BY p.path`;
const EDGES = `SELECT e.source_line AS line, e.source_column AS "column", e.from_symbol_id AS "from", e.to_symbol_id AS target,
    e.confidence AS confidence, e.rule AS rule, e.external AS external, e.candidates AS candidates, n.text AS toName, t.text AS text
  FROM edge e LEFT JOIN name n ON n.id = e.to_name_id CROSS JOIN name t ON t.id = e.text_id
  WHERE e.resolution_id = ? AND e.edge_type = 'calls'`;

interface Known {
  readonly id: number;
  readonly stableId: string;
  readonly kind: string;
  readonly name: string;
  readonly path: string;
  readonly lineStart: number;
  readonly lineEnd: number;
  readonly nameLine: number;
}
interface EdgeRow {
  readonly line: number;
  readonly column: number;
  readonly from: number;
  readonly target: number;
  readonly confidence: string;
  readonly rule: string;
  readonly external: number;
  readonly candidates: string;
  readonly toName: string | null;
  readonly text: string;
}

/** JSON without line ends, one text per edge, file by file. */
export function* exportEdges(context: Context): Generator<string> {
  const symbols = new Map(readRows<Known>(context, SYMBOLS, context.ref.id).map((row) => [row.id, row]));
  const ids = new Map<number, string>();
  const idOf = (symbol: Known): string => {
    let id = ids.get(symbol.id);
    if (id === undefined) ids.set(symbol.id, id = symbolId(context.ref.name, symbol.stableId, symbol.lineStart));
    return id;
  };
  for (const { path, resolution } of readRows<{ path: string; resolution: number }>(context, FILES, context.ref.id)) {
    const rows = readRows<EdgeRow>(context, EDGES, resolution);
    rows.sort((a, b) => a.line - b.line || a.column - b.column || compareText(keyOf(a, symbols), keyOf(b, symbols)));
    for (const row of rows) yield jsonLine(toLine(path, row, symbols, idOf));
  }
}

/** A sort key for edges at one place (a macro call may make several callers there) that does not depend on row numbers. */
function keyOf(row: EdgeRow, symbols: ReadonlyMap<number, Known>): string {
  const target = symbols.get(row.target);
  const to = target === undefined
    ? `1 ${row.toName ?? ""}`
    : `0 ${target.path} ${String(target.nameLine).padStart(8, "0")} ${target.stableId}`;
  return `${to} ${row.text} ${symbols.get(row.from)?.stableId ?? ""}`;
}

function toLine(path: string, row: EdgeRow, symbols: ReadonlyMap<number, Known>, idOf: (symbol: Known) => string): Record<string, unknown> {
  const from = symbols.get(row.from);
  const target = symbols.get(row.target);
  const candidates = row.candidates === "" ? [] : (JSON.parse(row.candidates) as number[]).map((id) => symbols.get(id));
  return {
    call_file: path,
    call_line: row.line,
    call_column: row.column,
    callee_text: row.text,
    caller_id: from === undefined ? null : idOf(from),
    caller_name: from === undefined || from.kind === "module" ? MODULE_NAME : from.name,
    caller_file: from?.path ?? path,
    caller_line_start: from?.lineStart ?? 1,
    caller_line_end: from?.lineEnd ?? 1,
    callee_id: target === undefined ? null : idOf(target),
    callee_name: target?.name ?? row.toName ?? "",
    callee_file: target?.path ?? null,
    callee_line: target?.nameLine ?? null,
    confidence: row.confidence,
    rule: row.rule,
    resolved: target !== undefined,
    external: row.external === 1,
    candidates: candidates.filter((one) => one !== undefined).map((one) => ({
      id: idOf(one),
      name: one.name,
      file: one.path,
      line: one.nameLine,
    })),
  };
}
