/**
 * Searches decisions, errors and notes by words.
 *
 * Stage: memory -> query. Invariant: read-only; an entry matches if it contains all words, in any case; newest first.
 */
import type { DatabaseSync } from "node:sqlite";
import { shownSource } from "./decisions/read_instructions.ts";

const ENTRIES = `SELECT 'decision' AS kind, id, title, ltrim(CASE decision WHEN title THEN '' ELSE decision END ||
      CASE rationale WHEN '' THEN '' ELSE char(10) || 'because: ' || rationale END, char(10)) AS text,
    decided_at AS time, author, source FROM decisions WHERE gone = 0
  UNION ALL SELECT 'error', id, message, solution, last_seen, author, commit_id FROM errors
  UNION ALL SELECT 'note', id, text, '', recorded_at, author, '' FROM notes ORDER BY time DESC, kind, id DESC`;
const ABOUT = `SELECT DISTINCT CASE scope WHEN 'symbol' THEN path || ':' || name ELSE path END AS place FROM anchors
  WHERE entry_type = ? AND entry_id = ? ORDER BY 1 LIMIT 5`;

/** A decision, an error or a note. */
export interface FoundEntry {
  /** `decision:3`. */
  readonly id: string;
  readonly kind: "decision" | "error" | "note";
  /** The title of a decision, or the first line of an error's message or of a note. */
  readonly title: string;
  /** The other lines; what was decided, if the title does not say it, and why; or what solved the error. */
  readonly text: string;
  readonly time: string;
  readonly author: string;
  /** The file or commit it comes from; "" if it was remembered. */
  readonly source: string;
  /** What it is about: `path:name`, or a path. */
  readonly about: readonly string[];
}

/** The first entries that contain all words. */
export function searchEntries(org: DatabaseSync, words: readonly string[], limit: number): FoundEntry[] {
  const asked = words.flatMap((word) => word.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []);
  if (asked.length === 0) return [];
  const rows = org.prepare(ENTRIES).all() as unknown as (Omit<FoundEntry, "id" | "about"> & { id: number })[];
  const holds = ({ title, text }: { readonly title: string; readonly text: string }): boolean => {
    const said = `${title} ${text}`.toLowerCase();
    return asked.every((word) => said.includes(word));
  };
  return rows.filter(holds).slice(0, limit).map((row) => ({
    ...row,
    ...withFirstLine(row),
    id: `${row.kind}:${row.id}`,
    source: shownSource(row.source),
    about: (org.prepare(ABOUT).all(row.kind, row.id) as { place: string }[]).map(({ place }) => place),
  }));
}

function withFirstLine(
  { title, text }: { readonly title: string; readonly text: string },
): { readonly title: string; readonly text: string } {
  const [first = "", ...rest] = title.trim().split("\n");
  return { title: first, text: [...rest, text].filter((line) => line !== "").join("\n") };
}
