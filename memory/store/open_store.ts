/**
 * Opens a database beside the index: org.db or sessions.db.
 *
 * Stage: memory. Invariants: only its owner can read what people and agents said; a database of a newer version is refused and not touched;
 * questions only read; everything is written in one transaction, so that an interrupted process leaves the old state.
 */
import { chmodSync, closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { CallgroveError, describeThrown, isFullDisk } from "../../core/errors.ts";
import { sizeOf } from "../../core/store/database_files.ts";
import { FOLDER_NAME, FOR_OWNER } from "../../core/store/place_names.ts";
import { checkIsFile, isDamage, reasonOf } from "../../core/store/open.ts";
import { makeTemporaryFolder } from "../../core/store/temporary_folder.ts";
import { failureOfFile } from "../../core/store/trial_file.ts";

/** A kind of database. */
export interface StoreKind {
  readonly file: string;
  /** Raised when the schema or the meaning of a column changes. */
  readonly version: number;
  /** Its statements. */
  readonly schema: string;
  /** Its name in messages. */
  readonly title: string;
}

/** The state of a database file for this program. */
export type StoreState = "missing" | "ready" | "older" | "newer" | "damaged";

const BUSY_MS = 5000;
const OPTIONS = { timeout: BUSY_MS, enableForeignKeyConstraints: false };

/** Examines a database without changing it; returns it open if it is ready. */
export function inspectStore(folder: string, kind: StoreKind, readOnly: boolean): { state: StoreState; db?: DatabaseSync } {
  const file = join(folder, kind.file);
  if (!existsSync(file)) return { state: "missing" };
  checkIsFile(file);
  if (!readOnly) keepToOwner(file);
  try {
    return inspectFile(file, kind, new DatabaseSync(file, { ...OPTIONS, readOnly }));
  } catch (thrown) {
    // The contents of a log cannot be read without writing beside it.
    if (!readOnly || sizeOfLog(file) > 0) throw cannotOpen(file, thrown);
    for (const open of [openAlone, openCopy]) {
      try {
        return inspectFile(file, kind, open(file));
      } catch {
        // Try the next; then the first failure is reported.
      }
    }
    throw cannotOpen(file, thrown);
  }
}

/** Opens a database without shared memory, which needs a file beside it: a full disk has no room for that. */
function openAlone(file: string): DatabaseSync {
  const db = new DatabaseSync(file, OPTIONS);
  db.exec("PRAGMA locking_mode = EXCLUSIVE");
  return db;
}

/** The positions in a database's header that say whether it has a log, and the value for none. */
const LOG_VERSIONS = [18, 20] as const;
const NO_LOG = 1;

/**
 * Opens a copy of a database on a read-only disk, where no log can be begun. The copy is readable only by its owner and removed once open.
 */
function openCopy(file: string): DatabaseSync {
  const folder = makeTemporaryFolder();
  try {
    const copy = join(folder, basename(file));
    writeFileSync(copy, readFileSync(file).fill(NO_LOG, ...LOG_VERSIONS), { mode: FOR_OWNER });
    const db = new DatabaseSync(copy, { ...OPTIONS, readOnly: true });
    db.exec("SELECT 1 FROM meta");
    return db;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Determines the state of an open database.
 * @throws SQLite's error, unless the file is damaged
 */
function inspectFile(file: string, kind: StoreKind, db: DatabaseSync): { state: StoreState; db?: DatabaseSync } {
  try {
    const state = stateOf(db, file, kind);
    if (state === "ready") return { state, db };
    db.close();
    return { state };
  } catch (thrown) {
    const reason = reasonOf(db, thrown);
    db.close();
    if (isDamage(reason)) return { state: "damaged" };
    throw reason;
  }
}

function sizeOfLog(file: string): number {
  return statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
}

function stateOf(db: DatabaseSync, file: string, kind: StoreKind): StoreState {
  const row = db.prepare("SELECT value FROM meta WHERE key = 'schema_version'").get() as { value: string } | undefined;
  const version = Number(row?.value ?? NaN);
  if (Number.isNaN(version)) return "damaged";
  if (version !== kind.version) return version > kind.version ? "newer" : "older";
  if (sizeOfLog(file) > 0) return "ready";
  return statSync(file).size < sizeOf(db) ? "damaged" : "ready";
}

/** Makes a database. */
export function createStore(folder: string, kind: StoreKind): DatabaseSync {
  const file = join(folder, kind.file);
  try {
    prepareStoreFolder(folder);
    makeForOwner(file);
    const db = new DatabaseSync(file, OPTIONS);
    db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; BEGIN IMMEDIATE`);
    fillSchema(db, kind);
    // The space of a log that contains the tables could not be freed on a disk that it has filled.
    db.exec("COMMIT; PRAGMA wal_checkpoint(TRUNCATE)");
    return db;
  } catch (cause) {
    throw cannotOpen(file, cause);
  }
}

/** Makes an empty database file readable only by its owner; SQLite gives its other files the same permissions. */
export function makeForOwner(file: string): void {
  // An existing file is not opened: closing it would drop the locks that other handles of this process have on it.
  if (!existsSync(file)) closeSync(openSync(file, "a", FOR_OWNER));
}

/** Restricts an existing database, and the files beside it, to its owner. */
function keepToOwner(file: string): void {
  for (const one of [file, `${file}-wal`, `${file}-shm`]) {
    const info = statSync(one, { throwIfNoEntry: false });
    if (info === undefined || (info.mode & 0o077) === 0) continue;
    try {
      chmodSync(one, FOR_OWNER);
    } catch {
      // Another user's file, or a file system without permissions.
    }
  }
}

/** Makes the tables of an empty database. */
export function fillSchema(db: DatabaseSync, kind: StoreKind): void {
  db.exec(kind.schema);
  const insert = db.prepare("INSERT INTO meta (key, value) VALUES (?, ?)");
  insert.run("schema_version", String(kind.version));
  insert.run("created_by", "callgrove");
  insert.run("created_at", new Date().toISOString());
}

function prepareStoreFolder(folder: string): void {
  if (existsSync(folder)) return;
  mkdirSync(folder, { recursive: true });
  if (basename(folder) === FOLDER_NAME) writeFileSync(join(folder, ".gitignore"), "*\n");
}

/** Rolls back a transaction, unless SQLite already has (a full disk). Older runtimes cannot tell whether one is open. */
function rollBack(db: DatabaseSync): void {
  try {
    db.exec("ROLLBACK");
  } catch {
    // None was open.
  }
}

/** Closes a database that may already be closed, which older runtimes cannot tell. */
export function closeStore(db: DatabaseSync): void {
  try {
    db.close();
  } catch {
    // It was closed.
  }
}

/** Runs `work` in one transaction. */
export function inTransaction<T>(db: DatabaseSync, work: () => T): T {
  db.exec("BEGIN IMMEDIATE");
  try {
    const value = work();
    db.exec("COMMIT");
    return value;
  } catch (thrown) {
    rollBack(db);
    throw thrown;
  }
}

/** A value that a store keeps about itself; "" if it has none. */
export function readMeta(db: DatabaseSync, key: string): string {
  return (db.prepare("SELECT value FROM meta WHERE key = ?").get(key) as { value: string } | undefined)?.value ?? "";
}

/** Sets such a value. */
export function writeMeta(db: DatabaseSync, key: string, value: string): void {
  db.prepare("INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value").run(key, value);
}

/** The error for a database of a newer version. */
export function storeIsNewer(folder: string, kind: StoreKind): CallgroveError {
  const file = join(folder, kind.file);
  return new CallgroveError("index_incompatible", `Cannot use ${kind.title} "${file}": it was made by a newer version`, {
    hint: "Use the newer callgrove; the file was left as it is.",
    data: { state: "newer", file, remediation: "use the newer callgrove" },
  });
}

/** Whether a folder's disk is full: of the files beside a database, SQLite only says that they fail. */
function hasNoSpace(folder: string): boolean {
  return isFullDisk(failureOfFile(folder, 1 << 15));
}

function cannotOpen(file: string, cause: unknown): CallgroveError {
  const full = isFullDisk(cause) || hasNoSpace(dirname(file));
  return new CallgroveError("internal_error", `Cannot open "${file}": ${full ? "the disk is full" : describeThrown(cause)}`, {
    hint: full
      ? "Free some space, or put the databases elsewhere with --db DIR."
      : "Check who may read and write it, or put the databases elsewhere with --db DIR.",
    cause,
  });
}
