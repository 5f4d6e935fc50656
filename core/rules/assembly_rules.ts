/**
 * How to read assembly files beside a language's code: part of the plugin contract.
 *
 * Invariant: pure; only the names of the functions that such a file calls are used.
 */
export interface AssemblyRules {
  /** Matches the base name of such a file. */
  readonly files: RegExp;
  readonly readNames: (text: string) => readonly AssemblyName[];
}

/** What assembly calls: a function of its own folder's package, or of another one. */
export interface AssemblyName {
  readonly name: string;
  /** The path of the other package; "" for the own one. */
  readonly package: string;
  /** From 1; the line of the first occurrence. */
  readonly line: number;
}
