/**
 * What a module specifier means: the seam between the resolver and a language's own module rules.
 *
 * Stage: resolve. Invariant: pure; the answer depends on paths and manifests, never on the disk.
 */

/** All that module resolution may look at. */
export interface Project {
  /** All files of the ref in this language, sorted; paths relative to the root with `/`. */
  readonly paths: readonly string[];
  /** Manifest path -> text. */
  readonly manifests: ReadonlyMap<string, string>;
  /** What the source of each file says, by its path, for languages whose modules are declared there (`mod x;`, a package clause). */
  readonly declarations: (path: string) => ModuleDeclarations | undefined;
  /** What each file imports, as it is written there, for languages whose packages nothing else may place. Absent: no file is known to import anything. */
  readonly specifiers?: (path: string) => readonly string[];
}

/** What a file's source says about modules. */
export interface ModuleDeclarations {
  /** The package clause (Go), or "". */
  readonly packageName: string;
  /** Under which condition the file is built, as its own text says it (a build constraint), or "". */
  readonly condition?: string;
  /** Flags for conditions that it may set where it is run before a build (Rust's `build.rs`). */
  readonly flags?: readonly string[];
  /** It declares where a program begins (Go's `func main`). */
  readonly program?: boolean;
  /** It calls at its top what makes tests (`describe("store", …)`). */
  readonly tests?: boolean;
  /** Its macros hold beyond its end (`#![macro_use]`): asked of its facts alone; said here, for where it changes all is resolved anew. */
  readonly handsMacros?: boolean;
  /** Names under which all files of this one's crate know another (`extern crate a as b`): from b to a. */
  readonly renamed?: Readonly<Record<string, string>>;
  /** `mod x;` declarations: name, the inline modules around it, a written `#[path]`, whether an ordinary build leaves it out. */
  readonly children: readonly ChildModule[];
  /** Names of modules outside that the file declares for others, in quotes as they are bound here (`declare module "x"`). */
  readonly modules?: readonly string[];
  /** Modules that it takes names from under conditions of the build, in groups: those that an ordinary one takes, and those that it leaves out. */
  readonly choices?: readonly {
    readonly within: readonly string[];
    readonly built: readonly string[];
    readonly leftOut: readonly string[];
  }[];
  /** Paths of files whose text stands in this one, and the inline modules around each. */
  readonly included?: readonly { readonly path: string; readonly within: readonly string[] }[];
}

/** A child module as it is declared. */
export interface ChildModule {
  readonly name: string;
  readonly within: readonly string[];
  readonly path: string;
  readonly inactive: boolean;
  /** In an ordinary build something else of that name stands in its place: an inline module, an import. */
  readonly replaced?: boolean;
}

/** Where a specifier leads. */
export type ModuleTarget =
  /** The files that make up the module: one, or all files of a Go package. `within`: inline modules inside the file. */
  | { readonly kind: "inside"; readonly paths: readonly string[]; readonly within?: readonly string[] }
  /**
   * A folder that is a package without a file of its own (namespace package): only its children mean something.
   * They are asked for by the folder's path: `/a/b.c` is the child `c` of the folder `a/b`, wherever it is asked from.
   */
  | { readonly kind: "folder"; readonly path: string }
  /**
   * `beside`: a module of the repository that bears the name where the importing file is run by itself, so that its folder is searched first; or,
   * `isAfar`, where whoever runs it puts the module's folder on the search path.
   */
  | { readonly kind: "outside"; readonly name: string; readonly beside?: string; readonly isAfar?: boolean }
  /** Looks like one of the repository's own, but is not there (generated, ignored). `isCode`: the place that it names can hold nothing but code. */
  | { readonly kind: "missing"; readonly name: string; readonly isCode?: boolean };

/** What a web framework serves because of where a file lies. */
export interface ServedFile {
  readonly framework: string;
  /** Parameters are `{name}`. */
  readonly path: string;
  /** Names under which the file exports handlers -> HTTP method. */
  readonly handlers: Readonly<Record<string, string>>;
}

/** What builds choose among that exclude each other: modules of one name, each a file of its own and what lies in it. */
export interface ModuleChoice {
  /** The file of the module that is chosen, in which the file in question lies; that may be itself. */
  readonly root: string;
  /** What the others have in its place. */
  readonly others: readonly string[];
}

/** A language's module rules, prepared for one ref. */
export interface ModuleResolver {
  /** What `specifier`, written in `from`, means. */
  resolve(specifier: string, from: string): ModuleTarget;
  /** The same where it is written in a call that loads a module (`require`), of a language in which that may lead elsewhere. Absent: it never does. */
  resolveRequired?(specifier: string, from: string): ModuleTarget;
  /** The module's own name, for qualified names: `app.io`, `crate::net`, a Go import path. */
  nameOf(path: string): string;
  /** The package that a file belongs to, as the language means it: an import path (Go), a folder of modules, a crate; "" if none. */
  packageName(path: string): string;
  /** Whether code names what another package has by its full name, without an import (Java's `com.acme.io.Store`). Absent: it does not. */
  readonly namesInFull?: boolean;
  /** Packages whose names the code of a file sees besides, nearest first: those around its own (C#). Absent: none. */
  packagesAround?(path: string): readonly string[];
  /** Whether what a file imports tells what the imports of others mean: where no manifest does. Absent: it does not. */
  byImports?(path: string): boolean;
  /** Modules that manifests name as plugins of a test framework: what these give is given everywhere. */
  readonly testPlugins?: readonly string[];
  /** Whether manifests say that a file holds tests, whatever its name (`PackageRules.testsNamed`). Absent: they say nothing of it. */
  isTestFile?(path: string): boolean;
  /** The package outside the repository that a specifier belongs to (`lodash` of `lodash/fp`), by the names that manifests use. */
  externalPackage(specifier: string, from: string): string;
  /** Whether the module at `path` may have others for members because of where they lie. Absent: any may. */
  holdsModules?(path: string): boolean;
  /** Files that share one scope with `path` (a Go package), itself included; otherwise just itself. */
  packageOf(path: string): readonly string[];
  /** Whether what a file imports is named from the root of its own code on where it names nothing outside (Rust's first edition). */
  importsFromRoot?(path: string): boolean;
  /**
   * Whether an ordinary build takes the file or definition (common platform, no extra tags). Of twins that exclude each other the
   * ordinary one is meant, the others are candidates. Absent: all files are built.
   */
  isDefault?(path: string): boolean;
  /** What other builds take in place of the file, where it lies in one of several modules of a name; undefined for others. Absent: there are none. */
  choiceOf?(path: string): ModuleChoice | undefined;
  /** Whether a definition of the file with these `attributes` hangs on a flag that a program sets before the build: nothing tells which twin is built. */
  hangsOnScript?(path: string, attributes: string): boolean;
  /** Whether some build takes both files. Absent: any two may be built together. */
  builtTogether?(one: string, other: string): boolean;
  /** Whether some build leaves the file out: others have no twins. Absent: definitions have conditions of their own. */
  isConditional?(path: string): boolean;
  /**
   * Files that stand for one module under conditions that exclude each other (`exports` of a package that names one for browsers, one for
   * servers), in groups, those of one folder of a package together. Absent: there are none.
   */
  readonly choices?: readonly { readonly package: string; readonly paths: readonly string[] }[];
  /** The file beside the module at `path` that declares what it has (`x.pyi` of `x.py`), or its types where these are apart (`x.d.ts` of `x.js`). */
  declaredBy?(path: string): string | undefined;
  /** The route of a file that a framework serves by its place (`pages/api/users.ts`); undefined for others. Absent: no framework does. */
  servedAt?(path: string): ServedFile | undefined;
  /** The root from which absolute paths inside `path`'s own crate or package start, as a specifier; "" if there is none. */
  rootOf?(path: string): string;
}

/** `a` and `b` as one specifier: `a.b`, `.b` of `.`, `a::b`. */
export function joinSpecifier(specifier: string, name: string, separator: string): string {
  return specifier.endsWith(".") || specifier === "" ? specifier + name : specifier + separator + name;
}
