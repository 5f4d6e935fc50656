/**
 * What becomes of a database's files on the disk.
 *
 * Stage: write.
 */
import { closeSync, existsSync, fsync, openSync, rmSync } from "node:fs";
import { DatabaseSync, type DatabaseSyncOptions } from "node:sqlite";
import { promisify } from "node:util";

const BUSY_MS = 5000;

/**
 * Waits until a file is on the disk: what was written without SQLite's own waiting must be certain before it takes its name.
 * @throws Error where the disk cannot take it
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
 * Opens a database that is made anew and that nobody else sees before it is whole: without a journal, and without waiting for the disk. What
 * fails in it leaves nothing that can be used.
 */
export function openUnseen(file: string): DatabaseSync {
  // Since it is the default, SQLite keeps a journal in spite of the pragma, which `defensive` is there to prevent.
  const options: DatabaseSyncOptions & { defensive: boolean } = { enableForeignKeyConstraints: false, defensive: false };
  const db = new DatabaseSync(file, options);
  db.exec("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF");
  return db;
}

/** Bytes that a database has by its own account, with what is not written yet. */
export function sizeOf(db: DatabaseSync): number {
  const { page_count: pages } = db.prepare("PRAGMA page_count").get() as { page_count: number };
  const { page_size: size } = db.prepare("PRAGMA page_size").get() as { page_size: number };
  return pages * size;
}

/**
 * Brings what a database's log holds into its file, if it is there, as far as readers let it. Never fails.
 * @param how TRUNCATE: gives the log's space back too
 */
export function emptyLogOf(file: string, how: "PASSIVE" | "TRUNCATE"): void {
  // Opening would make one.
  if (!existsSync(file)) return;
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(file, { timeout: BUSY_MS, enableForeignKeyConstraints: false });
    db.exec(`PRAGMA wal_checkpoint(${how})`);
  } catch {
    // A full disk, a folder that is gone, a reader in the way: the next one's turn.
  } finally {
    db?.close();
  }
}

/** Removes a database, if it is there, with all that lies beside it. */
export function removeDatabase(file: string): void {
  for (const suffix of ["", "-wal", "-shm", "-journal"]) rmSync(file + suffix, { force: true });
}
