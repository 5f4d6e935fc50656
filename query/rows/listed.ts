/**
 * Places in words, and the first few of a longer list.
 *
 * Pure.
 */

/** The first `most` names or places, and the number of others. */
export function listed(names: readonly string[], most: number): string {
  const more = names.length > most ? ` and ${names.length - most} more` : "";
  return names.slice(0, most).join(", ") + more;
}

/** A place as people write it; line and column count from 1. */
export function placeAt(path: string, { line, column }: { readonly line: number; readonly column: number }): string {
  return `${path}:${line}:${column}`;
}
