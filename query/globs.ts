/**
 * Patterns of names, as SQLite's GLOB reads them: `*`, `?` and `[…]` stand for others than themselves.
 *
 * Stage: query. Pure.
 */

/** Whether anything in a text stands for something else than itself. */
export function isGlob(text: string): boolean {
  return /[*?[]/.test(text);
}

/** What a pattern says of a name itself; "" where it says nothing. */
export function withoutWildcards(pattern: string): string {
  return pattern.replace(/[*?]|\[[^\]]*\]/g, "");
}

/** A text as a pattern that means it alone. */
export function escapeGlob(text: string): string {
  return text.replace(/[*?[]/g, "[$&]");
}
