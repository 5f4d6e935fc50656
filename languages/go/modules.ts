/**
 * What a Go import path means: modules by their `go.mod`, packages by folder and package clause.
 *
 * Stage: resolve. Invariants: pure; a path of another module is outside, also where a folder of the repository looks like it;
 * everything below a `vendor` folder is outside.
 */
import type { ModuleResolver, ModuleTarget, Project } from "../../core/resolve/modules.ts";
import { buildTogether, builtByDefault, type Constraint, parseConstraint, readNameConstraint } from "./build_constraints.ts";
import { joinFolder, type Manifest, readManifest } from "./go_manifests.ts";

interface PackageFile {
  readonly path: string;
  readonly packageName: string;
  readonly constraint: Constraint;
}

function folderOf(path: string): string {
  const cut = path.lastIndexOf("/");
  return cut === -1 ? "" : path.slice(0, cut);
}

function isVendored(path: string): boolean {
  return path.startsWith("vendor/") || path.includes("/vendor/");
}

/** Prepares the module rules of one ref. */
export function prepareModules(project: Project): ModuleResolver {
  const manifests = [...project.manifests].filter(([path]) => !isVendored(path)).map(([path, text]) => readManifest(path, text));
  const modules = manifests.filter((manifest) => manifest.module !== "");
  const folders = groupFiles(project);
  const packages = new Map<string, readonly string[]>();
  const packageFolders = new Map<string, ModuleTarget>();

  /** The module whose folder holds `folder`, innermost first. */
  function moduleOf(folder: string): Manifest | undefined {
    let best: Manifest | undefined;
    for (const manifest of modules) {
      const inside = manifest.folder === "" || folder === manifest.folder || folder.startsWith(`${manifest.folder}/`);
      if (inside && (best === undefined || manifest.folder.length > best.folder.length)) best = manifest;
    }
    return best;
  }

  function targetOfFolder(folder: string, specifier: string): ModuleTarget {
    const files = folders.get(folder)?.filter((file) => !file.path.endsWith("_test.go")) ?? [];
    if (files.length === 0) return { kind: "missing", name: specifier };
    return { kind: "inside", paths: chooseMainPackage(files).map((file) => file.path) };
  }

  function resolve(specifier: string, from: string): ModuleTarget {
    if (specifier.startsWith("./") || specifier.startsWith("../")) return targetOfFolder(joinFolder(folderOf(from), specifier), specifier);
    const home = moduleOf(folderOf(from));
    const key = `${home?.folder ?? ""}\0${specifier}`;
    let target = packageFolders.get(key);
    if (target === undefined) {
      target = find(specifier, home);
      packageFolders.set(key, target);
    }
    return target;
  }

  function find(specifier: string, home: Manifest | undefined): ModuleTarget {
    const places: { module: string; folder: string }[] = [];
    for (const [module, folder] of home?.replacements ?? []) places.push({ module, folder });
    for (const { module, folder } of modules) places.push({ module, folder });
    let best: { module: string; folder: string } | undefined;
    for (const place of places) {
      if (specifier !== place.module && !specifier.startsWith(`${place.module}/`)) continue;
      if (best === undefined || place.module.length > best.module.length) best = place;
    }
    if (best === undefined) return { kind: "outside", name: specifier };
    return targetOfFolder(joinFolder(best.folder, specifier.slice(best.module.length)), specifier);
  }

  function packageOf(path: string): readonly string[] {
    let known = packages.get(path);
    if (known !== undefined) return known;
    const files = folders.get(folderOf(path)) ?? [];
    const own = files.find((file) => file.path === path);
    known = own === undefined ? [path] : files.filter((file) => file.packageName === own.packageName).map((file) => file.path);
    for (const member of known) packages.set(member, known);
    return known;
  }

  return {
    resolve,
    nameOf: (path) => folders.get(folderOf(path))?.find((file) => file.path === path)?.packageName ?? "",
    packageOf,
  };
}

function groupFiles(project: Project): Map<string, PackageFile[]> {
  const folders = new Map<string, PackageFile[]>();
  for (const path of project.paths) {
    if (isVendored(path)) continue;
    const declared = project.declarations(path);
    const texts = [declared?.condition ?? "", readNameConstraint(path)].filter((text) => text !== "");
    const file: PackageFile = {
      path,
      packageName: declared?.packageName ?? "",
      constraint: parseConstraint(texts.length === 2 ? `(${texts[0]})&&(${texts[1]})` : texts[0] ?? ""),
    };
    const folder = folderOf(path);
    const known = folders.get(folder);
    if (known === undefined) folders.set(folder, [file]);
    else known.push(file);
  }
  return folders;
}

/** The files of a folder's importable package: of several package clauses the one that an ordinary build takes. */
function chooseMainPackage(files: readonly PackageFile[]): readonly PackageFile[] {
  const counts = new Map<string, number>();
  for (const file of files) {
    counts.set(
      file.packageName,
      (counts.get(file.packageName) ?? 0) + (builtByDefault(file.constraint) ? 1000 : 1) - (file.packageName === "main" ? 0.5 : 0),
    );
  }
  const [name] = [...counts].reduce((best, one) => (one[1] > best[1] ? one : best));
  return files.filter((file) => file.packageName === name);
}

export { buildTogether };
