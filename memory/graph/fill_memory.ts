/**
 * Decisions, errors, notes and sessions in the knowledge graph.
 *
 * Stage: memory. Invariant: after a run they equal those of org.db and sessions.db; an edge leads to a function in the graph.
 */
import type { DatabaseSync } from "node:sqlite";
import { tableOf } from "../../core/base/tables.ts";
import { BulkInsert } from "../../core/store/bulk_insert.ts";
import { FUNCTION_KINDS } from "../../core/store/symbol_directory.ts";
import { type Context, quoted, readRows } from "../../query/context.ts";
import { inTransaction } from "../store/open_store.ts";
import { addEdges } from "./edge_indexes.ts";
import { displayName } from "./fill_functions.ts";
import { functionNode } from "./graph_writer.ts";

const ANCHORS =
  `SELECT entry_type AS type, entry_id AS entry, symbol_stable_id AS symbol, evidence FROM anchors WHERE scope = 'symbol' ORDER BY 1, 2`;
const NODES: Readonly<Record<string, string>> = tableOf({
  decision:
    `SELECT id, origin AS subtype, title AS name, json_object('decision', decision, 'rationale', rationale, 'status', status, 'source', source,
    'decided_at', decided_at, 'author', author, 'confidence', confidence) AS properties FROM decisions WHERE gone = 0`,
  error:
    `SELECT id, origin AS subtype, message AS name, json_object('signature', signature, 'solution', solution, 'verified', verified, 'commit_id', commit_id,
    'last_seen', last_seen, 'author', author) AS properties FROM errors`,
  note:
    `SELECT id, '' AS subtype, substr(text, 1, 80) AS name, json_object('text', text, 'author', author, 'recorded_at', recorded_at) AS properties FROM notes`,
});
const SESSION_NODES =
  `SELECT id, agent AS subtype, title AS name, json_object('started_at', started_at, 'ended_at', ended_at, 'branch', branch) AS properties FROM sessions`;
const SESSION_LINKS =
  `SELECT session_id AS entry, upper(change_type) AS type, symbol_stable_id AS symbol, count(*) AS n, max(timestamp) AS last
  FROM call_graph_memory`;
const OF_SESSIONS = "WHERE id IN (SELECT value FROM json_each(?))";
const LINKED = "SELECT DISTINCT symbol_stable_id AS symbol FROM call_graph_memory";
const OF_MESSAGES = `WHERE message_id IN (SELECT m.id FROM messages m WHERE m.session_id IN (SELECT value FROM json_each(?)))`;
const EDGE_TYPES: Readonly<Record<string, string>> = tableOf({ decision: "CONSTRAINS", error: "INVOLVES", note: "NOTES" });
const SYMBOLS = `SELECT s.stable_id AS stableId, s.path_id AS pathId, s.name AS name, s.qualified_name AS qualifiedName, p.path AS path
  FROM symbol s JOIN path p ON p.id = s.path_id WHERE s.kind IN (${
  quoted(FUNCTION_KINDS)
}) AND s.stable_id IN (SELECT value FROM json_each(?))`;

interface NodeRow {
  readonly id: string | number;
  readonly subtype: string;
  readonly name: string;
  readonly properties: string;
}
interface EdgeRow {
  readonly type: string;
  readonly entry: string | number;
  readonly symbol: string;
  readonly evidence?: string;
  readonly n?: number;
  readonly last?: string;
}

/**
 * Rewrites them.
 * @param changed sessions to be rewritten; "all" if handles have moved or nothing is known
 */
export function fillMemory(
  context: Pick<Context, "db" | "ref">,
  org: DatabaseSync,
  sessions: DatabaseSync | undefined,
  changed: readonly string[] | "all",
): void {
  // If most sessions changed, one scan of all links is cheaper than as many look-ups.
  const some = changed === "all" || changed.length * 2 > countRows(sessions, "sessions") ? undefined : changed;
  const read = (rows: string, which: string, end: string): Iterable<unknown> => {
    if (sessions === undefined || changed.length === 0) return [];
    return some === undefined
      ? sessions.prepare(`${rows} ${end}`).iterate()
      : sessions.prepare(`${rows} ${which} ${end}`).iterate(JSON.stringify(some));
  };
  const anchors = org.prepare(ANCHORS).all() as unknown as EdgeRow[];
  const linked = [...read(LINKED, OF_MESSAGES, "") as Iterable<{ symbol: string }>];
  const moves = readMoves(org);
  const nodeOf = readFunctions(context, [...anchors, ...linked].map((row) => latest(row.symbol, moves)));
  inTransaction(org, () => {
    if (changed.length > 0) removeSessions(org, some ?? "all");
    org.exec("DELETE FROM kg_edges WHERE edge_type IN ('CONSTRAINS', 'INVOLVES', 'NOTES')");
    org.exec("DELETE FROM kg_nodes WHERE node_type IN ('decision', 'error', 'note')");
    const nodeRows = new BulkInsert(org, "kg_nodes", ["id", "node_type", "subtype", "name", "properties"]);
    const edgeRows = new BulkInsert(org, "kg_edges", ["id", "edge_type", "from_node", "to_node", "properties"]);
    for (const [type, sql] of Object.entries(NODES)) {
      for (const row of org.prepare(sql).all() as unknown as NodeRow[]) {
        nodeRows.add(`${type}:${row.id}`, type, row.subtype, row.name, row.properties);
      }
    }
    for (const row of read(SESSION_NODES, OF_SESSIONS, "") as Iterable<NodeRow>) {
      nodeRows.add(`session:${row.id}`, "session", row.subtype, row.name, row.properties);
    }
    // Edges that became equal because handles moved share a source, and sources are consecutive.
    let [source, written]: [string, Set<string>] = ["", new Set()];
    const add = (type: string, from: string, row: EdgeRow, properties: string): void => {
      const to = nodeOf.get(latest(row.symbol, moves));
      const id = `${type}:${from}:${to}`;
      if (from !== source) [source, written] = [from, new Set()];
      if (to === undefined || written.has(id)) return;
      written.add(id);
      edgeRows.add(id, type, from, to, properties);
    };
    for (const row of anchors) add(EDGE_TYPES[row.type]!, `${row.type}:${row.entry}`, row, JSON.stringify({ evidence: row.evidence }));
    addEdges(org, some === undefined ? countRows(sessions, "call_graph_memory") : 0, () => {
      for (const row of read(SESSION_LINKS, OF_MESSAGES, "GROUP BY 1, 2, 3") as Iterable<EdgeRow>) {
        add(row.type, `session:${row.entry}`, row, `{"messages":${row.n},"last":${JSON.stringify(row.last)}}`);
      }
      edgeRows.flush();
    });
    nodeRows.flush();
  });
}

function countRows(sessions: DatabaseSync | undefined, table: "sessions" | "call_graph_memory"): number {
  return sessions === undefined ? 0 : (sessions.prepare(`SELECT count(*) AS n FROM ${table}`).get() as { n: number }).n;
}

function removeSessions(org: DatabaseSync, changed: readonly string[] | "all"): void {
  if (changed === "all") {
    org.exec("DELETE FROM kg_edges WHERE edge_type IN ('CREATED', 'MODIFIED', 'DISCUSSED', 'REVIEWED')");
    org.exec("DELETE FROM kg_nodes WHERE node_type = 'session'");
    return;
  }
  const removeEdges = org.prepare("DELETE FROM kg_edges WHERE from_node = ?");
  const removeNode = org.prepare("DELETE FROM kg_nodes WHERE id = ?");
  for (const session of changed) {
    removeEdges.run(`session:${session}`);
    removeNode.run(`session:${session}`);
  }
}

function readMoves(org: DatabaseSync): Map<string, string> {
  const rows = org.prepare("SELECT old_id AS old, new_id AS now FROM moves WHERE new_id <> ''").all() as { old: string; now: string }[];
  return new Map(rows.map((row) => [row.old, row.now]));
}

/** The current handle of a symbol. */
function latest(symbol: string, moves: ReadonlyMap<string, string>): string {
  let now = symbol;
  for (let step = 0; step < 50 && moves.has(now); step++) now = moves.get(now)!;
  return now;
}

function readFunctions(context: Pick<Context, "db" | "ref">, stableIds: readonly string[]): Map<string, string> {
  const rows = readRows<{ stableId: string; pathId: number; name: string; qualifiedName: string; path: string }>(
    context,
    SYMBOLS,
    JSON.stringify([...new Set(stableIds)]),
  );
  return new Map(rows.map((row) => [row.stableId, functionNode(row.path, displayName(context, row))]));
}
