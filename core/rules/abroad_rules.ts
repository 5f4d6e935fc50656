/**
 * What is known of other packages' types and functions by their names, as a language's data says it (a part of `ResolutionRules`).
 */

/** See the head of this file. */
export interface AbroadRules {
  /**
   * Names of generic types of other packages, behind their module's and a dot where others bear the name too (`web.Query`) -> the library's type of
   * which they are aliases, the first arguments given (`anyhow::Result<T>`), or that has the same members (`hashbrown::HashMap<K, V>`).
   */
  readonly aliasedAbroad?: Readonly<Record<string, string>>;
  /**
   * Names of functions and methods of other packages -> the library's function that gives the same: of those whose full name `within` fits,
   * and that get one type argument where `isTold`.
   */
  readonly functionsAbroad?: Readonly<Record<string, { readonly gives: string; readonly within?: RegExp; readonly isTold?: true }>>;
  /** As `wrappers`, but only where the name is one of another package: a repository may mean something else by it. */
  readonly wrappersAbroad?: Readonly<Record<string, number>>;
  /** Names of generic types of other packages that by custom lead to what they are given (`SharedPointer<Node>`). */
  readonly pointersAbroad?: RegExp;
  /** Full names of what macros of other packages make of a type of the repository: it may give that type's values. */
  readonly madeFromTypes?: RegExp;
  /** Methods of other packages that run the function on which they are called, and give what it gives. */
  readonly runsAbroad?: ReadonlySet<string>;
  /** The library's types of values that are called step by step: each method that they do not declare gives the value back. */
  readonly buildersAbroad?: readonly string[];
  /** Full names of types outside of which a value of a type of the repository becomes one only where they are interfaces. */
  readonly interfacesAbroad?: RegExp;
  /** How names of packages end that a program writes: one that is called so without that may have the same types under its own name (`empty`, `emptypb`). */
  readonly generatedPackages?: string;
  /** Full names of functions outside that give what a text names, wherever that is defined (`import_string(settings.BACKEND)`). */
  readonly loadersAbroad?: RegExp;
  /** Calls outside, by their full names, of which nobody can say what they give: whatever the program has. */
  readonly untoldAbroad?: RegExp;
}
