/**
 * Everything that an index says about a ref, file by file, without internal numbers: two indexes are equivalent exactly if their dumps are
 * equal.
 *
 * Stage: write, for checks. Invariant: the lines of a file are sorted; they do not depend on when and how they were written.
 */
import type { DatabaseSync } from "node:sqlite";
import { readUses } from "./packed_uses.ts";
import { readDirectory } from "./symbol_directory.ts";

const REF = "SELECT skipped FROM ref WHERE id = ?";
const PATHS =
  "SELECT p.path AS path, rf.path_id AS id FROM ref_file rf JOIN path p ON p.id = rf.path_id WHERE rf.ref_id = ? ORDER BY p.path";
const SYMBOLS =
  `SELECT s.stable_id, s.kind, s.name, s.qualified_name, parent.stable_id AS parent, sv.definition, sv.line_start, sv.line_end,
    sv.name_line, sv.name_column, sv.signature, sv.doc, sv.exported, sv.flags, sv.complexity, sv.parameters
  FROM ref_file rf JOIN symbol_version sv ON sv.file_version_id = rf.file_version_id
  JOIN symbol s ON s.id = sv.symbol_id LEFT JOIN symbol parent ON parent.id = sv.parent_id WHERE rf.ref_id = ? AND rf.path_id = ?`;
const EDGES = `SELECT e.source_line, e.source_column, e.edge_type, f.stable_id AS "from", t.stable_id AS "to", n.text AS name,
    e.confidence, e.rule, e.external, x.text, e.candidates, e.properties
  FROM ref_file rf JOIN edge e ON e.resolution_id = rf.resolution_id
  LEFT JOIN symbol f ON f.id = e.from_symbol_id LEFT JOIN symbol t ON t.id = e.to_symbol_id LEFT JOIN name n ON n.id = e.to_name_id
  LEFT JOIN name x ON x.id = e.text_id WHERE rf.ref_id = ? AND rf.path_id = ?`;
const FILE = `SELECT b.hash, b.language, b.extractor, b.bytes, b.lines, b.problems, b.note, fv.symbols, fv.module, r.counts, r.package
  FROM ref_file rf JOIN file_version fv ON fv.id = rf.file_version_id JOIN blob b ON b.id = fv.blob_id
  JOIN resolution r ON r.id = rf.resolution_id WHERE rf.ref_id = ? AND rf.path_id = ?`;
const PACKED = `SELECT fv.directory, u.encoded AS uses FROM ref_file rf JOIN file_version fv ON fv.id = rf.file_version_id
  LEFT JOIN uses u ON u.resolution_id = rf.resolution_id WHERE rf.ref_id = ? AND rf.path_id = ?`;
const ARTIFACTS = `SELECT p.path, a.hash, a.kind, a.name, ae.source_line, ae.edge_type, n.text AS target, x.text, ae.properties
  FROM ref_artifact ra JOIN path p ON p.id = ra.path_id JOIN artifact a ON a.id = ra.artifact_id
  LEFT JOIN artifact_edge ae ON ae.artifact_id = a.id LEFT JOIN name n ON n.id = ae.to_name_id LEFT JOIN name x ON x.id = ae.text_id
  WHERE ra.ref_id = ?`;

/** What an index says about one file; path "" holds what belongs to no code file. */
export interface FileDump {
  readonly path: string;
  readonly lines: readonly string[];
}

/** The dump of a ref, sorted by path. */
export function* dumpRef(db: DatabaseSync, refId: number): Generator<FileDump> {
  const stable = db.prepare("SELECT stable_id AS id FROM symbol WHERE id = ?");
  const nameOf = (id: number): string => id === 0 ? "" : (stable.get(id) as { id: string } | undefined)?.id ?? "gone";
  const nameCandidates = (json: string): string[] => (JSON.parse(json) as number[]).map(nameOf);
  const [file, symbols, edges, packed] = [db.prepare(FILE), db.prepare(SYMBOLS), db.prepare(EDGES), db.prepare(PACKED)];
  yield { path: "", lines: writeLines([db.prepare(REF).get(refId), ...db.prepare(ARTIFACTS).all(refId)]) };
  for (const { path, id } of db.prepare(PATHS).all(refId) as { path: string; id: number }[]) {
    const own = (edges.all(refId, id) as Record<string, unknown>[]).map((row) => ({
      ...row,
      candidates: row["candidates"] === "" ? "" : nameCandidates(row["candidates"] as string),
    }));
    const said = unpack(packed.get(refId, id) as { directory: Uint8Array; uses: Uint8Array | null }, nameOf);
    yield { path, lines: writeLines([file.get(refId, id), ...symbols.all(refId, id), ...own, ...said]) };
  }
}

/** The packed data of a file. */
function unpack({ directory, uses }: { directory: Uint8Array; uses: Uint8Array | null }, nameOf: (id: number) => string): unknown[] {
  const said: unknown[] = [];
  readDirectory(directory, (id, line, marks) => said.push({ directory: nameOf(id), line, marks }));
  readUses(
    uses ?? new Uint8Array(),
    undefined,
    (from, kind, sites, to) => said.push({ user: nameOf(from), kind, sites, to: nameOf(to) }),
    (from, to, candidates) => said.push({ user: nameOf(from), to: nameOf(to), candidates: candidates.map(nameOf) }),
  );
  return said;
}

function writeLines(rows: readonly unknown[]): string[] {
  return rows.map((row) => JSON.stringify(row)).sort();
}

/** A difference between two dumps, in the order of paths. */
export interface Difference {
  readonly path: string;
  /** Lines that only the first, or only the second, contains. */
  readonly onlyFirst: readonly string[];
  readonly onlySecond: readonly string[];
}

/** Compares two dumps file by file, so that only one file of each is in memory. */
export function* compareDumps(first: Iterable<FileDump>, second: Iterable<FileDump>): Generator<Difference> {
  const [a, b] = [first[Symbol.iterator](), second[Symbol.iterator]()];
  let [x, y] = [a.next(), b.next()];
  while (x.done !== true || y.done !== true) {
    const onlyX = y.done === true || (x.done !== true && x.value.path < y.value.path);
    const onlyY = x.done === true || (y.done !== true && y.value.path < x.value.path);
    const own: FileDump | undefined = onlyY || x.done === true ? undefined : x.value;
    const other: FileDump | undefined = onlyX || y.done === true ? undefined : y.value;
    const difference = compareLines(own, other);
    if (difference !== undefined) yield difference;
    if (own !== undefined) x = a.next();
    if (other !== undefined) y = b.next();
  }
}

function compareLines(first: FileDump | undefined, second: FileDump | undefined): Difference | undefined {
  const [had, has] = [first?.lines ?? [], second?.lines ?? []];
  if (had.length === has.length && had.every((line, i) => line === has[i])) return undefined;
  const [one, other] = [new Set(had), new Set(has)];
  return {
    path: (first ?? second)!.path,
    onlyFirst: had.filter((line) => !other.has(line)),
    onlySecond: has.filter((line) => !one.has(line)),
  };
}
