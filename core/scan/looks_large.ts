/**
 * A glance at a folder before anything is known of it.
 *
 * Stage: before scan. Invariant: it costs the same for the largest tree; nothing rests on it but when threads are started.
 */
import { PASSED_OVER } from "./list_files.ts";

/** Entries from which on a tree is likely to hold more source than one thread should read. */
const MANY = 300;

/** Whether a folder holds many files and folders, those that no scan enters left out. */
export function looksLarge(root: string): boolean {
  const waiting = [root];
  let seen = 0;
  for (let folder = waiting.shift(); folder !== undefined && seen < MANY; folder = waiting.shift()) {
    try {
      for (const entry of Deno.readDirSync(folder)) {
        seen++;
        if (entry.isDirectory && !PASSED_OVER.has(entry.name)) waiting.push(`${folder}/${entry.name}`);
      }
    } catch {
      // Not for this user: the scan will tell.
    }
  }
  return seen >= MANY;
}
