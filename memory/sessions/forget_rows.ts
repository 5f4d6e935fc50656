/**
 * Removes rows of sessions.db that belong together.
 *
 * Stage: memory. Invariant: nothing that was said is left in any table: words, links, touches and errors go with their message.
 */
import type { DatabaseSync } from "node:sqlite";

const OF_MESSAGES = ["touches", "call_graph_memory", "errors_seen"];

/** Removes messages and all that hangs on them. `which` selects from `messages`. */
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

/** A transcript's messages, so that it can be read anew. */
export function forgetTranscript(db: DatabaseSync, transcript: number): void {
  forgetMessages(db, "transcript_id = ?", transcript);
  db.prepare("DELETE FROM sessions WHERE transcript_id = ?").run(transcript);
  db.prepare("DELETE FROM transcripts WHERE id = ?").run(transcript);
}

/** A session's messages; gives their number. */
export function forgetSessionRows(db: DatabaseSync, session: string): number {
  const n = forgetMessages(db, "session_id = ?", session);
  db.prepare("DELETE FROM sessions WHERE id = ?").run(session);
  return n;
}

/** A single message. */
export function forgetMessageRows(db: DatabaseSync, id: number): void {
  forgetMessages(db, "id = ?", id);
}
