/**
 * The folder that a command line starts from.
 *
 * Stage: CLI.
 */
import { resolve } from "node:path";
import { readVariable } from "../core/base/process_environment.ts";
import { CallgroveError, describeThrown } from "../core/errors.ts";

/**
 * The folder that relative paths of the command line refer to. A task runs in its own folder and passes the original one in a variable,
 * which counts only in such a run.
 */
export function startingFolder(): string {
  const cwd = currentFolder();
  const asked = readVariable("INIT_CWD") ?? "";
  return asked !== "" && cwd === resolve(import.meta.dirname ?? cwd, "..") ? asked : cwd;
}

function currentFolder(): string {
  try {
    return Deno.cwd();
  } catch (cause) {
    throw new CallgroveError("project_not_found", `Cannot start in the current folder: ${describeThrown(cause)}`, {
      hint: "Change to a folder that exists and whose path is UTF-8.",
      cause,
    });
  }
}
