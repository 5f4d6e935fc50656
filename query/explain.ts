/**
 * What the index knows of a file, a line or a symbol, and by which rule: the command `explain`.
 *
 * Stage: query. Invariant: every edge is listed with the rule that made it, so that a wrong one can be judged.
 */
import * as z from "zod";
import { MOST_CANDIDATES, RULES } from "../core/edges.ts";
import { CallgroveError } from "../core/errors.ts";
import { DefinitionFlag } from "../core/facts.ts";
import { type Context, readRows } from "./context.ts";
import { withPassed } from "./flow/passed_in.ts";
import { findOneSymbol, lineNotFound } from "./names/find_symbol.ts";
import { findFiles, requireFile } from "./names/paths.ts";
import { renderExplain } from "./render/explain.ts";
import { readCandidates } from "./rows/candidates.ts";
import { warningsOf } from "./rows/file_notes.ts";
import { SYMBOL_COLUMNS, SYMBOL_FROM, type SymbolRow } from "./rows/symbol_row.ts";
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
  readonly symbol_stable_id: string;
  readonly line: number;
  readonly end_line: number;
  readonly kind: string;
  readonly name: string;
  readonly signature: string;
  readonly exported: boolean;
  readonly flags: readonly string[];
}
/** A call, a use as a value or another edge, with the rule that made it. */
export interface ExplainedEdge {
  readonly line: number;
  readonly column: number;
  readonly type: string;
  readonly text: string;
  readonly caller: string;
  /** `path:line name` of the target, or its name as far as known. */
  readonly target: string;
  readonly outcome: "resolved" | "external" | "unresolved";
  readonly confidence: string;
  readonly rule: string;
  readonly why: string;
  readonly candidates: readonly string[];
}

/** What is known of a file, a line or a symbol. */
export interface ExplainValue {
  readonly path: string;
  /** 0 for the whole file. */
  readonly line: number;
  /** The last line of a symbol. */
  readonly end_line?: number;
  readonly symbols: readonly ExplainedSymbol[];
  readonly edges: readonly ExplainedEdge[];
}

/** The question: which facts and edges the index has of a file, a line or a symbol. */
export const explain = defineTool({
  name: "explain",
  title: "Facts and edges of a file, a line or a symbol",
  description:
    "What the index knows of a file, of one line or of a symbol: definitions, and every call and passed value with the rule that made it.",
  parameters: { place: z.string().min(1).max(4000).describe("FILE, FILE:LINE or a symbol's name.") },
  output: { path: z.string(), symbols: z.array(z.looseObject({})), edges: z.array(z.looseObject({})) },
  command: {
    name: "explain",
    summary: "facts and edges of a file, a line or a symbol, with the rule of each",
    arguments: ["place"],
    options: {},
    examples: [
      ["callgrove explain app/io.py:12", "why a call leads where it leads"],
      ["callgrove explain Job.go", "all calls of a method"],
      ["callgrove explain app/io.py", "the whole file"],
    ],
  },
  run(context, params) {
    const value = explainPlace(context, params.place);
    return { value, notes: { warnings: warningsOf(context, value.path) } };
  },
  structure: (value: ExplainValue) => ({ ...value }),
  render: renderExplain,
  isEmpty: (value: ExplainValue) => value.symbols.length + value.edges.length === 0,
});

/**
 * Explains a written place; a file takes precedence over a symbol with its name.
 * @throws CallgroveError see `requireFile` and `findOneSymbol`
 */
function explainPlace(context: Context, place: string): ExplainValue {
  const [, file, line] = /^(.+?)(?::(\d+)(?::\d+)?)?$/s.exec(place)!;
  const symbol = line === undefined && findFiles(context, file!).length === 0 ? findNamed(context, place) : undefined;
  if (symbol !== undefined) return explainSymbol(context, symbol);
  const path = requireFile(context, file!, "explain");
  return line === undefined ? explainFile(context, path) : explainLine(context, path, Number(line));
}

/** The symbol with that name; undefined if there is none and the name looks like a path (`Job.go` may also be a method). */
function findNamed(context: Context, name: string): SymbolRow | undefined {
  try {
    return findOneSymbol(context, name).row;
  } catch (thrown) {
    if (looksLikePath(context, name) && thrown instanceof CallgroveError && thrown.code !== "ambiguous_symbol") return undefined;
    throw thrown;
  }
}

function looksLikePath(context: Context, written: string): boolean {
  if (written.includes(":")) return false;
  const ending = /\.\w+$/.exec(written)?.[0];
  return /[/\\]/.test(written) || (ending !== undefined && context.extensions.includes(ending));
}

function explainFile(context: Context, path: string): ExplainValue {
  const rows = readRows<SymbolRow>(context, IN_FILE, context.ref.id, path);
  return { path, line: 0, symbols: rows.filter((row) => row.kind !== "module").map(toExplained), edges: readEdges(context, path) };
}

/** A line, with all definitions around it. */
function explainLine(context: Context, path: string, line: number): ExplainValue {
  const around = readRows<SymbolRow>(context, IN_FILE, context.ref.id, path).filter((row) => row.lineStart <= line && line <= row.lineEnd);
  if (around.length === 0) throw lineNotFound(context, path, line);
  return { path, line, symbols: around.map(toExplained), edges: readEdges(context, path, line, line) };
}

/** A symbol, with everything in it. */
function explainSymbol(context: Context, { path, lineStart, lineEnd }: SymbolRow): ExplainValue {
  const inside = readRows<SymbolRow>(context, IN_FILE, context.ref.id, path)
    .filter((row) => row.kind !== "module" && lineStart <= row.lineStart && row.lineEnd <= lineEnd);
  const edges = readEdges(context, path, lineStart, lineEnd);
  return { path, line: lineStart, end_line: lineEnd, symbols: inside.map(toExplained), edges };
}

function toExplained(row: SymbolRow): ExplainedSymbol {
  return {
    symbol_stable_id: row.stableId,
    line: row.nameLine,
    end_line: row.lineEnd,
    kind: row.kind,
    name: row.qualifiedName,
    signature: row.signature,
    exported: row.exported === 1,
    flags: Object.entries(DefinitionFlag).filter(([name, bit]) => name !== "exported" && (row.flags & bit) !== 0).map(([name]) => name),
  };
}

/** Edges of a file on the lines `from` to `to`. */
function readEdges(context: Context, path: string, from = 0, to = Infinity): ExplainedEdge[] {
  type Row = Omit<ExplainedEdge, "target" | "outcome" | "candidates" | "why"> & {
    external: number;
    targetId: number;
    candidates: string;
    toName: string | null;
    target: string | null;
    targetPath: string | null;
    targetLine: number | null;
  };
  const rows = readRows<Row>(context, EDGES, context.ref.id, path).filter((row) => from <= row.line && row.line <= to)
    .map((row) => row.type === "calls" ? withPassed(context, path, row) : row);
  return rows.map((row): ExplainedEdge => ({
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
}
