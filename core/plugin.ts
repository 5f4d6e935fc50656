/**
 * The contract between Callgrove and a language: a plugin is a plain value.
 *
 * Invariant: a plugin touches only its arguments. The host compares no language's name: what differs is expressed here, as data or small
 * pure functions.
 */
import type { TextForms } from "./rules/text_forms.ts";
import type { Lowering } from "./lower/lower.ts";
import type { ModuleResolver, Project } from "./resolve/modules.ts";
import type { AssemblyRules } from "./rules/assembly_rules.ts";
import type { PackageRules } from "./rules/package_rules.ts";
import type { ResolutionRules } from "./rules/resolution_rules.ts";
import type { RouteRules } from "./rules/route_rules.ts";
import type { TemplateRules } from "./rules/template_rules.ts";
import type { EmbeddedCode } from "./tree/embed.ts";
import type { FlatTree, Grammar } from "./tree/flat_tree.ts";
import type { GivenMacro, MacroNotes } from "./tree/given_macros.ts";

/** The nodes of the tree by the role that a pattern's capture gives them. */
export type Roles = Readonly<Record<string, readonly number[] | undefined>>;

/** A rule of the language's own, called for a node whose pattern's capture is `own.NAME`, with the nodes of each role. */
export type OwnRule = (lowering: Lowering, node: number, roles: Roles) => number | void;

/** A macro of another file, as passed to a plugin. */
export interface ReadMacro extends GivenMacro {
  /** The tree of its declaration, valid until the next one is read. */
  readonly tree: () => FlatTree;
}

/** How a language's files are read, besides the patterns. Loaded only by threads that parse. */
export interface ReadingRules {
  readonly own: Readonly<Record<string, OwnRule>>;
  /**
   * Called for every text before it is parsed. Returns a text of the same length in which anything that would slow the parser down too
   * much, or that the grammar always misreads, is blanked or rewritten.
   */
  readonly ease?: (source: string) => string;
  /**
   * What the parser may skip: stretches within comments (ascending pairs of start and end), so that a comment of many lines is parsed as a
   * short one. The node's position in the text stays the same. Used only if the whole text goes to the parser as UTF-8.
   */
  readonly unread?: (source: string) => readonly number[];
  /**
   * Called for a text that did not parse. Returns a text of the same length in which what the grammar is known not to read is blanked or
   * rewritten. The parse with fewer problems is kept.
   */
  readonly repair?: (source: string) => string;
  /**
   * Code that the grammar leaves as loose tokens (a macro's arguments), to be parsed separately; undefined if there is none.
   * @param given macros of other files that the text calls, each with the tree of its declaration
   */
  readonly embedded?: (tree: FlatTree, grammar: Grammar, given: readonly ReadMacro[]) => EmbeddedCode | undefined;
  /**
   * What the language adds to a definition that the patterns found: flags, kind, owner, doc, parent. Runs before its name is bound. Returns
   * false if the plugin has bound it itself, or if it is not to be bound.
   */
  readonly describe?: (lowering: Lowering, node: number, definition: number) => void | false;
  /** Binds a target that is not a plain name (a pattern, `self.x`, `module.exports`). Returns true if it did. */
  readonly bindTarget?: (lowering: Lowering, target: number, value: number, kind: number, type: number) => boolean;
  /** What is done to the member named at `node`, bits of `AccessMode`. Absent: reading and setting members runs no code. */
  readonly accessAt?: (lowering: Lowering, node: number) => number;
  /** Lowers a node in a type position; 0 to let the expression rules do it. */
  readonly lowerType?: (lowering: Lowering, node: number) => number;
  /** The doc comment of the definition at `node`, cleaned. */
  readonly doc?: (lowering: Lowering, node: number) => string;
  /** The doc comment of the file itself, cleaned. */
  readonly moduleDoc?: (lowering: Lowering) => string;
  /** `begin` runs once per file, before everything else; `finish` after everything else. */
  readonly begin?: (lowering: Lowering) => void;
  /**
   * Whether the declarations in a function's body are invisible to its parameters, so that the body has a scope of its own.
   * @param body the node of the body
   */
  readonly isBodyApart?: (lowering: Lowering, body: number) => boolean;
  readonly finish?: (lowering: Lowering) => void;
}

/** One language. */
export interface LanguagePlugin {
  readonly name: string;
  /** For people: `TypeScript and JavaScript`. */
  readonly title: string;
  /** Other names that people use for it, in lower case, besides its file extensions: `golang`. */
  readonly aliases?: readonly string[];
  /** Raised whenever the extractor yields other facts for the same text. */
  readonly version: number;
  /** File extension (with dot) -> grammar: the name of a `tree-sitter-NAME.wasm`. */
  readonly extensions: Readonly<Record<string, string>>;
  /** Interpreter names in the `#!` line of a script without a file extension. */
  readonly interpreters?: readonly string[];
  /** Base names of the files that are read for module resolution (`go.mod`, `tsconfig.json`). */
  readonly manifests: readonly string[];
  /** The text of the `.scm` files, joined. */
  readonly queries: string;
  /** Loads the additional rules for a thread that parses. */
  readonly reading: () => Promise<ReadingRules>;
  /** Macros that one file declares and another calls. Absent: the language has none. */
  readonly givenMacros?: {
    /** The names of the macros that a text declares, found without parsing. A superset is harmless. */
    readonly namesDeclared: (source: string) => readonly string[];
    /** The names of the macros that a text calls and does not declare, found likewise. Those that every file has may be left out. */
    readonly namesCalled: (source: string) => readonly string[];
    /** The macros of other files that each file calls, by its path. A file that is not listed calls none. */
    readonly share: (
      files: readonly { readonly path: string; readonly macros: MacroNotes }[],
      manifests: ReadonlyMap<string, string>,
    ) => ReadonlyMap<string, readonly GivenMacro[]>;
  };
  /** The language's own library, written as declarations in the language itself: types for the resolver, never targets. */
  readonly library: { readonly path: string; readonly source: string };
  readonly rules: ResolutionRules;
  /** Builds, from all paths and manifests of a ref, the resolution of module specifiers. */
  readonly modules: (project: Project) => ModuleResolver;
  /** How packages are declared and configured. */
  readonly packages?: PackageRules;
  /** The syntax of comments and string literals. Absent: as in C. */
  readonly textForms?: TextForms;
  /** How to read templates that are written in other languages and run code of this one. */
  readonly templates?: TemplateRules;
  /** How to read assembly that calls functions of this language. */
  readonly assembly?: AssemblyRules;
  /** How web frameworks and HTTP clients declare and use routes. */
  readonly routes?: RouteRules;
  /** What tests are: marked functions in test files, calls at the top level of these files (`it`, `test`), or marked functions anywhere. */
  readonly tests: "files" | "calls" | "anywhere";
  /** Whether a file is a test file. `holdsTests`: its source calls what declares tests, which decides if the path is ambiguous. */
  readonly isTestFile: (path: string, holdsTests: boolean) => boolean;
  /** Whether a file's name puts a condition on the builds that include it. Absent: names say nothing. */
  readonly isConditionalFile?: (path: string) => boolean;
  /** Whether other code reaches a file as if it were external although it lies in the repository. Absent: there are no such files. */
  readonly isFileAside?: (path: string) => boolean;
  /** Its code is not trusted: it runs in a thread of its own, under a time limit. */
  readonly runsApart?: boolean;
}
