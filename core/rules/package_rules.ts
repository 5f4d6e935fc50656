/**
 * How a language's packages are declared: part of the plugin contract.
 *
 * Invariant: pure; an unreadable manifest yields nothing.
 */

/** What a dependency is needed for. */
export type DependencyScope = "runtime" | "dev" | "build" | "peer" | "optional" | "indirect";

/** A package that a manifest depends on. */
export interface Dependency {
  readonly name: string;
  /** As written; "" if none. */
  readonly version: string;
  readonly scope: DependencyScope;
  /** From 1. */
  readonly line: number;
}

/** The contents of one manifest. */
export interface PackageFacts {
  /** "" if it declares no package of its own. */
  readonly name: string;
  readonly dependencies: readonly Dependency[];
}

/** A function or class that a manifest names to be run or loaded from outside. */
export interface EntryPoint {
  /** The path of the module, in the language's own notation. */
  readonly module: string;
  /** Its name there: `main`, `Tool.run`. */
  readonly name: string;
  /** From 1. */
  readonly line: number;
}

/** Manifests and configuration files of a language. */
export interface PackageRules {
  /** Matches the base name of a manifest. */
  readonly manifests: RegExp;
  /** Matches the base name of a file that configures the package that contains it. */
  readonly configs: RegExp;
  readonly read: (path: string, text: string) => PackageFacts;
  /** The functions and classes that a manifest or configuration names as entry points. */
  readonly readEntries?: (text: string) => readonly EntryPoint[];
  /**
   * Which additional files are test files according to the files that are read for module resolution (`python_files`), by path. Absent:
   * they say nothing about it.
   */
  readonly testsNamed?: (manifests: ReadonlyMap<string, string>) => (path: string) => boolean;
}
