/**
 * Splits a name into its words.
 *
 * Stage: all. Pure.
 */
const WORD = /\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{Lo}+|\d+/gu;

/** The words of a name in lower case: `newHTTPServer_2` yields new, http, server, 2. */
export function splitWords(name: string): string[] {
  return (name.match(WORD) ?? []).map((word) => word.toLowerCase());
}
