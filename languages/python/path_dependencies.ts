/**
 * Projects of the repository that another one's manifest names as dependencies: by a path, or as members of the same workspace.
 *
 * Stage: resolve. Invariant: a dependency whose folder is not told, or whose name several projects of the repository have, is none here.
 */
import { folderOf, joinPath } from "../../core/base/path_parts.ts";

/** `lib = { path = "../lib" }`, also as a table of its own. */
const BY_PATH = /(?:[{,][ \t]*|^[ \t]*)path[ \t]*=[ \t]*["']([^"'\n]+)["']/gm;

/** `lib @ file:../lib`, `lib @ file:///${PROJECT_ROOT}/../lib`, `lib @ {root:uri}/../lib`. */
const BY_URL = /@[ \t]*(?:file:(?:\/\/\/\$\{PROJECT_ROOT\}\/)?|\{root:uri\}\/)(\.[^"'\s;#]*)/g;

/** `lib = { workspace = true }`. */
const OF_WORKSPACE = /^[ \t]*["']?([\w.-]+)["']?[ \t]*=[ \t]*\{[^}\n]*\bworkspace[ \t]*=[ \t]*true\b/gm;

/** The name that a project gives itself, in `[project]` or `[tool.poetry]`. */
const PROJECT_NAME = /^\[(?:project|tool\.poetry)\][^[]*?^[ \t]*name[ \t]*=[ \t]*["']([\w.-]+)["']/m;

/** Folder of a project -> the folders of those that it depends on, by itself or through others, the nearest first. */
export function pathDependencies(manifests: ReadonlyMap<string, string>): ReadonlyMap<string, readonly string[]> {
  const projects = [...manifests].filter(([path]) => path.endsWith("pyproject.toml"));
  const named = foldersByName(projects);
  const direct = new Map<string, readonly string[]>();
  for (const [path, text] of projects) {
    const home = folderOf(path);
    const paths = [BY_PATH, BY_URL].flatMap((form) => [...text.matchAll(form)].flatMap(([, place]) => joinPath(home, place!) ?? []));
    const members = [...text.matchAll(OF_WORKSPACE)].flatMap(([, name]) => named.get(plainName(name!)) ?? []);
    const folders = new Set([...paths, ...members].filter((folder) => folder !== home));
    if (folders.size > 0) direct.set(home, [...folders]);
  }
  return new Map([...direct.keys()].map((home) => [home, reachedFrom(home, direct)]));
}

/** Name -> the folder of the one project that bears it. */
function foldersByName(projects: readonly (readonly [string, string])[]): Map<string, string | undefined> {
  const folders = new Map<string, string | undefined>();
  for (const [path, text] of projects) {
    const name = plainName(PROJECT_NAME.exec(text)?.[1] ?? "");
    folders.set(name, folders.has(name) ? undefined : folderOf(path));
  }
  return folders;
}

/** A project's name as package indexes compare it. */
function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[-_.]+/g, "-");
}

function reachedFrom(home: string, direct: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const reached = new Set([home]);
  for (const folder of reached) {
    for (const next of direct.get(folder) ?? []) reached.add(next);
  }
  reached.delete(home);
  return [...reached];
}
