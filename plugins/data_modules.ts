/**
 * Module rules given as data: modules are packages that files declare, or files by path.
 *
 * Stage: resolve. Invariant: pure.
 */
import { baseName, folderOf } from "../core/base/path_parts.ts";
import type { ModuleResolver, ModuleTarget, Project } from "../core/resolve/modules.ts";
import type { Manifest } from "./manifest.ts";

type ByPackage = Extract<Manifest["modules"], { by: "package" }>;
type ByPath = Extract<Manifest["modules"], { by: "path" }>;

/** Makes the module rules of a manifest for one ref. */
export function makeDataModules(rules: Manifest["modules"], endings: readonly string[]): (project: Project) => ModuleResolver {
  return (project) => rules.by === "package" ? byPackage(rules, project) : byPath(rules, endings, project);
}

/**
 * A package is a module; further names after a package are a type in it (`import static a.b.Type.member`), and a prefix shared by packages
 * is a folder.
 */
function byPackage({ separator, seesAround, rooted }: ByPackage, project: Project): ModuleResolver {
  const names = new Map(project.paths.map((path) => [path, project.declarations(path)?.packageName ?? ""]));
  const packages = Map.groupBy(project.paths, (path) => names.get(path)!);
  const above = (name: string): string[] => name.split(separator).map((_, i, parts) => parts.slice(0, parts.length - i).join(separator));
  const folders = new Set([...packages.keys()].flatMap((name) => above(name).slice(1)));
  const resolve = (asked: string): ModuleTarget => {
    // A folder's children are requested with a leading slash.
    const written = asked.replace(/^\//, "");
    const specifier = rooted && written.startsWith(separator) ? written.slice(separator.length) : written;
    const parts = specifier.split(separator);
    if (folders.has(specifier) && !packages.has(specifier)) return { kind: "folder", path: specifier };
    for (let length = parts.length; length > 0; length--) {
      const paths = packages.get(parts.slice(0, length).join(separator));
      if (paths === undefined) continue;
      const within = parts.slice(length);
      return within.length === 0 ? { kind: "inside", paths } : { kind: "inside", paths, within };
    }
    const isOwn = [...packages.keys()].some((name) => name !== "" && specifier.startsWith(`${name}${separator}`));
    return { kind: isOwn ? "missing" : "outside", name: specifier };
  };
  const nameOf = (path: string): string => names.get(path) ?? "";
  return {
    resolve,
    nameOf,
    namesInFull: true,
    ...(seesAround ? { packagesAround: (path: string) => above(nameOf(path)) } : {}),
    packageName: nameOf,
    // The part that names a type does not belong to the package.
    externalPackage: (specifier) => specifier.split(separator).filter((part) => !/^\p{Lu}/u.test(part)).join(separator),
    packageOf: (path) => packages.get(nameOf(path)) ?? [path],
  };
}

/** A module is a file, relative to a root, or to the importing file if the name begins with a dot. */
function byPath({ separator, roots, index }: ByPath, endings: readonly string[], project: Project): ModuleResolver {
  const known = new Set(project.paths);
  const places = roots.map((root) => root.replace(/\/+$/, "")).sort((a, b) => b.length - a.length);
  const fileOf = (base: string): string | undefined => {
    const tries = [
      base,
      ...endings.map((ending) => base + ending),
      ...index.flatMap((name) => endings.map((ending) => join(base, name + ending))),
    ];
    return tries.find((path) => known.has(path));
  };
  const resolve = (specifier: string, from: string): ModuleTarget => {
    const isRelative = /^\.\.?\//.test(specifier);
    const path = separator === "/" || isRelative ? specifier : specifier.replaceAll(separator, "/");
    const bases = isRelative ? [join(folderOf(from), path)] : [...places.map((root) => join(root, path)), join(folderOf(from), path)];
    for (const base of bases) {
      const file = fileOf(base);
      if (file !== undefined) return { kind: "inside", paths: [file] };
    }
    return isRelative ? { kind: "missing", name: specifier } : { kind: "outside", name: specifier };
  };
  const nameOf = (path: string): string => {
    const root = places.find((one) => one === "" || path.startsWith(`${one}/`)) ?? "";
    const inner = path.slice(root === "" ? 0 : root.length + 1).replace(/\.[^./]+$/, "");
    const last = baseName(inner);
    return (index.includes(last) && inner !== last ? folderOf(inner) : inner).replaceAll("/", separator);
  };
  return {
    resolve,
    nameOf,
    packageName: (path) => folderOf(path),
    externalPackage: (specifier) => specifier.split(separator)[0]!,
    packageOf: (path) => [path],
  };
}

/** Joins paths with `/`, resolving `.` and `..`. */
function join(folder: string, path: string): string {
  const parts: string[] = [];
  for (const part of `${folder}/${path}`.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return parts.join("/");
}
