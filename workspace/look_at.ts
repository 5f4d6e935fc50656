/**
 * What lies at a path of the disk, and where that really is.
 *
 * Stage: query's window on the disk. Invariant: every link on the way is followed, so whoever asks where a path leads is told the truth.
 */
import { realpathSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Found } from "../query/context.ts";

/** @param path absolute; of one where nothing lies, `real` is where it would. */
export function lookAt(path: string): Found {
  try {
    const real = realpathSync(path);
    return { kind: statSync(real).isDirectory() ? "folder" : "file", real };
  } catch {
    const parent = dirname(path);
    return { kind: "none", real: parent === path ? path : join(lookAt(parent).real, basename(path)) };
  }
}
