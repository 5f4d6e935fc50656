/**
 * A quick look at a folder before anything is known about it.
 *
 * Stage: before scan. Invariant: its cost does not grow with the tree; it only affects when threads are started and what they load first.
 */
import { endingOf } from "../base/path_parts.ts";
import { PASSED_OVER } from "./passed_over.ts";

/** From this number of entries on, a tree probably contains more source than one thread should read. */
const MANY = 300;

/** The result of a quick look. */
export interface Glance {
  /** Whether there are many files and folders, apart from those that no scan enters. */
  readonly isLarge: boolean;
  /** The extensions of the files that were seen, as `.rs`, most frequent first. */
  readonly endings: readonly string[];
}

/** Looks at the topmost files and folders of a tree. */
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
      // Not readable for this user: the scan will report it.
    }
  }
  return { isLarge: seen >= MANY, endings: [...files].sort(([, a], [, b]) => b - a).map(([ending]) => ending) };
}
