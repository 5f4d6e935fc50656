/**
 * What patterns of a beginning are made of.
 *
 * Stage: before all others. Invariant: plain data; what the grammar at hand does not have is not written down.
 */
import { tableOf } from "../core/base/tables.ts";

/**
 * A pattern in parts: the kind of its node (or a word in quotes), its rule, and what it captures. A part that ends with `?` or `*`, before its capture
 * or alone, is left out where the grammar has no such thing there; without any other the whole form is.
 */
export type Form = readonly [node: string, rule: string, ...parts: readonly string[]];

/** In a form the words, each in its role, that say what a definition is, as far as the grammar has them. */
export const WORDS = "WORDS";
/** Each of these words with the role that says what a definition is where the word stands before it. */
export const WORD_ROLES: Readonly<Record<string, string>> = tableOf({
  public: "exported",
  partial: "partial",
  static: "static",
  abstract: "abstract",
});

/** A form, or several of which the first that the grammar has is taken. */
export type Forms = Form | readonly Form[];

/** What a declarator may be where the type stands apart (`T* name`), around what is `named` in it. */
export function declarators(named: string): string[] {
  return [named, `(pointer_declarator declarator: ${named})`, `(reference_declarator ${named})`];
}

/** A form for each of these, with the identifier captured as `name`. */
export function declared(node: string, rule: string, name: string, head: readonly string[], ...tail: readonly string[]): Form[] {
  return declarators(`(identifier) @${name}`).map((one) => [node, rule, ...head, `declarator: ${one}`, ...tail]);
}
