/**
 * Symbols by a pattern of their name: the question `search_nodes`, the command `search`.
 *
 * Stage: query. Invariants: a glob means the same as in a shell and is case sensitive; where nothing matches, near misses are given as
 * such and never as matches.
 */
import { z } from "zod";
import { CallgroveError } from "../core/errors.ts";
import { type Context, readRows } from "./context.ts";
import { nearestNames } from "./nearest_names.ts";
import { budgetOf, clamp } from "./page.ts";
import { findFiles } from "./paths.ts";
import { renderSearch } from "./render/search.ts";
import { isTest, placeOf, SYMBOL_COLUMNS, SYMBOL_FROM, type SymbolRow } from "./symbol_row.ts";
import { defineTool, limitOf } from "./tool.ts";

/** From the symbols that match to their state in the ref, never the other way round. */
const MATCHED_FROM = SYMBOL_FROM.replaceAll(/\n\s*JOIN/g, "\n  CROSS JOIN");
const BY_SHORT_NAME = `SELECT ${SYMBOL_COLUMNS} ${MATCHED_FROM} WHERE s.kind <> 'module' AND s.name GLOB ?`;
const BY_FULL_NAME = `SELECT ${SYMBOL_COLUMNS} ${MATCHED_FROM}
  WHERE s.kind <> 'module' AND (s.qualified_name GLOB ? OR s.qualified_name GLOB ? OR s.qualified_name GLOB ?)`;
const BY_NAME = `SELECT ${SYMBOL_COLUMNS} ${SYMBOL_FROM} WHERE s.name = ? AND s.kind <> 'module'`;
const FAN_IN = `SELECT e.to_symbol_id AS id, count(*) AS n FROM json_each(?) wanted JOIN edge e ON e.to_symbol_id = wanted.value
  AND e.edge_type = 'calls' CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ? GROUP BY e.to_symbol_id`;

export interface FoundNode {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly place: string;
  readonly signature: string;
}
export interface SearchValue {
  readonly pattern: string;
  readonly total: number;
  readonly nodes: readonly FoundNode[];
  /** Names that look like the pattern, where nothing matches it. */
  readonly near: readonly FoundNode[];
}

const STANDARD_LIMIT = 50;
const MOST_LIMIT = 1000;
/** Matches whose callers are counted. */
const RANKED = 300;
const CALLABLE = new Set(["function", "method", "constructor", "macro"]);
const TYPES = new Set(["class", "struct", "interface", "trait", "protocol", "enum", "type_alias"]);

export const searchNodes = defineTool({
  name: "search_nodes",
  title: "Find symbols by name",
  description: "Where is it defined? Finds functions, methods, classes, types, fields and constants by name or glob (load*, *Handler, " +
    "Job.*, get[A-Z]*; case sensitive), ranked: code before tests, public before private, much called first. Where nothing matches, the " +
    "nearest names are given. Use it when the exact name is not known; every result's `at` can be given to the other tools.",
  parameters: {
    name_pattern: z.string().min(1).max(500).describe("Name, qualified name or glob with * ? [abc]."),
    node_type: z.string().max(50).optional().describe("Only this kind: function, method, class, struct, interface, trait, field, …"),
    language: z.string().max(50).optional().describe("Only this language: python, typescript, go, rust."),
    file_path: z.string().min(1).max(4000).optional().describe("Only in this file or folder."),
    limit: limitOf(STANDARD_LIMIT),
  },
  output: {
    total: z.int().describe("Matches, shown or not."),
    nodes: z.array(z.looseObject({})).describe("Matches {id, type, name, at, signature}, best first."),
    near: z.array(z.looseObject({})).optional().describe("Near misses, where nothing matches."),
  },
  command: {
    name: "search",
    summary: "find symbols by a pattern of their name",
    arguments: ["name_pattern"],
    options: { node_type: "--type <kind>", language: "--language <language>", file_path: "--file <path>", limit: "--limit <n>" },
    examples: [["callgrove search 'load*'", "by glob"], ["callgrove search '*Handler' --type class", "one kind only"]],
  },
  run(context, params) {
    const pattern = params.name_pattern;
    if (/\[[^\]]*$/.test(pattern)) {
      throw new CallgroveError("invalid_input", `Cannot search for "${pattern}": a bracket is not closed`, {
        hint: "Close it (get[A-Z]*), or write [[] for a bracket itself.",
        data: { parameter: "name_pattern" },
      });
    }
    const limit = clamp("limit", params.limit, context.audience === "agent" ? STANDARD_LIMIT : MOST_LIMIT, 1, MOST_LIMIT);
    const files = params.file_path === undefined ? undefined : new Set(findFiles(context, params.file_path));
    const fits = (row: SymbolRow): boolean =>
      (params.node_type === undefined || row.kind === params.node_type.toLowerCase()) &&
      (params.language === undefined || row.language === params.language.toLowerCase()) && (files === undefined || files.has(row.path));
    const rows = rank(context, readMatches(context, pattern).filter(fits));
    const nodes: FoundNode[] = [];
    let bytes = budgetOf(context, params.limit);
    for (const row of rows.slice(0, limit.value)) {
      const node = toNode(row);
      bytes -= JSON.stringify(node).length + 1;
      if (bytes < 0 && nodes.length > 0) break;
      nodes.push(node);
    }
    const bare = pattern.replace(/[*?]|\[[^\]]*\]/g, "");
    const near = rows.length === 0 && bare !== "" ? findNear(context, bare) : [];
    const cut = rows.length > nodes.length;
    return {
      value: { pattern, total: rows.length, nodes, near },
      notes: {
        warnings: [...limit.warnings, ...(files?.size === 0 ? [`no indexed file is meant by "${params.file_path}"`] : [])],
        ...(cut
          ? { completeness: "truncated" as const, suggestedAction: "give a narrower pattern, node_type or file_path, or raise limit" }
          : {}),
        lowConfidence: rows.length === 0,
      },
    };
  },
  structure: (value: SearchValue) => ({
    total: value.total,
    nodes: value.nodes.map(structureNode),
    ...(value.near.length === 0 ? {} : { near: value.near.map(structureNode) }),
  }),
  render: renderSearch,
  listed: (value: SearchValue) => value.nodes.map((node) => node.id),
  isEmpty: (value: SearchValue) => value.total === 0,
});

function readMatches(context: Context, pattern: string): SymbolRow[] {
  if (!/[*?[]/.test(pattern)) {
    const rows = readRows<SymbolRow>(context, BY_NAME, context.ref.id, pattern.split(/::|\./).at(-1)!);
    const plain = pattern.replaceAll("::", ".");
    return rows.filter((row) => row.name === pattern || `.${row.qualifiedName.replaceAll("::", ".")}`.endsWith(`.${plain}`));
  }
  if (!/[.:/]/.test(pattern)) return readRows<SymbolRow>(context, BY_SHORT_NAME, context.ref.id, pattern);
  return readRows<SymbolRow>(context, BY_FULL_NAME, context.ref.id, pattern, `*.${pattern}`, `*::${pattern}`);
}

/** Best first. Callers are counted for those that can be shown. */
function rank(context: Context, rows: SymbolRow[]): SymbolRow[] {
  const group = (row: SymbolRow): number => (isTest(row) ? 10 : 0) + (CALLABLE.has(row.kind) || TYPES.has(row.kind) ? 0 : 1);
  const rough = (a: SymbolRow, b: SymbolRow): number => group(a) - group(b) || b.exported - a.exported;
  const fine = (a: SymbolRow, b: SymbolRow): number =>
    a.qualifiedName.length - b.qualifiedName.length || (a.path < b.path ? -1 : a.path > b.path ? 1 : a.lineStart - b.lineStart);
  rows.sort((a, b) => rough(a, b) || fine(a, b));
  const head = rows.slice(0, RANKED);
  const ids = JSON.stringify(head.map((row) => row.id));
  const fanIn = new Map(readRows<{ id: number; n: number }>(context, FAN_IN, ids, context.ref.id).map((row) => [row.id, row.n]));
  head.sort((a, b) => rough(a, b) || (fanIn.get(b.id) ?? 0) - (fanIn.get(a.id) ?? 0) || fine(a, b));
  return [...head, ...rows.slice(RANKED)];
}

function findNear(context: Context, name: string): FoundNode[] {
  return nearestNames(context, name, 5).map((near) => {
    const row = readRows<SymbolRow>(context, BY_NAME, context.ref.id, near.name.split(/::|\./).at(-1)!).find((one) =>
      one.qualifiedName === near.name
    );
    return row === undefined
      ? { id: "", type: near.kind, name: near.name, place: `${near.path}:${near.line}`, signature: "" }
      : toNode(row);
  });
}

function toNode(row: SymbolRow): FoundNode {
  return { id: row.stableId, type: row.kind, name: row.qualifiedName, place: placeOf(row), signature: row.signature.slice(0, 200) };
}

function structureNode(node: FoundNode): Record<string, unknown> {
  const { id, type, name, place, signature } = node;
  return { ...(id === "" ? {} : { id }), type, name, at: place, ...(signature === "" ? {} : { signature }) };
}
