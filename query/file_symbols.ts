/**
 * What a file defines: the question `query_file_symbols`, the command `symbols`.
 *
 * Stage: query. Invariant: all symbols of the file except its module, by line.
 */
import * as z from "zod";
import { bytesOfJson } from "../core/base/text_size.ts";
import { DefinitionFlag } from "../core/facts.ts";
import { MODULE_NAME } from "../core/facts/symbols.ts";
import { FUNCTION_KINDS } from "../core/store/symbol_directory.ts";
import { cursorBehind, cursorField, cutPage, type LongList, notesOfPage, pageOf } from "./answer/page.ts";
import { type Context, readRow, readRows } from "./context.ts";
import { requireFile } from "./names/paths.ts";
import { readInOrder } from "./names/search_matches.ts";
import { renderFileSymbols } from "./render/file_symbols.ts";
import { countCalls } from "./rows/count_calls.ts";
import { warningsOf } from "./rows/file_notes.ts";
import { nodeTypeOf } from "./rows/node_types.ts";
import { packageOf } from "./rows/package_of.ts";
import { bareName } from "./rows/plain_name.ts";
import { moduleNameOf, readHeads, SYMBOL_FROM, type SymbolHead, type SymbolRow } from "./rows/symbol_row.ts";
import { atMost, cursorParameter, defineTool, limitOf } from "./tool.ts";

/** All symbols of a file except its module, returned as one text, since rows cost more. */
const IN_FILE =
  `SELECT json_group_array(json_array(id, kind, parent)) AS list FROM (SELECT s.id AS id, s.kind AS kind, sv.parent_id AS parent
  ${SYMBOL_FROM} WHERE p.path = ? AND s.name <> ? ORDER BY sv.line_start, sv.name_column, s.id)`;
const FAN_OUT = `SELECT e.from_symbol_id AS id, count(*) AS n FROM edge e INDEXED BY edge_forward
  CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ?
  WHERE e.from_symbol_id IN (SELECT value FROM json_each(?)) AND e.edge_type = 'calls' GROUP BY e.from_symbol_id`;
/** The number of symbols read at a time: about an agent's page. */
const BLOCK = 64;

/** A symbol, with the fields of the JSON of `query_file_symbols`. */
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

/** What a file defines. */
export interface FileSymbolsValue {
  readonly path: string;
  readonly language: string;
  readonly package: string;
  readonly total: number;
  /** The number of fields of object literals in functions that an outline leaves out. */
  readonly inner: number;
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

/** The question: what is in a file. */
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
    optionHelp: { limit: atMost(MOST_LIMIT) },
    examples: [["callgrove symbols app/io.py", "outline of a file"], ["callgrove symbols io.py --json", "all fields"]],
  },
  run(context, params) {
    const path = requireFile(context, params.file_path, "choose a file for");
    const json = params.json_output === true || context.audience === "person";
    const compact = params.compact === true;
    const symbols = new FileSymbols(context, path, json);
    const first = symbols.at(0);
    const page = pageOf(context, "query_file_symbols", params, STANDARD_LIMIT, MOST_LIMIT);
    const cut = cutPage(symbols, page, (symbol) => bytesOfJson(json ? symbol : toOutline(symbol, compact)) + 1);
    const cursor = cursorBehind(context, page, cut);
    return {
      value: {
        path,
        language: first?.language ?? "",
        package: first?.package ?? "",
        total: symbols.length + symbols.inner,
        inner: symbols.inner,
        symbols: cut.shown,
        json,
        compact,
        cursor,
      },
      notes: {
        warnings: [...page.warnings, ...warningsOf(context, path)],
        safetyLimit: cut.bySize && params.limit !== undefined,
        ...notesOfPage(cut, "symbols", cursor),
      },
    };
  },
  structure: (value: FileSymbolsValue) => ({
    file_path: value.path,
    language: value.language,
    package: value.package,
    total: value.total,
    ...(value.inner === 0 ? {} : { inner_fields: value.inner }),
    symbols: value.json ? value.symbols : value.symbols.map((symbol) => toOutline(symbol, value.compact)),
    ...cursorField(value.cursor),
  }),
  render: renderFileSymbols,
  listed: (value: FileSymbolsValue) => value.symbols.map((symbol) => ({ key: symbol.id })),
  givesHandles: true,
  isEmpty: (value: FileSymbolsValue) => value.total === 0,
});

/** The symbols of a file by line, read on demand. */
class FileSymbols implements LongList<FileSymbol> {
  readonly #context: Context;
  readonly #ids: readonly number[];
  readonly #package: string;
  readonly #read = new Map<number, readonly FileSymbol[]>();
  /** The number of the file's symbols that are left out. */
  readonly inner: number;

  /**
   * @param all whether to include fields of object literals in functions: in a file of handlers they are the majority, and of no use in an
   * outline
   */
  constructor(context: Context, path: string, all: boolean) {
    this.#context = context;
    const { list } = readRow<{ list: string }>(context, IN_FILE, context.ref.id, path, MODULE_NAME)!;
    const rows = JSON.parse(list) as (readonly [id: number, kind: string, parent: number | null])[];
    const byId = new Map(rows.map((row) => [row[0], row]));
    const isInner = ([, kind, parent]: (typeof rows)[number]): boolean => {
      const around = kind === "field" && parent !== null ? byId.get(parent) : undefined;
      return around !== undefined && (FUNCTION_KINDS.has(around[1]) || isInner(around));
    };
    this.#ids = rows.filter((row) => all || !isInner(row)).map(([id]) => id);
    this.inner = rows.length - this.#ids.length;
    this.#package = packageOf(context, path);
  }

  get length(): number {
    return this.#ids.length;
  }

  at(index: number): FileSymbol | undefined {
    const block = Math.floor(index / BLOCK);
    let symbols = this.#read.get(block);
    if (symbols === undefined) this.#read.set(block, symbols = this.#readBlock(this.#ids.slice(block * BLOCK, (block + 1) * BLOCK)));
    return symbols[index % BLOCK];
  }

  #readBlock(ids: readonly number[]): FileSymbol[] {
    const context = this.#context;
    const rows = readInOrder(context, ids);
    const parents = readHeads(context, rows.flatMap(({ parent }) => parent ?? []));
    const fanIn = countCalls(context, ids);
    const fanOut = new Map(
      readRows<{ id: number; n: number }>(context, FAN_OUT, context.ref.id, JSON.stringify(ids)).map((row) => [row.id, row.n]),
    );
    return rows.map((row) => {
      const parent = row.parent === null ? undefined : parents.get(row.parent);
      const calls = { fan_in: fanIn.get(row.id) ?? 0, fan_out: fanOut.get(row.id) ?? 0 };
      const owner = this.#package || moduleNameOf(context, row.pathId);
      return toFileSymbol(row, parent, calls, { package: owner, cutDoc: context.audience === "agent" });
    });
  }
}

function toFileSymbol(
  row: SymbolRow,
  parent: SymbolHead | undefined,
  calls: { readonly fan_in: number; readonly fan_out: number },
  { package: owner, cutDoc }: { readonly package: string; readonly cutDoc: boolean },
): FileSymbol {
  const flags = PROPERTIES.filter((flag) => (row.flags & DefinitionFlag[flag]) !== 0).map((flag) => [flag, true] as const);
  return {
    id: row.stableId,
    type: nodeTypeOf(row),
    name: row.name,
    qualified_name: row.qualifiedName,
    file_path: row.path,
    line: row.lineStart,
    end_line: row.lineEnd,
    package: owner,
    language: row.language,
    exported: row.exported === 1,
    signature: row.signature,
    doc_comment: cutDoc && row.doc.length > DOC_SHOWN ? `${row.doc.slice(0, DOC_SHOWN)}…` : row.doc,
    properties: {
      ...(parent === undefined || parent.kind === "module" ? {} : { parent: parent.qualifiedName }),
      ...Object.fromEntries(flags),
    },
    metrics: { complexity: row.complexity, lines: row.lineEnd - row.lineStart + 1, parameters: row.parameters, ...calls },
  };
}

/** A symbol in an outline; in the compact one only its place and handle. */
function toOutline(symbol: FileSymbol, compact: boolean): Record<string, unknown> {
  const parent = symbol.properties["parent"];
  return {
    id: symbol.id,
    type: symbol.type,
    name: symbol.signature === "" || compact ? symbol.name : symbol.signature,
    line: symbol.line,
    ...(symbol.end_line === symbol.line ? {} : { end_line: symbol.end_line }),
    ...(parent === undefined || compact ? {} : { parent: bareName(String(parent)) }),
    ...(symbol.exported ? { exported: true } : {}),
    ...(symbol.doc_comment === "" || compact ? {} : { doc: symbol.doc_comment.split("\n")[0] }),
  };
}
