/**
 * How a language's packages are declared: part of the plugin contract.
 *
 * Invariant: pure; a manifest that cannot be read says nothing.
 */

/** For what a dependency is needed. */
export type DependencyScope = "runtime" | "dev" | "build" | "peer" | "optional" | "indirect";

/** A package that a manifest asks for. */
export interface Dependency {
  readonly name: string;
  /** As written, "" if none. */
  readonly version: string;
  readonly scope: DependencyScope;
  /** From 1. */
  readonly line: number;
}

/** What one manifest says. */
export interface PackageFacts {
  /** "" where it declares no package of its own. */
  readonly name: string;
  readonly dependencies: readonly Dependency[];
}

/** Something of a module that a manifest names to be run or loaded from outside. */
export interface EntryPoint {
  /** Path of the module, in the language's own words. */
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
  /** Matches the base name of a file that configures the package around it. */
  readonly configs: RegExp;
  readonly read: (path: string, text: string) => PackageFacts;
  /** Which functions and classes a manifest or configuration names as what is run from outside. */
  readonly readEntries?: (text: string) => readonly EntryPoint[];
  /** Which files those that are read for module resolution say besides to hold tests (`python_files`), by path. Absent: they say nothing of it. */
  readonly testsNamed?: (manifests: ReadonlyMap<string, string>) => (path: string) => boolean;
}
