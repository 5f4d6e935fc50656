/**
 * What a file defines: the question `query_file_symbols`, the command `symbols`.
 *
 * Stage: query. Invariants (rows E-01 … E-07): all symbols of the file but the file itself, in the order of their lines.
 */
import * as z from "zod";
import { DefinitionFlag } from "../core/facts.ts";
import { CallgroveError } from "../core/errors.ts";
import { MODULE_NAME } from "../core/symbols.ts";
import { type Context, readRows } from "./context.ts";
import { nodeTypeOf } from "./node_types.ts";
import { packageOf } from "./package_of.ts";
import { cursorAt, cutPage, pageOf } from "./page.ts";
import { requireFiles } from "./paths.ts";
import { renderFileSymbols } from "./render/file_symbols.ts";
import { SYMBOL_COLUMNS, SYMBOL_FROM, type SymbolRow } from "./symbol_row.ts";
import { cursorParameter, defineTool, limitOf } from "./tool.ts";

const IN_FILE = `SELECT ${SYMBOL_COLUMNS} ${SYMBOL_FROM} WHERE p.path = ? ORDER BY sv.line_start, sv.name_column, s.id`;
const FAN_IN = `SELECT e.to_symbol_id AS id, count(*) AS n FROM path p JOIN symbol s ON s.path_id = p.id
  JOIN edge e ON e.to_symbol_id = s.id AND e.edge_type = 'calls'
  CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ?
  WHERE p.path = ? GROUP BY e.to_symbol_id`;
const FAN_OUT = `SELECT e.from_symbol_id AS id, count(*) AS n FROM path p JOIN ref_file rf ON rf.path_id = p.id AND rf.ref_id = ?
  JOIN edge e ON e.resolution_id = rf.resolution_id AND e.edge_type = 'calls' WHERE p.path = ? GROUP BY e.from_symbol_id`;

/** A symbol in the words of row E-03. */
export interface FileSymbol {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly qualified_name: string;
  readonly file_path: string;
  readonly line: number;
  readonly end_line: number;
  readonly package: string;
  readonly language: string;
  readonly exported: boolean;
  readonly signature: string;
  readonly doc_comment: string;
  readonly properties: Readonly<Record<string, string | boolean>>;
  readonly metrics: Readonly<Record<string, number>>;
}
export interface FileSymbolsValue {
  readonly path: string;
  readonly language: string;
  readonly package: string;
  readonly total: number;
  readonly symbols: readonly FileSymbol[];
  readonly json: boolean;
  readonly compact: boolean;
  readonly cursor: string;
}

const STANDARD_LIMIT = 500;
const MOST_LIMIT = 5000;
const DOC_SHOWN = 300;
const PROPERTIES = [
  "static",
  "abstract",
  "async",
  "generator",
  "property",
  "test",
  "bodiless",
  "conditional",
  "damaged",
  "setter",
] as const;

export const queryFileSymbols = defineTool({
  name: "query_file_symbols",
  title: "What a file defines",
  description: "What is in this file? Everything that it defines, by line, with signature and doc comment; with json_output " +
    "all fields (metrics: complexity, lines, parameters, callers, calls).",
  parameters: {
    file_path: z.string().min(1).max(4000).describe("The file: from the root, absolute, or the end of its path (io.py)."),
    json_output: z.boolean().optional().describe("All fields; text as JSON."),
    limit: limitOf(STANDARD_LIMIT),
    cursor: cursorParameter,
  },
  output: { total: z.int(), symbols: z.array(z.looseObject({})) },
  command: {
    name: "symbols",
    summary: "what a file defines",
    arguments: ["file_path"],
    options: { limit: "--limit <n>", cursor: "--cursor <cursor>" },
    examples: [["callgrove symbols app/io.py", "outline of a file"], ["callgrove symbols io.py --json", "all fields"]],
  },
  run(context, params) {
    const files = requireFiles(context, params.file_path);
    if (files.length > 1) {
      throw new CallgroveError(
        "invalid_input",
        `Cannot choose a file for "${params.file_path}": ${files.length} paths end or begin with it`,
        {
          hint: `Give one of them: ${files.slice(0, 5).join(", ")}`,
          data: { parameter: "file_path", candidates: files.slice(0, 10) },
        },
      );
    }
    const path = files[0]!;
    const json = params.json_output === true || context.audience === "person";
    const compact = params.compact === true;
    const all = readFileSymbols(context, path);
    const symbols = all.filter((symbol) => symbol.name !== MODULE_NAME);
    const first = symbols[0];
    const page = pageOf(context, params, STANDARD_LIMIT, MOST_LIMIT);
    const cut = cutPage(symbols, page, (symbol) => JSON.stringify(json ? symbol : toOutline(symbol, compact)).length + 1);
    const cursor = cut.after === 0 ? "" : cursorAt(context, cut.before + cut.shown.length);
    return {
      value: {
        path,
        language: first?.language ?? "",
        package: first?.package ?? "",
        total: symbols.length,
        symbols: cut.shown,
        json,
        compact,
        cursor,
      },
      notes: {
        warnings: page.warnings,
        safetyLimit: cut.bySize && params.limit !== undefined,
        ...(cut.after + cut.before === 0 ? {} : { completeness: "truncated" as const }),
        ...(cut.after === 0 ? {} : { suggestedAction: `${cut.after} more symbols: ask again with cursor "${cursor}"` }),
      },
    };
  },
  structure: (value: FileSymbolsValue) => ({
    file_path: value.path,
    language: value.language,
    package: value.package,
    total: value.total,
    symbols: value.json ? value.symbols : value.symbols.map((symbol) => toOutline(symbol, value.compact)),
    ...(value.cursor === "" ? {} : { cursor: value.cursor }),
  }),
  render: renderFileSymbols,
  listed: (value: FileSymbolsValue) => value.symbols.map((symbol) => ({ key: symbol.id })),
  givesHandles: true,
  isEmpty: (value: FileSymbolsValue) => value.total === 0,
});

function readFileSymbols(context: Context, path: string): FileSymbol[] {
  const rows = readRows<SymbolRow>(context, IN_FILE, context.ref.id, path);
  const fan = (sql: string): Map<number, number> =>
    new Map(readRows<{ id: number; n: number }>(context, sql, context.ref.id, path).map((row) => [row.id, row.n]));
  const [fanIn, fanOut] = [fan(FAN_IN), fan(FAN_OUT)];
  const owner = packageOf(context, path) || (rows.find((row) => row.name === MODULE_NAME)?.qualifiedName ?? "");
  const names = new Map(rows.map((row) => [row.id, row]));
  return rows.map((row) => {
    const parent = row.parent === null ? undefined : names.get(row.parent);
    const flags = PROPERTIES.filter((flag) => (row.flags & DefinitionFlag[flag]) !== 0).map((flag) => [flag, true] as const);
    return {
      id: row.stableId,
      type: nodeTypeOf(row),
      name: row.name,
      qualified_name: row.qualifiedName,
      file_path: row.path,
      line: row.lineStart,
      end_line: row.lineEnd,
      package: owner === MODULE_NAME ? "" : owner,
      language: row.language,
      exported: row.exported === 1,
      signature: row.signature,
      doc_comment: context.audience === "agent" && row.doc.length > DOC_SHOWN ? `${row.doc.slice(0, DOC_SHOWN)}…` : row.doc,
      properties: {
        ...(parent === undefined || parent.kind === "module" ? {} : { parent: parent.qualifiedName }),
        ...Object.fromEntries(flags),
      },
      metrics: {
        complexity: row.complexity,
        lines: row.lineEnd - row.lineStart + 1,
        parameters: row.parameters,
        fan_in: fanIn.get(row.id) ?? 0,
        fan_out: fanOut.get(row.id) ?? 0,
      },
    };
  });
}

/** What an outline needs of a symbol; the compact one where it stands and its handle. */
function toOutline(symbol: FileSymbol, compact: boolean): Record<string, unknown> {
  const parent = symbol.properties["parent"];
  return {
    id: symbol.id,
    type: symbol.type,
    name: symbol.signature === "" || compact ? symbol.name : symbol.signature,
    line: symbol.line,
    ...(symbol.end_line === symbol.line ? {} : { end_line: symbol.end_line }),
    ...(parent === undefined || compact ? {} : { parent: lastName(String(parent)) }),
    ...(symbol.exported ? { exported: true } : {}),
    ...(symbol.doc_comment === "" || compact ? {} : { doc: symbol.doc_comment.split("\n")[0] }),
  };
}

function lastName(qualified: string): string {
  return qualified.split(/::|\./).at(-1) ?? qualified;
}
