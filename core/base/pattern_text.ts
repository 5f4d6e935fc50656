/**
 * Texts within regular expressions.
 *
 * Pure.
 */

/** A text as a part of a regular expression that means it alone. */
export function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
