/**
 * The folders that a command line names.
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

/** The folder that the common options ask about, and that of its databases where they name one; both absolute. */
export function foldersOf({ repo, db }: CommonOptions): { readonly directory: string; readonly database: string | undefined } {
  const from = startingFolder();
  return { directory: resolve(from, repo ?? "."), database: db === undefined ? undefined : resolve(from, db) };
}

/** The project that the common options name. */
export function placeOf(options: CommonOptions): Promise<ProjectPlace> {
  const { directory, database } = foldersOf(options);
  return locateProject(directory, database);
}

/** Has the folders of the environment, and those of `--plugin`, start there too, for all that this process does. */
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
