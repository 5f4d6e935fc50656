/**
 * Specifiers that configurations map to other ones: compiler options (`paths`, `baseUrl`), aliases of bundlers, import maps.
 *
 * Stage: resolve. Pure. Invariant: of several configurations the nearest around a file comes first.
 */
import { joinPath } from "../../core/base/path_parts.ts";
import { type Alias, throughAlias } from "./bundler_aliases.ts";
import { above, type CompilerConfigs } from "./compiler_configs.ts";
import type { DeclaredPackages } from "./declared_packages.ts";
import { type ImportMap, mapPaths } from "./manifests.ts";

/** How paths without endings, and those of built files, lead to files of the repository. */
export interface SourceFinder {
  /** The file at a path, with or without an ending, or of a folder. */
  find(path: string): string | undefined;
  /** The same for a path that is relative to a folder. */
  findPlain(folder: string, path: string): string | undefined;
  /** The source of a built file. */
  sourceOf(path: string): string | undefined;
}

/** The file that a specifier means by the compiler options of `folder`. */
export function throughPaths(specifier: string, folder: string, configs: CompilerConfigs, files: SourceFinder): string | undefined {
  for (const options of configs.of(folder)) {
    for (const target of mapPaths(options.paths, specifier)) {
      const file = files.findPlain(options.pathsFolder, target) ?? files.sourceOf(joinPath(options.pathsFolder, target) ?? "");
      if (file !== undefined) return file;
    }
    const file = options.baseUrl === undefined ? undefined : files.findPlain(options.baseUrl, specifier);
    if (file !== undefined) return file;
  }
  return undefined;
}

/** The single file that a specifier denotes by the compiler options (`paths`) of any folder: these give the source of a package's built file. */
export function throughAnyPaths(specifier: string, configs: CompilerConfigs, files: SourceFinder): string | undefined {
  const found = configs.all.flatMap(({ paths, pathsFolder }) =>
    mapPaths(paths, specifier).map((target) => files.findPlain(pathsFolder, target)).find((file) => file !== undefined) ?? []
  );
  const [first, ...others] = new Set(found);
  return others.length === 0 ? first : undefined;
}

/** Aliases by the folder of the package that they are configured for, the longest first. */
export type AliasTable = ReadonlyMap<string, readonly Alias[]>;

/** The file that a specifier means by an alias of a bundler. */
export function throughAliases(
  specifier: string,
  folder: string,
  aliases: AliasTable,
  declared: DeclaredPackages,
  files: SourceFinder,
): string | undefined {
  for (let at: string | undefined = aliases.size === 0 ? undefined : folder; at !== undefined; at = above(at)) {
    for (const alias of aliases.get(at) ?? []) {
      // Installed packages are looked up first, or no file of the repository has its name.
      if (alias.name === "" && declared.has(specifier)) continue;
      for (const path of throughAlias(alias, specifier)) {
        const file = files.find(path) ?? (alias.name === "" ? files.sourceOf(path) : undefined);
        if (file !== undefined) return file;
      }
    }
  }
  return undefined;
}

/** What the nearest import map that knows a specifier has in its place, and the folder of that map. */
export function throughImportMaps(
  specifier: string,
  folder: string,
  maps: ReadonlyMap<string, ImportMap>,
): { readonly target: string; readonly folder: string } | undefined {
  for (let at: string | undefined = maps.size === 0 ? undefined : folder; at !== undefined; at = above(at)) {
    const map = maps.get(at);
    if (map === undefined) continue;
    let target = map.imports.get(specifier);
    if (target === undefined) {
      const prefixes = [...map.imports.keys()].filter((key) => key.endsWith("/") && specifier.startsWith(key));
      const longest = prefixes.sort((a, b) => b.length - a.length)[0];
      if (longest !== undefined) target = map.imports.get(longest)! + specifier.slice(longest.length);
    }
    if (target !== undefined) return { target, folder: map.folder };
  }
  return undefined;
}
