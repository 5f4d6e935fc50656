/**
 * The meaning of a Go import path: modules by their `go.mod`, packages by folder and package clause.
 *
 * Stage: resolve. Invariants: pure; a path of another module is external, even if a folder of the repository resembles it; everything below
 * a `vendor` folder is external.
 */
import { addAt } from "../../core/base/lists.ts";
import { baseName, folderOf } from "../../core/base/path_parts.ts";
import type { ModuleResolver, ModuleTarget, Project } from "../../core/resolve/modules.ts";
import { buildTogether, builtByDefault, type Constraint, parseConstraint, readNameConstraint, UNCONSTRAINED } from "./build_constraints.ts";
import { importRoots } from "./import_roots.ts";
import { joinFolder, type Manifest, readManifest } from "./manifests.ts";

/** Represents a path of no module of the repository. */
const OUTSIDE = "\0";
/** Represents a path that may be the repository's, with too little evidence. */
const DOUBTFUL = "\0?";
/** The module of Go's own library, if the repository is Go's: paths of its packages do not start with the module's. */
const STANDARD = "std";

interface PackageFile {
  readonly path: string;
  readonly packageName: string;
  readonly constraint: Constraint;
  /** An ordinary build takes it. */
  readonly ordinary: boolean;
  /** Of `package main`, and no build takes it: it is run by naming it (`go run gen.go`). */
  readonly ignored: boolean;
  /** Such a file with a `main` of its own. */
  readonly program: boolean;
}

/** Whether a file is below a `vendor` folder. */
export function isVendored(path: string): boolean {
  return path.startsWith("vendor/") || path.includes("/vendor/");
}

/** The module whose folder contains `folder`, innermost first. */
function moduleOf(modules: readonly Manifest[], folder: string): Manifest | undefined {
  let best: Manifest | undefined;
  for (const manifest of modules) {
    const inside = manifest.folder === "" || folder === manifest.folder || folder.startsWith(`${manifest.folder}/`);
    if (inside && (best === undefined || manifest.folder.length > best.folder.length)) best = manifest;
  }
  return best;
}

/** `withTests`: a folder's external tests see what its internal tests add to the package. */
function targetOfFolder(
  folders: ReadonlyMap<string, readonly PackageFile[]>,
  folder: string,
  specifier: string,
  withTests: boolean,
): ModuleTarget {
  const all = folders.get(folder) ?? [];
  const files = all.filter((file) => !file.path.endsWith("_test.go"));
  // A package whose files are not here is written by a build.
  if (files.length === 0) return { kind: "missing", name: specifier, isCode: true };
  const chosen = chooseMainPackage(files);
  const name = chosen[0]!.packageName;
  const tests = withTests ? all.filter((file) => file.path.endsWith("_test.go") && file.packageName === name) : [];
  return { kind: "inside", paths: [...chosen, ...tests].map((file) => file.path) };
}

/** Finds the module of a file, cached by file. */
function homesIn(modules: readonly Manifest[]): (path: string) => Manifest | undefined {
  const homes = new Map<string, Manifest | undefined>();
  return (path) => {
    if (!homes.has(path)) homes.set(path, moduleOf(modules, folderOf(path)));
    return homes.get(path);
  };
}

/** Finds the longest module path required by a file's own module that contains a package; "" if there is none. */
function requiredIn(): (home: Manifest | undefined, specifier: string) => string {
  const required = new Map<Manifest, ReadonlySet<string>>();
  return (home, specifier) => {
    if (home === undefined) return "";
    let modules = required.get(home);
    if (modules === undefined) required.set(home, modules = new Set(home.requirements.map(({ module }) => module)));
    let path = specifier;
    while (path !== "" && !modules.has(path)) path = folderOf(path);
    return path;
  };
}

/** Determines whether files with two constraints are built together, cached by pair. */
function makePairs(): (one: Constraint, other: Constraint) => boolean {
  const together = new Map<string, boolean>();
  return (one, other) => {
    if (one.text === other.text || one.text === "" || other.text === "") return true;
    const key = `${one.text}\n${other.text}`;
    let known = together.get(key);
    if (known === undefined) together.set(key, known = buildTogether(one, other));
    return known;
  };
}

/** A module's path, and its folder. */
interface Place {
  readonly module: string;
  readonly folder: string;
}

/** The module that an import path starts with: the longest that contains the package, else the longest; of two equal ones the first. */
function longestOf(places: readonly Place[], specifier: string, isPackage: (folder: string) => boolean): Place | undefined {
  const fitting = places.filter(({ module }) => specifier === module || specifier.startsWith(`${module}/`))
    .sort((one, other) => other.module.length - one.module.length);
  return fitting.length < 2 ? fitting[0] : fitting.find((place) => isPackage(folderIn(place, specifier))) ?? fitting[0];
}

/** The folder that an import path means in a module that it begins with. */
function folderIn({ module, folder }: Place, specifier: string): string {
  return joinFolder(folder, specifier.slice(module.length));
}

/** The name of the package in each folder without a module that contains more than tests. */
function homelessPackages(
  folders: ReadonlyMap<string, readonly PackageFile[]>,
  isHomeless: (path: string) => boolean,
): Map<string, string> {
  const names = new Map<string, string>();
  for (const [folder, all] of folders) {
    const files = all.filter(({ path }) => !path.endsWith("_test.go") && isHomeless(path));
    if (files.length > 0) names.set(folder, chooseMainPackage(files)[0]!.packageName);
  }
  return names;
}

/** Finds the folder that an import path denotes for the files of a module, or `OUTSIDE`. */
function findByManifests(
  manifests: readonly Manifest[],
  folders: ReadonlyMap<string, readonly PackageFile[]>,
  requiredModule: (home: Manifest | undefined, specifier: string) => string,
): (specifier: string, home: Manifest | undefined) => string {
  const modules = manifests.filter((manifest) => manifest.module !== "");
  const workspaces = manifests.filter((manifest) => manifest.module === "");
  const members = new Set(workspaces.flatMap((workspace) => workspace.members));
  const membersFirst = [...modules.filter((one) => members.has(one.folder)), ...modules.filter((one) => !members.has(one.folder))];
  const standard = modules.find(({ module }) => module === STANDARD);
  return (specifier, home) => {
    const places: Place[] = [];
    for (const manifest of [home, ...workspaces]) {
      for (const [module, folder] of manifest?.replacements ?? []) places.push({ module, folder });
    }
    // Of modules with the same path the file's own is meant, then a workspace member: the first counts.
    for (const { module, folder } of home === undefined ? membersFirst : [home, ...membersFirst]) places.push({ module, folder });
    const best = longestOf(places, specifier, (folder) => folders.has(folder));
    const own = standard === undefined ? OUTSIDE : joinFolder(standard.folder, specifier);
    if (best === undefined && folders.has(own)) return own;
    // A nested module that is required, and does not exist here, is external.
    const required = requiredModule(home, specifier);
    const isAbsent = required.length > (best?.module.length ?? 0) && !places.some(({ module }) => module === required);
    return best === undefined || isAbsent ? OUTSIDE : folderIn(best, specifier);
  };
}

/** The further targets of imports in files without a module. */
function findByImports(
  project: Project,
  folders: ReadonlyMap<string, readonly PackageFile[]>,
  homeOf: (path: string) => Manifest | undefined,
): (specifier: string) => string {
  const isHomeless = (path: string): boolean => homeOf(path) === undefined;
  const homeless = { ...project, paths: project.paths.filter(isHomeless) };
  const folderOfImport = importRoots(homeless, homelessPackages(folders, isHomeless));
  return (specifier) => {
    const found = folderOfImport(specifier);
    return found === undefined ? OUTSIDE : found.certain ? found.folder : DOUBTFUL;
  };
}

/** Prepares the module rules of one ref. */
export function makeModules(project: Project): ModuleResolver {
  const manifests = [...project.manifests].filter(([path]) => !isVendored(path)).map(([path, text]) => readManifest(path, text));
  const modules = manifests.filter((manifest) => manifest.module !== "");
  const folders = groupFiles(project);
  const [homeOf, requiredModule, areTogether] = [homesIn(modules), requiredIn(), makePairs()];
  const findNamed = findByManifests(manifests, folders, requiredModule);
  let findImported: ((specifier: string) => string) | undefined;
  const files = new Map([...folders.values()].flat().map((file) => [file.path, file]));
  const packages = new Map<string, readonly string[]>();
  const specifierFolders = new Map<string, string>();
  const targets = new Map<string, ModuleTarget>();

  function resolve(specifier: string, from: string): ModuleTarget {
    const fromFolder = folderOf(from);
    const fromTests = from.endsWith("_test.go") ? fromFolder : undefined;
    if (/^\.\.?(\/|$)/.test(specifier)) {
      const folder = joinFolder(fromFolder, specifier);
      return targetOfFolder(folders, folder, specifier, folder === fromTests);
    }
    const home = homeOf(from);
    const key = `${home?.folder ?? ""}\0${specifier}`;
    let folder = specifierFolders.get(key);
    if (folder === undefined) {
      folder = findNamed(specifier, home);
      if (folder === OUTSIDE && home === undefined) folder = (findImported ??= findByImports(project, folders, homeOf))(specifier);
      specifierFolders.set(key, folder);
    }
    if (folder === OUTSIDE) return { kind: "outside", name: specifier };
    if (folder === DOUBTFUL) return { kind: "missing", name: specifier, isCode: true };
    const targetKey = folder === fromTests ? `${folder}\0` : folder;
    let target = targets.get(targetKey);
    if (target === undefined) targets.set(targetKey, target = targetOfFolder(folders, folder, specifier, folder === fromTests));
    return target;
  }

  function packageOf(path: string): readonly string[] {
    let known = packages.get(path);
    if (known !== undefined) return known;
    const own = files.get(path);
    const folder = folders.get(folderOf(path)) ?? [];
    known = own === undefined ? [path] : builtWith(own, folder).map((file) => file.path);
    for (const member of known) packages.set(member, known);
    return known;
  }

  return {
    resolve,
    nameOf: (path) => files.get(path)?.packageName ?? "",
    packageOf,
    byImports: (path) => homeOf(path) === undefined,
    packageName: (path) => nameOfPackage(modules, files.get(path), path, packageOf),
    externalPackage: (specifier, from) => requiredModule(homeOf(from), specifier) || specifier,
    isDefault: (path) => files.get(path)?.ordinary ?? true,
    isConditional: (path) => files.get(path)?.constraint.text !== "",
    builtTogether: (one, other) => areTogether(files.get(one)?.constraint ?? UNCONSTRAINED, files.get(other)?.constraint ?? UNCONSTRAINED),
  };
}

/**
 * The files of a folder that share one scope with `own`. Ignored files are not part of the folder's package: each is a program by itself,
 * except one without `main`, which must be run together with others.
 */
function builtWith(own: PackageFile, folder: readonly PackageFile[]): readonly PackageFile[] {
  const mates = folder.filter((file) => file.packageName === own.packageName && file.ignored === own.ignored);
  return own.ignored && mates.every((file) => file.program) ? [own] : mates;
}

/** The import path of a file's package; of a file that is a program by itself with the file's name behind it. */
function nameOfPackage(
  modules: readonly Manifest[],
  file: PackageFile | undefined,
  path: string,
  packageOf: (path: string) => readonly string[],
): string {
  const name = importPath(modules, file, path);
  return file?.ignored === true && packageOf(path).length === 1 ? `${name}/${baseName(path)}` : name;
}

/** The import path of a file's package; of a folder's outer tests with the `_test` of their package clause. */
function importPath(modules: readonly Manifest[], file: PackageFile | undefined, path: string): string {
  const folder = folderOf(path);
  const home = moduleOf(modules, folder);
  const rest = home === undefined || home.folder === "" ? folder : folder.slice(home.folder.length + 1);
  const module = home === undefined || home.module === STANDARD ? "" : home.module;
  const base = [module, rest].filter((part) => part !== "").join("/");
  const outer = path.endsWith("_test.go") && file?.packageName.endsWith("_test") === true;
  return `${base}${outer ? "_test" : ""}`;
}

function groupFiles(project: Project): Map<string, PackageFile[]> {
  const folders = new Map<string, PackageFile[]>();
  for (const path of project.paths) {
    const declared = project.declarations(path);
    const texts = [declared?.condition ?? "", readNameConstraint(path)].filter((text) => text !== "");
    const constraint = parseConstraint(texts.length === 2 ? `(${texts[0]})&&(${texts[1]})` : texts[0] ?? "");
    const packageName = declared?.packageName ?? "";
    const ordinary = builtByDefault(constraint);
    const ignored = packageName === "main" && !ordinary && constraint.tags.includes("ignore");
    const file: PackageFile = { path, packageName, constraint, ordinary, ignored, program: ignored && declared?.program === true };
    const folder = folderOf(path);
    addAt(folders, folder, file);
  }
  return folders;
}

/** The files of a folder's importable package: of several package clauses the one that an ordinary build takes. */
function chooseMainPackage(files: readonly PackageFile[]): readonly PackageFile[] {
  const counts = new Map<string, number>();
  for (const file of files) {
    counts.set(
      file.packageName,
      (counts.get(file.packageName) ?? 0) + (file.ordinary ? 1000 : 1) - (file.packageName === "main" ? 0.5 : 0),
    );
  }
  const [name] = [...counts].reduce((best, one) => (one[1] > best[1] ? one : best));
  return files.filter((file) => file.packageName === name);
}
