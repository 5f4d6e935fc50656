/**
 * Full-text search in messages.
 *
 * Stage: memory -> query. Invariant: input is treated as words, never as search syntax.
 */
import type { DatabaseSync } from "node:sqlite";

const SEARCH = `SELECT m.timestamp AS time, m.session_id AS session, m.role AS role, m.author AS author, m.content AS content
  FROM messages_fts f JOIN messages m ON m.id = f.rowid WHERE messages_fts MATCH ? ORDER BY rank LIMIT ?`;

/** A message that contains all words. */
export interface FoundMessage {
  readonly time: string;
  readonly session: string;
  readonly role: string;
  readonly author: string;
  /** The text around the first word. */
  readonly preview: string;
}

/** Messages that contain all words, best first. */
export function searchMessages(sessions: DatabaseSync, words: readonly string[], limit: number): FoundMessage[] {
  const asked = words.flatMap((word) => word.match(/[\p{L}\p{N}_]+/gu) ?? []);
  if (asked.length === 0) return [];
  const rows = sessions.prepare(SEARCH).all(
    asked.map((word) => `"${word}"`).join(" "),
    limit,
  ) as unknown as (Omit<FoundMessage, "preview"> & { content: string })[];
  return rows.map(({ content, ...row }) => ({ ...row, preview: around(content, asked[0]!) }));
}

function around(content: string, word: string): string {
  const text = content.replace(/\s+/g, " ").trim();
  const at = Math.max(0, text.toLowerCase().indexOf(word.toLowerCase()) - 80);
  return `${at > 0 ? "… " : ""}${text.slice(at, at + 240)}${text.length > at + 240 ? " …" : ""}`;
}
