/**
 * How to read a language's templates: part of the plugin contract.
 *
 * Invariant: pure; only the names in a template's code are used.
 */
export interface TemplateRules {
  /** Matches the base name of a template. */
  readonly files: RegExp;
  /**
   * Matches the base names of other texts that are templates only if code of the language uses them: they are in a folder with files of it,
   * or in a subfolder of one.
   */
  readonly besideCode?: RegExp;
  /** Matches the base names of those that contain code of their own, which is not indexed. */
  readonly components: RegExp;
  /** The greatest length at which such a component is read, in UTF-16 units. Default: `LONGEST_TEMPLATE`. */
  readonly longestComponent?: number;
  /** The names in a template's expressions and code, each with the line (from 1) of its first occurrence. */
  readonly readNames: (path: string, text: string) => ReadonlyMap<string, number>;
}

/** In UTF-16 units; longer ones are not read. */
export const LONGEST_TEMPLATE = 64 * 1024;
