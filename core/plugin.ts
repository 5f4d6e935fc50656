/**
 * The contract between Callgrove and a language: a plugin is a plain value.
 *
 * Invariant: a plugin touches its arguments alone. The host compares no language's name: what differs is said here, as data or small pure functions.
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

/** Nodes of the tree by the role that a pattern's capture gives them. */
export type Roles = Readonly<Record<string, readonly number[] | undefined>>;

/** A rule of the language's own: called for a node whose pattern's capture is `own.NAME`, with the nodes under each role. */
export type OwnRule = (lowering: Lowering, node: number, roles: Roles) => number | void;

/** A macro of another file as a plugin gets it. */
export interface ReadMacro extends GivenMacro {
  /** The tree of its declaration, which holds until the next one is read. */
  readonly tree: () => FlatTree;
}

/** How a language's files are read, beside the patterns: what threads that parse load, and nobody else. */
export interface ReadingRules {
  readonly own: Readonly<Record<string, OwnRule>>;
  /**
   * Called for every text before it is parsed: the same text, of the same length, where what would keep the parser for too long, or what
   * the grammar always takes for something else, is blank or written in another way.
   */
  readonly ease?: (source: string) => string;
  /**
   * What the parser may go without: stretches within comments (where each begins and where it ends, ascending), so that a comment of many lines
   * is the node of a short one. The node's place in the text stays what it is. Only where the whole text goes to the parser as UTF-8.
   */
  readonly unread?: (source: string) => readonly number[];
  /**
   * Called for a text that did not parse: the same text, of the same length, where what the grammar is known not to read is blank or
   * written in another way. The parse with fewer problems counts.
   */
  readonly repair?: (source: string) => string;
  /**
   * Code that the grammar leaves as loose tokens (a macro's arguments), to be parsed once more; undefined where there is none.
   * @param given macros of other files, where the text calls such, each with the tree of its declaration
   */
  readonly embedded?: (tree: FlatTree, grammar: Grammar, given: readonly ReadMacro[]) => EmbeddedCode | undefined;
  /**
   * What the language adds to a definition that the patterns found: flags, kind, owner, doc, parent. Runs before its name is bound;
   * false where the plugin has bound it itself, or it is bound nowhere.
   */
  readonly describe?: (lowering: Lowering, node: number, definition: number) => void | false;
  /** Binds a target that is no plain name (a pattern, `self.x`, `module.exports`); true when it did. */
  readonly bindTarget?: (lowering: Lowering, target: number, value: number, kind: number, type: number) => boolean;
  /** What is done with the member that is named at `node`, bits of `AccessMode`. Absent: reading and setting members runs no code. */
  readonly accessAt?: (lowering: Lowering, node: number) => number;
  /** Lowers a node in the place of a type; 0 to let the expression rules do it. */
  readonly lowerType?: (lowering: Lowering, node: number) => number;
  /** The doc comment of the definition at `node`, cleaned. */
  readonly doc?: (lowering: Lowering, node: number) => string;
  /** The doc comment of the file itself, cleaned. */
  readonly moduleDoc?: (lowering: Lowering) => string;
  /** Runs once a file, before anything else; and once after. */
  readonly begin?: (lowering: Lowering) => void;
  /** Whether what a function's body declares is not seen by its parameters, so that it has a scope of its own. @param body its node */
  readonly isBodyApart?: (lowering: Lowering, body: number) => boolean;
  readonly finish?: (lowering: Lowering) => void;
}

/** One language. */
export interface LanguagePlugin {
  readonly name: string;
  /** For people: `TypeScript and JavaScript`. */
  readonly title: string;
  /** What else people call it, in lower case, besides its file endings: `golang`. */
  readonly aliases?: readonly string[];
  /** Raised whenever the extractor gives other facts for the same text. */
  readonly version: number;
  /** File ending (with dot) -> grammar: the name of a `tree-sitter-NAME.wasm`. */
  readonly extensions: Readonly<Record<string, string>>;
  /** Names that a script without ending may have in its `#!` line. */
  readonly interpreters?: readonly string[];
  /** File names that are read for module resolution (`go.mod`, `tsconfig.json`), by base name. */
  readonly manifests: readonly string[];
  /** The text of the `.scm` files, joined. */
  readonly queries: string;
  /** Loads what a thread that parses needs beside them. */
  readonly reading: () => Promise<ReadingRules>;
  /** Macros that one file declares and another calls. Absent: the language has no such. */
  readonly givenMacros?: {
    /** The names of those that a text declares, found without a parse: one too many is harmless. */
    readonly namesDeclared: (source: string) => readonly string[];
    /** The names of those that a text calls and does not declare, found likewise; those that everybody has may be left out. */
    readonly namesCalled: (source: string) => readonly string[];
    /** Which macros of other files each file calls, by its path; a file that is not named there calls none. */
    readonly share: (
      files: readonly { readonly path: string; readonly macros: MacroNotes }[],
      manifests: ReadonlyMap<string, string>,
    ) => ReadonlyMap<string, readonly GivenMacro[]>;
  };
  /** The language's own library, written as declarations in the language itself: shapes for the resolver, never a target. */
  readonly library: { readonly path: string; readonly source: string };
  readonly rules: ResolutionRules;
  /** Builds, from all paths and manifests of a ref, what a module specifier means. */
  readonly modules: (project: Project) => ModuleResolver;
  /** How packages are declared and configured. */
  readonly packages?: PackageRules;
  /** How comments and texts look; absent: as in C. */
  readonly textForms?: TextForms;
  /** How templates that are written in other languages, and run code of this one, are read. */
  readonly templates?: TemplateRules;
  /** How assembly is read that calls functions of this language. */
  readonly assembly?: AssemblyRules;
  /** How web frameworks and HTTP clients are told of routes. */
  readonly routes?: RouteRules;
  /** What tests are: marked functions in files of tests, calls at the top of these files (`it`, `test`), or marked functions anywhere. */
  readonly tests: "files" | "calls" | "anywhere";
  /** True for files that hold tests, by path; `holdsTests`: their source calls what makes some, which tells where the path may mean either. */
  readonly isTestFile: (path: string, holdsTests: boolean) => boolean;
  /** True for files whose names put a condition on the build that takes them; absent: names say nothing. */
  readonly isConditionalFile?: (path: string) => boolean;
  /** True for files that code elsewhere reaches as code outside, though they lie in the repository; absent: there are none. */
  readonly isFileAside?: (path: string) => boolean;
  /** Brings code that nobody here has read: it is run in a thread of its own, and not for longer than a while. */
  readonly runsApart?: boolean;
}
