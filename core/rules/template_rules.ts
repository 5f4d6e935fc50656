/**
 * How a language's templates are read: part of the plugin contract.
 *
 * Invariant: pure; nothing is made of a template but the names that stand in its code.
 */
export interface TemplateRules {
  /** Matches the base name of a template. */
  readonly files: RegExp;
  /**
   * Matches the base names of other texts that are templates only where code of the language takes them up: they lie in a folder with files of it, or in
   * one below that.
   */
  readonly besideCode?: RegExp;
  /** Matches the base names of those that hold code of their own, which is not indexed. */
  readonly components: RegExp;
  /** Units of such a component, up to which it is read; else `LONGEST_TEMPLATE`. */
  readonly longestComponent?: number;
  /** The names in a template's expressions and code, each with the line (from 1) where it stands first. */
  readonly readNames: (path: string, text: string) => ReadonlyMap<string, number>;
}

/** Units; longer ones are not read. */
export const LONGEST_TEMPLATE = 64 * 1024;
