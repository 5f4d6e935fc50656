/**
 * How added and removed files affect the other files of a language.
 *
 * Stage: resolve. Invariant: every file whose answers could change is found by a file it consulted or a name it looked up; if that is not
 * enough, nothing counts as up to date. The module rules of before and after are asked everything that a file asks them.
 */
import { baseName } from "../base/path_parts.ts";
import type { Outline } from "../facts/outline.ts";
import type { LanguagePlugin } from "../plugin.ts";
import { linkedModules } from "../resolve/linked_modules.ts";
import type { ModuleResolver, ModuleTarget, Project } from "../resolve/modules.ts";

/** A file's path and outline. */
export interface OutlinedFile {
  readonly path: string;
  readonly outline: Outline;
}

/** One language's files before or after the change, sorted by path. The manifests are the same in both. */
export interface FileSet {
  readonly files: readonly OutlinedFile[];
  readonly modules: ModuleResolver;
}

/**
 * A language's files with its module resolution for them.
 * @param links the path of a file or folder, by the path of the link to it
 */
export function makeFileSet(
  plugin: LanguagePlugin,
  files: readonly OutlinedFile[],
  manifests: ReadonlyMap<string, string>,
  links: ReadonlyMap<string, string>,
): FileSet {
  const byPath = new Map(files.map((file) => [file.path, file.outline]));
  const project: Project = {
    paths: files.map((file) => file.path),
    manifests,
    declarations: (path) => byPath.get(path)?.declarations,
    specifiers: (path) => byPath.get(path)?.specifiers ?? [],
  };
  const modules = linkedModules(plugin, project, links);
  return { files, modules };
}

/**
 * Remaining files one of whose imports now resolves to another file; undefined if one of them has another module name or location itself.
 */
export function findMovedImports(plugin: LanguagePlugin, before: FileSet, after: FileSet): ReadonlySet<string> | undefined {
  if (JSON.stringify(before.modules.choices) !== JSON.stringify(after.modules.choices)) return undefined;
  const importers = new Set<string>();
  const had = new Set(before.files.map((file) => file.path));
  for (const { path, outline } of after.files) {
    if (!had.has(path)) continue;
    const [old, now] = [before.modules, after.modules];
    const isSame = old.nameOf(path) === now.nameOf(path) && old.packageName(path) === now.packageName(path) &&
      old.isDefault?.(path) === now.isDefault?.(path) && old.rootOf?.(path) === now.rootOf?.(path) &&
      old.declaredBy?.(path) === now.declaredBy?.(path) && JSON.stringify(old.choiceOf?.(path)) === JSON.stringify(now.choiceOf?.(path));
    if (!isSame) return undefined;
    const isOther = (specifier: string): boolean =>
      !isSameTarget(plugin, old.resolve(specifier, path), now.resolve(specifier, path)) ||
      !isSameTarget(plugin, requiredTarget(old, specifier, path), requiredTarget(now, specifier, path));
    if (outline.specifiers.some(isOther)) importers.add(path);
  }
  return importers;
}

function requiredTarget(modules: ModuleResolver, specifier: string, path: string): ModuleTarget {
  return modules.resolveRequired?.(specifier, path) ?? { kind: "missing", name: specifier };
}

/** In a package of several files, every file records the names that it looks up, so one file more or less is handled by names. */
function isSameTarget(plugin: LanguagePlugin, one: ModuleTarget, other: ModuleTarget): boolean {
  if (one.kind === "inside" && other.kind === "inside") {
    if (plugin.rules.packageScope && one.paths.length > 1 && other.paths.length > 1) return one.paths[0] === other.paths[0];
    return JSON.stringify([one.paths, one.within ?? []]) === JSON.stringify([other.paths, other.within ?? []]);
  }
  return JSON.stringify(one) === JSON.stringify(other);
}

/**
 * The names by which modules may be looked up that exist on only one side: those of the added or removed files, and of their folders if
 * these contain no other file.
 */
export function moduleNames(plugin: LanguagePlugin, paths: readonly string[], stayed: readonly OutlinedFile[]): Set<string> {
  const names = new Set<string>();
  if (plugin.rules.packageScope || plugin.rules.exportsOnly) return names;
  const folders = new Set<string>();
  for (const { path } of stayed) for (const folder of foldersOf(path)) folders.add(folder);
  for (const path of paths) {
    names.add(baseName(path).replace(/\.\w+$/, ""));
    for (const folder of foldersOf(path)) if (!folders.has(folder)) names.add(baseName(folder));
  }
  return names;
}

function foldersOf(path: string): string[] {
  const folders: string[] = [];
  for (let cut = path.lastIndexOf("/"); cut > 0; cut = path.lastIndexOf("/", cut - 1)) folders.push(path.slice(0, cut));
  return folders;
}

/**
 * Whether the removal of a file affects only those that looked up its names: where a package is one scope and continues without the file.
 */
export function isMissedByName(plugin: LanguagePlugin, before: FileSet, path: string): boolean {
  return plugin.rules.packageScope && before.modules.packageOf(path).length > 2;
}
