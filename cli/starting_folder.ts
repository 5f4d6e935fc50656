/**
 * Where a command line starts from.
 *
 * Stage: CLI.
 */
import { resolve } from "node:path";

/**
 * The folder that relative paths of the command line start from. A task runs in its own folder and tells in a variable where it was
 * started; that counts only if this is such a run.
 */
export function startingFolder(): string {
  const cwd = Deno.cwd();
  const asked = Deno.env.get("INIT_CWD") ?? "";
  return asked !== "" && cwd === resolve(import.meta.dirname ?? cwd, "..") ? asked : cwd;
}
