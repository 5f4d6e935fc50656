/**
 * What becomes of a database's files on the disk.
 *
 * Stage: write.
 */
import { closeSync, fsync, openSync, rmSync } from "node:fs";
import { promisify } from "node:util";

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

/** Removes a database, if it is there, with all that lies beside it. */
export function removeDatabase(file: string): void {
  for (const suffix of ["", "-wal", "-shm", "-journal"]) rmSync(file + suffix, { force: true });
}
