/**
 * A glance at a folder before anything is known of it.
 *
 * Stage: before scan. Invariant: it costs the same for the largest tree; nothing rests on it but when threads are started, and what they
 * load first.
 */
import { endingOf } from "../base/path_parts.ts";
import { PASSED_OVER } from "./passed_over.ts";

/** Entries from which on a tree is likely to hold more source than one thread should read. */
const MANY = 300;

/** What a glance shows. */
export interface Glance {
  /** Whether there are many files and folders, those that no scan enters left out. */
  readonly isLarge: boolean;
  /** Endings of the files that were seen, as `.rs`, the most frequent first. */
  readonly endings: readonly string[];
}

/** Looks at the uppermost files and folders of a tree. */
export function glanceAt(root: string): Glance {
  const waiting = [root];
  const files = new Map<string, number>();
  let seen = 0;
  for (let folder = waiting.shift(); folder !== undefined && seen < MANY; folder = waiting.shift()) {
    try {
      for (const entry of Deno.readDirSync(folder)) {
        seen++;
        if (entry.isDirectory && !PASSED_OVER.has(entry.name)) waiting.push(`${folder}/${entry.name}`);
        const ending = entry.isFile ? endingOf(entry.name) : "";
        files.set(ending, (files.get(ending) ?? 0) + 1);
      }
    } catch {
      // Not for this user: the scan will tell.
    }
  }
  return { isLarge: seen >= MANY, endings: [...files].sort(([, a], [, b]) => b - a).map(([ending]) => ending) };
}
