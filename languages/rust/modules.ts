/**
 * The meaning of paths: crates, their targets and their module trees.
 *
 * Stage: resolve. Invariants: pure; a file has one module, in the first target that reaches it (libraries before binaries, examples, tests
 * and benches); a file that no target reaches is named by its place. Inline modules inside a file are left to the resolver.
 */
import { compareText } from "../../core/base/lists.ts";
import { baseName, folderOf, joinPath, pathIn } from "../../core/base/path_parts.ts";
import type { ChildModule, ModuleChoice, ModuleResolver, ModuleTarget, Project } from "../../core/resolve/modules.ts";
import { namesFlag } from "./cfg.ts";
import { ModuleChoices } from "./module_choices.ts";
import { type CargoPackage, packageAround, readPackages } from "./manifests.ts";

/** A module that is a file, or an inline one that contains file modules. */
export interface ModuleNode {
  /** "" if only children are known. */
  file: string;
  readonly name: string;
  readonly parent: ModuleNode | undefined;
  readonly children: Map<string, ModuleNode>;
  readonly crate: Crate;
  /** The folder of its children's files. */
  folder: string;
  /** An ordinary build leaves it out. */
  inactive: boolean;
  /** For a file whose text is included in another (`include!`): the module that includes it. */
  readonly home?: ModuleNode;
}

/** A library, a program, a test or an example of a package, with all its modules. */
export interface Crate {
  readonly name: string;
  readonly package: CargoPackage | undefined;
  root: ModuleNode | undefined;
}

/** Crates of the language itself. */
const LANGUAGE_CRATES: ReadonlySet<string> = new Set(["std", "core", "alloc", "proc_macro", "test"]);

/** Rust's module rules for a project. */
export function makeModules(project: Project): ModuleResolver {
  const tree = new ModuleTree(project);
  return {
    resolve: (specifier, from) => tree.resolve(specifier, from),
    nameOf: (path) => tree.nameOf(path),
    packageOf: (path) => [path],
    packageName: (path) => tree.packageName(path),
    externalPackage: (specifier, from) => tree.externalPackage(specifier.replace(/^::/, "").split("::")[0]!, from),
    importsFromRoot: (path) => tree.nodeOf(path)?.crate.package?.isOfFirstEdition === true,
    isDefault: (path) => !(tree.nodeOf(path)?.inactive ?? false),
    choiceOf: (path) => tree.choiceOf(path),
    hangsOnScript: (path, attributes) => attributes.includes("cfg(") && namesFlag(attributes, tree.flagsOf(path)),
    rootOf: (path) => (tree.nodeOf(path) === undefined ? "" : "crate"),
  };
}

class ModuleTree {
  readonly #paths: ReadonlySet<string>;
  readonly #nodes = new Map<string, ModuleNode>();
  /** Packages of the repository by the name of their library's crate. */
  readonly #libraries = new Map<string, Crate>();
  /** The library of each package: another one may have its name (`docs/crate`, which reserves that name for publishing). */
  readonly #ownLibraries = new Map<CargoPackage, Crate>();
  readonly #choices = new ModuleChoices();

  constructor(readonly project: Project) {
    this.#paths = new Set(project.paths);
    const packages = readPackages(project);
    for (const one of packages) {
      for (const target of one.targets) {
        if (!this.#paths.has(target.path)) continue;
        const crate: Crate = { name: target.crate, package: one, root: undefined };
        crate.root = this.#grow(target.path, crate);
        if (target.kind === "lib") {
          this.#libraries.set(one.name, crate);
          this.#ownLibraries.set(one, crate);
        }
      }
    }
    if (packages.length === 0) this.#growWithoutManifest();
    this.#adoptOrphans();
    this.#noteTaken();
  }

  /** A repository without manifests: every file named like a crate's root, then all files not reached. */
  #growWithoutManifest(): void {
    const roots = this.project.paths.filter((path) => /(?:^|\/)(?:lib|main)\.rs$/.test(path));
    for (const path of roots) {
      const crate: Crate = { name: crateNameOf(path), package: undefined, root: undefined };
      crate.root = this.#grow(path, crate);
    }
  }

  /** A file without a `mod` declaration (a macro declares it) is the module of its place, if there is a parent module. */
  #adoptOrphans(): void {
    const byFolder = new Map<string, ModuleNode>();
    for (const node of this.#nodes.values()) if (!byFolder.has(node.folder)) byFolder.set(node.folder, node);
    const orphans = this.project.paths.filter((path) => !this.#nodes.has(path));
    const place = (path: string): string => path.replace(/(?:\/mod)?\.rs$/, "");
    orphans.sort((a, b) => place(a).split("/").length - place(b).split("/").length || compareText(a, b));
    for (const path of orphans) {
      const module = place(path);
      const parent = byFolder.get(folderOf(module));
      const name = baseName(module);
      if (parent === undefined || (parent.children.get(name)?.file ?? "") !== "") continue;
      const node = childOf(parent, name);
      node.file = path;
      node.folder = module;
      this.#nodes.set(path, node);
      if (!byFolder.has(module)) byFolder.set(module, node);
    }
  }

  nodeOf(path: string): ModuleNode | undefined {
    return this.#nodes.get(path);
  }

  #grow(path: string, crate: Crate): ModuleNode {
    const root: ModuleNode = {
      file: path,
      name: "",
      parent: undefined,
      children: new Map(),
      crate,
      folder: folderOf(path),
      inactive: false,
    };
    if (!this.#nodes.has(path)) this.#nodes.set(path, root);
    const waiting = [root];
    // A file included from elsewhere (`#[path = "../x.rs"]`) may be a module at its own place as well, which takes precedence.
    const fetched: [ModuleNode, ChildModule][] = [];
    // Two modules may declare the same file: the one that an ordinary build takes comes first.
    const leftOut: ModuleNode[] = [];
    const seen = new Set([path]);
    const add = (node: ModuleNode, child: ChildModule): void => {
      const made = this.#addChild(node, child, seen);
      if (made !== undefined) (made.inactive ? leftOut : waiting).push(made);
    };
    while (waiting.length > 0 || fetched.length > 0 || leftOut.length > 0) {
      const node = waiting.pop() ?? (fetched.length > 0 ? undefined : leftOut.pop());
      if (node === undefined) add(...fetched.shift()!);
      else {
        const declared = this.project.declarations(node.file);
        for (const { path, within } of declared?.included ?? []) {
          const part = this.#addPart(node, path, within, seen);
          if (part !== undefined) waiting.push(part);
        }
        for (const child of declared?.children ?? []) {
          if (child.path.startsWith("../")) fetched.push([node, child]);
          else add(node, child);
        }
      }
    }
    return root;
  }

  /** A file whose text is included in that of `node`, unless it is a module already. */
  #addPart(node: ModuleNode, path: string, within: readonly string[], seen: Set<string>): ModuleNode | undefined {
    const file = joinPath(folderOf(node.file), path);
    if (file === undefined || !this.#paths.has(file) || seen.has(file)) return undefined;
    seen.add(file);
    const home = within.reduce(childOf, node.home ?? node);
    const part = { ...home, file, folder: folderOf(file), home };
    if (!this.#nodes.has(file)) this.#nodes.set(file, part);
    return part;
  }

  /** The module that a declaration makes, if its file is not one already. */
  #addChild(node: ModuleNode, child: ChildModule, seen: Set<string>): ModuleNode | undefined {
    const file = this.#childFile(node, child);
    if (file === undefined) return undefined;
    const parent = child.within.reduce(childOf, node.home ?? node);
    if (seen.has(file.path)) {
      const other = child.path === "" ? undefined : childOf(parent, child.name);
      if (other?.file === "") other.file = file.path;
      return undefined;
    }
    seen.add(file.path);
    const inactive = child.inactive || (this.project.declarations(file.path)?.condition ?? "") !== "";
    // Of two declarations of one name the ordinary build's counts; both are modules.
    const isTwin = inactive && (child.replaced === true || (parent.children.get(child.name)?.file ?? "") !== "");
    const made = isTwin ? newModule(parent, child.name) : childOf(parent, child.name);
    made.file = file.path;
    made.folder = file.folder;
    made.inactive = parent.inactive || inactive;
    if (!this.#nodes.has(file.path)) this.#nodes.set(file.path, made);
    if (isTwin) this.#choices.add(parent.children.get(child.name), made);
    return made;
  }

  /** Records modules among which files of the tree choose by their imports (`#[cfg(unix)] pub use unix::*`). */
  #noteTaken(): void {
    for (const path of this.project.paths) {
      for (const { within, built, leftOut } of this.project.declarations(path)?.choices ?? []) {
        const named = (specifier: string): ModuleNode | undefined => this.#childNamed(path, within, specifier);
        const others = leftOut.map(named);
        for (const one of built.map(named)) for (const other of others) if (one !== other) this.#choices.add(one, other);
      }
    }
  }

  /** The module of its own file that a specifier names in `path`. */
  #childNamed(path: string, within: readonly string[], specifier: string): ModuleNode | undefined {
    const inner = ["self", ...within, specifier].join("::");
    for (const one of /^(?:crate|self|super)\b/.test(specifier) ? [specifier] : [inner, specifier]) {
      const target = this.resolve(one, path);
      if (target.kind === "inside" && target.within === undefined) return this.#nodes.get(target.paths[0]!);
    }
    return undefined;
  }

  /** See `ModuleResolver.choiceOf`. */
  choiceOf(path: string): ModuleChoice | undefined {
    return this.#choices.of(this.#nodes.get(path));
  }

  /** The file of `mod name;` as declared in `node`'s file. */
  #childFile(node: ModuleNode, child: ChildModule): { path: string; folder: string } | undefined {
    const base = [node.folder, ...child.within].filter((part) => part !== "").join("/");
    if (child.path !== "") {
      const path = joinPath(child.within.length === 0 ? folderOf(node.file) : base, child.path);
      return path !== undefined && this.#paths.has(path) ? { path, folder: folderOf(path) } : undefined;
    }
    const folder = pathIn(base, child.name.replace(/^r#/, ""));
    const path = [`${folder}.rs`, `${folder}/mod.rs`].find((one) => this.#paths.has(one));
    return path === undefined ? undefined : { path, folder };
  }

  resolve(specifier: string, from: string): ModuleTarget {
    if (specifier.startsWith("::")) return this.#fromCrate(specifier.slice(2), from);
    const parts = specifier.split("::");
    const missing: ModuleTarget = { kind: "missing", name: specifier };
    const own = this.#nodes.get(from);
    let node = own?.home ?? own;
    let at = 1;
    if (specifier.endsWith(".rs")) {
      const path = joinPath(folderOf(from), specifier);
      return path !== undefined && this.#paths.has(path) ? { kind: "inside", paths: [path] } : missing;
    }
    if (parts[0] === "crate") node = node?.crate.root;
    else if (parts[0] === "super") node = node?.parent;
    else if (parts[0] !== "self") {
      const outside = this.#externCrate(parts[0]!, node, from);
      if (outside.kind !== "inside") {
        return outside.kind === "outside" ? { kind: "outside", name: [outside.name, ...parts.slice(1)].join("::") } : missing;
      }
      node = this.#nodes.get(outside.paths[0]!);
    }
    if (parts[0] === "self" && node === undefined && parts.length === 1) return { kind: "inside", paths: [from] };
    for (; node !== undefined && at < parts.length; at++) node = parts[at] === "super" ? node.parent : node.children.get(parts[at]!);
    if (node === undefined) return missing;
    if (node.file !== "") return { kind: "inside", paths: [node.file] };
    const within: string[] = [];
    while (node.file === "" && node.parent !== undefined) {
      within.unshift(node.name);
      node = node.parent;
    }
    return { kind: "inside", paths: [node.file], within };
  }

  /** The meaning of a path with leading colons: a crate, and in Rust 2015 an item of the crate's root. */
  #fromCrate(path: string, from: string): ModuleTarget {
    const target = this.resolve(path, from);
    if (target.kind !== "missing") return target;
    return this.#nodes.get(from)?.crate.package?.isOfFirstEdition === true
      ? this.resolve(`crate::${path}`, from)
      : { kind: "outside", name: path };
  }

  /** The crate that a first segment names in `from`. @param isRenamed whether the name is the target of a renaming */
  #externCrate(name: string, node: ModuleNode | undefined, from: string, isRenamed = false): ModuleTarget {
    const missing: ModuleTarget = { kind: "missing", name };
    const home = node?.crate.package ?? packageAround(this.#packages(), from);
    const inside = (crate: Crate | undefined): ModuleTarget =>
      crate?.root === undefined ? { kind: "outside", name } : { kind: "inside", paths: [crate.root.file] };
    if (home !== undefined) {
      const dependency = home.dependencies.get(name);
      if (home.elsewhere.has(name)) return inside(undefined);
      // A package that depends on itself under another name means another version of it.
      if (dependency !== undefined && (dependency !== home.name || name === home.library)) return inside(this.#libraries.get(dependency));
      if (dependency !== undefined) return inside(undefined);
      if (home.library === name && this.#ownLibraries.has(home)) return inside(this.#ownLibraries.get(home));
    }
    const root = isRenamed ? undefined : node?.crate.root;
    const names = root === undefined ? undefined : this.project.declarations(root.file)?.renamed;
    // A crate that is renamed here (`extern crate alloc as heap`) leaves its own name to a module.
    const isModule = names !== undefined && root!.children.has(name) && Object.values(names).includes(name);
    if (LANGUAGE_CRATES.has(name) && !isModule) return { kind: "outside", name };
    const renamed = names?.[name];
    if (renamed === "crate") return inside(node?.crate);
    if (renamed !== undefined) return this.#externCrate(renamed, node, from, true);
    if (node !== undefined) return missing;
    // A file that no crate reaches (a template's) has an unknown manifest: a name of exactly one library in the repository means that.
    const named = [...this.#libraries.values()].filter((crate) => crate.name === name);
    return named.length === 1 ? inside(named[0]) : missing;
  }
  *#packages(): Iterable<CargoPackage> {
    for (const crate of this.#libraries.values()) if (crate.package !== undefined) yield crate.package;
  }

  /** The package that a file's manifest takes a crate of that name from. */
  externalPackage(crate: string, path: string): string {
    const home = this.#nodes.get(path)?.crate.package ?? packageAround(this.#packages(), path);
    return home?.dependencies.get(crate) ?? crate;
  }

  /** The name of the file's package in its manifest, else that of its crate. */
  packageName(path: string): string {
    const crate = this.#nodes.get(path)?.crate;
    return crate === undefined ? packageAround(this.#packages(), path)?.name ?? "" : crate.package?.name ?? crate.name;
  }

  /** Flags that the build script of a file's package may set. */
  flagsOf(path: string): readonly string[] {
    const script = this.#nodes.get(path)?.crate.package?.targets.find(({ kind }) => kind === "build");
    return script === undefined ? [] : this.project.declarations(script.path)?.flags ?? [];
  }

  nameOf(path: string): string {
    const names: string[] = [];
    const found = this.#nodes.get(path);
    for (let node = found; node !== undefined && node.parent !== undefined; node = node.parent) names.unshift(node.name);
    if (found !== undefined) return [found.crate.name, ...names].join("::");
    return path.replace(/\.rs$/, "").replace(/\/mod$/, "").split("/").filter((part) => part !== "src").join("::").replace(/-/g, "_");
  }
}

function childOf(parent: ModuleNode, name: string): ModuleNode {
  let child = parent.children.get(name);
  if (child === undefined) parent.children.set(name, child = newModule(parent, name));
  return child;
}

/** A new module below `parent`. */
function newModule(parent: ModuleNode, name: string): ModuleNode {
  return {
    file: "",
    name,
    parent,
    children: new Map(),
    crate: parent.crate,
    folder: pathIn(parent.folder, name),
    inactive: parent.inactive,
  };
}

function crateNameOf(path: string): string {
  const parts = path.split("/").filter((part) => part !== "src");
  const last = parts.pop()!.replace(/\.rs$/, "");
  return (last === "lib" || last === "main" ? parts.pop() ?? "crate" : last).replace(/-/g, "_");
}
