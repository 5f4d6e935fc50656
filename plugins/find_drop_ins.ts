/**
 * Where drop-in languages lie.
 *
 * Stage: before all others. Invariant: it reads one folder's list and nothing else, so that whoever has none pays nothing.
 */
import { existsSync, readdirSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { readVariable } from "../core/base/process_environment.ts";
import { compareText } from "../core/base/lists.ts";
import { languagesFolder } from "../core/base/user_folders.ts";
import { PLUGINS_VARIABLE } from "./drop_in_folders.ts";

/** A drop-in's folder. `named`: it was asked for by name, so what is wrong with it is an error. */
export interface DropInFolder {
  readonly folder: string;
  readonly named: boolean;
}

function namedFolders(): string[] {
  return (readVariable(PLUGINS_VARIABLE) ?? "").split(delimiter).filter((one) => one !== "");
}

/** Those of the configuration, then those of `--plugin`. */
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

/** Adds folders, absolute or from the current one, to those of this process. */
export function addDropIns(folders: readonly string[]): void {
  if (folders.length === 0) return;
  Deno.env.set(PLUGINS_VARIABLE, [...new Set([...namedFolders(), ...folders])].join(delimiter));
}
