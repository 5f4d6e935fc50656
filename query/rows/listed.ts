/**
 * Places, and a few of many, in words.
 *
 * Pure.
 */

/** The first `most` of some names or places, and how many more there are. */
export function listed(names: readonly string[], most: number): string {
  const more = names.length > most ? ` and ${names.length - most} more` : "";
  return names.slice(0, most).join(", ") + more;
}

/** A place as people write it. @param site from 1 */
export function placeAt(path: string, { line, column }: { readonly line: number; readonly column: number }): string {
  return `${path}:${line}:${column}`;
}
