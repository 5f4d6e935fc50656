/**
 * What a module specifier denotes: relative paths with the rules for extensions, packages of the workspace, `exports` and `imports` of `package.json`, and
 * what configurations map to these (`mapped_specifiers.ts`).
 *
 * Stage: resolve. Pure. Invariant: a package of the repository is represented by its sources, never its built files; others are external.
 */
import { compareText } from "../../core/base/lists.ts";
import { baseName, folderOf, joinPath } from "../../core/base/path_parts.ts";
import type { ModuleResolver, ModuleTarget, Project, ServedFile } from "../../core/resolve/modules.ts";
import { AmbientTargets } from "./ambient_targets.ts";
import { type Alias, readAliases } from "./bundler_aliases.ts";
import { above, CompilerConfigs } from "./compiler_configs.ts";
import { DeclaredPackages } from "./declared_packages.ts";
import { ENDINGS, filesByPlatform, isOfPlatform, NO_CODE, PLATFORM_ENDINGS, REPLACED } from "./endings.ts";
import {
  DECLARING,
  dependencyFolder,
  type ImportMap,
  listChoices,
  listOffers,
  type Loader,
  majorOf,
  type Package,
  plainName,
  readDenoPackage,
  readImportMap,
  readPackage,
  readRegistryName,
} from "./manifests.ts";
import { type SourceFinder, throughAliases, throughAnyPaths, throughImportMaps, throughPaths } from "./mapped_specifiers.ts";
import { compareNearness, holderOf } from "./nearest_package.ts";
import { servedFile } from "./served_files.ts";

/** Folders of built files, which the sources replace. */
const BUILT = /^(lib|dist|build|out|es|esm|cjs|types|\.svelte-kit)(\/(modern|legacy|esm|cjs|src|types|es|commonjs))*(\/|$)/;
const OUTSIDE_SCHEME = /^(node|npm|jsr|bun|https?|data|file|virtual|cloudflare|astro|blob):/;

class ProjectModules implements ModuleResolver, SourceFinder {
  readonly #files: ReadonlySet<string>;
  readonly #manifests: ReadonlyMap<string, string>;
  readonly #packages: Package[] = [];
  readonly #packageAt = new Map<string, Package>();
  /** Names of packages by their folders. */
  readonly #names = new Map<string, string>();
  readonly #configs: CompilerConfigs;
  readonly #importMaps = new Map<string, ImportMap>();
  /** Aliases by the folder of the package that they are configured for, the longest first. */
  readonly #aliases = new Map<string, readonly Alias[]>();
  readonly #declared: DeclaredPackages;
  readonly #ambient: AmbientTargets;
  readonly #resolved = new Map<string, ModuleTarget>();
  /** How the specifier that is being resolved is loaded. */
  #loader: Loader = "import";
  #declaring: ReadonlyMap<string, string> | undefined;
  /** Whether some file is for one platform alone. */
  readonly #hasPlatforms: boolean;
  #choices: readonly { readonly package: string; readonly paths: readonly string[] }[] | undefined;

  constructor(project: Project) {
    this.#files = new Set(project.paths);
    this.#hasPlatforms = project.paths.some(isOfPlatform);
    this.#manifests = project.manifests;
    this.#configs = new CompilerConfigs(project.manifests);
    for (const [path, text] of project.manifests) this.#addManifest(path, text);
    for (const { folder, name } of this.#packages) this.#names.set(folder, name);
    // The longest name first: `@x/core-utils` is not part of `@x/core`.
    this.#packages.sort((a, b) => b.name.length - a.name.length || compareText(a.folder, b.folder));
    this.#declared = new DeclaredPackages(new Set([...this.#packageAt.values()].flatMap((one) => one.dependencies)), this.#files);
    for (const [path, text] of project.manifests) this.#addAliases(path, text);
    this.#ambient = new AmbientTargets(project, (folder) => this.#packageAround(folder) ?? "");
  }

  #addAliases(path: string, text: string): void {
    const found = readAliases(path, text).filter(({ name }) => !this.#declared.has(name.replace(/\/$/, "")));
    if (found.length === 0) return;
    const folder = this.#packageAround(folderOf(path)) ?? folderOf(path);
    this.#aliases.set(folder, [...this.#aliases.get(folder) ?? [], ...found].sort((a, b) => b.name.length - a.name.length));
  }
  /** The folder of the package that a folder is in; undefined if no manifest defines one. */
  #packageAround(folder: string): string | undefined {
    for (let at: string | undefined = folder; at !== undefined; at = above(at)) if (this.#packageAt.has(at)) return at;
    return undefined;
  }

  /** The outermost package around a folder (its folder): a bundler that runs there may know files by other names. */
  #outermostPackage(folder: string): string | undefined {
    let found: string | undefined;
    for (let at: string | undefined = folder; at !== undefined; at = above(at)) if (this.#packageAt.has(at)) found = at;
    return found;
  }

  #addManifest(path: string, text: string): void {
    const base = baseName(path);
    if (base === "package.json") {
      const found = readPackage(path, text);
      this.#packageAt.set(found.folder, found);
      if (found.name !== "") this.#packages.push(found);
    } else if (base === "deno.json" || base === "deno.jsonc") {
      this.#importMaps.set(folderOf(path), readImportMap(path, this.#manifests));
      const found = readDenoPackage(path, text);
      if (found.name !== "") this.#packages.push(found);
    }
  }

  nameOf(_path: string): string {
    return "";
  }
  packageOf(path: string): readonly string[] {
    return [path];
  }
  packageName(path: string): string {
    for (let folder = folderOf(path);; folder = folderOf(folder)) {
      const name = this.#names.get(folder);
      if (name !== undefined || folder === "") return name ?? "";
    }
  }
  declaredBy(path: string): string | undefined {
    const declared = path.replace(/\.([cm]?)jsx?$/, ".d.$1ts");
    if (declared === path) return undefined;
    return this.#files.has(declared) ? declared : (this.#declaring ??= this.#readDeclaring()).get(path);
  }

  /** Files that manifests name for the types of another one (`"#ast": { "types": "./ast.d.ts", "default": "./index.js" }`). */
  #readDeclaring(): ReadonlyMap<string, string> {
    const declaring = new Map<string, string>();
    for (const { folder, imports, exports, mains } of this.#packageAt.values()) {
      for (const offers of [...listChoices(imports), ...listChoices(exports), mains.import]) {
        const files = offers.map((offer) => this.#findSource(folder, offer)).filter((file) => file !== undefined);
        const [code, types] = [files.find((file) => !DECLARING.test(file)), files.find((file) => DECLARING.test(file))];
        if (code !== undefined && types !== undefined && !declaring.has(code)) declaring.set(code, types);
      }
    }
    return declaring;
  }
  servedAt(path: string): ServedFile | undefined {
    for (let folder: string | undefined = folderOf(path); folder !== undefined; folder = above(folder)) {
      const own = this.#packageAt.get(folder);
      if (own === undefined) continue;
      return servedFile(folder === "" ? path : path.slice(folder.length + 1), (name) => own.dependencies.includes(name));
    }
    return undefined;
  }
  externalPackage(specifier: string): string {
    const name = specifier.replace(/^(?:npm|jsr):\/?/, "").replace(/^node:/, "");
    return /^(@[^/]+\/[^/@]+|[^/@]+)/.exec(name)?.[1] ?? specifier;
  }

  get choices(): readonly { readonly package: string; readonly paths: readonly string[] }[] {
    return this.#choices ??= [
      ...[...this.#packageAt.values()].flatMap((one) => this.#choicesOf(one)),
      ...filesByPlatform(this.#files).map((paths) => ({ package: this.packageName(paths[0]!), paths })),
    ];
  }

  /** What a package names under one key for conditions that exclude each other; a module and its declarations are one. */
  #choicesOf({ folder, exports, imports, replaced }: Package): { package: string; paths: string[] }[] {
    return [...listChoices(exports), ...listChoices(imports), ...replaced].flatMap((offers) => {
      const paths = new Set<string>();
      for (const offer of offers) {
        const file = this.#findSource(folder, offer);
        if (file !== undefined && !DECLARING.test(file)) paths.add(file);
      }
      return paths.size < 2 ? [] : [{ package: this.packageName(folder === "" ? "x" : `${folder}/x`), paths: [...paths] }];
    });
  }

  resolve(specifier: string, from: string): ModuleTarget {
    return this.#resolveBy("import", specifier, from);
  }
  resolveRequired(specifier: string, from: string): ModuleTarget {
    return this.#resolveBy("require", specifier, from);
  }
  #resolveBy(loader: Loader, specifier: string, from: string): ModuleTarget {
    if (specifier === "") return { kind: "inside", paths: [from] };
    const folder = folderOf(from);
    const key = `${folder}\0${loader}\0${specifier}`;
    let target = this.#resolved.get(key);
    if (target === undefined) {
      this.#loader = loader;
      target = this.#resolve(specifier.replace(/[?#].*$/, "") || specifier, folder);
      this.#resolved.set(key, target);
    }
    return target;
  }

  #resolve(specifier: string, folder: string): ModuleTarget {
    const mapped = this.#throughImportMap(specifier, folder);
    if (mapped !== undefined) return mapped;
    if (OUTSIDE_SCHEME.test(specifier)) {
      return this.#ofWorkspace(specifier, folder) ?? { kind: "outside", name: plainName(specifier) };
    }
    if (/^\.{1,2}(\/|$)/.test(specifier)) return this.#relative(specifier, folder);
    const aliased = throughPaths(specifier, folder, this.#configs, this) ??
      throughAliases(specifier, folder, this.#aliases, this.#declared, this);
    if (aliased !== undefined) return inside(aliased);
    if (specifier.startsWith("#")) {
      return this.#ownImport(specifier, folder) ?? { kind: "missing", name: specifier };
    }
    if (specifier.startsWith("/")) return insideOr(this.find(specifier.slice(1)), specifier);
    const isOurs = (): boolean =>
      this.#declared.mayBeOwn(specifier, this.#outermostPackage(folder)) ||
      (!NO_CODE.test(specifier) && this.#packagesNamed(specifier, folder).length > 0);
    return this.#renamed(specifier, folder) ?? this.#package(specifier, folder) ?? this.#ambient.find(specifier, folder) ??
      { kind: isOurs() ? "missing" : "outside", name: specifier };
  }

  #relative(specifier: string, folder: string): ModuleTarget {
    const path = joinPath(folder, specifier);
    const file = path === undefined ? undefined : this.find(path) ?? this.#throughRootDirs(path, folder) ?? this.sourceOf(path);
    if (file !== undefined) return inside(file);
    // A file built from the repository's own may be at that path.
    const isCode = path !== undefined && !NO_CODE.test(path) && !path.split("/").some((name) => BUILT.test(`${name}/`));
    return { kind: "missing", name: specifier, isCode };
  }

  /** `../lib/x` if only `../src/x` is in the repository. */
  sourceOf(path: string): string | undefined {
    for (let from = folderOf(path); from !== ""; from = folderOf(from)) {
      const rest = path.slice(from.length + 1);
      if (!BUILT.test(rest)) continue;
      return this.#findSource(from, rest);
    }
    return BUILT.test(path) ? this.#findSource("", path) : undefined;
  }

  #throughRootDirs(path: string, folder: string): string | undefined {
    for (const options of this.#configs.of(folder)) {
      for (const root of options.rootDirs) {
        if (!path.startsWith(`${root}/`)) continue;
        for (const other of options.rootDirs) {
          const file = this.find(other + path.slice(root.length));
          if (file !== undefined) return file;
        }
      }
    }
    return undefined;
  }

  /** The file that a path without or with an ending means: itself, with an ending, as a folder. */
  find(path: string): string | undefined {
    const ending = /(?:\.d\.[cm]?ts|\.[cm]?[jt]sx?)$/.exec(path)?.[0];
    const replaced = ending === undefined ? undefined : REPLACED[ending];
    if (replaced !== undefined) {
      const stem = path.slice(0, -ending!.length);
      for (const other of replaced) if (this.#files.has(stem + other)) return stem + other;
    } else if (this.#files.has(path)) return path;
    for (const other of ENDINGS) if (this.#files.has(path + other)) return path + other;
    if (this.#hasPlatforms) { for (const other of PLATFORM_ENDINGS) if (this.#files.has(path + other)) return path + other; }
    const own = this.#packageAt.get(path);
    if (own !== undefined) {
      const main = this.#sourceAmong(own.folder, own.mains[this.#loader]) ?? this.#mainOf(own);
      if (main !== undefined) return main;
    }
    const prefix = path === "" ? "" : `${path}/`;
    for (const other of ENDINGS) if (this.#files.has(`${prefix}index${other}`)) return `${prefix}index${other}`;
    return undefined;
  }

  /** The module that is imported by a package's name: its exports take precedence over its main file. */
  #mainOf(found: Package): string | undefined {
    const named = this.#sourceAmong(found.folder, [...listOffers(found.exports, ".", this.#loader), ...found.mains[this.#loader]]);
    if (named !== undefined) return named;
    for (const main of ["src/index", "index", "src/main", "lib/index", "mod"]) {
      const file = this.findPlain(found.folder, main);
      if (file !== undefined) return file;
    }
    return undefined;
  }

  /** The first of the files that a manifest names for one thing; a declaration file is only used if there is no other. */
  #sourceAmong(folder: string, written: readonly string[]): string | undefined {
    let declaring: string | undefined;
    for (const one of written) {
      const file = this.#findSource(folder, one);
      if (file !== undefined && !DECLARING.test(file)) return file;
      declaring ??= file;
    }
    return declaring;
  }

  /** A file that a manifest names: its source if the named file is a built one. */
  #findSource(folder: string, written: string): string | undefined {
    const plain = written.replace(/^\.\//, "").replace(/\.d\.([cm]?)ts$/, ".$1js");
    const stem = plain.replace(/\.(min|umd|esm|cjs|production|development)(?=\.[cm]?js$)/, "");
    const options = BUILT.test(stem) ? [stem.replace(BUILT, "src/"), stem.replace(BUILT, ""), stem] : [stem];
    for (const option of options) {
      const file = this.findPlain(folder, option) ?? this.findPlain(folder, option.replace(/\.[cm]?js$/, ""));
      if (file !== undefined) return file;
    }
    return this.#throughOutput(folder, plain);
  }

  /** The source of a file in the folder that the compiler writes to, according to the package's own configuration. */
  #throughOutput(folder: string, plain: string): string | undefined {
    const path = joinPath(folder, plain);
    for (const { outDir, rootDir } of path === undefined ? [] : this.#configs.of(folder)) {
      if (outDir === undefined || rootDir === undefined || outDir === rootDir) continue;
      const prefix = outDir === "" ? "" : `${outDir}/`;
      const file = path!.startsWith(prefix) ? this.findPlain(rootDir, path!.slice(prefix.length)) : undefined;
      if (file !== undefined) return file;
    }
    return undefined;
  }

  findPlain(folder: string, path: string): string | undefined {
    const joined = joinPath(folder, path.replace(/^\/+/, ""));
    return joined === undefined || joined === folder ? undefined : this.find(joined);
  }

  /** Packages of the workspace whose name a specifier begins with. */
  #packagesNamed(specifier: string, folder: string): Package[] {
    return this.#packages.filter(({ name, folder: own }) =>
      (specifier === name || specifier.startsWith(`${name}/`)) && `${folder}/`.startsWith(holderOf(own))
    );
  }

  /**
   * A package of the workspace, or a file in it; of those in folders of installed ones, the nearest around `folder`. Of several of one name the nearest is
   * meant; if several are equally near, it is not decided.
   */
  #package(specifier: string, folder: string): ModuleTarget | undefined {
    const named = this.#packagesNamed(specifier, folder);
    const own = named.length > 1 ? this.#packageAround(folder) : undefined;
    const nearer = (a: Package, b: Package): number => compareNearness(a.folder, b.folder, folder, own);
    named.sort((a, b) => b.name.length - a.name.length || nearer(a, b));
    for (const found of named) {
      const file = this.#fileIn(found, specifier);
      if (file === undefined) continue;
      const isRival = (one: Package): boolean => one.folder !== found.folder && one.name === found.name && nearer(one, found) === 0;
      const hasRival = named.some((one) => isRival(one) && this.#fileIn(one, specifier) !== undefined);
      return hasRival ? { kind: "missing", name: specifier } : inside(file);
    }
    const known = named.length === 0 ? undefined : throughAnyPaths(specifier, this.#configs, this);
    return known !== undefined && named.some((found) => known.startsWith(`${found.folder}/`)) ? inside(known) : undefined;
  }

  /** The file of a package that a specifier means, which begins with the package's name. */
  #fileIn(found: Package, specifier: string): string | undefined {
    const rest = specifier.slice(found.name.length + 1);
    if (rest === "") return this.#mainOf(found);
    return this.#sourceAmong(found.folder, listOffers(found.exports, `./${rest}`, this.#loader)) ??
      this.#findSource(found.folder, rest) ??
      this.#findSource(found.folder, `src/${rest}`);
  }

  /** The package of the workspace that one of a registry denotes (`jsr:@scope/name@^2`), if its version may be meant. */
  #ofWorkspace(specifier: string, folder: string): ModuleTarget | undefined {
    const asked = readRegistryName(specifier);
    const found = asked === undefined ? undefined : this.#packages.find(({ name }) => name === asked.name);
    if (asked === undefined || found === undefined) return undefined;
    const [major, own] = [asked.major, majorOf(found.version)];
    return major === own || major === "" || own === "" ? this.#package(asked.name + asked.path, folder) : undefined;
  }

  /** The package of the repository that the nearest manifest knows by the name that a specifier begins with. */
  #renamed(specifier: string, folder: string): ModuleTarget | undefined {
    const name = this.externalPackage(specifier);
    const own = this.#packageAt.get(this.#packageAround(folder) ?? "");
    const range = own?.renamed.get(name);
    if (range === undefined) return undefined;
    const rest = specifier.slice(name.length);
    const written = dependencyFolder(range);
    if (written === undefined) return this.#ofWorkspace(range + rest, folder);
    const found = this.#packageAt.get(joinPath(own!.folder, written) ?? "");
    const file = found === undefined ? undefined : this.#fileIn(found, found.name + rest);
    return file === undefined ? undefined : inside(file);
  }

  /** `#x` of the nearest `package.json` that has `imports`. */
  #ownImport(specifier: string, folder: string): ModuleTarget | undefined {
    for (let at: string | undefined = folder; at !== undefined; at = above(at)) {
      const own = this.#packageAt.get(at);
      if (own === undefined) continue;
      for (const offer of listOffers(own.imports, specifier, this.#loader)) {
        if (!offer.startsWith(".")) return this.#package(offer, folder) ?? { kind: "outside", name: offer };
        const file = this.#findSource(own.folder, offer);
        if (file !== undefined) return inside(file);
      }
      if (Object.keys(own.imports).length > 0) return undefined;
    }
    return undefined;
  }

  #throughImportMap(specifier: string, folder: string): ModuleTarget | undefined {
    const mapped = throughImportMaps(specifier, folder, this.#importMaps);
    if (mapped === undefined) return undefined;
    const { target } = mapped;
    if (target.startsWith(".") || target.startsWith("/")) return insideOr(this.findPlain(mapped.folder, target), specifier);
    const found = OUTSIDE_SCHEME.test(target) ? this.#ofWorkspace(target, folder) : this.#package(target, folder);
    return found ?? { kind: "outside", name: plainName(target) };
  }
}

function inside(path: string): ModuleTarget {
  return { kind: "inside", paths: [path] };
}

/** A file that was found for a specifier of the repository's own, which else is missing. */
function insideOr(path: string | undefined, specifier: string): ModuleTarget {
  return path === undefined ? { kind: "missing", name: specifier } : inside(path);
}

/** See the plugin contract. */
export function makeModules(project: Project): ModuleResolver {
  return new ProjectModules(project);
}

/** See the plugin contract. `file_spec.js` may be about a specification, and `test.ts` may be a test runner: their source decides. */
export function isTestFile(path: string, holdsTests: boolean): boolean {
  return /(^|\/)(__tests__|__mocks__|tests?|specs?|e2e|cypress)\//.test(path) ||
    /(?:\.spec|[._-](?:test|e2e|cy|bench|test-d|spec-d))\.[cm]?[jt]sx?$/.test(path) ||
    (holdsTests && /(?:[_-]spec|(?:^|\/)(?:tests?|specs?))\.[cm]?[jt]sx?$/.test(path));
}
