/**
 * Waits until a file is on the disk.
 *
 * Stage: write. Why: what was written without SQLite's own waiting must be certain before it takes its name.
 */
import { open } from "node:fs/promises";

/** @throws Error where the disk cannot take it */
export async function syncFile(file: string): Promise<void> {
  const handle = await open(file, "r+");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
