/**
 * Reads Cargo manifests: packages, their targets and what their dependencies are called.
 *
 * Stage: resolve. Invariants: pure; a manifest that is no TOML counts as absent; targets are listed libraries first.
 */
import { parse } from "smol-toml";
import { compareText } from "../../core/base/lists.ts";
import { listOf, objectOf, type ParsedObject, textOf } from "../../core/base/parsed_values.ts";
import { folderOf, joinPath } from "../../core/base/path_parts.ts";
import type { Project } from "../../core/resolve/modules.ts";

/** What a package is compiled to: a crate, from its root on. */
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
  /** Names in source of packages that the manifest takes from beside it under another name: another version of these. */
  readonly elsewhere: ReadonlySet<string>;
  /** Of the first edition, in which what is brought in is named from the crate's root on (`use text::load;` anywhere). */
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
  const found: CargoPackage[] = [];
  for (const { folder, manifest } of manifests) {
    const name = textOf(objectOf(manifest.package).name);
    if (name === "") continue;
    const workspace = manifests.filter((one) =>
      one.manifest.workspace !== undefined && (one.folder === "" || `${folder}/`.startsWith(`${one.folder}/`))
    )
      .at(-1)?.manifest;
    const library = crateName(textOf(objectOf(manifest.lib).name) || name);
    const isOfFirstEdition = /^(?:2015)?$/.test(
      editionOf(objectOf(manifest.package), objectOf(objectOf(workspace?.workspace).package)),
    );
    found.push({
      folder,
      name,
      library,
      targets: targetsOf({ folder, manifest, name, library, isOfFirstEdition }, paths),
      ...dependenciesOf(manifest, objectOf(objectOf(workspace?.workspace).dependencies)),
      isOfFirstEdition,
    });
  }
  return found;
}

function editionOf(own: ParsedObject, shared: ParsedObject): string {
  return textOf(objectOf(own.edition).workspace === true ? shared.edition : own.edition);
}

function dependenciesOf(manifest: ParsedObject, shared: ParsedObject): Pick<CargoPackage, "dependencies" | "elsewhere"> {
  const dependencies = new Map<string, string>();
  const renamed: string[] = [];
  const near = new Set<string>();
  const sections = [manifest, ...Object.values(objectOf(manifest.target)).map(objectOf)];
  for (const section of sections) {
    for (const key of ["dependencies", "dev-dependencies", "build-dependencies", "dev_dependencies", "build_dependencies"]) {
      for (const [name, value] of Object.entries(objectOf(section[key]))) {
        const described = objectOf(value);
        const inherited = described.workspace === true ? objectOf(shared[name]) : described;
        const package_ = textOf(described.package) || textOf(inherited.package);
        dependencies.set(crateName(name), package_ || name);
        if (textOf(inherited.path) !== "") near.add(package_ || name);
        else if (package_ !== "") renamed.push(crateName(name));
      }
    }
  }
  return { dependencies, elsewhere: new Set(renamed.filter((name) => near.has(dependencies.get(name)!))) };
}

/** By which key a manifest says whether the files of a folder are targets of their own. */
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
    // In the first edition who describes a target of a kind describes all of that kind.
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

/** The package in whose folder a path lies, the innermost of them. */
export function packageAround(packages: Iterable<CargoPackage>, path: string): CargoPackage | undefined {
  let best: CargoPackage | undefined;
  for (const one of packages) {
    if ((one.folder === "" || path.startsWith(`${one.folder}/`)) && one.folder.length >= (best?.folder.length ?? 0)) best = one;
  }
  return best;
}
