/**
 * Reads the manifests that module resolution depends on: `package.json`, `tsconfig.json` and `jsconfig.json`, `deno.json`, import maps.
 *
 * Stage: resolve. Pure: text in, plain data out. Invariant: a manifest that cannot be read is ignored, it never fails.
 */
import { parse } from "jsonc-parser";
import { isObject, objectOf, type ParsedObject, textOf } from "../../core/base/parsed_values.ts";
import { folderOf, joinPath } from "../../core/base/path_parts.ts";

/** Declaration files. */
export const DECLARING = /\.d\.[cm]?ts$/;

/** How a module is loaded. */
export type Loader = "import" | "require";

/** A `package.json`, as far as it determines where modules are. */
export interface Package {
  readonly folder: string;
  readonly name: string;
  /** "" if it is not given. */
  readonly version: string;
  /** The main files of the package, best first. */
  readonly mains: Readonly<Record<Loader, readonly string[]>>;
  readonly exports: unknown;
  readonly imports: ParsedObject;
  /** The packages that it depends on, at run time, for development, or as peers. */
  readonly dependencies: readonly string[];
  /** Packages that it may know by another name: by that name, what stands in their place (`npm:real@^1`, `workspace:real@*`, `file:../real`). */
  readonly renamed: ReadonlyMap<string, string>;
  /** Files that are replaced in some environments (`"browser": { "./node.js": "./client.js" }`), as pairs. */
  readonly replaced: readonly (readonly [string, string])[];
}

/** A `tsconfig.json` with what it extends: paths as written, and the folders that they are relative to. */
export interface CompilerOptions {
  readonly paths: ReadonlyMap<string, readonly string[]>;
  readonly pathsFolder: string;
  /** Folder of `baseUrl`; undefined if it is not set. */
  readonly baseUrl: string | undefined;
  /** From folders of built files to those of their sources. */
  readonly rootDirs: readonly string[];
  /** The folder that the compiler writes to, and the one whose files it writes there; undefined if they are not given. */
  readonly outDir: string | undefined;
  readonly rootDir: string | undefined;
}

/** A Deno import map: specifier or prefix ending in `/` -> target. */
export interface ImportMap {
  readonly folder: string;
  readonly imports: ReadonlyMap<string, string>;
}

function readJson(text: string | undefined): ParsedObject {
  if (text === undefined) return {};
  const value: unknown = parse(text, [], { allowTrailingComma: true });
  return objectOf(value);
}

/** Fields of a `package.json` with its main files, best first: sources and declarations come before built files. */
const MAIN_FIELDS: Readonly<Record<Loader, readonly string[]>> = {
  import: ["source", "types", "typings", "module", "main", "browser"],
  require: ["source", "types", "typings", "main", "module", "browser"],
};

const DEPENDING_FIELDS = ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"];
const REPLACING_FIELDS = ["browser", "react-native"];

/** The contents of a `package.json`; if it is not JSON, only its folder. */
export function readPackage(path: string, text: string): Package {
  const json = readJson(text);
  const main = typeof json.main === "string" ? json.main : "index";
  const mainsFor = (loader: Loader): string[] =>
    MAIN_FIELDS[loader].map((field) => json[field]).filter((value): value is string => typeof value === "string");
  return {
    folder: folderOf(path),
    name: textOf(json.name),
    version: textOf(json.version),
    mains: { import: mainsFor("import"), require: mainsFor("require") },
    exports: json.exports,
    imports: objectOf(json.imports),
    dependencies: DEPENDING_FIELDS.flatMap((field) => Object.keys(objectOf(json[field]))),
    renamed: new Map(DEPENDING_FIELDS.flatMap((field) => Object.entries(objectOf(json[field]))).filter(isRenaming)),
    replaced: REPLACING_FIELDS.flatMap((field) =>
      Object.entries(typeof json[field] === "string" ? { [main]: json[field] } : objectOf(json[field]))
    )
      .filter((pair): pair is [string, string] => typeof pair[1] === "string"),
  };
}

/** Whether the range of a dependency names a package or its folder: the package may bear another name than the range's key. */
function isRenaming(pair: [string, unknown]): pair is [string, string] {
  return typeof pair[1] === "string" &&
    (/^(?:npm:.|workspace:(?:@[^/]+\/)?[a-z][^/]*@)/i.test(pair[1]) || dependencyFolder(pair[1]) !== undefined);
}

/** The folder that the range of a dependency names (`file:../core`), relative to its manifest. */
export function dependencyFolder(range: string): string | undefined {
  return /^(?:file|link|portal|workspace):(\.{1,2}(?:\/.*)?)$/.exec(range)?.[1];
}

const DEEPEST_EXTENDS = 10;

/** Reads a compiler configuration and all that it extends. @param user the configuration that extends it, whose folder it may name */
export function readCompilerOptions(path: string, manifests: ReadonlyMap<string, string>, depth = 0, user = path): CompilerOptions {
  const folder = folderOf(path);
  const fromFolder = folder === "" ? "" : "../".repeat(folder.split("/").length);
  const json = readJson(manifests.get(path)?.replaceAll("${configDir}", `./${fromFolder}${folderOf(user)}`));
  let options: CompilerOptions = {
    paths: new Map(),
    pathsFolder: folder,
    baseUrl: undefined,
    rootDirs: [],
    outDir: undefined,
    rootDir: undefined,
  };
  if (depth < DEEPEST_EXTENDS) {
    const bases = typeof json.extends === "string" ? [json.extends] : Array.isArray(json.extends) ? json.extends : [];
    for (const base of bases) {
      const target = typeof base === "string" ? findConfig(folder, base, manifests) : undefined;
      if (target === undefined) continue;
      const inherited = readCompilerOptions(target, manifests, depth + 1, user);
      options = {
        paths: inherited.paths.size > 0 ? inherited.paths : options.paths,
        pathsFolder: inherited.paths.size > 0 ? inherited.pathsFolder : options.pathsFolder,
        baseUrl: inherited.baseUrl ?? options.baseUrl,
        rootDirs: inherited.rootDirs.length > 0 ? inherited.rootDirs : options.rootDirs,
        outDir: inherited.outDir ?? options.outDir,
        rootDir: inherited.rootDir ?? options.rootDir,
      };
    }
  }
  const own = objectOf(json.compilerOptions);
  const folderNamed = (name: string): string | undefined => typeof own[name] === "string" ? joinPath(folder, own[name]) : undefined;
  const baseUrl = folderNamed("baseUrl");
  const rootDirs = Array.isArray(own.rootDirs)
    ? own.rootDirs.filter((d): d is string => typeof d === "string").map((d) => joinPath(folder, d)).filter((d) => d !== undefined)
    : options.rootDirs;
  const written = isObject(own.paths) ? readPaths(own.paths) : undefined;
  return {
    paths: written ?? options.paths,
    pathsFolder: written === undefined ? options.pathsFolder : baseUrl ?? options.baseUrl ?? folder,
    baseUrl: baseUrl ?? options.baseUrl,
    rootDirs,
    outDir: folderNamed("outDir") ?? options.outDir,
    rootDir: folderNamed("rootDir") ?? options.rootDir ?? commonFolder(folder, [json.include, json.files].flat()),
  };
}

/**
 * The folder around all that a configuration names, which the compiler uses for `rootDir` if it is not given; undefined if it names
 * nothing.
 */
function commonFolder(folder: string, named: readonly unknown[]): string | undefined {
  const folders = named.filter((one): one is string => typeof one === "string").map((one) => {
    const parts = one.split("/");
    const open = parts.findIndex((part, i) => /[*?]/.test(part) || (i === parts.length - 1 && part.includes(".", 1)));
    return open < 0 ? parts : parts.slice(0, open);
  });
  const [first = []] = folders;
  const shared = first.findIndex((part, i) => folders.some((other) => other[i] !== part));
  return folders.length === 0 ? undefined : joinPath(folder, (shared < 0 ? first : first.slice(0, shared)).join("/"));
}

function readPaths(written: ParsedObject): ReadonlyMap<string, readonly string[]> {
  const paths = new Map<string, readonly string[]>();
  for (const [pattern, targets] of Object.entries(written)) {
    const list = Array.isArray(targets) ? targets : [targets];
    paths.set(pattern, list.filter((target): target is string => typeof target === "string"));
  }
  return paths;
}

function findConfig(folder: string, written: string, manifests: ReadonlyMap<string, string>): string | undefined {
  const candidates: (string | undefined)[] = [];
  if (written.startsWith(".")) candidates.push(joinPath(folder, written));
  else {
    // A package of the repository may contain the shared configuration.
    for (const [path, text] of manifests) {
      if (!path.endsWith("package.json")) continue;
      const name = readPackage(path, text).name;
      if (name === "" || (written !== name && !written.startsWith(`${name}/`))) continue;
      candidates.push(joinPath(folderOf(path), written.slice(name.length) === "" ? "tsconfig.json" : `.${written.slice(name.length)}`));
    }
  }
  for (const candidate of candidates) {
    if (candidate === undefined) continue;
    for (const path of [candidate, `${candidate}.json`, `${candidate}/tsconfig.json`]) if (manifests.has(path)) return path;
  }
  return undefined;
}

/** A configuration that only references others is replaced by those: which ones. */
export function referencedConfigs(path: string, manifests: ReadonlyMap<string, string>): string[] {
  const json = readJson(manifests.get(path));
  if (!Array.isArray(json.references)) return [];
  const found: string[] = [];
  for (const reference of json.references) {
    const target = isObject(reference) && typeof reference.path === "string" ? joinPath(folderOf(path), reference.path) : undefined;
    if (target === undefined) continue;
    const config = manifests.has(target) ? target : `${target}/tsconfig.json`;
    // One for another folder applies to that folder only.
    if (manifests.has(config) && folderOf(config) === folderOf(path)) found.push(config);
  }
  return found;
}

/** The import map of a `deno.json`, or of the file that it names. */
export function readImportMap(path: string, manifests: ReadonlyMap<string, string>): ImportMap {
  const json = readJson(manifests.get(path));
  const imports = new Map<string, string>();
  const named = typeof json.importMap === "string" ? joinPath(folderOf(path), json.importMap) : undefined;
  const other = named === undefined ? {} : readJson(manifests.get(named));
  for (const source of [other.imports, json.imports]) {
    if (!isObject(source)) continue;
    for (const [key, value] of Object.entries(source)) if (typeof value === "string") imports.set(key, value);
  }
  // A package of a registry is named with all that it shows.
  for (const [key, value] of imports) {
    if (OF_REGISTRY.test(value) && !key.endsWith("/") && !imports.has(`${key}/`)) imports.set(`${key}/`, `${value}/`);
  }
  return { folder: folderOf(path), imports };
}

/** `jsr:@scope/name@^2.0.0/sub`: the package, the versions that are allowed, the path in it. */
const OF_REGISTRY = /^(?:jsr|npm|workspace):\/?((?:@[^/@]+\/)?[^/@]+)(?:@([^/]*))?(\/.*)?$/;

/** What a specifier of a registry, or of the workspace, names: the package with the path in it, and the first number of its version, or "". */
export function readRegistryName(specifier: string): { readonly name: string; readonly path: string; readonly major: string } | undefined {
  const found = OF_REGISTRY.exec(specifier);
  return found === null ? undefined : { name: found[1]!, path: found[3] ?? "", major: majorOf(found[2] ?? "") };
}

/** The name by which programs of all engines refer to an external module. */
export function plainName(specifier: string): string {
  const asked = specifier.startsWith("npm:") ? readRegistryName(specifier) : undefined;
  return asked === undefined ? specifier.replace(/^node:/, "") : asked.name + asked.path;
}

/** The first number of a version, or of a range that begins with one; "" for others. */
export function majorOf(version: string): string {
  return /^[\^~=v]?(\d+)/.exec(version)?.[1] ?? "";
}

/** The name and exports that a `deno.json` gives its folder as a workspace member. */
export function readDenoPackage(path: string, text: string): Package {
  const json = readJson(text);
  return {
    folder: folderOf(path),
    name: textOf(json.name),
    version: textOf(json.version),
    mains: { import: ["./mod.ts"], require: ["./mod.ts"] },
    exports: json.exports,
    imports: {},
    dependencies: [],
    renamed: new Map(),
    replaced: [],
  };
}

/** Conditions that apply only in special environments. */
const SPECIAL = /^(?:browser|bun|deno|development|edge-light|electron|production|react-native|react-server|test|worker|workerd)$/;

/** Conditions and fields for `import`, which `require` ignores. */
const OF_IMPORTS: ReadonlySet<string> = new Set(["import", "module"]);

/** The conditions of an object: those only for the other way of loading come last. */
function byCondition(offers: Readonly<Record<string, unknown>>, loader: Loader): string[] {
  const rank = (key: string): number => (loader === "import" ? key === "require" : OF_IMPORTS.has(key)) ? 1 : 0;
  return Object.keys(offers).sort((a, b) => rank(a) - rank(b));
}

/**
 * All files that `exports` or `imports` offer for a key, those of source folders first, declarations after the others, and last those of
 * special environments; `*` is filled in.
 */
export function listOffers(table: unknown, wanted: string, loader: Loader = "import"): string[] {
  const ordinary: string[] = [];
  const special: string[] = [];
  const collect = (value: unknown, star: string, offers = ordinary, depth = 0): void => {
    if (depth > 8) return;
    if (typeof value === "string") offers.push(value.replaceAll("*", () => star));
    else if (Array.isArray(value)) { for (const one of value) collect(one, star, offers, depth + 1); }
    else if (isObject(value)) {
      for (const key of byCondition(value, loader)) collect(value[key], star, SPECIAL.test(key) ? special : offers, depth + 1);
    }
  };
  if (typeof table === "string" || Array.isArray(table)) {
    if (wanted === ".") collect(table, "");
  } else if (isObject(table)) {
    const keys = Object.keys(table);
    const isMap = keys.some((key) => key.startsWith(".") || key.startsWith("#"));
    if (!isMap) {
      if (wanted === ".") collect(table, "");
    } else if (wanted in table) collect(table[wanted], "");
    else {
      const fitting = keys.filter((key) => fits(key, wanted)).sort((a, b) => b.length - a.length);
      if (fitting.length > 0) collect(table[fitting[0]!], starOf(fitting[0]!, wanted));
    }
  }
  const rank = (offer: string): number => DECLARING.test(offer) ? 2 : /(^|\/)src\//.test(offer) ? 0 : 1;
  const bySource = (a: string, b: string): number => rank(a) - rank(b);
  return [...ordinary.sort(bySource), ...special.sort(bySource)];
}

/** The files of each key of `exports` or `imports` without `*`. */
export function listChoices(table: unknown): string[][] {
  const keys = isObject(table) ? Object.keys(table).filter((key) => /^[.#]/.test(key)) : [];
  return (keys.length === 0 ? ["."] : keys).filter((key) => !key.includes("*")).map((key) => listOffers(table, key));
}

function fits(pattern: string, wanted: string): boolean {
  const star = pattern.indexOf("*");
  if (star < 0) return pattern.endsWith("/") && wanted.startsWith(pattern);
  return wanted.length >= pattern.length - 1 && wanted.startsWith(pattern.slice(0, star)) && wanted.endsWith(pattern.slice(star + 1));
}

/** What `*` is if `pattern` matches `wanted`. */
function starOf(pattern: string, wanted: string): string {
  const star = pattern.indexOf("*");
  return star < 0 ? wanted.slice(pattern.length) : wanted.slice(star, wanted.length - (pattern.length - star - 1));
}

/** The targets of `paths` for a specifier: of the pattern with the longest prefix, `*` filled in. */
export function mapPaths(paths: ReadonlyMap<string, readonly string[]>, specifier: string): string[] {
  const exact = paths.get(specifier);
  if (exact !== undefined) return [...exact];
  let best = "";
  for (const pattern of paths.keys()) {
    if (!pattern.includes("*") || !fits(pattern, specifier)) continue;
    if (best === "" || pattern.indexOf("*") > best.indexOf("*")) best = pattern;
  }
  return best === "" ? [] : paths.get(best)!.map((target) => target.replace("*", () => starOf(best, specifier)));
}
