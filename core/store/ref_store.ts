/**
 * A ref in the index: its files with their versions and resolutions.
 *
 * Stage: write. Invariants: a ref is a list of (file version, resolution), so a second ref that differs in k files costs k rows of each;
 * what no ref uses any more is removed, except some blobs, kept in case a change is reverted.
 */
import type { DatabaseSync } from "node:sqlite";
import type { KeptSkip } from "../scan/decode_source.ts";
import { type RefTable, writeRefRows } from "./ref_rows.ts";

/** A file of a ref as the index knows it. */
export interface KnownFile {
  readonly path: string;
  readonly pathId: number;
  readonly fileVersionId: number;
  readonly blobId: number;
  readonly resolutionId: number;
  readonly size: number;
  readonly time: number;
  readonly hash: string;
  readonly language: string;
  readonly extractor: string;
  readonly lines: number;
  readonly problems: string;
  readonly note: string;
  readonly symbols: number;
  readonly counts: string;
}

/** A ref as the index knows it, without its files. */
interface RefRow {
  readonly id: number;
  readonly name: string;
  readonly commit: string;
  /** When it was written, which identifies its state. */
  readonly indexedAt: string;
  /** A hash of the manifests. */
  readonly manifests: string;
  /** A hash of what else resolution depends on besides the files. */
  readonly surroundings: string;
  readonly skipped: string;
}
/** A ref as the index knows it. */
export interface KnownRef extends RefRow {
  readonly files: readonly KnownFile[];
}

const COLUMNS = `id, name, commit_id AS "commit", indexed_at AS indexedAt, manifests, surroundings, skipped`;
const REF = `SELECT ${COLUMNS} FROM ref WHERE repo = ? AND name = ?`;
/**
 * Another ref to start from. If manifests differ, everything is resolved again, so one with the same manifests is preferred, then the most
 * recently indexed one.
 */
const NEIGHBOUR = `SELECT ${COLUMNS} FROM ref ORDER BY manifests = ? DESC, indexed_at DESC, id DESC LIMIT 1`;
const FILES = `SELECT p.path AS path, rf.path_id AS pathId, rf.file_version_id AS fileVersionId, fv.blob_id AS blobId,
    rf.resolution_id AS resolutionId, rf.size AS size, rf.mtime_ms AS time, b.hash AS hash, b.language AS language,
    b.extractor AS extractor, b.lines AS lines, b.problems AS problems, b.note AS note, fv.symbols AS symbols,
    r.counts AS counts
  FROM ref_file rf JOIN path p ON p.id = rf.path_id JOIN file_version fv ON fv.id = rf.file_version_id
  JOIN blob b ON b.id = fv.blob_id JOIN resolution r ON r.id = rf.resolution_id WHERE rf.ref_id = ? ORDER BY p.path`;

/**
 * Reads a ref; undefined if the index does not have it.
 * @param former the ref as this process last knew it: if unchanged, its files are not read again
 */
export function readRef(db: DatabaseSync, repo: string, name: string, former: KnownRef | undefined): KnownRef | undefined {
  const row = db.prepare(REF).get(repo, name) as RefRow | undefined;
  return former !== undefined && row !== undefined && isSameRow(row, former) ? former : withFiles(db, row);
}

/**
 * Reads the ref that a new one can start from, if there is any.
 * @param manifests the hash of the manifests of the new one
 */
export function readNeighbour(db: DatabaseSync, manifests: string): KnownRef | undefined {
  return withFiles(db, db.prepare(NEIGHBOUR).get(manifests) as RefRow | undefined);
}

function isSameRow(one: RefRow, other: RefRow): boolean {
  return (Object.keys(one) as (keyof RefRow)[]).every((column) => one[column] === other[column]);
}

function withFiles(db: DatabaseSync, ref: RefRow | undefined): KnownRef | undefined {
  if (ref === undefined) return undefined;
  return { ...ref, files: db.prepare(FILES).all(ref.id) as unknown as KnownFile[] };
}

/** A file of a ref as it is to be written. */
export interface RefFile {
  readonly pathId: number;
  readonly fileVersionId: number;
  readonly resolutionId: number;
  readonly size: number;
  readonly time: number;
}

const REF_FILES: RefTable<RefFile> = {
  name: "ref_file",
  columns: ["file_version_id", "resolution_id", "size", "mtime_ms"],
  valuesOf: ({ fileVersionId, resolutionId, size, time }) => [fileVersionId, resolutionId, size, time],
};

/** The properties of a ref without its files. */
export interface RefState {
  readonly repo: string;
  readonly root: string;
  readonly name: string;
  readonly commit: string;
  readonly indexedAt: string;
  readonly manifests: string;
  readonly surroundings: string;
  readonly skipped: readonly KeptSkip[];
}

/** Writes a ref and its files; unchanged rows stay. Returns the ref's id. */
export function writeRef(db: DatabaseSync, state: RefState, known: KnownRef | undefined, files: readonly RefFile[]): number {
  const values = [state.root, state.commit, state.indexedAt, state.manifests, state.surroundings, JSON.stringify(state.skipped)];
  const id = known?.id ?? addRef(db, state, values);
  if (known !== undefined) {
    db.prepare("UPDATE ref SET root = ?, commit_id = ?, indexed_at = ?, manifests = ?, surroundings = ?, skipped = ? WHERE id = ?")
      .run(...values, id);
  }
  writeRefRows(db, REF_FILES, id, known?.files ?? [], files);
  return id;
}

function addRef(db: DatabaseSync, { repo, name }: RefState, values: readonly string[]): number {
  const insert = db.prepare(
    "INSERT INTO ref (root, commit_id, indexed_at, manifests, surroundings, skipped, repo, name) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
  );
  return Number(insert.run(...values, repo, name).lastInsertRowid);
}

/** What a file of a ref refers to. */
export type NamedByRef = Pick<RefFile, "fileVersionId" | "resolutionId">;

/** What a ref refers to, file by file. */
export function readNamed(db: DatabaseSync, refId: number): NamedByRef[] {
  const sql = "SELECT file_version_id AS fileVersionId, resolution_id AS resolutionId FROM ref_file WHERE ref_id = ?";
  return db.prepare(sql).all(refId) as unknown as NamedByRef[];
}

/** Removes what `former` refers to if neither `files` nor any ref refers to it now. */
export function removeUnnamed(db: DatabaseSync, former: readonly NamedByRef[], files: readonly NamedByRef[]): void {
  const resolutions = new Set(former.map((file) => file.resolutionId));
  const versions = new Set(former.map((file) => file.fileVersionId));
  for (const file of files) {
    resolutions.delete(file.resolutionId);
    versions.delete(file.fileVersionId);
  }
  const resolutionNamed = db.prepare("SELECT 1 FROM ref_file WHERE resolution_id = ? LIMIT 1");
  const deleteEdges = db.prepare("DELETE FROM edge WHERE resolution_id = ?");
  const deleteUses = db.prepare("DELETE FROM uses WHERE resolution_id = ?");
  const deleteResolution = db.prepare("DELETE FROM resolution WHERE id = ?");
  for (const id of resolutions) {
    if (resolutionNamed.get(id) !== undefined) continue;
    deleteEdges.run(id);
    deleteUses.run(id);
    deleteResolution.run(id);
  }
  const versionNamed = db.prepare("SELECT 1 FROM ref_file WHERE file_version_id = ? LIMIT 1");
  const symbolsOf = db.prepare("SELECT symbol_id AS id FROM symbol_version WHERE file_version_id = ?");
  const deleteSymbols = db.prepare("DELETE FROM symbol_version WHERE file_version_id = ?");
  const deleteVersion = db.prepare("DELETE FROM file_version WHERE id = ?");
  const deleteSymbol = db.prepare(
    "DELETE FROM symbol WHERE id = ? AND NOT EXISTS (SELECT 1 FROM symbol_version WHERE symbol_id = symbol.id)",
  );
  for (const id of versions) {
    if (versionNamed.get(id) !== undefined) continue;
    const symbols = symbolsOf.all(id) as { id: number }[];
    deleteSymbols.run(id);
    deleteVersion.run(id);
    for (const symbol of symbols) deleteSymbol.run(symbol.id);
  }
  if (versions.size > 0) removeOldBlobs(db);
}

/** Blobs that no file version uses are kept up to this fraction of the used ones, and at least 100; beyond that the oldest are removed. */
const KEPT_SHARE = 0.5;

function removeOldBlobs(db: DatabaseSync): void {
  const unnamed = db.prepare(
    "SELECT id FROM blob WHERE NOT EXISTS (SELECT 1 FROM file_version WHERE blob_id = blob.id) AND language <> '' ORDER BY id",
  ).all() as { id: number }[];
  const { n } = db.prepare("SELECT count(*) AS n FROM blob").get() as { n: number };
  const surplus = unnamed.length - Math.max(100, Math.floor((n - unnamed.length) * KEPT_SHARE));
  const deletions = ["facts", "outline"].map((table) => db.prepare(`DELETE FROM ${table} WHERE blob_id = ?`));
  const deleteBlob = db.prepare("DELETE FROM blob WHERE id = ?");
  for (const { id } of unnamed.slice(0, Math.max(0, surplus))) {
    for (const deletion of deletions) deletion.run(id);
    deleteBlob.run(id);
  }
}
