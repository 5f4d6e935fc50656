/**
 * Whether files can be made in a folder.
 *
 * Stage: write. Invariant: it is tried, for on a read-only or a full disk the rights alone say nothing; nothing is left of the trial.
 */
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** What a new file of so many bytes fails with; undefined where one can be made. */
export function failureOfFile(folder: string, bytes: number): unknown {
  const trial = join(folder, `.callgrove-${Deno.pid}-${crypto.randomUUID().slice(0, 8)}`);
  try {
    writeFileSync(trial, new Uint8Array(bytes));
    return undefined;
  } catch (thrown) {
    return thrown;
  } finally {
    // A full disk may have taken its name.
    if (existsSync(trial)) rmSync(trial);
  }
}
