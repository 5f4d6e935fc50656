/**
 * Functions and calls of the knowledge graph, from the index.
 *
 * Stage: memory. Invariant: after a run they equal those of the ref; only files whose symbols or edges changed are written again.
 */
import type { DatabaseSync } from "node:sqlite";
import type { IndexSource } from "../../core/store/follower.ts";
import { FUNCTION_KINDS } from "../../core/store/symbol_directory.ts";
import { type Context, quoted, readList, readRows } from "../../query/context.ts";
import { type Rows, scopedNameOf } from "../../query/rows/symbol_row.ts";
import { inTransaction, readMeta, writeMeta } from "../store/open_store.ts";
import { addEdges } from "./edge_indexes.ts";
import { type CallRow, functionNode, type FunctionRow, GraphWriter } from "./graph_writer.ts";

const FILES = `SELECT p.path AS path, rf.path_id AS pathId, rf.file_version_id AS version, rf.resolution_id AS resolution
  FROM ref_file rf JOIN path p ON p.id = rf.path_id WHERE rf.ref_id = ?`;
const FUNCTIONS = `SELECT s.id AS id, s.path_id AS pathId, s.name AS name, s.qualified_name AS qualifiedName, s.language AS language,
    sv.line_start AS lineStart, sv.line_end AS lineEnd, sv.signature AS signature, sv.doc AS doc, o.name AS owner, o.kind AS ownerKind
  FROM symbol_version sv JOIN symbol s ON s.id = sv.symbol_id LEFT JOIN symbol o ON o.id = sv.parent_id
  WHERE sv.file_version_id = ? AND s.kind IN (${quoted(FUNCTION_KINDS)}) ORDER BY sv.line_start`;
/** Returned as one text, as rows cost more than finding them. */
const CALLS = `SELECT json_group_array(json_array(source, target, line, confidence, rule)) AS list FROM (
  SELECT e.from_symbol_id AS source, e.to_symbol_id AS target, e.source_line AS line, e.confidence AS confidence, e.rule AS rule
  FROM edge e WHERE e.resolution_id = ? AND e.edge_type = 'calls' AND e.to_symbol_id <> 0 ORDER BY e.source_line, e.source_column)`;
const TARGET = `SELECT s.id AS id, s.path_id AS pathId, s.name AS name, s.qualified_name AS qualifiedName, p.path AS path
  FROM symbol s JOIN path p ON p.id = s.path_id WHERE s.kind IN (${quoted(FUNCTION_KINDS)}) AND s.id = ?`;

interface FileRow {
  readonly path: string;
  readonly pathId: number;
  readonly version: number;
  readonly resolution: number;
}
/** The columns needed to name a function. */
interface NamedRow {
  readonly id: number;
  readonly pathId: number;
  readonly name: string;
  readonly qualifiedName: string;
}

/** `Class.method` or `function`, whatever the language's separator. */
export function displayName(context: Rows, row: { pathId: number; name: string; qualifiedName: string }): string {
  return scopedNameOf(context, row).replaceAll("::", ".");
}

const CREATED = "SELECT value FROM meta WHERE key = 'created_at'";

/** Brings functions and calls up to date; returns the number of files written. */
export function fillFunctions(context: Pick<Context, "db" | "ref">, org: DatabaseSync): number {
  const made = readRows<{ value: string }>(context, CREATED)[0]?.value ?? "";
  // Row numbers of another index, even an earlier one of the same repository, are meaningless in this one.
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
  inTransaction(org, () => {
    // Most edges will be new: one sort is cheaper than as many look-ups.
    const most = !isSame || filled.length === 0;
    if (!isSame) removeAll(org);
    else removeFiles(org, [...known.keys(), ...changed.map((file) => file.path)]);
    addEdges(org, most ? Infinity : 0, () => addFiles(context, org, changed));
    noteSource(org, { made, ref: context.ref.name, indexedAt: context.ref.indexedAt });
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
    // ';' follows ':', so the range covers every name in that file.
    removeEdges.run(`function:${path}:`, `function:${path};`);
    removeNodes.run(`function:${path}:`, `function:${path};`);
    removeFile.run(path);
  }
}

function addFiles(context: Rows, org: DatabaseSync, files: readonly FileRow[]): void {
  const writer = new GraphWriter(org, (id) => readNode(context, id));
  const named = (row: NamedRow & FunctionRow): FunctionRow => ({ ...row, name: displayName(context, row) });
  // All functions first, as calls of changed files mostly lead to changed files.
  for (const { path, version } of files) {
    writer.addFunctions(path, readRows<NamedRow & FunctionRow>(context, FUNCTIONS, version).map(named));
  }
  for (const file of files) writer.addCalls(file, readList<CallRow>(context, CALLS, file.resolution));
  writer.flush();
}

/** The node of a symbol in another file; "" if it is no function. */
function readNode(context: Rows, id: number): string {
  const row = readRows<NamedRow & { path: string }>(context, TARGET, id)[0];
  return row === undefined ? "" : functionNode(row.path, displayName(context, row));
}

/** Records what the graph was filled from: when the index was made, since row numbers differ between indexes, and the ref. */
export function noteSource(org: DatabaseSync, source: IndexSource): void {
  writeMeta(org, "graph_index", source.made);
  writeMeta(org, "graph_ref", source.ref);
  writeMeta(org, "graph_at", source.indexedAt);
}
