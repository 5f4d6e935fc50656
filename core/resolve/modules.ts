/**
 * What a module specifier means: the interface between the resolver and a language's module rules.
 *
 * Stage: resolve. Invariant: pure; the answer depends on paths and manifests, never on the disk.
 */

/** All the input of module resolution. */
export interface Project {
  /** All files of the ref in this language, sorted; paths relative to the root, separated by `/`. */
  readonly paths: readonly string[];
  /** The text of each manifest by its path. */
  readonly manifests: ReadonlyMap<string, string>;
  /**
   * The module declarations in the source of the file at a path, for languages that declare modules in code (`mod x;`, a package clause).
   */
  readonly declarations: (path: string) => ModuleDeclarations | undefined;
  /** The imports of a file as written, for languages in which only they locate packages. Absent: no file is known to import anything. */
  readonly specifiers?: (path: string) => readonly string[];
}

/** What a file's source states about modules. */
export interface ModuleDeclarations {
  /** The package clause (Go), or "". */
  readonly packageName: string;
  /** The condition under which the file is built according to its own text (a build constraint), or "". */
  readonly condition?: string;
  /** Condition flags that the file may set if it is run before a build (Rust's `build.rs`). */
  readonly flags?: readonly string[];
  /** Whether it declares a program's entry point (Go's `func main`). */
  readonly program?: boolean;
  /** Whether it calls at the top level what defines tests (`describe("store", …)`). */
  readonly tests?: boolean;
  /**
   * Whether its macros are visible after its end (`#![macro_use]`). This depends on its facts alone; it is repeated here because a change
   * of it requires resolving everything again.
   */
  readonly handsMacros?: boolean;
  /** Names under which all files of this file's crate know another crate (`extern crate a as b`): alias -> name. */
  readonly renamed?: Readonly<Record<string, string>>;
  /** `mod x;` declarations: name, enclosing inline modules, an explicit `#[path]`, whether an ordinary build leaves it out. */
  readonly children: readonly ChildModule[];
  /** Names of external modules that the file declares for other files, in quotes as they are bound here (`declare module "x"`). */
  readonly modules?: readonly string[];
  /**
   * Modules that it takes names from under build conditions, in groups: those that an ordinary build uses, and those that it leaves out.
   */
  readonly choices?: readonly {
    readonly within: readonly string[];
    readonly built: readonly string[];
    readonly leftOut: readonly string[];
  }[];
  /** Paths of files whose text is included in this one, and the inline modules around each. */
  readonly included?: readonly { readonly path: string; readonly within: readonly string[] }[];
}

/** The declaration of a child module. */
export interface ChildModule {
  readonly name: string;
  readonly within: readonly string[];
  readonly path: string;
  readonly inactive: boolean;
  /** Whether in an ordinary build something else of that name takes its place: an inline module, an import. */
  readonly replaced?: boolean;
}

/** The target of a specifier. */
export type ModuleTarget =
  /** The files that make up the module: one, or all files of a Go package. `within`: inline modules inside the file. */
  | { readonly kind: "inside"; readonly paths: readonly string[]; readonly within?: readonly string[] }
  /**
   * A folder that is a package without a file of its own (namespace package): only its children have meaning. They are addressed by the
   * folder's path: `/a/b.c` is the child `c` of the folder `a/b`, regardless of the importing file.
   */
  | { readonly kind: "folder"; readonly path: string }
  /**
   * `beside`: a module of the repository that has the name if the importing file is run as a script, so that its own folder is searched
   * first; or, if `isAfar`, if the one who runs it puts the module's folder on the search path.
   */
  | { readonly kind: "outside"; readonly name: string; readonly beside?: string; readonly isAfar?: boolean }
  /**
   * Looks like a module of the repository, but does not exist (generated, ignored). `isCode`: only code can be at the place that it names.
   */
  | { readonly kind: "missing"; readonly name: string; readonly isCode?: boolean };

/** A route that a web framework serves because of a file's path. */
export interface ServedFile {
  readonly framework: string;
  /** Parameters are written `{name}`. */
  readonly path: string;
  /** HTTP method by the name under which the file exports its handler. */
  readonly handlers: Readonly<Record<string, string>>;
}

/** Modules of one name that exclude each other, among which a build chooses, each with the files inside it. */
export interface ModuleChoice {
  /** The root file of the chosen module that contains the file in question; may be that file itself. */
  readonly root: string;
  /** The corresponding files of the other modules. */
  readonly others: readonly string[];
}

/** A language's module rules, prepared for one ref. */
export interface ModuleResolver {
  /** The meaning of `specifier`, written in the file `from`. */
  resolve(specifier: string, from: string): ModuleTarget;
  /** The same for a call that loads a module (`require`), in a language where the target may differ. Absent: it never does. */
  resolveRequired?(specifier: string, from: string): ModuleTarget;
  /** The module's own name, for qualified names: `app.io`, `crate::net`, a Go import path. */
  nameOf(path: string): string;
  /** The package that a file belongs to, in the language's sense: an import path (Go), a folder of modules, a crate; "" if none. */
  packageName(path: string): string;
  /** Whether code can use the full name of an item in another package without an import (Java's `com.acme.io.Store`). Absent: it cannot. */
  readonly namesInFull?: boolean;
  /** Further packages whose names are visible in a file, nearest first: the parents of its own (C#). Absent: none. */
  packagesAround?(path: string): readonly string[];
  /** Whether the imports of this file help to locate the imports of others, where no manifest does. Absent: they do not. */
  byImports?(path: string): boolean;
  /** Modules that manifests name as plugins of a test framework: what they provide is available everywhere. */
  readonly testPlugins?: readonly string[];
  /** Whether manifests state that a file contains tests, whatever its name (`PackageRules.testsNamed`). Absent: they do not state it. */
  isTestFile?(path: string): boolean;
  /** The external package that a specifier belongs to (`lodash` of `lodash/fp`), by the name that manifests use. */
  externalPackage(specifier: string, from: string): string;
  /** Whether the module at `path` may have other modules as members because of their location. Absent: any may. */
  holdsModules?(path: string): boolean;
  /** Files that share one scope with `path` (a Go package), including itself; otherwise just itself. */
  packageOf(path: string): readonly string[];
  /** Whether import paths of a file start at the root of its own crate unless they name something external (Rust 2015). Absent: no. */
  importsFromRoot?(path: string): boolean;
  /**
   * Whether an ordinary build includes the file or definition (common platform, no extra tags). Of twins that exclude each other, the
   * ordinary one is the target and the others are candidates. Absent: all files are built.
   */
  isDefault?(path: string): boolean;
  /**
   * The files that other builds use in place of this one, if it is in one of several modules of the same name; otherwise undefined. Absent:
   * there are none.
   */
  choiceOf?(path: string): ModuleChoice | undefined;
  /**
   * Whether a definition of the file with these `attributes` depends on a flag that a program sets before the build: which twin is built is
   * not known.
   */
  hangsOnScript?(path: string, attributes: string): boolean;
  /** Whether some build includes both files. Absent: any two may be built together. */
  builtTogether?(one: string, other: string): boolean;
  /** Whether some build leaves the file out: only then may it have twins. Absent: definitions have conditions of their own. */
  isConditional?(path: string): boolean;
  /**
   * Files that represent one module under mutually exclusive conditions (package `exports` that name one file for browsers and one for
   * servers), in groups; those of one folder of a package together. Absent: there are none.
   */
  readonly choices?: readonly { readonly package: string; readonly paths: readonly string[] }[];
  /**
   * The file beside the module at `path` that declares its contents (`x.pyi` of `x.py`), or its types if these are separate (`x.d.ts` of
   * `x.js`).
   */
  declaredBy?(path: string): string | undefined;
  /** The route of a file that a framework serves by its path (`pages/api/users.ts`); undefined for others. Absent: no framework does. */
  servedAt?(path: string): ServedFile | undefined;
  /** The root from which absolute paths inside the crate or package of `path` start, as a specifier; "" if there is none. */
  rootOf?(path: string): string;
}

/** Joins `a` and `b` to one specifier: `a.b`, `.b` for `.`, `a::b`. */
export function joinSpecifier(specifier: string, name: string, separator: string): string {
  return specifier.endsWith(".") || specifier === "" ? specifier + name : specifier + separator + name;
}
