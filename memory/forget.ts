/**
 * Removes memory permanently: a session's, a symbol's, or all of it.
 *
 * Stage: memory. Invariants: removed text is left in no table, no full-text index, no free page and no log of the databases; reading a
 * transcript again does not bring it back. Decisions in the repository's own files, and fixes in its history, cannot be removed, which is
 * reported.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { tableOf } from "../core/base/tables.ts";
import { forgetMessageRows, forgetSessionRows } from "./sessions/forget_rows.ts";
import { forgottenKey } from "./sessions/session_writer.ts";
import { inTransaction } from "./store/open_store.ts";
import { openSessions, removeSessions, SESSIONS } from "./store/sessions_store.ts";
import { allHandles } from "./recall.ts";
import { shownSource } from "./decisions/read_instructions.ts";

const STANDS_IN_FILE = "origin <> 'remembered' AND gone = 0";
const OF_HISTORY = "origin = 'commit'";

/** What was removed. */
export interface Forgotten {
  readonly messages: number;
  readonly entries: number;
  /** Entries that also belong to other symbols, and were only detached from this one. */
  readonly untied: number;
  /** Decisions in files, which stay. */
  readonly kept: readonly string[];
  /** Fixes in git's history, which stay. */
  readonly fixes: number;
}

const NOTHING: Forgotten = { messages: 0, entries: 0, untied: 0, kept: [], fixes: 0 };

/** Removes a session: its messages and links. */
export function forgetSession(folder: string, org: DatabaseSync, session: string): Forgotten {
  overwriteRemoved(org);
  const messages = inSessions(folder, (sessions) => inTransaction(sessions, () => forgetSessionRows(sessions, session)));
  inTransaction(org, () => {
    noteForgotten(org, [`session:${session}`]);
    org.prepare("DELETE FROM kg_edges WHERE from_node = ?").run(`session:${session}`);
    org.prepare("DELETE FROM kg_nodes WHERE id = ?").run(`session:${session}`);
  });
  clean(org);
  return { ...NOTHING, messages };
}

/** Removes a symbol's memory: messages linked to it, entries about it alone, and its anchors of other entries. */
export function forgetSymbol(folder: string, org: DatabaseSync, ids: readonly string[]): Forgotten {
  overwriteRemoved(org);
  const handles = JSON.stringify(allHandles(org, ids));
  const uids: string[] = [];
  const messages = inSessions(folder, (sessions) =>
    inTransaction(sessions, () => {
      const rows = sessions.prepare(
        `SELECT DISTINCT m.id AS id, m.uid AS uid FROM call_graph_memory c JOIN messages m ON m.id = c.message_id
        WHERE c.symbol_stable_id IN (SELECT value FROM json_each(?))`,
      ).all(handles) as { id: number; uid: string }[];
      for (const row of rows) {
        uids.push(`message:${row.uid}`);
        forgetMessageRows(sessions, row.id);
      }
      return rows.length;
    }));
  const kept = org.prepare(
    `SELECT DISTINCT d.source AS source FROM anchors a JOIN decisions d ON d.id = a.entry_id AND a.entry_type = 'decision'
    WHERE ${STANDS_IN_FILE} AND a.symbol_stable_id IN (SELECT value FROM json_each(?))`,
  ).all(handles) as { source: string }[];
  const { n: fixes } = org.prepare(
    `SELECT count(DISTINCT e.id) AS n FROM anchors a JOIN errors e ON e.id = a.entry_id AND a.entry_type = 'error'
    WHERE e.${OF_HISTORY} AND a.symbol_stable_id IN (SELECT value FROM json_each(?))`,
  ).get(handles) as { n: number };
  const entries = inTransaction(org, () => {
    noteForgotten(org, uids);
    return forgetEntries(org, handles);
  });
  clean(org);
  return { messages, ...entries, kept: kept.map((row) => shownSource(row.source)), fixes };
}

const TABLES: Readonly<Record<string, string>> = tableOf({ decision: "decisions", error: "errors", note: "notes" });

function forgetEntries(org: DatabaseSync, handles: string): Pick<Forgotten, "entries" | "untied"> {
  const rows = org.prepare(
    `SELECT DISTINCT entry_type AS type, entry_id AS id FROM anchors WHERE symbol_stable_id IN (SELECT value FROM json_each(?))
    AND NOT (entry_type = 'decision' AND entry_id IN (SELECT id FROM decisions WHERE ${STANDS_IN_FILE}))
    AND NOT (entry_type = 'error' AND entry_id IN (SELECT id FROM errors WHERE ${OF_HISTORY}))`,
  ).all(handles) as { type: string; id: number }[];
  let removed = 0;
  for (const { type, id } of rows) {
    org.prepare("DELETE FROM anchors WHERE entry_type = ? AND entry_id = ? AND symbol_stable_id IN (SELECT value FROM json_each(?))").run(
      type,
      id,
      handles,
    );
    if (org.prepare("SELECT 1 FROM anchors WHERE entry_type = ? AND entry_id = ? AND scope = 'symbol'").get(type, id) !== undefined) {
      continue;
    }
    org.prepare(`DELETE FROM ${TABLES[type]} WHERE id = ?`).run(id);
    org.prepare("DELETE FROM anchors WHERE entry_type = ? AND entry_id = ?").run(type, id);
    org.prepare("DELETE FROM kg_edges WHERE from_node = ?").run(`${type}:${id}`);
    org.prepare("DELETE FROM kg_nodes WHERE id = ?").run(`${type}:${id}`);
    removed++;
  }
  return { entries: removed, untied: rows.length - removed };
}

/** Removes all memory, except the functions of the knowledge graph, which come from the source. */
export function forgetAll(folder: string, org: DatabaseSync): Forgotten {
  overwriteRemoved(org);
  const messages = inSessions(folder, (sessions) => (sessions.prepare("SELECT count(*) AS n FROM messages").get() as { n: number }).n);
  removeSessions(folder);
  const entries = inTransaction(org, () => {
    const n = Object.values(TABLES).reduce(
      (sum, table) => sum + (org.prepare(`SELECT count(*) AS n FROM ${table}`).get() as { n: number }).n,
      0,
    );
    for (const table of [...Object.values(TABLES), "anchors", "moves", "symbol_states", "forgotten"]) org.exec(`DELETE FROM ${table}`);
    org.exec("DELETE FROM kg_edges WHERE edge_type <> 'CALLS'; DELETE FROM kg_nodes WHERE node_type <> 'function'");
    org.exec(
      "DELETE FROM meta WHERE key IN ('decisions_stamp', 'history_head', 'history_left', 'history_bound', 'moves_at', 'moves_around', 'moves_seen', 'states_seen', 'sessions_filled')",
    );
    return n;
  });
  clean(org);
  return { ...NOTHING, messages, entries };
}

function noteForgotten(org: DatabaseSync, what: readonly string[]): void {
  const insert = org.prepare("INSERT OR IGNORE INTO forgotten (key, forgotten_at) VALUES (?, ?)");
  for (const one of what) insert.run(forgottenKey(one), new Date().toISOString());
}

/** Runs `work` if there is a sessions database, and clears the file of what it removed. */
function inSessions(folder: string, work: (sessions: DatabaseSync) => number): number {
  if (!existsSync(join(folder, SESSIONS.file))) return 0;
  const { db } = openSessions(folder);
  try {
    overwriteRemoved(db);
    // Otherwise removed words would stay in the full-text index until its segments are merged.
    db.exec("INSERT INTO messages_fts (messages_fts, rank) VALUES ('secure-delete', 1)");
    const n = work(db);
    clean(db);
    return n;
  } finally {
    db.close();
  }
}

/**
 * From here on, removed data is overwritten, including in the full-text index. Rewriting the file (VACUUM) needs permissions that the
 * program lacks.
 */
function overwriteRemoved(db: DatabaseSync): void {
  db.exec("PRAGMA secure_delete = ON");
}

/** Moves everything from the log into the file and empties the log. */
function clean(db: DatabaseSync): void {
  db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
}
