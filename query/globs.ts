/**
 * Patterns of names, as SQLite's GLOB reads them: `*`, `?` and `[…]` stand for others than themselves.
 *
 * Stage: query. Pure.
 */

/** Whether anything in a text stands for something else than itself. */
export function isGlob(text: string): boolean {
  return /[*?[]/.test(text);
}

/** `*[lL]oad` of `*load`: words begin with a small letter or a capital, by where in a name they stand; "" where the pattern begins otherwise. */
export function inEitherCase(pattern: string): string {
  const first = /^\*+(?=[A-Za-z])/.exec(pattern)?.[0].length ?? 0;
  const letter = pattern.charAt(first);
  return first === 0 ? "" : `${pattern.slice(0, first)}[${letter.toLowerCase()}${letter.toUpperCase()}]${pattern.slice(first + 1)}`;
}

/** What a pattern says of a name itself; "" where it says nothing. */
export function withoutWildcards(pattern: string): string {
  return pattern.replace(/[*?]|\[[^\]]*\]/g, "");
}

/** A text as a pattern that means it alone. */
export function escapeGlob(text: string): string {
  return text.replace(/[*?[]/g, "[$&]");
}
