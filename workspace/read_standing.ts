/**
 * Where an index stands, as far as a glance tells: for the status line.
 *
 * Stage: before a question. Invariant: it only looks; what cannot be read is said, not thrown.
 */
import { CallgroveError } from "../core/errors.ts";
import type { ProjectPlace } from "../core/store/location.ts";
import { openForReading } from "../core/store/open.ts";
import { count } from "../query/render/style.ts";
import { findRef, standardRef } from "./find_ref.ts";

const COUNTS = `SELECT count(*) AS files, sum(fv.symbols) AS symbols FROM ref_file rf JOIN file_version fv ON fv.id = rf.file_version_id
  WHERE rf.ref_id = ?`;
const BUSIEST = `SELECT s.name AS name, count(*) AS calls FROM ref_file rf JOIN edge e ON e.resolution_id = rf.resolution_id
  AND e.edge_type = 'calls' AND e.confidence = 'static' JOIN symbol s ON s.id = e.to_symbol_id AND s.kind IN ('function', 'method')
  WHERE rf.ref_id = ? GROUP BY e.to_symbol_id ORDER BY calls DESC, s.qualified_name LIMIT 2`;

const SOME = `SELECT DISTINCT s.name AS name FROM ref_file rf CROSS JOIN symbol_version v ON v.file_version_id = rf.file_version_id
  JOIN symbol s ON s.id = v.symbol_id WHERE rf.ref_id = ? AND s.kind IN ('function', 'method') ORDER BY s.qualified_name LIMIT 2`;

/** What the index holds, in a line for people, and names to try. */
export interface Standing {
  readonly line: string;
  /** Two functions, much called ones first, as far as there are. */
  readonly names: readonly string[];
  readonly indexed: boolean;
}

/** See the head of this file. */
export function readStanding(project: ProjectPlace): Standing {
  try {
    const db = openForReading(project.folder);
    try {
      const ref = findRef(db, project, standardRef(project));
      if (ref === undefined) return NOT_YET;
      const counts = db.prepare(COUNTS).get(ref.id) as { files: number; symbols: number | null };
      const read = (sql: string): string[] => (db.prepare(sql).all(ref.id) as unknown as { name: string }[]).map((row) => row.name);
      const busiest = read(BUSIEST);
      const names = busiest.length < 2 ? [...new Set([...busiest, ...read(SOME)])] : busiest;
      const line = `${count(counts.files, "file")}, ${count(counts.symbols ?? 0, "symbol")}, indexed ${ref.indexedAt}`;
      return { line, names, indexed: true };
    } finally {
      db.close();
    }
  } catch (thrown) {
    if (!(thrown instanceof CallgroveError)) throw thrown;
    return thrown.code === "index_not_ready" ? NOT_YET : { line: thrown.message, names: [], indexed: false };
  }
}

const NOT_YET: Standing = { line: "not indexed yet; the first question does it", names: [], indexed: false };
