/**
 * The meaning of `import a.b` and `from ..a import b`, based on the paths of a repository alone.
 *
 * Stage: resolve. Roots are the folders on the search path: those named by manifests, and those that contain a package. Invariants: regular
 * packages and modules of the repository take precedence over the standard library, and that over folders without `__init__.py`; of a
 * source and its stub the source is meant, and the stub for modules that are generated or compiled.
 */
import { addAt } from "../../core/base/lists.ts";
import { baseName, folderOf, pathIn } from "../../core/base/path_parts.ts";
import type { ModuleResolver, ModuleTarget, Project } from "../../core/resolve/modules.ts";
import { FORMER_MODULES, LIBRARY_MODULES } from "./library_modules.ts";
import { manifestRoots, requiredNames, testPlugins, testsNamed } from "./manifests.ts";
import { pathDependencies } from "./path_dependencies.ts";

/** Packages under these folders are not meant by imports from elsewhere. */
const ASIDE = /(?:^|\/)(?:tests?|examples?|docs?|samples?|fixtures|testdata|benchmarks?)(?:\/|$)/;

/** The script that a project of Django is run by. */
const RUNNER = "manage.py";

/** A name that external packages rarely have. Other names a module may share with the package that it wraps (`app/redis.py`). */
const OWN_NAME = /[A-Z_]/;

/** Builds the module rules of one ref. */
export function makeModules(project: Project): ModuleResolver {
  const layout = readLayout(project);
  const names = new Map<string, string>();
  return {
    resolve(specifier, from) {
      if (specifier.startsWith(".")) return resolveRelative(layout, specifier, from);
      return specifier.startsWith("/") ? resolveInFolder(layout, specifier) : resolveAbsolute(layout, specifier, from);
    },
    nameOf(path) {
      let name = names.get(path);
      if (name === undefined) names.set(path, name = moduleName(layout, path));
      return name;
    },
    packageOf: (path) => [path],
    testPlugins: testPlugins(project.manifests),
    isTestFile: testsNamed(project.manifests),
    holdsModules: (path) => PACKAGE_FILE.test(path) || layout.folders.has(stemOf(path)),
    packageName(path) {
      const name = moduleName(layout, path);
      return PACKAGE_FILE.test(path) ? name : name.slice(0, Math.max(0, name.lastIndexOf(".")));
    },
    externalPackage: (specifier) => specifier.split(".")[0]!,
    declaredBy: (path) => path.endsWith(".py") && layout.files.has(`${path}i`) ? `${path}i` : undefined,
  };
}

/** The file that a folder is as a module. */
const PACKAGE_FILE = /(?:^|\/)__init__\.pyi?$/;

interface Layout {
  readonly files: ReadonlySet<string>;
  /** Folders that contain a module, directly or in a subfolder. */
  readonly folders: ReadonlySet<string>;
  /** Roots that a manifest names, the repository's own folder among them. */
  readonly declared: ReadonlySet<string>;
  /** Declared root -> the folder of the project that declares it. */
  readonly homes: ReadonlyMap<string, string>;
  /** See `pathDependencies`. */
  readonly dependencies: ReadonlyMap<string, readonly string[]>;
  /** Top-level package or module name -> its roots, declared ones first. */
  readonly tops: ReadonlyMap<string, readonly string[]>;
  readonly roots: ReadonlySet<string>;
  /** Roots that a manifest names and that contain only modules. */
  readonly sources: ReadonlySet<string>;
  /** Package -> the folder that a manifest builds it from. */
  readonly placed: ReadonlyMap<string, string>;
  /** The other way round, without a repository's own folder that is not a package. */
  readonly placedAt: ReadonlyMap<string, string>;
  /** Last name -> the modules and packages with that name, except tests and examples. */
  readonly named: ReadonlyMap<string, readonly string[]>;
  /** See `requiredNames`. */
  readonly required: ReadonlySet<string>;
}

function readLayout(project: Project): Layout {
  const files = new Set(project.paths);
  const folders = foldersAround(project.paths);
  const { all, sources, searched, homes, placed } = manifestRoots(project.manifests, folders);
  const declared = new Set(["", ...all, ...searched]);
  const roots = new Set(["", ...all]);
  for (const path of project.paths) {
    const folder = folderOf(path);
    if (isPackage(files, folder)) roots.add(naturalRoot(files, path));
  }
  const tops = new Map<string, string[]>();
  // A folder of stubs alone, which no manifest names, is for checkers: it describes packages from elsewhere.
  const withSources = foldersAround(project.paths.filter((path) => path.endsWith(".py")));
  // The folder of the script that runs a project of Django is searched first, be it a package or not.
  const runners = project.paths.filter((path) => baseName(path) === RUNNER).map(folderOf).filter((folder) =>
    files.has(pathIn(folder, "urls.py"))
  );
  const further = new Set([...roots, ...runners].filter((one) => !declared.has(one) && withSources.has(one)));
  for (const root of [...declared, ...[...further].sort()]) {
    for (const name of topNames(files, folders, root)) {
      addAt(tops, name, root);
    }
  }
  const named = [...placed].filter(([, folder]) => folder !== "" || isPackage(files, folder));
  return {
    files,
    folders,
    declared,
    homes,
    dependencies: pathDependencies(project.manifests),
    tops,
    roots,
    sources,
    placed,
    placedAt: new Map(named.map(([name, folder]) => [folder, name])),
    named: modulesByName(files),
    required: requiredNames(project.manifests),
  };
}

/** Last name -> the modules and packages with that name, except those in `ASIDE` folders. */
function modulesByName(files: ReadonlySet<string>): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const path of files) {
    if (path.endsWith(".py") && path.includes("/") && !ASIDE.test(path)) addAt(found, baseName(placeOf(path)), path);
  }
  return found;
}

/** The path of a module without its ending; of a package its folder. */
function placeOf(path: string): string {
  return PACKAGE_FILE.test(path) ? folderOf(path) : stemOf(path);
}

/** All folders around the files at `paths`. */
function foldersAround(paths: readonly string[]): Set<string> {
  const folders = new Set<string>();
  for (const path of paths) {
    for (let folder = folderOf(path); !folders.has(folder); folder = folderOf(folder)) {
      folders.add(folder);
      if (folder === "") break;
    }
  }
  return folders;
}

/** Names of the modules and packages directly in `root`. */
function topNames(files: ReadonlySet<string>, folders: ReadonlySet<string>, root: string): Set<string> {
  const names = new Set<string>();
  const prefix = root === "" ? "" : root + "/";
  for (const path of files) {
    if (!path.startsWith(prefix)) continue;
    const rest = path.slice(prefix.length);
    const slash = rest.indexOf("/");
    names.add(slash === -1 ? stemOf(rest) : rest.slice(0, slash));
  }
  if (root === "") { for (const folder of folders) if (!folder.includes("/")) names.add(folder); }
  names.delete("");
  return names;
}

function stemOf(file: string): string {
  return file.replace(/\.pyi?$/, "");
}

function isPackage(files: ReadonlySet<string>, folder: string): boolean {
  return files.has(pathIn(folder, "__init__.py")) || files.has(pathIn(folder, "__init__.pyi"));
}

/** The folder above all packages around `path`. */
function naturalRoot(files: ReadonlySet<string>, path: string): string {
  let folder = folderOf(path);
  while (folder !== "" && isPackage(files, folder)) folder = folderOf(folder);
  return folder;
}

/**
 * The root relative to which the module at `path` is named: the source folder around its packages, in which folders without `__init__.py`
 * are packages, too; otherwise the folder of its packages; otherwise the nearest root around its folder.
 */
function rootOf(layout: Layout, path: string): string {
  const natural = naturalRoot(layout.files, path);
  return nearest(natural, layout.sources) ?? nearest(natural, layout.roots) ?? "";
}

/** The nearest of `roots` at `folder` or around it. */
function nearest(folder: string, roots: { has(folder: string): boolean }): string | undefined {
  while (folder !== "" && !roots.has(folder)) folder = folderOf(folder);
  return roots.has(folder) ? folder : undefined;
}

function moduleName(layout: Layout, path: string): string {
  const placed = nearest(folderOf(path), layout.placedAt);
  const root = placed ?? rootOf(layout, path);
  const within = stemOf(root === "" ? path : path.slice(root.length + 1));
  const stem = placed === undefined ? within : `${layout.placedAt.get(placed)}/${within}`;
  const name = stem.endsWith("/__init__") ? stem.slice(0, -"/__init__".length) : stem;
  return name.replaceAll("/", ".");
}

/** The module at `parts` below `folder`; undefined if it is not there. */
function locate(layout: Layout, folder: string, parts: readonly string[]): ModuleTarget | undefined {
  const path = parts.reduce(pathIn, folder);
  for (const file of [pathIn(path, "__init__.py"), `${path}.py`, pathIn(path, "__init__.pyi"), `${path}.pyi`]) {
    if (layout.files.has(file)) return { kind: "inside", paths: [file] };
  }
  return layout.folders.has(path) ? { kind: "folder", path } : undefined;
}

function resolveRelative(layout: Layout, specifier: string, from: string): ModuleTarget {
  const dots = /^\.+/.exec(specifier)![0].length;
  let folder = folderOf(from);
  for (let level = 1; level < dots; level++) {
    if (folder === "") return { kind: "missing", name: specifier };
    folder = folderOf(folder);
  }
  const rest = specifier.slice(dots);
  return locate(layout, folder, rest === "" ? [] : rest.split(".")) ?? { kind: "missing", name: specifier };
}

/** `/a/b.c`: the child `c` of the folder `a/b`. */
function resolveInFolder(layout: Layout, specifier: string): ModuleTarget {
  const path = specifier.slice(1);
  const dot = path.indexOf(".", path.lastIndexOf("/") + 1);
  const [folder, rest] = dot === -1 ? [path, ""] : [path.slice(0, dot), path.slice(dot + 1)];
  return locate(layout, folder, rest === "" ? [] : rest.split(".")) ?? { kind: "missing", name: rest };
}

function resolveAbsolute(layout: Layout, specifier: string, from: string): ModuleTarget {
  const parts = specifier.split(".");
  const top = parts[0]!;
  let folder: ModuleTarget | undefined;
  let isOurs = false;
  for (const root of rootsFor(layout, top, from)) {
    // A manifest may be in a package's own folder: modules there have names below the package's, and do not hide the library's.
    if (root !== "" && LIBRARY_MODULES.has(top) && isPackage(layout.files, root)) continue;
    const first = locate(layout, root, [top]);
    if (first === undefined) continue;
    const found = parts.length === 1 ? first : locate(layout, root, parts);
    if (found?.kind === "inside") return isOfSeveral(layout, root, parts, from) ? { kind: "missing", name: specifier } : found;
    if (first.kind === "inside") isOurs = true;
    folder ??= found;
  }
  const placed = locatePlaced(layout, parts);
  if (placed?.kind === "inside") return placed;
  if (placed !== undefined) isOurs = true;
  folder ??= placed?.kind === "folder" ? placed : undefined;
  if (folder !== undefined && !LIBRARY_MODULES.has(top)) return folder;
  if (isOurs) return { kind: "missing", name: specifier };
  if (LIBRARY_MODULES.has(top)) return { kind: "outside", name: specifier };
  // Among several projects or examples side by side, which one is meant is not known.
  const somewhere = parts.length === 1 ? [] : modulesAt(layout, parts);
  const amongTests = somewhere.length === 1 && areTestedTogether(somewhere[0]!, from) ? somewhere[0] : undefined;
  if (somewhere.length > 0 && amongTests === undefined) return { kind: "missing", name: specifier };
  const beside = amongTests ?? moduleBeside(layout, parts, from) ?? moduleBelow(layout, parts, from);
  if (beside !== undefined) return { kind: "outside", name: specifier, beside };
  const afar = moduleAfar(layout, parts);
  return { kind: "outside", name: specifier, ...(afar === undefined ? {} : { beside: afar, isAfar: true }) };
}

/**
 * The only module of that name outside of all roots: its folder is probably put on the search path (`sys.path.append`, `PYTHONPATH`).
 * Undefined if there are several, or if a manifest or the library of Python 2 has the name.
 */
function moduleAfar(layout: Layout, parts: readonly string[]): string | undefined {
  if (isFromElsewhere(layout, parts)) return undefined;
  const named = (layout.named.get(parts.at(-1)!) ?? []).filter((path) => `/${placeOf(path)}`.endsWith(`/${parts.join("/")}`));
  const mayBe = named.length === 1 && (parts.length > 1 || OWN_NAME.test(parts[0]!) || !isPackage(layout.files, folderOf(named[0]!)));
  return mayBe ? named[0] : undefined;
}

/** Whether a manifest, or the library of Python 2, has the name. */
function isFromElsewhere(layout: Layout, [top = ""]: readonly string[]): boolean {
  return layout.required.has(top.toLowerCase()) || FORMER_MODULES.has(top);
}

/** The module at `parts` in the folder from which a manifest builds its package; otherwise undefined. */
function locatePlaced(layout: Layout, parts: readonly string[]): ModuleTarget | undefined {
  const longest = layout.placed.size === 0 ? 0 : parts.length;
  for (let count = longest; count > 0; count--) {
    const folder = layout.placed.get(parts.slice(0, count).join("."));
    if (folder !== undefined) return locate(layout, folder, parts.slice(count)) ?? { kind: "missing", name: parts.join(".") };
  }
  return undefined;
}

/** The modules of that name below all roots. */
function modulesAt(layout: Layout, parts: readonly string[]): readonly string[] {
  return (layout.tops.get(parts[0]!) ?? []).flatMap((root) => {
    const found = locate(layout, root, parts);
    return found?.kind === "inside" ? found.paths : [];
  });
}

/** Whether two files lie in one folder of tests, whose runner has one search path for all. */
function areTestedTogether(path: string, other: string): boolean {
  const tests = /^(?:.*?\/)?tests?\//.exec(path)?.[0];
  return tests !== undefined && other.startsWith(tests);
}

/** The module with that name in the nearest folder around a file, if a file of that folder is run as a script. */
function moduleBeside(layout: Layout, parts: readonly string[], from: string): string | undefined {
  for (let folder = folderOf(from);; folder = folderOf(folder)) {
    const found = locate(layout, folder, parts);
    if (found?.kind === "inside") return found.paths[0] === from ? undefined : found.paths[0];
    if (folder === "") return undefined;
  }
}

/**
 * The only module of that name below the folder of a file, in a root that is probably on the search path when the file is run (`lib` beside
 * `tests.py`).
 */
function moduleBelow(layout: Layout, parts: readonly string[], from: string): string | undefined {
  if (isFromElsewhere(layout, parts)) return undefined;
  const around = `${folderOf(from)}/`;
  const found = modulesAt(layout, parts).filter((path) => path.startsWith(around));
  return found.length === 1 ? found[0] : undefined;
}

/**
 * Whether several projects declare a root that has the module, none of them stands around a file, and none is a dependency of one that does: nothing
 * tells which one it means.
 */
function isOfSeveral(layout: Layout, root: string, parts: readonly string[], from: string): boolean {
  const isElsewhere = (one: string): boolean =>
    layout.declared.has(one) && !isAround(one, from) && !isAround(homeOf(layout, one), from) && neededOf(layout, [one], from).length === 0;
  if (!isElsewhere(root)) return false;
  const rivals = layout.tops.get(parts[0]!)!.filter((one) => homeOf(layout, one) !== homeOf(layout, root) && isElsewhere(one));
  return rivals.some((one) => locate(layout, one, parts)?.kind === "inside");
}

/** Of some roots those of projects that the nearest project around a file with such dependencies names by their folders, in its order. */
function neededOf(layout: Layout, roots: readonly string[], from: string): readonly string[] {
  const home = nearest(folderOf(from), layout.dependencies);
  const folders = home === undefined ? [] : layout.dependencies.get(home)!;
  return folders.flatMap((folder) => roots.filter((root) => isAround(folder, `${root}/`)));
}

/** The folder of the project that a declared root belongs to. */
function homeOf(layout: Layout, root: string): string {
  return layout.homes.get(root) ?? root;
}

function isAround(folder: string, path: string): boolean {
  return folder === "" || path.startsWith(`${folder}/`);
}

/**
 * The roots in which a module named `top` is looked for from a file: its own first, then those around it, then declared ones: of the nearest
 * project around it first, then of those that this depends on.
 */
function rootsFor(layout: Layout, top: string, from: string): readonly string[] {
  const own = naturalRoot(layout.files, from);
  const candidates = layout.tops.get(top) ?? [];
  if (candidates.length === 0) return [own];
  const around = candidates.filter((root) => isAround(root, from)).sort((a, b) => b.length - a.length);
  const nearness = (root: string): number => isAround(homeOf(layout, root), from) ? homeOf(layout, root).length : -1;
  const declared = candidates.filter((root) => layout.declared.has(root)).sort((a, b) => nearness(b) - nearness(a));
  const near = declared.filter((root) => nearness(root) > 0);
  const elsewhere = candidates.filter((root) => !ASIDE.test(root));
  const unique = elsewhere.length === 1 && !LIBRARY_MODULES.has(top) ? elsewhere : [];
  return [...new Set([own, ...around, ...near, ...neededOf(layout, declared, from), ...declared, ...unique])];
}
