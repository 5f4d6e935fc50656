/**
 * The folders named on the command line.
 *
 * Stage: CLI.
 */
import { delimiter, isAbsolute, resolve } from "node:path";
import { readVariable } from "../core/base/process_environment.ts";
import { locateProject, type ProjectPlace } from "../core/store/location.ts";
import { PLUGINS_VARIABLE } from "../plugins/drop_in_folders.ts";
import { addDropIns } from "../plugins/find_drop_ins.ts";
import { startingFolder } from "./starting_folder.ts";
import type { CommonOptions } from "./terminal.ts";

const DATABASE_VARIABLE = "CALLGROVE_DB";

/** The folder that the common options ask about, and its database folder if they name one; both absolute. */
export function foldersOf({ repo, db }: CommonOptions): { readonly directory: string; readonly database: string | undefined } {
  const from = startingFolder();
  return { directory: resolve(from, repo ?? "."), database: db === undefined ? undefined : resolve(from, db) };
}

/** The project that the common options name. */
export function placeOf(options: CommonOptions): Promise<ProjectPlace> {
  const { directory, database } = foldersOf(options);
  return locateProject(directory, database);
}

/** Resolves the folders in environment variables and in `--plugin` against the starting folder, for the whole process. */
export function settleFolders({ plugin }: CommonOptions): void {
  const from = startingFolder();
  const database = readVariable(DATABASE_VARIABLE) ?? "";
  if (database !== "" && !isAbsolute(database)) Deno.env.set(DATABASE_VARIABLE, resolve(from, database));
  const plugins = readVariable(PLUGINS_VARIABLE) ?? "";
  if (plugins !== "") {
    const folders = plugins.split(delimiter).filter((one) => one !== "").map((one) => resolve(from, one));
    Deno.env.set(PLUGINS_VARIABLE, folders.join(delimiter));
  }
  addDropIns((plugin ?? []).map((one) => resolve(from, one)));
}
