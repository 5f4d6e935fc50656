/**
 * Compiler options and module resolution for a project that is neither built nor installed.
 *
 * Invariant: a specifier that names a package of the project itself goes to that package's sources, never to its built or installed copy;
 * all else is resolved as TypeScript does, with the nearest tsconfig's paths, then from the folder of installed dependencies.
 */
import * as fs from "node:fs";
import * as path from "node:path";
import { compareText } from "../../../core/base/lists.ts";
import { type Foreign, ts } from "./compiler.ts";

interface WorkspacePackage {
  name: string;
  folder: string;
  manifest: Foreign;
}

const SOURCE_SUFFIXES = [".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs"];
const BUILT_FOLDER = /^(lib|dist|build|out|es|esm|cjs|types)(\/(modern|legacy|esm|cjs|src|types|es|commonjs))*\//;

/** What a project configures about itself and its output; the program replaces both. */
const NOT_TAKEN = [
  "outDir",
  "rootDir",
  "rootDirs",
  "outFile",
  "tsBuildInfoFile",
  "declarationMap",
  "declarationDir",
  "plugins",
  "isolatedDeclarations",
  "noResolve",
  "noLib",
  "verbatimModuleSyntax",
  "baseUrl",
  "paths",
];

/** Options for the whole project. @param configured those of the tsconfig at its root */
function makeOptions(configured: Foreign, root: string, dependencies: string): Foreign {
  const options: Foreign = {
    target: ts.ScriptTarget.ESNext,
    strict: true,
    experimentalDecorators: true,
    jsx: ts.JsxEmit.Preserve,
    ...configured,
    // The same view of modules for all files: what a bundler, a test runner and an editor agree on.
    module: ts.ModuleKind.Preserve,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    customConditions: configured.customConditions ?? [],
    esModuleInterop: true,
    allowImportingTsExtensions: true,
    resolveJsonModule: true,
    allowJs: true,
    skipLibCheck: true,
    noEmit: true,
    noErrorTruncation: false,
    composite: false,
    incremental: false,
    declaration: false,
    emitDeclarationOnly: false,
    types: undefined,
    typeRoots: [path.join(root, "node_modules/@types"), ...(dependencies ? [path.join(dependencies, "node_modules/@types")] : [])],
  };
  for (const name of NOT_TAKEN) delete options[name];
  // TypeScript adds all of typeRoots only when `types` is absent.
  delete options.types;
  return options;
}

/** Options of a project's tsconfigs. */
class ProjectConfigs {
  readonly #known = new Map<string, Foreign>();

  constructor(readonly root: string) {}

  /** Options of the nearest tsconfig at or above a folder, inside the project. */
  findOptions(folder: string): Foreign {
    const known = this.#known.get(folder);
    if (known !== undefined) return known;
    const file = ["tsconfig.json", "jsconfig.json"].map((name) => path.join(folder, name)).find((one) => fs.existsSync(one));
    const above = path.dirname(folder);
    const found = file ? readConfig(file) : folder === this.root || above === folder ? {} : this.findOptions(above);
    this.#known.set(folder, found);
    return found;
  }
}

function readConfig(file: string): Foreign {
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => {} };
  return ts.getParsedCommandLineOfConfigFile(file, {}, host)?.options ?? {};
}

/** Resolves the imports of one project; its methods are those that a compiler's host has. */
export class ModuleResolver {
  readonly options: Foreign;
  readonly #configs: ProjectConfigs;
  readonly #packages: readonly WorkspacePackage[];
  /** A file that sees the installed dependencies; "" without any. */
  readonly #asIfInstalled: string;
  readonly #answers = new Map<string, Foreign>();

  constructor(readonly root: string, dependencies: string) {
    this.#configs = new ProjectConfigs(root);
    this.options = makeOptions(this.#configs.findOptions(root), root, dependencies);
    this.#packages = findPackages(root);
    this.#asIfInstalled = dependencies ? path.join(dependencies, "index.ts") : "";
  }

  resolveModuleNameLiterals(literals: readonly Foreign[], containingFile: string): Foreign[] {
    return literals.map((literal) => this.#resolveOne(literal.text as string, containingFile));
  }

  #resolveOne(specifier: string, containingFile: string): Foreign {
    const folder = path.dirname(containingFile);
    const inside = containingFile.startsWith(this.root + path.sep) && !containingFile.includes("/node_modules/");
    const key = `${inside ? folder : containingFile}\0${specifier}`;
    const known = this.#answers.get(key);
    if (known !== undefined) return known;
    const found = inside
      ? this.#resolveInside(specifier, containingFile, folder)
      : this.#resolveBy(specifier, containingFile, this.options);
    const answer = { resolvedModule: found };
    this.#answers.set(key, answer);
    return answer;
  }

  #resolveInside(specifier: string, containingFile: string, folder: string): Foreign {
    const nearest = this.#configs.findOptions(folder);
    const mapped = {
      ...this.options,
      ...(nearest.baseUrl === undefined ? {} : { baseUrl: nearest.baseUrl }),
      ...(nearest.paths === undefined ? {} : { paths: nearest.paths, pathsBasePath: nearest.pathsBasePath }),
      customConditions: nearest.customConditions ?? this.options.customConditions,
    };
    const found = this.#resolveBy(specifier, containingFile, mapped);
    const foundInside = found && found.resolvedFileName.startsWith(this.root + path.sep) &&
      !found.resolvedFileName.includes("/node_modules/") && !found.resolvedFileName.endsWith(".d.ts");
    if (foundInside) return found;
    if (!specifier.startsWith(".")) {
      const source = this.#findWorkspaceSource(specifier);
      if (source) {
        return {
          resolvedFileName: source,
          extension: path.extname(source),
          isExternalLibraryImport: false,
          resolvedUsingTsExtension: false,
        };
      }
    }
    if (found) return found;
    return this.#asIfInstalled && !specifier.startsWith(".") ? this.#resolveBy(specifier, this.#asIfInstalled, this.options) : undefined;
  }

  #resolveBy(specifier: string, containingFile: string, by: Foreign): Foreign {
    return ts.resolveModuleName(specifier, containingFile, by, ts.sys).resolvedModule;
  }

  #findWorkspaceSource(specifier: string): string | undefined {
    const found = this.#packages.find((one) => specifier === one.name || specifier.startsWith(one.name + "/"));
    if (!found) return undefined;
    const subpath = specifier.slice(found.name.length).replace(/^\//, "");
    const targets = listTargets(found.manifest, subpath);
    for (const target of [...targets, ...(subpath === "" ? ["src/index", "index"] : [`src/${subpath}`, subpath])]) {
      const plain = target.replace(/^\.\//, "");
      const sources = BUILT_FOLDER.test(plain) ? [plain.replace(BUILT_FOLDER, "src/"), plain.replace(BUILT_FOLDER, ""), plain] : [plain];
      const { outDir, rootDir } = this.#configs.findOptions(found.folder);
      if (outDir && rootDir) {
        sources.push(path.join(path.relative(found.folder, rootDir), path.relative(outDir, path.join(found.folder, plain))));
      }
      for (const source of sources) {
        const file = asSource(path.join(found.folder, source));
        if (file) return file;
      }
    }
    return undefined;
  }
}

/** The source file that a path means, with or without an ending, or that of a built one. */
function asSource(file: string): string | undefined {
  if (/\.d\.[mc]?ts$/.test(file)) return asSource(file.replace(/\.d\.([mc]?ts)$/, ".$1"));
  const suffix = SOURCE_SUFFIXES.find((one) => file.endsWith(one));
  if (suffix && ts.sys.fileExists(file)) return file;
  const stem = suffix ? file.slice(0, -suffix.length) : file;
  for (const one of SOURCE_SUFFIXES) {
    for (const candidate of [stem + one, path.join(stem, "index" + one)]) {
      if (ts.sys.fileExists(candidate)) return candidate;
    }
  }
  return undefined;
}

function findPackages(root: string): WorkspacePackage[] {
  const found: WorkspacePackage[] = [];
  const pending = [root];
  while (pending.length > 0) {
    const folder = pending.pop()!;
    for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
      if (entry.isDirectory() && entry.name !== "node_modules" && entry.name !== ".git") {
        pending.push(path.join(folder, entry.name));
      } else if (entry.isFile() && entry.name === "package.json") {
        try {
          const manifest = JSON.parse(fs.readFileSync(path.join(folder, entry.name), "utf8"));
          if (typeof manifest.name === "string") found.push({ name: manifest.name, folder, manifest });
        } catch {
          // A broken package.json is a fixture of the project's tests.
        }
      }
    }
  }
  // The longest name first: `@x/core-utils` is not a subpath of `@x/core`.
  return found.sort((one, other) => other.name.length - one.name.length || compareText(one.folder, other.folder));
}

/** All files that a package's manifest offers for a subpath, sources before built ones. */
function listTargets(manifest: Foreign, subpath: string): string[] {
  const leaves: string[] = [];
  function collect(value: Foreign, star: string): void {
    if (typeof value === "string") leaves.push(value.replaceAll("*", star));
    else if (Array.isArray(value)) value.forEach((one) => collect(one, star));
    else if (value && typeof value === "object") Object.values(value).forEach((one) => collect(one, star));
  }
  const exported = manifest.exports;
  const wanted = subpath === "" ? "." : `./${subpath}`;
  if (exported && typeof exported === "object") {
    const isMap = Object.keys(exported).some((key) => key.startsWith("."));
    if (!isMap) {
      if (wanted === ".") collect(exported, "");
    } else if (wanted in exported) collect(exported[wanted], "");
    else {
      for (const [key, value] of Object.entries(exported)) {
        const [before, after] = key.split("*");
        if (after === undefined || !wanted.startsWith(before!) || !wanted.endsWith(after)) continue;
        collect(value, wanted.slice(before!.length, wanted.length - after.length));
      }
    }
  } else if (typeof exported === "string" && subpath === "") leaves.push(exported);
  if (subpath === "") {
    for (const field of ["source", "module", "main", "types"]) {
      if (typeof manifest[field] === "string") leaves.push(manifest[field]);
    }
  }
  return [...leaves.filter((leaf) => /(^|\/)src\//.test(leaf)), ...leaves.filter((leaf) => !/(^|\/)src\//.test(leaf))];
}
