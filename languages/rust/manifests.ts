/**
 * Reads Cargo manifests: packages, their targets and the names of their dependencies.
 *
 * Stage: resolve. Invariants: pure; a manifest that is not valid TOML counts as absent; targets are listed with libraries first.
 */
import { parse } from "smol-toml";
import { addAt, compareText } from "../../core/base/lists.ts";
import { listOf, objectOf, type ParsedObject, textOf } from "../../core/base/parsed_values.ts";
import { folderOf, joinPath } from "../../core/base/path_parts.ts";
import type { Project } from "../../core/resolve/modules.ts";
import { isTaken } from "./versions.ts";

/** A target of a package: a crate with its root. */
export interface CargoTarget {
  readonly kind: "lib" | "bin" | "example" | "test" | "bench" | "build";
  /** The crate's root file. */
  readonly path: string;
  readonly crate: string;
}

/** A package, in the folder of its manifest. */
export interface CargoPackage {
  readonly folder: string;
  readonly name: string;
  /** Name of the library's crate. */
  readonly library: string;
  readonly targets: readonly CargoTarget[];
  /** Name in source -> name of the package. */
  readonly dependencies: ReadonlyMap<string, string>;
  /**
   * Names in source for another version of a package in the repository: the manifest renames it, gives no path although other manifests do,
   * or requires a version that the package does not have.
   */
  readonly elsewhere: ReadonlySet<string>;
  /** Whether it uses Rust 2015, in which imports start at the crate's root (`use text::load;` anywhere). */
  readonly isOfFirstEdition: boolean;
}

function crateName(name: string): string {
  return name.replace(/-/g, "_");
}

/** All packages of the project, sorted by folder. */
export function readPackages(project: Project): CargoPackage[] {
  const manifests: { folder: string; manifest: ParsedObject }[] = [];
  for (const [path, source] of [...project.manifests].sort(([a], [b]) => compareText(a, b))) {
    if (!/(?:^|\/)Cargo\.toml$/.test(path)) continue;
    try {
      manifests.push({ folder: folderOf(path), manifest: parse(source) });
    } catch {
      // A manifest that does not parse describes no package.
    }
  }
  const paths = project.paths;
  const around = (folder: string): ParsedObject =>
    objectOf(
      manifests.findLast((one) => one.manifest.workspace !== undefined && (one.folder === "" || `${folder}/`.startsWith(`${one.folder}/`)))
        ?.manifest.workspace,
    );
  const beside: PackagesBeside = {
    developed: packagesDeveloped(manifests.map(({ manifest }) => manifest)),
    versions: versionsOf(manifests.map(({ folder, manifest }) => [objectOf(manifest.package), objectOf(around(folder).package)])),
  };
  const found: CargoPackage[] = [];
  for (const { folder, manifest } of manifests) {
    const name = textOf(objectOf(manifest.package).name);
    if (name === "") continue;
    const workspace = around(folder);
    const library = crateName(textOf(objectOf(manifest.lib).name) || name);
    const isOfFirstEdition = /^(?:2015)?$/.test(sharedText("edition", objectOf(manifest.package), objectOf(workspace.package)));
    found.push({
      folder,
      name,
      library,
      targets: targetsOf({ folder, manifest, name, library, isOfFirstEdition }, paths),
      ...dependenciesOf(manifest, objectOf(workspace.dependencies), beside),
      isOfFirstEdition,
    });
  }
  return nameByLibrary(found);
}

/** A dependency has the name of its library (`[lib] name = "…"`), unless the manifest renames it. */
function nameByLibrary(packages: CargoPackage[]): CargoPackage[] {
  const libraries = new Map(packages.filter((one) => one.library !== crateName(one.name)).map((one) => [one.name, one.library]));
  if (libraries.size === 0) return packages;
  return packages.map((one) => {
    const names = [...one.dependencies].map(([name, package_]): [string, string] => {
      const isPlain = name === crateName(package_) && !one.elsewhere.has(name);
      return [isPlain ? libraries.get(package_) ?? name : name, package_];
    });
    return { ...one, dependencies: new Map(names) };
  });
}

/** A package's own value for a key, or that of its workspace. */
function sharedText(key: "edition" | "version", own: ParsedObject, shared: ParsedObject): string {
  return textOf(objectOf(own[key]).workspace === true ? shared[key] : own[key]);
}

/** What manifests need to know of other packages in the repository, by name. */
interface PackagesBeside {
  readonly developed: ReadonlySet<string>;
  readonly versions: ReadonlyMap<string, readonly string[]>;
}

function versionsOf(packages: readonly (readonly [own: ParsedObject, shared: ParsedObject])[]): Map<string, string[]> {
  const versions = new Map<string, string[]>();
  for (const [own, shared] of packages) addAt(versions, textOf(own.name), sharedText("version", own, shared));
  return versions;
}

/** Tables of dependencies, their names in the first editions among them. */
const SECTIONS = ["dependencies", "dev-dependencies", "build-dependencies", "dev_dependencies", "build_dependencies"] as const;

/** The dependencies in a manifest, or in a workspace's: name and specification. */
function* describedIn(manifest: ParsedObject): Generator<readonly [string, ParsedObject]> {
  for (const section of [manifest, ...Object.values(objectOf(manifest.target)).map(objectOf)]) {
    for (const key of SECTIONS) {
      for (const [name, value] of Object.entries(objectOf(section[key]))) yield [name, descriptionOf(value)];
    }
  }
}

/** A dependency's description; that of a version alone (`index = "1.0"`) too. */
function descriptionOf(value: unknown): ParsedObject {
  return typeof value === "string" ? { version: value } : objectOf(value);
}

/**
 * Packages that some manifest takes from a folder, if none replaces the published version by it: a manifest that names one without a path
 * means the published one.
 */
function packagesDeveloped(manifests: readonly ParsedObject[]): ReadonlySet<string> {
  const near = new Set<string>();
  const patched = new Set<string>();
  for (const manifest of manifests) {
    for (const part of [manifest, objectOf(manifest.workspace)]) {
      for (const [name, described] of describedIn(part)) if (textOf(described.path) !== "") near.add(textOf(described.package) || name);
    }
    for (const source of Object.values(objectOf(manifest.patch))) {
      for (const [name, value] of Object.entries(objectOf(source))) patched.add(textOf(objectOf(value).package) || name);
    }
    // `"tokio:1.0.0" = { path = "tokio" }`
    for (const name of Object.keys(objectOf(manifest.replace))) patched.add(name.replace(/^.*#|:.*$/g, ""));
  }
  for (const name of patched) near.delete(name);
  return near;
}

function dependenciesOf(
  manifest: ParsedObject,
  shared: ParsedObject,
  { developed, versions }: PackagesBeside,
): Pick<CargoPackage, "dependencies" | "elsewhere"> {
  const dependencies = new Map<string, string>();
  const published: string[] = [];
  const renamed = new Set<string>();
  const near = new Set<string>();
  const ofOtherVersion = new Set<string>();
  for (const [name, described] of describedIn(manifest)) {
    const isShared = described.workspace === true;
    const inherited = isShared ? descriptionOf(shared[name]) : described;
    const package_ = textOf(described.package) || textOf(inherited.package);
    dependencies.set(crateName(name), package_ || name);
    if (textOf(inherited.path) !== "") near.add(package_ || name);
    else {
      if (package_ !== "") renamed.add(crateName(name));
      const own = versions.get(package_ || name);
      if (own?.every((version) => !isTaken(version, textOf(inherited.version)))) ofOtherVersion.add(crateName(name));
      if (!isShared || shared[name] !== undefined) published.push(crateName(name));
    }
  }
  const isElsewhere = (name: string): boolean => {
    const package_ = dependencies.get(name)!;
    return near.has(package_) ? renamed.has(name) : developed.has(package_) || ofOtherVersion.has(name);
  };
  return { dependencies, elsewhere: new Set(published.filter(isElsewhere)) };
}

/** The key by which a manifest states whether the files of a folder are targets of their own. */
const SEARCHED = { bin: "autobins", example: "autoexamples", test: "autotests", bench: "autobenches" } as const;

function targetsOf(
  { folder, manifest, name, library, isOfFirstEdition }: Omit<CargoPackage, "targets" | "dependencies" | "elsewhere"> & {
    manifest: ParsedObject;
  },
  paths: readonly string[],
): CargoTarget[] {
  const prefix = folder === "" ? "" : `${folder}/`;
  const targets: CargoTarget[] = [];
  const add = (kind: CargoTarget["kind"], path: string, crate: string): void => {
    const whole = joinPath(folder, path);
    if (whole !== undefined && !targets.some((target) => target.path === whole)) {
      targets.push({ kind, path: whole, crate: crateName(crate) });
    }
  };
  add("lib", textOf(objectOf(manifest.lib).path) || "src/lib.rs", library);
  add("bin", "src/main.rs", name);
  for (const [kind, folderName] of [["bin", "src/bin"], ["example", "examples"], ["test", "tests"], ["bench", "benches"]] as const) {
    const described = listOf(manifest[kind]).map(objectOf);
    for (const one of described) if (textOf(one.path) !== "") add(kind, textOf(one.path), textOf(one.name));
    // In Rust 2015, listing one target of a kind means listing all of them.
    const isSearched = objectOf(manifest.package)[SEARCHED[kind]] ?? !(isOfFirstEdition && described.length > 0);
    const start = `${prefix}${folderName}/`;
    for (const path of paths) {
      if (!path.startsWith(start)) continue;
      const rest = path.slice(start.length);
      const found = /^([^/]+)(?:\.rs|\/main\.rs)$/.exec(rest);
      if (found && (isSearched || described.some((one) => one.name === found[1]))) add(kind, `${folderName}/${rest}`, found[1]!);
    }
  }
  add("build", textOf(objectOf(manifest.package).build) || "build.rs", "build_script_build");
  return targets;
}

/** The package whose folder contains a path, the innermost of them. */
export function packageAround(packages: Iterable<CargoPackage>, path: string): CargoPackage | undefined {
  let best: CargoPackage | undefined;
  for (const one of packages) {
    if ((one.folder === "" || path.startsWith(`${one.folder}/`)) && one.folder.length >= (best?.folder.length ?? 0)) best = one;
  }
  return best;
}
