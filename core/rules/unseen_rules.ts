/**
 * What a language permits code to do that no call site shows, and what it rules out: consulted before a list of callers is reported as
 * `complete`.
 *
 * Part of the rules of a language's plugin. Invariant: what is absent is assumed to be neither done nor ruled out in the language.
 */

/** Rules about calls that no call site shows. */
export interface UnseenRules {
  /**
   * The only places where code can name what is not exported: the files of its folder, to which the names themselves belong (Go), or of its
   * package (Rust). Absent: anywhere.
   */
  readonly privateTo?: "folder" | "package";
  /** An exported member of a type that is not exported is as invisible as that type (Rust). */
  readonly hidesMembers?: true;
  /** The names of a module that are not in its export list, except those with `_`, can still be imported by name (Python). */
  readonly showsUnlisted?: true;
  /** A macro or an attribute may call, and pass on, what it receives by name (Rust). */
  readonly macrosCall?: true;
  /** Modules are passed as values, and facts record where (JavaScript): a member of a value may be a module's function. */
  readonly passesModules?: true;
  /**
   * Modules are passed as values, and facts do not record where (Python). `but`: functions that only inspect modules, or put something into
   * them.
   */
  readonly passesModulesUnseen?: { readonly but: ReadonlySet<string> };
  /** The name by which a function accesses all its arguments, whatever its parameters are (`arguments`). */
  readonly allArguments?: string;
  /** A method call runs the method of that name on any value, whatever declared types say (Python, JavaScript). */
  readonly duckTyped?: true;
  /** A decorator may turn a method into a property (Python). */
  readonly decoratorsMakeProperties?: true;
  /** A class inside another one is read as its member, also through subclasses and bases (Python). */
  readonly classesAreMembers?: true;
  /** A class may be used as a type that it does not name, because of its members alone, and the index does not know which (TypeScript). */
  readonly fitsUnnamed?: true;
  /** A type that embeds an external one may get the missing methods of an interface from it (Go). */
  readonly embedsMembers?: true;
  /**
   * A file may have names by means that it does not show: imports for a whole project (C#), or those of an included file (C++). Then an
   * unbound name is unknown, also in a file with a wildcard import from something external.
   */
  readonly importsUnseen?: boolean;
  /** An object literal has methods of its own (JavaScript). */
  readonly objectsHaveMethods?: true;
}
