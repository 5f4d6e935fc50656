/**
 * What a language lets code do that no call site shows, and what it rules out: what a list of callers asks before it says `complete`.
 *
 * Part of the rules of a language's plugin. Invariant: what is absent is neither done nor ruled out in the language, as far as is known.
 */

/** See the head of this file. */
export interface UnseenRules {
  /** Where alone code can name what is not exported: in the files of its folder (Go), or of its package (Rust). Absent: anywhere. */
  readonly privateTo?: "folder" | "package";
  /** What is exported of a type that is not exported is as little seen as that (Rust). */
  readonly hidesMembers?: true;
  /** A module that lists what it shows has the rest of its names, but for those with `_`, for who asks it for one (Python). */
  readonly showsUnlisted?: true;
  /** A macro or an attribute may call, and hand over, what it is given by name (Rust). */
  readonly macrosCall?: true;
  /** Modules are handed over as values, and it is told where (JavaScript): a member of a value may be a module's function. */
  readonly handsModules?: true;
  /** The same, where it is not told (Python), and what only looks at modules, or puts something into them. */
  readonly handsModulesUntold?: { readonly but: ReadonlySet<string> };
  /** The name under which a function has all that it is given, whatever its parameters are (`arguments`). */
  readonly allArguments?: string;
  /** A method runs on whatever has one of its name, whatever types say (Python, JavaScript). */
  readonly duckTyped?: true;
  /** What decorates a method may make a property of it (Python). */
  readonly decoratorsMakeProperties?: true;
  /** A class in another one is read as a member of that, by classes below and above it (Python). */
  readonly classesAreMembers?: true;
  /** A class may stand for a type that it does not name, by its members alone, and the index does not know for which (TypeScript). */
  readonly fitsUnnamed?: true;
  /** A type that embeds one from outside may have the rest of what an interface asks for from there (Go). */
  readonly embedsMembers?: true;
  /**
   * Names may be brought to a file by what it does not show, imports for a whole project (C#), what an included file includes (C++): what nothing binds
   * is unknown, also where the file takes all names of something outside.
   */
  readonly importsUnseen?: boolean;
  /** An object that is written out has methods of its own (JavaScript). */
  readonly objectsHaveMethods?: true;
}
