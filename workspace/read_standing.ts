/**
 * The state of an index at a glance, for the status line.
 *
 * Stage: before a question. Invariant: read-only; failures are reported, not thrown.
 */
import { join } from "node:path";
import { refMeant } from "../core/base/ref_names.ts";
import { CallgroveError } from "../core/errors.ts";
import { type ProjectPlace, refuseUnasked } from "../core/store/location.ts";
import { openForReading } from "../core/store/open.ts";
import { count } from "../query/render/style.ts";
import { PACKED_PATHS } from "../query/rows/packed_code.ts";
import { TEST_PATHS } from "../query/rows/test_files.ts";
import { findRef } from "./find_ref.ts";

const COUNTS = `SELECT count(*) AS files, sum(fv.symbols) AS symbols FROM ref_file rf JOIN file_version fv ON fv.id = rf.file_version_id
  WHERE rf.ref_id = ?`;
/** Files whose functions nobody asks about, and whose calls count for little. */
const ASIDE = `${TEST_PATHS} UNION ALL ${PACKED_PATHS}`;
/** The functions most called by code other than tests, and by no packed code; a name that several symbols have is written in full. */
const BUSIEST =
  `SELECT p.path AS path, CASE WHEN (SELECT count(*) FROM symbol o JOIN ref_file f ON f.ref_id = :ref AND f.path_id = o.path_id
    JOIN symbol_version v ON v.file_version_id = f.file_version_id AND v.symbol_id = o.id WHERE o.name = s.name) > 1
    THEN s.qualified_name ELSE s.name END AS name, count(*) AS calls
  FROM ref_file rf JOIN edge e ON e.resolution_id = rf.resolution_id AND e.edge_type = 'calls' AND e.confidence = 'static'
  JOIN symbol s ON s.id = e.to_symbol_id AND s.kind IN ('function', 'method') JOIN path p ON p.id = s.path_id
  WHERE rf.ref_id = :ref AND rf.path_id NOT IN (${ASIDE}) AND s.path_id NOT IN (${ASIDE})
  GROUP BY e.to_symbol_id ORDER BY calls DESC, s.qualified_name LIMIT 40`;

const SOME = `SELECT DISTINCT s.name AS name FROM ref_file rf CROSS JOIN symbol_version v ON v.file_version_id = rf.file_version_id
  JOIN symbol s ON s.id = v.symbol_id WHERE rf.ref_id = :ref AND s.kind IN ('function', 'method') ORDER BY s.qualified_name LIMIT 2`;

/** What the index holds, in one line, and names to try. */
export interface Standing {
  readonly line: string;
  /** Up to two functions, often called ones first. */
  readonly names: readonly string[];
  readonly indexed: boolean;
}

interface Named {
  readonly path: string;
  readonly name: string;
}

/** Words by which the head of a file says that it was generated. */
const GENERATED = /\bcode generated\b|@generated\b|\bauto-?(?:matically )?generated\b|\bdo not edit\b/i;
const HEAD = 2000;

/** The first two names in files that were not generated. */
function writtenByHand(root: string, found: readonly Named[]): string[] {
  const names: string[] = [];
  for (const { path, name } of found) {
    if (names.length === 2) break;
    if (!GENERATED.test(readHead(join(root, path)))) names.push(name);
  }
  return names;
}

/** The beginning of a file; "" if it is gone. */
function readHead(path: string): string {
  try {
    using file = Deno.openSync(path);
    const bytes = new Uint8Array(HEAD);
    return new TextDecoder().decode(bytes.subarray(0, file.readSync(bytes) ?? 0));
  } catch {
    return "";
  }
}

/** The state of a project's index. */
export function readStanding(project: ProjectPlace): Standing {
  try {
    const db = openForReading(project.folder);
    try {
      const ref = findRef(db, project, refMeant(project, undefined));
      if (ref === undefined) return notYet(project);
      const counts = db.prepare(COUNTS).get(ref.id) as { files: number; symbols: number | null };
      const read = (sql: string): Named[] => db.prepare(sql).all({ ref: ref.id }) as unknown as Named[];
      const busiest = writtenByHand(project.root, read(BUSIEST));
      const names = busiest.length < 2 ? [...new Set([...busiest, ...read(SOME).map(({ name }) => name)])] : busiest;
      const line = `${count(counts.files, "file")}, ${count(counts.symbols ?? 0, "symbol")}, indexed ${ref.indexedAt}`;
      return { line, names, indexed: true };
    } finally {
      db.close();
    }
  } catch (thrown) {
    if (!(thrown instanceof CallgroveError)) throw thrown;
    return thrown.code === "index_not_ready" ? notYet(project) : { line: thrown.message, names: [], indexed: false };
  }
}

function notYet(project: ProjectPlace): Standing {
  const line = isRefused(project) ? "not indexed: callgrove index does it" : "not indexed yet; the first question does it";
  return { line, names: [], indexed: false };
}

/** Whether questions do not make an index here. */
function isRefused(project: ProjectPlace): boolean {
  try {
    refuseUnasked(project);
    return false;
  } catch {
    return true;
  }
}
