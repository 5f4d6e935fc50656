/**
 * Locates packages without a `go.mod`: below a folder `src`, as in a GOPATH, or below the path by which the repository itself is imported,
 * according to its own imports.
 *
 * Stage: resolve. Invariants: pure; a path of which a copy is in the repository belongs to another project.
 */
import { baseName, folderOf } from "../../core/base/path_parts.ts";
import type { Project } from "../../core/resolve/modules.ts";

/** The folder of the repository that an import path means. */
export interface ImportedFolder {
  readonly folder: string;
  /** Whether more than one fact supports it. */
  readonly certain: boolean;
}

/** The path by which a repository is imported. */
interface Root {
  readonly path: string;
  readonly certain: boolean;
}

/** The evidence that a path is the repository's. */
interface Case {
  /** Packages imported below it, and their external tests; its name, if the repository has it. */
  readonly witnesses: Set<string>;
  /** Number of paths below it that do not exist here. */
  against: number;
}

/** Folders of copies of other repositories' packages, each below the path that it is imported by. */
const COPIES = /^(?:.*\/)?(?:vendor|Godeps\/_workspace\/src)\//;
/** Hosts whose repositories are named by an owner and a name. */
const OWNED = /^(?:github\.com|bitbucket\.org)\//;
const OWNED_PARTS = 3;
/** The first parts of the paths of Go's own packages. */
const STANDARD = new Set(
  ("C archive bufio builtin bytes cmp compress container context crypto database debug embed encoding errors expvar flag fmt go hash html image index " +
    "io iter log maps math mime net os path plugin reflect regexp runtime slices sort strconv strings structs sync syscall testing text time unicode " +
    "unique unsafe uuid weak").split(" "),
);
const WITNESSES = 2;

/**
 * Prepares the look-up of import paths for a repository without modules.
 * @param packages the name of the package in each folder
 */
export function importRoots(project: Project, packages: ReadonlyMap<string, string>): (specifier: string) => ImportedFolder | undefined {
  const ofOthers = [...packages.keys()].filter((folder) => COPIES.test(`${folder}/`)).map((folder) => `${folder}/`.replace(COPIES, ""));
  const own = new Map([...packages].filter(([folder]) => !COPIES.test(`${folder}/`)));
  const importable = [...own].filter(([, name]) => name !== "main").map(([folder]) => folder);
  const inWorkspaces = new Map(importable.map((folder) => [/(?:^|\/)src\/(.+)$/.exec(folder)?.[1] ?? "", folder]));
  let root: Root | undefined | null = null;
  return (specifier) => {
    if (isStandard(specifier)) return undefined;
    const inWorkspace = inWorkspaces.get(specifier);
    if (inWorkspace !== undefined) return { folder: inWorkspace, certain: true };
    if (root === null) root = findRoot(project, own, (path) => ofOthers.some((other) => other.startsWith(`${path}/`)));
    if (root === undefined || !`${specifier}/`.startsWith(`${root.path}/`)) return undefined;
    return { folder: specifier.slice(root.path.length + 1), certain: root.certain };
  };
}

function isStandard(specifier: string): boolean {
  return STANDARD.has(specifier.split("/", 1)[0]!);
}

/**
 * The path below which most packages are imported; undefined if another has as many, or if most of what should be below it does not exist
 * here.
 */
function findRoot(project: Project, packages: ReadonlyMap<string, string>, isOfOthers: (path: string) => boolean): Root | undefined {
  const cases = new Map<string, Case>();
  const excluded = new Set<string>();
  const imported = importedBy(project);
  for (const [specifier, { own, tests }] of imported) {
    for (const path of pathsAround(specifier)) {
      const folder = specifier.slice(path.length + 1);
      const name = packages.get(folder);
      if (name === undefined || name === "main" || isOfOthers(path)) continue;
      // A package does not import itself; that of the root is identified by its name.
      if (own.has(folder)) excluded.add(path);
      if (folder === "" && !isNamedAfter(path, name)) continue;
      const { witnesses } = cases.get(path) ?? cases.set(path, { witnesses: new Set(), against: 0 }).get(path)!;
      witnesses.add(folder);
      if (tests.has(folder)) witnesses.add(`${folder}_test`);
      if (folder === "" || packages.has(`cmd/${baseName(path)}`)) witnesses.add("its name");
    }
  }
  for (const specifier of imported.keys()) {
    for (const path of pathsAround(specifier)) {
      const one = cases.get(path);
      if (one !== undefined && !packages.has(specifier.slice(path.length + 1))) one.against++;
    }
  }
  const [best, next] = [...cases].filter(([path]) => !excluded.has(path)).sort(([, one], [, other]) =>
    other.witnesses.size - one.witnesses.size
  );
  if (best === undefined) return undefined;
  const [path, { witnesses, against }] = best;
  return witnesses.size === next?.[1].witnesses.size || against >= witnesses.size
    ? undefined
    : { path, certain: witnesses.size >= WITNESSES };
}

/** Folders of packages that import something, and of those whose external tests do. */
interface Importers {
  readonly own: Set<string>;
  readonly tests: Set<string>;
}

/** The imports of the repository's own files, with the importing folders. */
function importedBy(project: Project): Map<string, Importers> {
  const imported = new Map<string, Importers>();
  for (const path of project.paths) {
    if (COPIES.test(path)) continue;
    const isOuterTest = path.endsWith("_test.go") && project.declarations(path)?.packageName.endsWith("_test") === true;
    for (const specifier of project.specifiers?.(path) ?? []) {
      if (isStandard(specifier) || specifier.startsWith(".")) continue;
      const importers = imported.get(specifier) ?? imported.set(specifier, { own: new Set(), tests: new Set() }).get(specifier)!;
      importers[isOuterTest ? "tests" : "own"].add(folderOf(path));
    }
  }
  return imported;
}

/** The paths that a repository with this package may be imported by. */
function pathsAround(specifier: string): string[] {
  const parts = specifier.split("/");
  const fewest = OWNED.test(specifier) ? OWNED_PARTS : parts[0]!.includes(".") ? 2 : 1;
  const most = OWNED.test(specifier) ? OWNED_PARTS : parts.length;
  const paths: string[] = [];
  for (let count = fewest; count <= Math.min(most, parts.length); count++) paths.push(parts.slice(0, count).join("/"));
  return paths;
}

/** Whether a package's name is that of the repository: `yaml` of `gopkg.in/yaml.v2`, `go-yaml` and `yaml-go`. */
function isNamedAfter(path: string, name: string): boolean {
  return baseName(path).replace(/\.v\d+$|\.go$|[-_.]go$|^go[-_.]/g, "").replaceAll(/[-_.]/g, "") === name.replaceAll("_", "");
}
