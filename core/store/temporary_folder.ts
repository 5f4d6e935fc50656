/** Creates temporary folders. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CallgroveError, describeThrown } from "../errors.ts";

/**
 * Creates a folder where the system keeps temporary files.
 * @throws CallgroveError internal_error if that fails
 */
export function makeTemporaryFolder(): string {
  try {
    return mkdtempSync(join(tmpdir(), "callgrove-"));
  } catch (cause) {
    throw new CallgroveError("internal_error", `Cannot make a temporary folder in "${tmpdir()}": ${describeThrown(cause)}`, {
      hint: "Set TMPDIR (on Windows TEMP) to a folder that can be written.",
      cause,
    });
  }
}
