/**
 * Opens `index.db`: for reading, for updating, or as a new file that replaces it when it is complete.
 *
 * Stage: write and query. Invariants: the index is derived data, so `index` rebuilds an older or damaged one, and a newer one is refused;
 * readers are never blocked and see the old index or the new one, never a mixture; if a process is killed, the old one stays intact.
 */
import { existsSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { CallgroveError, describeThrown, isDatabaseError } from "../errors.ts";
import { cannotWrite } from "./location.ts";
import { INDEX_FILE } from "./place_names.ts";
import { emptyLogOf, openUnseen, removeDatabase, sizeOf, syncFile } from "./database_files.ts";
import { addSearchNames } from "./search_names.ts";
import schemaText from "./schema.sql" with { type: "text" };

/** Raised whenever `schema.sql` or the meaning of one of its columns changes. */
export const SCHEMA_VERSION = 14;

const BUILDING_FILE = "index.db.building";
const BUSY_MS = 5000;
const BUILDING_PRAGMAS = "PRAGMA temp_store = MEMORY; PRAGMA cache_size = -16384";
/** The most memory for the pages that a reader caches, in KB. */
const READ_CACHE_KB = 16_384;

/** The state of the index file. */
export type IndexState = "missing" | "ready" | "older" | "newer" | "damaged";

/** The statements of `schema.sql`: those that create tables and views, and those that create indexes, one per line. */
export function readSchema(): { readonly tables: string; readonly indexes: readonly string[] } {
  const lines = schemaText.split("\n");
  const isIndex = (line: string): boolean => /^CREATE (UNIQUE )?INDEX /.test(line);
  return { tables: lines.filter((line) => !isIndex(line)).join("\n"), indexes: lines.filter(isIndex) };
}

/** Whether there is an index in `folder`, whatever its state. */
export function hasIndex(folder: string): boolean {
  return existsSync(join(folder, INDEX_FILE));
}

/** Examines the index in `folder` without changing it. */
export function inspectIndex(folder: string): IndexState {
  const file = join(folder, INDEX_FILE);
  if (!hasIndex(folder)) return "missing";
  let db: DatabaseSync | undefined;
  try {
    db = openRows(file);
    return stateOf(db, folder);
  } catch (thrown) {
    if (isDamage(reasonOf(db, thrown))) return "damaged";
    throw thrown;
  } finally {
    db?.close();
  }
}

function stateOf(db: DatabaseSync, folder: string): IndexState {
  const tables = db.prepare("SELECT count(*) AS n FROM sqlite_master WHERE type = 'table' AND name IN ('meta', 'ref')").get() as {
    n: number;
  };
  if (tables.n !== 2) return "damaged";
  const row = db.prepare("SELECT value FROM meta WHERE key = 'schema_version'").get() as { value: string } | undefined;
  const version = Number(row?.value ?? 0);
  if (version !== SCHEMA_VERSION) return version > SCHEMA_VERSION ? "newer" : "older";
  return isTruncated(db, folder) ? "damaged" : "ready";
}

/** Whether the file is shorter than its header says, and no log could contain the rest. */
function isTruncated(db: DatabaseSync, folder: string): boolean {
  const log = join(folder, `${INDEX_FILE}-wal`);
  if (existsSync(log) && statSync(log).size > 0) return false;
  return statSync(join(folder, INDEX_FILE)).size < sizeOf(db);
}

/** Whether SQLite reports that the file is corrupt. */
export function isDamage(thrown: unknown): boolean {
  return /malformed|not a database|vtable constructor failed|file is encrypted|no such (table|column)|disk image|unsupported file format/i
    .test(
      describeThrown(thrown),
    );
}

/**
 * SQLite's reason why a statement could not be prepared, which older runtimes do not report.
 * @param statement one that reveals it; the default works on any database with a table `meta`
 */
export function reasonOf(db: DatabaseSync | undefined, thrown: unknown, statement = "SELECT value FROM meta LIMIT 1"): unknown {
  if (!isDatabaseError(thrown) || !/prepare/.test(describeThrown(thrown))) return thrown;
  try {
    db?.exec(statement);
    return thrown;
  } catch (reason) {
    return reason;
  }
}

/** @throws CallgroveError internal_error if a folder is in the place of a database or of its log: its contents may matter to the user */
export function checkIsFile(file: string): void {
  for (const one of [file, `${file}-wal`, `${file}-shm`]) {
    if (statSync(one, { throwIfNoEntry: false })?.isDirectory() !== true) continue;
    const remediation = `mv "${one}" "${one}.away"`;
    throw new CallgroveError("internal_error", `Cannot use "${file}": "${one}" is a folder, not a file`, {
      hint: `Move it away, then try again: ${remediation}`,
      data: { file: one, remediation },
    });
  }
}

/** Opens a database for reading, whatever its state. */
function openRows(file: string): DatabaseSync {
  checkIsFile(file);
  const db = new DatabaseSync(file, { readOnly: true, timeout: BUSY_MS, enableForeignKeyConstraints: false });
  // The default of 2 MB is less than one question about a frequently called symbol reads.
  db.exec(`PRAGMA cache_size = -${READ_CACHE_KB}`);
  return db;
}

/**
 * Opens the index for questions.
 * @throws CallgroveError index_not_ready if there is none; index_incompatible if it is older, newer or damaged
 */
export function openForReading(folder: string): DatabaseSync {
  const file = join(folder, INDEX_FILE);
  if (!hasIndex(folder)) {
    throw new CallgroveError("index_not_ready", `Cannot answer from "${file}": there is no index yet`, {
      hint: "Build it: callgrove index",
      data: { remediation: "callgrove index" },
    });
  }
  let db: DatabaseSync | undefined;
  let state: IndexState = "damaged";
  try {
    db = openRows(file);
    state = stateOf(db, folder);
  } catch (thrown) {
    const reason = reasonOf(db, thrown);
    db?.close();
    if (reason instanceof CallgroveError) throw reason;
    if (!isDamage(reason)) throw cannotRead(file, reason);
    db = undefined;
  }
  if (state !== "ready" || db === undefined) {
    db?.close();
    throw incompatible(file, state);
  }
  return db;
}

/** Whether an error says that there is no usable index, which the next run will build: all states except a newer version. */
export function isMadeAnew(thrown: unknown): boolean {
  if (!(thrown instanceof CallgroveError)) return isDatabaseError(thrown) && isDamage(thrown);
  return thrown.code === "index_not_ready" || (thrown.code === "index_incompatible" && thrown.data["state"] !== "newer");
}

/** Whether the open file is no longer the index (it was rebuilt or deleted), so that it must be opened again. */
export function indexIdentity(folder: string): string {
  try {
    const info = statSync(join(folder, INDEX_FILE));
    return `${info.dev}:${info.ino}:${info.birthtimeMs}`;
  } catch {
    return "";
  }
}

function cannotRead(file: string, cause: unknown): CallgroveError {
  return new CallgroveError("internal_error", `Cannot read the index "${file}": ${describeThrown(cause)}`, {
    hint: "Check who may read the file, or put the index elsewhere with --db DIR.",
    cause,
  });
}

/** The error for an index that this program cannot use. */
export function incompatible(file: string, state: IndexState): CallgroveError {
  const why = {
    older: "it was made by an older version",
    newer: "it was made by a newer version",
    damaged: "the file is damaged",
    missing: "there is none",
    ready: "it changed meanwhile",
  }[state];
  const hint = state === "newer"
    ? "Use the newer callgrove, or rebuild it for this one: callgrove index --force"
    : "Rebuild it (it is derived from the source; nothing is lost): callgrove index";
  return new CallgroveError("index_incompatible", `Cannot use the index "${file}": ${why}`, {
    hint,
    data: { state, remediation: state === "newer" ? "callgrove index --force" : "callgrove index" },
  });
}

/** An index that is being written. Others see nothing before `publish`. */
export interface WritableIndex {
  readonly db: DatabaseSync;
  /** Whether it is empty: rows can be written in bulk, and `publish` creates the indexes. */
  readonly fresh: boolean;
  readonly warnings: readonly string[];
  /** Called when a fresh one has all its symbols: creates the indexes that look them up. */
  indexSymbols(): void;
  /** Called when a fresh one has most of its edges: creates the index that looks them up; the remaining ones are inserted one by one. */
  indexEdges(): void;
  /** Starts writing the contents of a new file to the disk while more is added, so that less is left at the end. */
  settle(): void;
  /**
   * Makes the index everything that was written.
   * @param besides runs while the disk takes a new file. It receives the time at which the index was made, and never fails
   */
  publish(besides?: (made: string) => Promise<void>): Promise<void>;
  /** Leaves the index as it was. Safe to call after `publish`, where it only closes. */
  abandon(): void;
}

/**
 * Opens the index for writing. The caller holds the lease of `folder`.
 * @param standing what becomes of the existing one: it is kept, discarded (`dropped`), or, known to be damaged, not even read
 * @throws CallgroveError index_incompatible for one of a newer version that is to be kept
 */
export function openForWriting(folder: string, standing: "kept" | "dropped" | "damaged"): WritableIndex {
  const file = join(folder, INDEX_FILE);
  try {
    removeDatabase(join(folder, BUILDING_FILE));
    const state = standing === "damaged" ? standing : inspectIndex(folder);
    if (state === "newer" && standing === "kept") throw incompatible(file, state);
    if (state !== "ready") {
      const what = { missing: "", older: "of an older version", newer: "of a newer version", damaged: "damaged" }[state];
      return openBuilding(folder, what === "" ? [] : [`the index was ${what} and is rebuilt`]);
    }
    return openExisting(file, standing === "dropped");
  } catch (cause) {
    throw cause instanceof CallgroveError ? cause : cannotWrite(folder, cause);
  }
}

/** A new file under another name: no journal, no waiting for the disk; it is renamed to the index when it is complete. */
function openBuilding(folder: string, warnings: readonly string[]): WritableIndex {
  const building = join(folder, BUILDING_FILE);
  const db = openUnseen(building);
  let open = true;
  let settled: Promise<unknown> = Promise.resolve();
  const close = (): void => {
    if (open) db.close();
    open = false;
  };
  db.exec(`PRAGMA auto_vacuum = INCREMENTAL; PRAGMA locking_mode = EXCLUSIVE; ${BUILDING_PRAGMAS}`);
  db.exec(`BEGIN; ${readSchema().tables}`);
  return {
    db,
    fresh: true,
    warnings,
    indexSymbols: () => addIndexes(db, WITH_SYMBOLS),
    indexEdges: () => addIndexes(db, OF_EDGES),
    settle() {
      // No one sees the file before it has the index's name, so part of it may be committed.
      db.exec("COMMIT; BEGIN");
      // What fails here fails at the end again, where it is reported.
      settled = Promise.all([settled, syncFile(building).catch(() => {})]);
    },
    async publish(besides) {
      const made = new Date().toISOString();
      writeMeta(db, made);
      addIndexes(db);
      db.exec("COMMIT");
      close();
      try {
        keepLog(building);
        await settled;
        await Promise.all([syncFile(building), besides?.(made)]);
      } catch (cause) {
        throw cannotWrite(folder, cause);
      }
      const file = join(folder, INDEX_FILE);
      // The replaced file is of another version or damaged: a log beside it belongs to no index.
      for (const suffix of ["-wal", "-shm"]) rmSync(file + suffix, { force: true });
      renameSync(building, file);
    },
    abandon() {
      close();
      removeDatabase(building);
    },
  };
}

/**
 * The indexes of tables that are complete when the symbols are; of those for edges the one that receives rows roughly in its own order, and
 * one with few rows.
 */
const WITH_SYMBOLS = / (edge_(?:forward|held) ON edge|\w+ ON (blob|file_version|symbol|symbol_version)) /;
const OF_EDGES = / ON edge /;

/**
 * Creates indexes of a database that had none: one sort for each costs less than inserting rows one by one.
 * @param which those that are needed now
 */
function addIndexes(db: DatabaseSync, which = / /): void {
  const made = db.prepare("SELECT name FROM sqlite_master WHERE type = 'index'").all() as { name: string }[];
  const names = new Set(made.map((index) => index.name));
  if (!names.has("symbol_by_name")) addSearchNames(db, 1);
  for (const index of readSchema().indexes) {
    if (which.test(index) && !names.has(/INDEX (\w+) ON/.exec(index)![1]!)) db.exec(index);
  }
}

/** Switches a file that is no longer in use to a write-ahead log, as the index has. */
function keepLog(building: string): void {
  const db = new DatabaseSync(building);
  try {
    // The disk is waited for once, when everything is written.
    db.exec("PRAGMA synchronous = OFF; PRAGMA journal_mode = WAL");
  } finally {
    db.close();
  }
}

/** Returns the space of deleted rows to the disk, as far as readers allow. The caller holds the lease. */
export function compact(folder: string): void {
  const db = new DatabaseSync(join(folder, INDEX_FILE), { timeout: BUSY_MS });
  try {
    // VACUUM attaches a file of its own, which the program's permissions forbid; an index that was not created for this keeps its free
    // pages for the next runs. The pragma frees one page with each step.
    db.prepare("PRAGMA incremental_vacuum").all();
    db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  } catch (thrown) {
    // A reader is in the way: the next runs use the space.
    if (!/locked|busy/i.test(describeThrown(thrown))) throw thrown;
  } finally {
    db.close();
  }
}

/** Moves what runs have written from the log into the index's file, as far as readers allow; `publish` leaves this to it. */
export function emptyLog(folder: string): void {
  emptyLogOf(join(folder, INDEX_FILE), "PASSIVE");
}

/** The index itself, in one transaction. */
function openExisting(file: string, anew: boolean): WritableIndex {
  const db = new DatabaseSync(file, { timeout: BUSY_MS, enableForeignKeyConstraints: false });
  let open = true;
  // The log is emptied after the run, when no one is waiting.
  db.exec(
    `PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -16384;
    PRAGMA wal_autocheckpoint = 0; BEGIN IMMEDIATE`,
  );
  if (anew) clearIndex(db);
  return {
    db,
    fresh: anew,
    warnings: [],
    indexSymbols: () => addIndexes(db, WITH_SYMBOLS),
    indexEdges: () => addIndexes(db, OF_EDGES),
    settle() {},
    publish() {
      if (anew) addIndexes(db);
      db.exec("COMMIT");
      // Without this the log keeps the size of the largest run. A reader in the way only delays it.
      if (anew) db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
      db.close();
      open = false;
      return Promise.resolve();
    },
    abandon() {
      if (!open) return;
      open = false;
      try {
        db.exec("ROLLBACK");
      } catch {
        // SQLite has rolled back by itself (a full disk).
      }
      db.close();
    },
  };
}

function clearIndex(db: DatabaseSync): void {
  const rows = db.prepare("SELECT type, name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%'").all() as {
    type: string;
    name: string;
    sql: string | null;
  }[];
  for (const { type, name } of rows) if (type === "view") db.exec(`DROP VIEW "${name}"`);
  // Dropping a virtual table also drops the tables that it consists of.
  for (const { type, name, sql } of rows) if (type === "table" && /^CREATE VIRTUAL/i.test(sql ?? "")) db.exec(`DROP TABLE "${name}"`);
  for (const { type, name } of rows) if (type === "table") db.exec(`DROP TABLE IF EXISTS "${name}"`);
  db.exec(readSchema().tables);
  writeMeta(db, new Date().toISOString());
}

function writeMeta(db: DatabaseSync, made: string): void {
  const insert = db.prepare("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)");
  insert.run("schema_version", String(SCHEMA_VERSION));
  insert.run("created_by", "callgrove");
  insert.run("created_at", made);
}
