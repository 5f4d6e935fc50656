/** A folder for files that nobody needs for long. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CallgroveError, describeThrown } from "../errors.ts";

/** Makes one where the system keeps such folders. @throws CallgroveError internal_error where none can be made */
export function makeTemporaryFolder(): string {
  try {
    return mkdtempSync(join(tmpdir(), "callgrove-"));
  } catch (cause) {
    throw new CallgroveError("internal_error", `Cannot make a temporary folder in "${tmpdir()}": ${describeThrown(cause)}`, {
      hint: "Name a folder that can be written in TMPDIR (on Windows in TEMP).",
      cause,
    });
  }
}
