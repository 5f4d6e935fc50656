/**
 * Whether files can be created in a folder.
 *
 * Stage: write. Invariant: this is tried, for permissions alone do not show a read-only or full disk; nothing of the trial remains.
 */
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The error of creating a file of so many bytes; undefined if it succeeds. */
export function failureOfFile(folder: string, bytes: number): unknown {
  const trial = join(folder, `.callgrove-${Deno.pid}-${crypto.randomUUID().slice(0, 8)}`);
  try {
    writeFileSync(trial, new Uint8Array(bytes));
    return undefined;
  } catch (thrown) {
    return thrown;
  } finally {
    // On a full disk it may exist without contents.
    if (existsSync(trial)) rmSync(trial);
  }
}
