/**
 * Waits until a file is on the disk.
 *
 * Stage: write. Why: what was written without SQLite's own waiting must be certain before it takes its name.
 */
import { closeSync, fsyncSync, openSync } from "node:fs";

/** @throws Error where the disk cannot take it */
export function syncFile(file: string): void {
  const handle = openSync(file, "r+");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
