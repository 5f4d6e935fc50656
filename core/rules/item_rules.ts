/**
 * How a language of items is resolved: one with paths, implementations and visibility that its compiler enforces.
 *
 * Each rule stands for itself: a language may have any of them without the others.
 */

/** Part of `ResolutionRules`. */
export interface ItemRules {
  /**
   * Imports, types and callees are paths of items, each found in the one before it (`use a::b::Item`, `T::Assoc`), and what stands before a dot is a
   * value; by such a path a method is called with its receiver first (`Trait::method(x)`).
   */
  readonly itemPaths: boolean;
  /**
   * Words that such a path begins with: the root of the package, the module that the path stands in, the one around that, and the type around, which
   * may stand alone as a value, too.
   */
  readonly pathWords?: { readonly root: string; readonly here: string; readonly above: string; readonly own?: string | undefined };
  /**
   * Modules, types, functions and macros may share a name: the place where it stands tells which is meant. What has fields by place bears the name of
   * the function, too, that makes it.
   */
  readonly kindsApart: boolean;
  /** An item that nothing shows (`pub`), an import among them, is seen by the module that it stands in and those inside, whatever its name. */
  readonly hidesItems: boolean;
  /**
   * Types have members by implementations that stand apart from them, for one type or for all that fulfil something, and never by another type; a type
   * parameter has what its bounds have, which are traits, and all of several.
   */
  readonly implementations: boolean;
  /** Traits ask for types by name, which those that implement them tell: `T::Item` is what it is for `T`. */
  readonly associatedTypes: boolean;
  /** What a written type or a call leaves open (`Vec<_>`, `Graph::new()`) is told by the value, or by what is done with that later. */
  readonly infersOpenTypes: boolean;
  /** Types may take constants, which are bound among their type parameters (`[T; N]`). */
  readonly constantParameters: boolean;
  /**
   * What is part of something outside is told apart from the whole: what a type outside holds, what a call outside gives in several parts, what a
   * function gives that is handed there.
   */
  readonly partsAbroad: boolean;
  /** The type at the end of an implementation's header as it is written, by its first group. */
  readonly implementedFor?: RegExp;
  /** The library's type of literals that are references themselves. */
  readonly lentLiteral?: string;
  /** The sign before names in the body of a macro in whose place its use puts something. */
  readonly placeholderSign?: string;
  /** Full names of what lies outside in packages that by their names have nothing but macros: what has such a name may have another meaning beside that. */
  readonly macroPackages?: RegExp;
}

/** A language that has none of this. */
export const NO_ITEMS: ItemRules = {
  itemPaths: false,
  kindsApart: false,
  hidesItems: false,
  implementations: false,
  associatedTypes: false,
  infersOpenTypes: false,
  constantParameters: false,
  partsAbroad: false,
};
