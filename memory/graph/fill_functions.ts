/**
 * Functions and calls of the knowledge graph, from the index.
 *
 * Stage: memory. Invariant: after a run they are those of the ref; only files whose symbols or edges changed are written again. The
 * ids are those of row D-13: overloads and twins of one name in one file share a node, sites between two functions share an edge.
 */
import * as crypto from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { BulkInsert } from "../../core/store/bulk_insert.ts";
import { type Context, readList, readRows } from "../../query/context.ts";
import { type Rows, scopedNameOf } from "../../query/symbol_row.ts";
import { inTransaction, readMeta, writeMeta } from "../store/open_store.ts";
import { addEdges } from "./edge_indexes.ts";

const FILES = `SELECT p.path AS path, rf.path_id AS pathId, rf.file_version_id AS version, rf.resolution_id AS resolution
  FROM ref_file rf JOIN path p ON p.id = rf.path_id WHERE rf.ref_id = ?`;
const FUNCTIONS = `SELECT s.id AS id, s.path_id AS pathId, s.name AS name, s.qualified_name AS qualifiedName, s.language AS language,
    sv.line_start AS lineStart, sv.line_end AS lineEnd, sv.signature AS signature, sv.doc AS doc, o.name AS owner, o.kind AS ownerKind
  FROM symbol_version sv JOIN symbol s ON s.id = sv.symbol_id LEFT JOIN symbol o ON o.id = sv.parent_id
  WHERE sv.file_version_id = ? AND s.kind IN ('function', 'method', 'constructor') ORDER BY sv.line_start`;
/** In one text: a row each costs more than finding them. */
const CALLS = `SELECT json_group_array(json_array(source, target, line, confidence, rule)) AS list FROM (
  SELECT e.from_symbol_id AS source, e.to_symbol_id AS target, e.source_line AS line, e.confidence AS confidence, e.rule AS rule
  FROM edge e WHERE e.resolution_id = ? AND e.edge_type = 'calls' AND e.to_symbol_id <> 0 ORDER BY e.source_line, e.source_column)`;
const TARGET = `SELECT s.id AS id, s.path_id AS pathId, s.name AS name, s.qualified_name AS qualifiedName, p.path AS path
  FROM symbol s JOIN path p ON p.id = s.path_id WHERE s.kind IN ('function', 'method', 'constructor') AND s.id = ?`;

interface FileRow {
  readonly path: string;
  readonly pathId: number;
  readonly version: number;
  readonly resolution: number;
}
interface FunctionRow {
  readonly id: number;
  readonly pathId: number;
  readonly name: string;
  readonly qualifiedName: string;
  readonly language: string;
  readonly lineStart: number;
  readonly lineEnd: number;
  readonly signature: string;
  readonly doc: string;
  readonly owner: string | null;
  readonly ownerKind: string | null;
}
/** Rows of `symbol` that call and are called, line, confidence, rule. */
type CallRow = readonly [number, number, number, string, string];

/** `Class.method` or `function`, whatever the language's separator. */
export function displayName(context: Rows, row: { pathId: number; name: string; qualifiedName: string }): string {
  return scopedNameOf(context, row).replaceAll("::", ".");
}

/** Id of a function's node (row D-13). */
export function functionNode(path: string, name: string): string {
  return `function:${path}:${name}`;
}

/** Row D-16: the first 16 hex digits of SHA-256. It changes with the line; `symbol_stable_id` does not. */
export function nodeId(path: string, name: string, startLine: number): string {
  return crypto.hash("sha256", `${path}:${name}:${startLine}`, "hex").slice(0, 16);
}

/** Call sites that an edge lists; the count has all. */
const MOST_CONTEXTS = 20;

const CREATED = "SELECT value FROM meta WHERE key = 'created_at'";

/**
 * Brings functions and calls up to date; gives the number of files that were written.
 * @param transact runs what writes as a whole
 */
export function fillFunctions(context: Pick<Context, "db" | "ref">, org: DatabaseSync, transact = inTransaction): number {
  const made = readRows<{ value: string }>(context, CREATED)[0]?.value ?? "";
  // Row numbers of another index, an earlier one of the same repository too, say nothing of this one.
  const isSame = readMeta(org, "graph_index") === made;
  const filled = org.prepare("SELECT path, file_version_id AS version, resolution_id AS resolution FROM kg_files").all();
  const known = new Map((filled as unknown as FileRow[]).map((row) => [row.path, row]));
  const changed: FileRow[] = [];
  for (const file of readRows<FileRow>(context, FILES, context.ref.id)) {
    const before = known.get(file.path);
    known.delete(file.path);
    if (!isSame || before?.version !== file.version || before.resolution !== file.resolution) changed.push(file);
  }
  if (changed.length === 0 && known.size === 0) return 0;
  transact(org, () => {
    // Most of what there will be is new: one sort costs less than as many searches.
    const most = !isSame || filled.length === 0;
    if (!isSame) removeAll(org);
    else removeFiles(org, [...known.keys(), ...changed.map((file) => file.path)]);
    addEdges(org, most ? Infinity : 0, () => addFiles(context, org, changed));
    writeMeta(org, "graph_index", made);
    writeMeta(org, "graph_ref", context.ref.name);
    writeMeta(org, "graph_at", context.ref.indexedAt);
  });
  return changed.length + known.size;
}

function removeAll(org: DatabaseSync): void {
  org.exec("DELETE FROM kg_edges WHERE edge_type = 'CALLS'; DELETE FROM kg_nodes WHERE node_type = 'function'; DELETE FROM kg_files");
}

function removeFiles(org: DatabaseSync, paths: readonly string[]): void {
  const removeEdges = org.prepare("DELETE FROM kg_edges WHERE edge_type = 'CALLS' AND from_node >= ? AND from_node < ?");
  const removeNodes = org.prepare("DELETE FROM kg_nodes WHERE id >= ? AND id < ?");
  const removeFile = org.prepare("DELETE FROM kg_files WHERE path = ?");
  for (const path of paths) {
    // ';' follows ':': the range holds every name in that file.
    removeEdges.run(`function:${path}:`, `function:${path};`);
    removeNodes.run(`function:${path}:`, `function:${path};`);
    removeFile.run(path);
  }
}

function addFiles(context: Rows, org: DatabaseSync, files: readonly FileRow[]): void {
  const nodes = new BulkInsert(org, "kg_nodes", ["id", "node_type", "subtype", "name", "properties"]);
  const edges = new BulkInsert(org, "kg_edges", ["id", "edge_type", "from_node", "to_node", "properties"]);
  const sources = new BulkInsert(org, "kg_files", ["path", "file_version_id", "resolution_id"]);
  // All functions first: calls of changed files mostly lead to changed files.
  const nodeOf = new Map<number, string>();
  for (const file of files) addFunctions(context, file, nodes, nodeOf);
  for (const file of files) {
    addCalls(context, file, edges, nodeOf);
    sources.add(file.path, file.version, file.resolution);
  }
  for (const rows of [nodes, edges, sources]) rows.flush();
}

const CLASSES = new Set(["class", "struct", "interface", "trait", "protocol", "enum", "object"]);

function addFunctions(context: Rows, file: FileRow, nodes: BulkInsert, nodeOf: Map<number, string>): void {
  const seen = new Set<string>();
  for (const row of readRows<FunctionRow>(context, FUNCTIONS, file.version)) {
    const name = displayName(context, row);
    const id = functionNode(file.path, name);
    nodeOf.set(row.id, id);
    if (seen.has(id)) continue;
    seen.add(id);
    const properties = {
      file_path: file.path,
      line_start: row.lineStart,
      line_end: row.lineEnd,
      signature: row.signature,
      docstring: row.doc,
      class_name: row.ownerKind !== null && CLASSES.has(row.ownerKind) ? row.owner : null,
      node_id: nodeId(file.path, name, row.lineStart),
    };
    nodes.add(id, "function", row.language, name, JSON.stringify(properties));
  }
}

function addCalls(context: Rows, file: FileRow, edges: BulkInsert, nodeOf: Map<number, string>): void {
  const pairs = new Map<string, Map<string, { count: number; contexts: unknown[] }>>();
  for (const [source, target, line, confidence, rule] of readList<CallRow>(context, CALLS, file.resolution)) {
    const from = nodeOf.get(source) ?? readNode(context, source, nodeOf);
    const to = nodeOf.get(target) ?? readNode(context, target, nodeOf);
    if (from === "" || to === "") continue;
    let own = pairs.get(from);
    if (own === undefined) pairs.set(from, own = new Map());
    let pair = own.get(to);
    if (pair === undefined) own.set(to, pair = { count: 0, contexts: [] });
    pair.count++;
    if (pair.contexts.length < MOST_CONTEXTS) pair.contexts.push({ line, confidence, rule });
  }
  for (const [from, own] of pairs) {
    for (const [to, { count, contexts }] of own) {
      edges.add(`CALLS:${from}:${to}`, "CALLS", from, to, JSON.stringify({ call_count: count, call_contexts: contexts }));
    }
  }
}

/** The node of a symbol of another file; "" where it is no function. */
function readNode(context: Rows, id: number, nodeOf: Map<number, string>): string {
  const row = readRows<FunctionRow & { path: string }>(context, TARGET, id)[0];
  const node = row === undefined ? "" : functionNode(row.path, displayName(context, row));
  nodeOf.set(id, node);
  return node;
}
