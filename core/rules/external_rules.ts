/**
 * What is known about other packages' types and functions by their names, as a language's data declares it (a part of `ResolutionRules`).
 */

/** Rules about what is defined in other packages. */
export interface ExternalRules {
  /**
   * Names of generic types of other packages, prefixed with their module's and a dot if others share the name (`web.Query`) -> the
   * library's type of which they are aliases, with the first arguments (`anyhow::Result<T>`), or that has the same members
   * (`hashbrown::HashMap<K, V>`).
   */
  readonly externalAliases?: Readonly<Record<string, string>>;
  /**
   * Names of functions and methods of other packages -> the library's function with the same result: only those whose full name matches
   * `within`, and with `typeArguments` only those with as many explicit type arguments.
   */
  readonly externalFunctions?: Readonly<
    Record<string, { readonly gives: string; readonly within?: RegExp; readonly typeArguments?: number }>
  >;
  /** Full names of functions that traits of other packages give to an own type -> the library's function with the same result, for that type. */
  readonly externalForOwn?: Readonly<Record<string, string>>;
  /** Like `wrappers`, but only if the name is one of another package: a repository may use it for something else. */
  readonly externalWrappers?: Readonly<Record<string, number>>;
  /** Names of generic types of other packages that by convention point to their argument (`SharedPointer<Node>`). */
  readonly externalPointers?: RegExp;
  /** Full names of what macros of other packages generate from a type of the repository: it may yield values of that type. */
  readonly madeFromTypes?: RegExp;
  /** Methods of other packages that run the function on which they are called, and return its result. */
  readonly externalRunners?: ReadonlySet<string>;
  /** The library's types of values that are called step by step: each method that they do not declare returns the value itself. */
  readonly externalBuilders?: readonly string[];
  /** Full names of external types to which a value of a repository type can be converted only if they are interfaces. */
  readonly externalInterfaces?: RegExp;
  /**
   * The suffix of package names that generated code uses: a package without it may have the same types under its own name (`empty`,
   * `emptypb`).
   */
  readonly generatedPackages?: string;
  /** Full names of external functions that return what a text names, wherever that is defined (`import_string(settings.BACKEND)`). */
  readonly externalLoaders?: RegExp;
  /** External calls, by their full names, whose result may be anything in the program. */
  readonly unknownExternal?: RegExp;
}
