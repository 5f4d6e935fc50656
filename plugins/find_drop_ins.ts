/**
 * Where drop-in languages are.
 *
 * Stage: before all others. Invariant: reads only the list of one folder, so that users without any pay nothing.
 */
import { existsSync, readdirSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { readVariable } from "../core/base/process_environment.ts";
import { compareText } from "../core/base/lists.ts";
import { languagesFolder } from "../core/base/user_folders.ts";
import { PLUGINS_VARIABLE } from "./drop_in_folders.ts";

/** A drop-in language's folder. `named`: it was given explicitly, so that its faults are errors. */
export interface DropInFolder {
  readonly folder: string;
  readonly named: boolean;
}

function namedFolders(): string[] {
  return (readVariable(PLUGINS_VARIABLE) ?? "").split(delimiter).filter((one) => one !== "");
}

/** The folders in the configuration, then those of `--plugin`. */
export function findDropIns(): DropInFolder[] {
  const found = namedFolders().map((folder) => ({ folder: resolve(folder), named: true }));
  const home = languagesFolder();
  if (!existsSync(home)) return found;
  const own = readdirSync(home, { withFileTypes: true }).filter((entry) => entry.isDirectory() || entry.isSymbolicLink());
  return [
    ...own.map((entry) => ({ folder: join(home, entry.name), named: false })).sort((a, b) => compareText(a.folder, b.folder)),
    ...found,
  ];
}

/** Adds folders, absolute or relative to the current one, to those of this process. */
export function addDropIns(folders: readonly string[]): void {
  if (folders.length === 0) return;
  Deno.env.set(PLUGINS_VARIABLE, [...new Set([...namedFolders(), ...folders])].join(delimiter));
}
