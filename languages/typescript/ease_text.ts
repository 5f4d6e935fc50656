/**
 * Writes what the grammar takes for something else in a way that it cannot, in every text and without moving anything.
 *
 * Stage: parse. Invariant: the same length; what a literal says is read from the source.
 */

import { separateCertainSignatures } from "./signature_lines.ts";

/** `a?.5:b`, as minifiers write it: before a digit the language knows no `?.`, the grammar does. */
const NUMBER_AFTER_CONDITION = /\?\.(?=\d)/g;

/** `<in out T>`: variance of a type parameter, which newer grammars know. */
const VARIANCE = /([<,]\s*(?:const )?)((?:in out|in|out) )(?=[A-Za-z_$][\w$]* ?(?:[,>=]|extends\b))/g;

/** See the plugin contract. */
export function easeText(source: string): string {
  const eased = source.replace(NUMBER_AFTER_CONDITION, "?1").replace(
    VARIANCE,
    (_all, before: string, words: string) => before + " ".repeat(words.length),
  );
  return separateCertainSignatures(eased);
}
