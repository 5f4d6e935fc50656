/**
 * What the index knows of a file or a line, and by which rule: the command `explain`.
 *
 * Stage: query. Invariant: every edge is there with the rule that made it, so that a wrong one can be judged.
 */
import * as z from "zod";
import { MOST_CANDIDATES, RULES } from "../core/edges.ts";
import { DefinitionFlag } from "../core/facts.ts";
import { readCandidates } from "./callees.ts";
import { type Context, readRows } from "./context.ts";
import { warningsOf } from "./file_notes.ts";
import { lineNotFound } from "./find_symbol.ts";
import { requireFile } from "./paths.ts";
import { renderExplain } from "./render/explain.ts";
import { SYMBOL_COLUMNS, SYMBOL_FROM, type SymbolRow } from "./symbol_row.ts";
import { defineTool } from "./tool.ts";

const IN_FILE = `SELECT ${SYMBOL_COLUMNS} ${SYMBOL_FROM} WHERE p.path = ? ORDER BY sv.line_start, sv.name_column, s.id`;
const EDGES = `SELECT e.edge_type AS type, e.source_line AS line, e.source_column AS "column", e.confidence AS confidence, e.rule AS rule,
    e.external AS external, e.to_symbol_id AS targetId, e.candidates AS candidates, t.text AS text, n.text AS toName, f.qualified_name AS caller,
    s.qualified_name AS target, tp.path AS targetPath, tv.name_line AS targetLine
  FROM path p JOIN ref_file rf ON rf.path_id = p.id AND rf.ref_id = ? JOIN edge e ON e.resolution_id = rf.resolution_id
  JOIN symbol f ON f.id = e.from_symbol_id
  LEFT JOIN name t ON t.id = e.text_id
  LEFT JOIN name n ON n.id = e.to_name_id AND e.to_symbol_id = 0
  LEFT JOIN symbol s ON s.id = e.to_symbol_id
  LEFT JOIN path tp ON tp.id = s.path_id
  LEFT JOIN ref_file tf ON tf.ref_id = rf.ref_id AND tf.path_id = s.path_id
  LEFT JOIN symbol_version tv ON tv.file_version_id = tf.file_version_id AND tv.symbol_id = s.id
  WHERE p.path = ? ORDER BY e.source_line, e.source_column, e.edge_type, tp.path, tv.name_line`;

/** A definition in the file or around the line. */
export interface ExplainedSymbol {
  readonly line: number;
  readonly end_line: number;
  readonly kind: string;
  readonly name: string;
  readonly signature: string;
  readonly exported: boolean;
  readonly flags: readonly string[];
}
/** A call, a hand-over or another edge, with the rule that made it. */
export interface ExplainedEdge {
  readonly line: number;
  readonly column: number;
  readonly type: string;
  readonly text: string;
  readonly caller: string;
  /** `path:line name` of the target, or its name as far as it is known. */
  readonly target: string;
  readonly outcome: "resolved" | "external" | "unresolved";
  readonly confidence: string;
  readonly rule: string;
  readonly why: string;
  readonly candidates: readonly string[];
}
export interface ExplainValue {
  readonly path: string;
  /** 0: the whole file. */
  readonly line: number;
  readonly symbols: readonly ExplainedSymbol[];
  readonly edges: readonly ExplainedEdge[];
}

export const explain = defineTool({
  name: "explain",
  title: "Facts and edges of a file or a line",
  description: "What the index knows of a file or of one line: definitions, and every call and hand-over with the rule that made it.",
  parameters: { place: z.string().min(1).max(4000).describe("FILE or FILE:LINE.") },
  output: { path: z.string(), symbols: z.array(z.looseObject({})), edges: z.array(z.looseObject({})) },
  command: {
    name: "explain",
    summary: "facts and edges of a file or a line, with the rule of each",
    arguments: ["place"],
    options: {},
    examples: [["callgrove explain app/io.py:12", "why a call leads where it leads"], ["callgrove explain app/io.py", "the whole file"]],
  },
  run(context, params) {
    const parts = /^(.+?)(?::(\d+)(?::\d+)?)?$/.exec(params.place)!;
    const path = requireFile(context, parts[1]!, "explain");
    const line = parts[2] === undefined ? undefined : Number(parts[2]);
    return { value: explainPlace(context, path, line), notes: { warnings: warningsOf(context, path) } };
  },
  structure: (value: ExplainValue) => ({ ...value }),
  render: renderExplain,
  isEmpty: (value: ExplainValue) => value.symbols.length + value.edges.length === 0,
});

function explainPlace(context: Context, path: string, line: number | undefined): ExplainValue {
  const here = (from: number, to = from): boolean => line === undefined || (from <= line && line <= to);
  const rows = readRows<SymbolRow>(context, IN_FILE, context.ref.id, path);
  if (line !== undefined && !rows.some((row) => here(row.lineStart, row.lineEnd))) throw lineNotFound(context, path, line);
  const symbols = rows.filter((row) => line === undefined ? row.kind !== "module" : here(row.lineStart, row.lineEnd))
    .map((row): ExplainedSymbol => ({
      line: row.nameLine,
      end_line: row.lineEnd,
      kind: row.kind,
      name: row.qualifiedName,
      signature: row.signature,
      exported: row.exported === 1,
      flags: Object.entries(DefinitionFlag).filter(([name, bit]) => name !== "exported" && (row.flags & bit) !== 0).map(([name]) => name),
    }));
  type Row = Omit<ExplainedEdge, "target" | "outcome" | "candidates" | "why"> & {
    external: number;
    targetId: number;
    candidates: string;
    toName: string | null;
    target: string | null;
    targetPath: string | null;
    targetLine: number | null;
  };
  const edges = readRows<Row>(context, EDGES, context.ref.id, path).filter((row) => here(row.line)).map((row): ExplainedEdge => ({
    line: row.line,
    column: row.column,
    type: row.type,
    text: row.text ?? "",
    caller: row.caller,
    target: row.target === null ? row.toName ?? "?" : `${row.targetPath}:${row.targetLine} ${row.target}`,
    outcome: row.target !== null ? "resolved" : row.external === 1 ? "external" : "unresolved",
    confidence: row.confidence,
    rule: row.rule,
    why: (RULES as Record<string, string>)[row.rule] ?? "",
    candidates: readCandidates(context, { target: row.targetId, candidates: row.candidates }, MOST_CANDIDATES),
  }));
  return { path, line: line ?? 0, symbols, edges };
}
