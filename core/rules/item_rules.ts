/**
 * How a language of items is resolved: one with paths, implementations and visibility that its compiler enforces.
 *
 * Each rule is independent: a language may have any of them without the others.
 */

/** Part of `ResolutionRules`. */
export interface ItemRules {
  /**
   * Imports, types and callees are paths of items, each looked up in the previous one (`use a::b::Item`, `T::Assoc`), and what precedes a
   * dot is a value. Through such a path a method is called with its receiver first (`Trait::method(x)`).
   */
  readonly itemPaths: boolean;
  /**
   * Words that such a path begins with: the root of the package, the module that contains the path, its parent module, and the enclosing
   * type, which may also be used as a value.
   */
  readonly pathWords?: { readonly root: string; readonly here: string; readonly above: string; readonly own?: string | undefined };
  /**
   * Modules, types, functions and macros may share a name: the syntactic position decides which is meant. A type with positional fields has
   * the same name as its constructor function.
   */
  readonly kindsApart: boolean;
  /**
   * An item without a visibility modifier (`pub`), including an import, is visible in its module and those inside it, whatever its name.
   */
  readonly hidesItems: boolean;
  /**
   * Types get members from separate implementations, for one type or for all that satisfy bounds, and never from another type. A type
   * parameter has the members of its bounds, which are traits, and of all of them.
   */
  readonly implementations: boolean;
  /** Traits require types by name, which their implementations define: `T::Item` is the one for `T`. */
  readonly associatedTypes: boolean;
  /** What a type or a call leaves open (`Vec<_>`, `Graph::new()`) is inferred from the value, or from its later use. */
  readonly infersOpenTypes: boolean;
  /** Types may take constants, which are bound among their type parameters (`[T; N]`). */
  readonly constantParameters: boolean;
  /**
   * Parts of external values are distinguished from the whole: what an external type contains, what an external call returns in several
   * parts, what a function passed there returns.
   */
  readonly externalParts: boolean;
  /** The type at the end of an implementation's header as written, as its first group. */
  readonly implementedFor?: RegExp;
  /** The library's type of literals that are references themselves. */
  readonly lentLiteral?: string;
  /** The sigil of names in the body of a macro that are replaced when it is used. */
  readonly placeholderSign?: string;
  /** Full names of external items in packages that, by their names, contain only macros: such a name may also have another meaning. */
  readonly macroPackages?: RegExp;
}

/** For a language without any of these. */
export const NO_ITEMS: ItemRules = {
  itemPaths: false,
  kindsApart: false,
  hidesItems: false,
  implementations: false,
  associatedTypes: false,
  infersOpenTypes: false,
  constantParameters: false,
  externalParts: false,
};
