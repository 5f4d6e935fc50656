/**
 * Removes related rows of sessions.db.
 *
 * Stage: memory. Invariant: nothing of a message is left in any table: words, links, touches and errors go with it.
 */
import type { DatabaseSync } from "node:sqlite";

const OF_MESSAGES = ["touches", "call_graph_memory", "errors_seen"];

/**
 * Removes messages and everything that belongs to them.
 * @param which a condition on `messages`
 */
function forgetMessages(db: DatabaseSync, which: string, value: string | number): number {
  const rows = db.prepare(`SELECT id, role, content FROM messages WHERE ${which}`).all(value) as {
    id: number;
    role: string;
    content: string;
  }[];
  const word = db.prepare("INSERT INTO messages_fts (messages_fts, rowid, content) VALUES ('delete', ?, ?)");
  const removes = [...OF_MESSAGES.map((table) => `DELETE FROM ${table} WHERE message_id = ?`), "DELETE FROM messages WHERE id = ?"].map((
    sql,
  ) => db.prepare(sql));
  for (const row of rows) {
    if (row.role === "user" || row.role === "assistant") word.run(row.id, row.content);
    for (const remove of removes) remove.run(row.id);
  }
  return rows.length;
}

/** Removes a transcript's messages, so that it can be read again. */
export function forgetTranscript(db: DatabaseSync, transcript: number): void {
  forgetMessages(db, "transcript_id = ?", transcript);
  db.prepare("DELETE FROM sessions WHERE transcript_id = ?").run(transcript);
  db.prepare("DELETE FROM transcripts WHERE id = ?").run(transcript);
}

/** Removes a session's messages; returns their number. */
export function forgetSessionRows(db: DatabaseSync, session: string): number {
  const n = forgetMessages(db, "session_id = ?", session);
  db.prepare("DELETE FROM sessions WHERE id = ?").run(session);
  return n;
}

/** Removes a single message. */
export function forgetMessageRows(db: DatabaseSync, id: number): void {
  forgetMessages(db, "id = ?", id);
}
