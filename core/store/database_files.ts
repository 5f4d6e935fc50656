/**
 * Handles the files of a database on the disk.
 *
 * Stage: write.
 */
import { closeSync, existsSync, fsync, openSync, rmSync } from "node:fs";
import { DatabaseSync, type DatabaseSyncOptions } from "node:sqlite";
import { promisify } from "node:util";

const BUSY_MS = 5000;

/**
 * Waits until a file is on the disk: data written without SQLite's own synchronization must be durable before the file is renamed.
 * @throws Error if the disk cannot take it
 */
export async function syncFile(file: string): Promise<void> {
  const handle = openSync(file, "r+");
  try {
    await promisify(fsync)(handle);
  } finally {
    closeSync(handle);
  }
}

/**
 * Opens a new database that no one else sees until it is complete: without a journal, and without waiting for the disk. After a failure in
 * it, it is unusable.
 */
export function openUnseen(file: string): DatabaseSync {
  // `defensive`, which is now the default, makes SQLite keep a journal in spite of the pragma.
  const options: DatabaseSyncOptions & { defensive: boolean } = { enableForeignKeyConstraints: false, defensive: false };
  const db = new DatabaseSync(file, options);
  db.exec("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF");
  return db;
}

/** The size of a database in bytes by its own account, including what is not written yet. */
export function sizeOf(db: DatabaseSync): number {
  const { page_count: pages } = db.prepare("PRAGMA page_count").get() as { page_count: number };
  const { page_size: size } = db.prepare("PRAGMA page_size").get() as { page_size: number };
  return pages * size;
}

/**
 * Moves the contents of a database's write-ahead log into its file, if it exists and as far as readers allow. Never fails.
 * @param how TRUNCATE: also frees the space of the log
 */
export function emptyLogOf(file: string, how: "PASSIVE" | "TRUNCATE"): void {
  // Opening would create it.
  if (!existsSync(file)) return;
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(file, { timeout: BUSY_MS, enableForeignKeyConstraints: false });
    db.exec(`PRAGMA wal_checkpoint(${how})`);
  } catch {
    // A full disk, a missing folder, a reader in the way: left to the next call.
  } finally {
    db?.close();
  }
}

/** Removes a database, if it exists, with all files that belong to it. */
export function removeDatabase(file: string): void {
  for (const suffix of ["", "-wal", "-shm", "-journal"]) rmSync(file + suffix, { force: true });
}
