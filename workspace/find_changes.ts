/**
 * What changed on disk since the working tree was indexed.
 *
 * Stage: before a question. Invariant: uses the same scan as an index run, so it finds what such a run would read; reads no file's text.
 */
import type { DatabaseSync } from "node:sqlite";
import { isKept } from "../core/artifacts/artifact_kinds.ts";
import { append } from "../core/base/lists.ts";
import { hashSurroundings } from "../core/extractor.ts";
import type { LanguageTable } from "../core/scan/languages_of.ts";
import type { KeptSkip } from "../core/scan/decode_source.ts";
import { type Scan, scanWorkingTree } from "../core/scan/scan.ts";
import type { ProjectPlace } from "../core/store/location.ts";
import { readSkips } from "./find_ref.ts";

const INDEXED =
  `SELECT p.path AS path, rf.size AS size, rf.mtime_ms AS time FROM ref_file rf JOIN path p ON p.id = rf.path_id WHERE rf.ref_id = ?`;
const ARTIFACTS = `SELECT p.path AS path, ra.size AS size, ra.mtime_ms AS time FROM ref_artifact ra JOIN path p ON p.id = ra.path_id
  WHERE ra.ref_id = ?`;
const RESTS = "SELECT manifests, surroundings, skipped FROM ref WHERE id = ?";
type Rest = "manifests" | "surroundings" | "skipped";

/** The number of files that an index run would have to process. */
export interface Changes {
  readonly changed: number;
  readonly added: number;
  readonly removed: number;
  /** Files that are skipped now and were not, or the other way round. */
  readonly leftOut: number;
  /** Whether a manifest changed, so that modules may mean something else. */
  readonly manifests: boolean;
  /** Whether the program changed, so that it may read the same files differently. */
  readonly program: boolean;
  /** Paths of the first files that changed, were added or removed. */
  readonly paths: readonly string[];
}

/** The most paths returned. */
const MOST_PATHS = 20;

/** The number of all changes; manifests and the program count as one each. */
export function countChanges(changes: Changes): number {
  return changes.changed + changes.added + changes.removed + changes.leftOut + (changes.manifests ? 1 : 0) + (changes.program ? 1 : 0);
}

/** Whether an index was made by this program, in either mode for syntax errors. */
export function isOfThisProgram(surroundings: string, table: LanguageTable): boolean {
  return [false, true].some((strict) => hashSurroundings(table.plugins, strict) === surroundings);
}

/** The index options that a ref was made with, to be kept when it is brought up to date; empty if another program made it. */
export function mannerOf(db: DatabaseSync, refId: number, table: LanguageTable): { readonly strictSyntax?: true } {
  const { surroundings } = (db.prepare(RESTS).get(refId) ?? { surroundings: "" }) as Pick<Record<Rest, string>, "surroundings">;
  return surroundings === hashSurroundings(table.plugins, true) ? { strictSyntax: true } : {};
}

/** Finds what changed since a ref was indexed. */
export async function findChanges(place: ProjectPlace, table: LanguageTable, db: DatabaseSync, refId: number): Promise<Changes> {
  const known = readIndexed(db, refId);
  const scan = await scanWorkingTree(place, table, known.files.keys());
  const files = compare(known.files, scan.files);
  const artifacts = compare(known.artifacts, scan.artifacts.filter(isKept));
  return {
    changed: files.changed + artifacts.changed,
    added: files.added + artifacts.added,
    removed: files.removed + artifacts.removed,
    leftOut: countLeftOut(known.skipped, scan),
    manifests: known.manifests !== scan.manifestHash,
    program: !isOfThisProgram(known.surroundings, table),
    paths: [...files.paths, ...artifacts.paths].slice(0, MOST_PATHS),
  };
}

/** The number of files whose being skipped changed. Files skipped while reading are among the files of a scan. */
function countLeftOut(known: readonly KeptSkip[], { files, skipped }: Scan): number {
  if (known.length === 0) return skipped.length;
  const before = new Set(known.map(({ path }) => path));
  const found = new Set([...files, ...skipped].map(({ path }) => path));
  return skipped.filter(({ path }) => !before.has(path)).length + known.filter(({ path }) => !found.has(path)).length;
}

interface Standing {
  readonly path: string;
  readonly size: number;
  readonly time: number;
}

/** Compares what the index has of a ref with what is on disk. */
function compare(
  known: ReadonlyMap<string, Standing>,
  found: readonly Standing[],
): Pick<Changes, "changed" | "added" | "removed" | "paths"> {
  let [changed, added] = [0, 0];
  const paths: string[] = [];
  for (const file of found) {
    const before = known.get(file.path);
    if (before !== undefined && before.size === file.size && before.time === file.time) continue;
    if (before === undefined) added++;
    else changed++;
    if (paths.length < MOST_PATHS) paths.push(file.path);
  }
  const removed = known.size - (found.length - added);
  if (removed > 0 && paths.length < MOST_PATHS) append(paths, missing(known, found));
  return { changed, added, removed, paths };
}

/** Known paths that were not found. */
function missing(known: ReadonlyMap<string, Standing>, found: readonly Standing[]): string[] {
  const there = new Set(found.map(({ path }) => path));
  return [...known.keys()].filter((path) => !there.has(path));
}

/** The scan of the tree, and the paths of files that are on disk as they were when the ref was indexed. */
export async function lookAtFiles(
  place: ProjectPlace,
  table: LanguageTable,
  db: DatabaseSync,
  refId: number,
): Promise<{ readonly scan: Scan; readonly same: ReadonlySet<string> }> {
  const { files } = readIndexed(db, refId);
  const scan = await scanWorkingTree(place, table, files.keys());
  const isSame = ({ path, size, time }: Standing): boolean => files.get(path)?.size === size && files.get(path)?.time === time;
  return { scan, same: new Set(scan.files.filter(isSame).map(({ path }) => path)) };
}

/** The files of a ref as they were when it was indexed. */
interface Indexed {
  /** Identifies the ref and the index state. */
  readonly version: string;
  /** Includes files that turned out not to be text. */
  readonly files: ReadonlyMap<string, Standing>;
  /** Files that are not code. */
  readonly artifacts: ReadonlyMap<string, Standing>;
  readonly manifests: string;
  readonly surroundings: string;
  readonly skipped: readonly KeptSkip[];
}
const indexed = new WeakMap<DatabaseSync, Indexed>();

/** Identifies a ref and the index state that a handle sees. */
export function versionOf(db: DatabaseSync, refId: number): string {
  const { data_version: state } = db.prepare("PRAGMA data_version").get() as { data_version: number };
  return `${refId} ${state}`;
}

/** Read once per index state that a handle sees. */
function readIndexed(db: DatabaseSync, refId: number): Indexed {
  const version = versionOf(db, refId);
  let known = indexed.get(db);
  if (known?.version !== version) {
    const read = (sql: string): Map<string, Standing> =>
      new Map((db.prepare(sql).all(refId) as unknown as Standing[]).map((row) => [row.path, row]));
    const ref = (db.prepare(RESTS).get(refId) ?? { manifests: "", surroundings: "", skipped: "" }) as Record<Rest, string>;
    const skipped = readSkips(ref.skipped);
    const files = read(INDEXED);
    for (const { path, size, time } of skipped) if (size !== undefined && time !== undefined) files.set(path, { path, size, time });
    indexed.set(db, known = { version, files, artifacts: read(ARTIFACTS), ...ref, skipped });
  }
  return known;
}
