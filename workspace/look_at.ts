/**
 * What is at a path on disk, with links resolved.
 *
 * Stage: disk access for questions. Invariant: every link on the way is followed.
 */
import { realpathSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Found } from "../query/context.ts";

/**
 * What is at a path.
 * @param path absolute; if nothing is there, `real` is where it would be
 */
export function lookAt(path: string): Found {
  try {
    const real = realpathSync(path);
    return { kind: statSync(real).isDirectory() ? "folder" : "file", real };
  } catch {
    const parent = dirname(path);
    return { kind: "none", real: parent === path ? path : join(lookAt(parent).real, basename(path)) };
  }
}
