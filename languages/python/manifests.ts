/**
 * Folders that a Python project's manifests put on the search path, and modules that they name as plugins of pytest.
 *
 * Stage: resolve. Reads only the relevant keys, line by line. Invariant: a manifest that cannot be read adds its own folder.
 */
import { escapePattern } from "../../core/base/pattern_text.ts";
import { compareText } from "../../core/base/lists.ts";
import { folderOf, joinPath } from "../../core/base/path_parts.ts";

/** The roots of modules: `all` in order, of which `sources` contain only modules, not the rest of a repository. */
export interface ManifestRoots {
  readonly all: readonly string[];
  readonly sources: ReadonlySet<string>;
  /** Folders that pytest adds to the search path; names of modules do not start there. */
  readonly searched: readonly string[];
  /** Root -> the folder of the outermost manifest that names it. */
  readonly homes: ReadonlyMap<string, string>;
  /** Package -> the folder that it is built from, if a manifest states it: `package_dir={"app": "source", "app.plugins": "plugins"}`. */
  readonly placed: ReadonlyMap<string, string>;
}

/** The build tools of a `setup.py`: without one, the file is a module of that name. */
const SETUP_TOOLS = /\b(?:setuptools|distutils|skbuild)\b/;

/** The search path of pytest: `pythonpath = ["tests/lib"]`, in `.ini` files a line of folders or one per line. */
const SEARCHED = /^[ \t]*(?:\w+\.)*pythonpath[ \t]*=[ \t]*(\[[^\]]*\]|[^\n]*(?:\n[ \t]+[^\n]*)*)/gm;

/** Folders that `pyproject.toml`, `setup.cfg`, `setup.py` and pytest's own files name as roots, of those in `folders`; each manifest's own comes first. */
export function manifestRoots(manifests: ReadonlyMap<string, string>, folders: ReadonlySet<string>): ManifestRoots {
  const all = new Set<string>();
  const sources = new Set<string>();
  const searched = new Set<string>();
  const homes = new Map<string, string>();
  const placed = new Map<string, string>();
  const named = (root: string, home: string): void => {
    const known = homes.get(root);
    if (known === undefined || home.length < known.length) homes.set(root, home);
  };
  for (const [path, text] of [...manifests].sort(([a], [b]) => compareText(a, b))) {
    if (path.endsWith("setup.py") && !SETUP_TOOLS.test(text)) continue;
    const home = folderOf(path);
    for (const place of searchedFolders(text)) {
      const folder = joinPath(home, place);
      if (folder === undefined || !folders.has(folder)) continue;
      searched.add(folder);
      named(folder, home);
    }
    if (path.endsWith(".ini")) continue;
    for (const [name, place] of placedPackages(text)) {
      const folder = joinPath(home, place);
      if (folder !== undefined && folders.has(folder) && !placed.has(name)) placed.set(name, folder);
    }
    for (const place of ["", ...namedFolders(text), "src"]) {
      const folder = joinPath(home, place);
      if (folder === undefined || !folders.has(folder)) continue;
      all.add(folder);
      named(folder, home);
      if (folder !== home && folder !== "") sources.add(folder);
    }
  }
  return { all: [...all], sources, searched: [...searched], homes, placed };
}

function searchedFolders(text: string): string[] {
  return [...text.matchAll(SEARCHED)].flatMap(([, folders]) => folders!.split(/[\s,"'[\]]+/).filter((folder) => folder !== ""));
}

/** The text after the key that maps packages to folders: a dictionary, the lines of a table, indented lines. */
const PLACED = /\bpackage[-_]dir["']?[ \t]*(?:[=:][ \t]*\{([^}]*)\}|\]((?:\n[^\n[]*)*)|=[ \t]*((?:\n[ \t]+[^\n]*)*))/g;

/** Packages with a name that are built from a folder of another, each with that folder. */
function placedPackages(text: string): [string, string][] {
  return [...text.matchAll(PLACED)].flatMap(([, pairs, table, lines]) =>
    [...(pairs ?? table ?? lines ?? "").matchAll(/["']?\b([A-Za-z_][\w.]*)["']?[ \t]*[=:][ \t]*["']?([\w./-]+)/g)].map((
      [, name, folder],
    ): [string, string] => [name!, folder!])
  );
}

/** The start of a text or line in a manifest that may be the name of a required package. */
const REQUIRED = /(?:^|["'])[ \t]*([A-Za-z][\w.-]*)[ \t]*(?=["'[<>=!~;,]|$)/gm;

/** Names that manifests may list as required packages, in the usual form of their modules: lower case, with underscores. */
export function requiredNames(manifests: ReadonlyMap<string, string>): ReadonlySet<string> {
  const written = [...manifests.values()].flatMap((text) => [...text.matchAll(REQUIRED)].map(([, name]) => name!));
  return new Set(written.map((name) => name.toLowerCase().replaceAll("-", "_")));
}

/** The text after the entry points of pytest: the lines of a table, an inline table, a list. */
const PLUGINS = /\bpytest11["']?\]*\s*[:=]?\s*(\{[^}]*\}|\[[^\]]*\]|[\s\S]*?(?=\n\s*\n|\n\[|$))/g;

/** Modules that manifests register as plugins of pytest: `[project.entry-points.pytest11]`, `entry_points={"pytest11": ["name = module"]}`. */
export function testPlugins(manifests: ReadonlyMap<string, string>): readonly string[] {
  const named = [...manifests.values()].flatMap((text) =>
    [...text.matchAll(PLUGINS)].flatMap(([, entries]) =>
      [...entries!.matchAll(/[\w.-]+["']?[ \t]*=[ \t]*["']?([\w.]+)/g)].map(([, module]) => module!)
    )
  );
  return [...new Set(named)].sort(compareText);
}

/** The file patterns of pytest's tests, and the folders that it searches, like `SEARCHED`. */
const TEST_FILES = /^[ \t]*(?:\w+\.)*python_files[ \t]*=[ \t]*(\[[^\]]*\]|[^\n]*(?:\n[ \t]+[^\n]*)*)/m;
const TEST_PATHS = /^[ \t]*(?:\w+\.)*testpaths[ \t]*=[ \t]*(\[[^\]]*\]|[^\n]*(?:\n[ \t]+[^\n]*)*)/m;

/**
 * Whether a file matches the `python_files` of a manifest in a parent folder, within its `testpaths` if there are any. A pattern with a
 * slash applies to the path, others to the name; a pattern for all files counts only with `testpaths`.
 */
export function testsNamed(manifests: ReadonlyMap<string, string>): (path: string) => boolean {
  const rules = [...manifests].flatMap(([manifest, text]) => {
    const patterns = wordsOf(TEST_FILES.exec(text)?.[1]);
    if (patterns.length === 0) return [];
    const home = folderOf(manifest);
    const places = wordsOf(TEST_PATHS.exec(text)?.[1]).flatMap((place) => joinPath(home, place) ?? []);
    const known = places.length > 0 ? patterns : patterns.filter((pattern) => !/^\*(?:\.py)?$/.test(pattern));
    return known.map((pattern) => ({ folders: places.length > 0 ? places : [home], isMeant: patternOf(pattern) }));
  });
  const isIn = (path: string, folder: string): boolean => folder === "" || path === folder || path.startsWith(`${folder}/`);
  return (path) => rules.some(({ folders, isMeant }) => isMeant.test(path) && folders.some((folder) => isIn(path, folder)));
}

/** The items of a list in a manifest: quoted, or plain words, without comments. */
function wordsOf(list = ""): string[] {
  return list.replace(/(?:^|\s)[#;].*$/gm, "").split(/[\s,"'[\]]+/).filter((word) => word !== "");
}

/** A pattern as a shell has it, of the end of a path. */
function patternOf(pattern: string): RegExp {
  const isOfPath = pattern.includes("/");
  const written = escapePattern(pattern).replaceAll("\\*", isOfPath ? ".*" : "[^/]*").replaceAll("\\?", ".");
  return new RegExp(`(?:^|/)${written}$`);
}

/** `package-dir = {"" = "lib"}`, `where = ["src"]`, `from = "lib"`, `package_dir={"": "src"}`, `packages = ["src/app"]`, `python-source = "python"`. */
function namedFolders(text: string): string[] {
  const named: string[] = [];
  for (const line of text.split("\n")) {
    const rule = /^\s*(?:"package-dir"|package-dir|package_dir)?\s*[={:,\s]*["']["']\s*[:=]\s*["']([\w./-]+)["']/.exec(line) ??
      /package[-_]dir\s*=\s*\{\s*["']{2}\s*[:=]\s*["']([\w./-]+)["']/.exec(line) ??
      /^\s*where\s*=\s*\[?\s*["']?([\w./-]+)["']?/.exec(line) ??
      /^\s*python-source\s*=\s*["']([\w./-]+)["']/.exec(line) ??
      /\bfrom\s*=\s*["']([\w./-]+)["']/.exec(line) ??
      /^\s*=\s*([\w./-]+)\s*$/.exec(line);
    if (rule !== null) named.push(rule[1]!);
    for (const entry of /^\s*packages\s*=\s*\[(.*)\]/.exec(line)?.[1]?.matchAll(/["']([\w./-]+)\/[\w-]+["']/g) ?? []) named.push(entry[1]!);
  }
  return named;
}
