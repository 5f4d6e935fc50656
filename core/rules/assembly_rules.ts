/**
 * How assembly files beside a language's code are read: part of the plugin contract.
 *
 * Invariant: pure; nothing is made of such a file but the names of the functions that it reaches.
 */
export interface AssemblyRules {
  /** Matches the base name of such a file. */
  readonly files: RegExp;
  readonly readNames: (text: string) => readonly AssemblyName[];
}

/** What assembly reaches: a function of its own folder's package, or of another one. */
export interface AssemblyName {
  readonly name: string;
  /** Path of the other package; "" for the own one. */
  readonly package: string;
  /** From 1; where it stands first. */
  readonly line: number;
}
