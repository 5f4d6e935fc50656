/**
 * Bare `callgrove`: a line on where one stands, and three commands to try.
 *
 * Stage: CLI. Invariant: it builds nothing; the names in the commands are of this repository.
 */
import { resolve } from "node:path";
import { CallgroveError } from "../core/errors.ts";
import { locateProject, type ProjectPlace } from "../core/store/location.ts";
import { openForReading } from "../core/store/open.ts";
import { count } from "../query/render/style.ts";
import { findRef } from "../workspace/find_ref.ts";
import { startingFolder } from "./session.ts";
import { chooseStyle, type CommonOptions, formatJson, printAnswer } from "./terminal.ts";

const COUNTS =
  "SELECT count(*) AS files, sum(fv.symbols) AS symbols FROM ref_file rf JOIN file_version fv ON fv.id = rf.file_version_id WHERE rf.ref_id = ?";
const BUSIEST = `SELECT s.name AS name, count(*) AS calls FROM ref_file rf JOIN edge e ON e.resolution_id = rf.resolution_id
  AND e.edge_type = 'calls' AND e.confidence = 'static' JOIN symbol s ON s.id = e.to_symbol_id AND s.kind IN ('function', 'method')
  WHERE rf.ref_id = ? GROUP BY e.to_symbol_id ORDER BY calls DESC, s.qualified_name LIMIT 2`;

interface Standing {
  readonly line: string;
  readonly names: readonly string[];
  readonly indexed: boolean;
}

/** Prints the status; exit status 0. */
export async function showStatus(options: CommonOptions): Promise<number> {
  const style = chooseStyle(options);
  const project = await locateProject(resolve(startingFolder(), options.repo ?? "."), options.db);
  const standing = readStanding(project);
  const [first, second] = [standing.names[0] ?? "main", standing.names[1] ?? "main"];
  const commands = [
    [`callgrove callers ${first}`, `who calls ${first}`],
    [`callgrove graph ${second} --depth 2`, `callers and callees around ${second}`],
    ["callgrove stats", "how much is indexed and resolved"],
  ] as const;
  if (options.json === true) {
    printAnswer(formatJson({ root: project.root, indexed: standing.indexed, status: standing.line, try: commands.map(([line]) => line) }));
    return 0;
  }
  const width = Math.max(...commands.map(([line]) => line.length));
  printAnswer([
    `${style.strong(project.root)}: ${standing.line}`,
    ...commands.map(([line, does]) => `  ${line.padEnd(width)}  ${style.faint(does)}`),
    style.faint("All commands: callgrove --help"),
  ].join("\n"));
  return 0;
}

function readStanding(project: ProjectPlace): Standing {
  try {
    const db = openForReading(project.folder);
    try {
      const ref = findRef(db, project, undefined);
      if (ref === undefined) return { line: NOT_YET, names: [], indexed: false };
      const counts = db.prepare(COUNTS).get(ref.id) as { files: number; symbols: number | null };
      const busiest = db.prepare(BUSIEST).all(ref.id) as unknown as { name: string }[];
      const line = `${count(counts.files, "file")}, ${count((counts.symbols ?? 0) - counts.files, "symbol")}, indexed ${ref.indexedAt}`;
      return { line, names: busiest.map((row) => row.name), indexed: true };
    } finally {
      db.close();
    }
  } catch (thrown) {
    if (thrown instanceof CallgroveError && thrown.code === "index_not_ready") return { line: NOT_YET, names: [], indexed: false };
    if (thrown instanceof CallgroveError) return { line: thrown.message, names: [], indexed: false };
    throw thrown;
  }
}

const NOT_YET = "not indexed yet; the first question does it";
