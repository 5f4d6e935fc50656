/**
 * Writes what the grammar takes for something else in a way that it cannot, in every text and without moving anything.
 *
 * Stage: parse. Invariant: the same length; what a literal says is read from the source.
 */

/** `a?.5:b`, as minifiers write it: before a digit the language knows no `?.`, the grammar does. */
const NUMBER_AFTER_CONDITION = /\?\.(?=\d)/g;

/** See the plugin contract. */
export function easeText(source: string): string {
  return source.replace(NUMBER_AFTER_CONDITION, "?1");
}
