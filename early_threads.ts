/**
 * Threads for the first index of a folder, started before the program is loaded that reads the command line.
 *
 * Invariants: it loads next to nothing; a command line or a folder that it does not take for a plain one is left to the program, which
 * starts what is missing and ends what it does not need.
 */
import { dirname, join, resolve } from "node:path";
import { startingFolder } from "./cli/starting_folder.ts";
import { readVariable } from "./core/base/process_environment.ts";
import { FOLDER_NAME, GIT_FOLDER_NAME, INDEX_FILE } from "./core/store/place_names.ts";
import { type EarlyThreads, startEarly } from "./core/threads/run_threads.ts";
import { workerEntry } from "./thread_entries.ts";

/** Options of `index` after which it is the same index. */
export const PLAIN_FLAGS: ReadonlySet<string> = new Set([
  "--json",
  "--quiet",
  "--debug",
  "--no-input",
  "--force",
  "--strict-syntax",
  "--timings",
]);
const FOLDER_OPTIONS: ReadonlySet<string> = new Set(["-C", "--repo"]);
const DATABASE_OPTION = "--db";

/** Starts the threads if these arguments ask for the index of a folder that has none, and that looks large enough for them. */
export function startEarlyThreads(args: readonly string[]): EarlyThreads | undefined {
  try {
    const asked = readArguments(args);
    if (asked === undefined) return undefined;
    const from = startingFolder();
    const root = Deno.realPathSync(resolve(from, asked.folder ?? "."));
    const database = asked.database ?? readVariable("CALLGROVE_DB") ?? "";
    return hasNoIndex(root, database === "" ? undefined : resolve(from, database)) ? startEarly(workerEntry, root) : undefined;
  } catch {
    // The program will tell.
    return undefined;
  }
}

/** What plain arguments of `index` name; undefined where there is anything else among them. */
function readArguments(
  args: readonly string[],
): { readonly folder: string | undefined; readonly database: string | undefined } | undefined {
  let [command, folder, database]: (string | undefined)[] = [];
  for (let i = 0; i < args.length; i++) {
    const arg = args[i]!;
    if (PLAIN_FLAGS.has(arg)) continue;
    if (FOLDER_OPTIONS.has(arg) && folder === undefined) folder = args[++i];
    else if (arg === DATABASE_OPTION && database === undefined) database = args[++i];
    else if (arg.startsWith("-")) return undefined;
    else if (command === undefined) command = arg;
    else if (folder === undefined) folder = arg;
    else return undefined;
  }
  return command === "index" ? { folder, database } : undefined;
}

/** Whether there is no index of a folder for sure; of a part of a repository that is not looked into. */
function hasNoIndex(folder: string, database: string | undefined): boolean {
  if (database !== undefined) return !isThere(join(database, INDEX_FILE));
  const git = join(folder, ".git");
  if (isThere(join(git, "HEAD"))) {
    return !isThere(join(git, GIT_FOLDER_NAME, INDEX_FILE)) && !isThere(join(folder, FOLDER_NAME, INDEX_FILE));
  }
  for (let at = folder;; at = dirname(at)) {
    if (isThere(join(at, ".git")) || isThere(join(at, FOLDER_NAME, INDEX_FILE))) return false;
    if (dirname(at) === at) return true;
  }
}

function isThere(path: string): boolean {
  try {
    Deno.statSync(path);
    return true;
  } catch {
    return false;
  }
}
