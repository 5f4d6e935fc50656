/**
 * How text looks: colors, and how places are written.
 *
 * Stage: render. Invariant: a style changes the look, never the content.
 */

/** The look of an answer's text. */
export interface Style {
  /** `path:line:column` on every line, for terminals and editors; or lines below their file's path, for models. */
  readonly places: "full" | "grouped";
  strong(text: string): string;
  path(text: string): string;
  faint(text: string): string;
  warn(text: string): string;
}

const same = (text: string): string => text;

/** For models: no colors, few tokens. */
export const COMPACT: Style = { places: "grouped", strong: same, path: same, faint: same, warn: same };
/** For pipes and files. */
export const PLAIN: Style = { ...COMPACT, places: "full" };

/** `1 file`, `2 files`. */
export function count(n: number, one: string, several = `${one}s`): string {
  return `${n} ${n === 1 ? one : several}`;
}

/** Formats numbers as shares of the sum of `parts`. */
export function sharesOf(parts: readonly number[]): (n: number) => string {
  const all = Math.max(1, parts.reduce((sum, n) => sum + n, 0));
  return (n) => `${(100 * n / all).toFixed(1)} %`;
}

/** How to ask for the continuation of a cut list. */
export function goOnWith(cursor: string, style: Style): string {
  return `${style.places === "full" ? "--cursor" : "cursor"} ${cursor}`;
}

/** Cells padded to the widest of their column (60 at most); the last one is not padded. */
export function alignRows(rows: readonly (readonly string[])[], indent = ""): string[] {
  const widths: number[] = [];
  for (const row of rows) row.forEach((cell, i) => widths[i] = Math.min(60, Math.max(widths[i] ?? 0, cell.length)));
  return rows.map((row) => {
    const last = row.findLastIndex((cell) => cell !== "");
    return indent + row.slice(0, last + 1).map((cell, i) => i === last ? cell : cell.padEnd(widths[i]!)).join("  ");
  });
}
