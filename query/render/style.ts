/**
 * How text looks: colours and the way places are written.
 *
 * Stage: render. Invariant: a style changes the look, never what is said.
 */

/** See the head of this file. */
export interface Style {
  /** `path:line:column` on every line, for terminals and editors; or lines under the heading of their file, for models. */
  readonly places: "full" | "grouped";
  strong(text: string): string;
  path(text: string): string;
  faint(text: string): string;
  warn(text: string): string;
}

const same = (text: string): string => text;

/** For models: no colours, few tokens. */
export const COMPACT: Style = { places: "grouped", strong: same, path: same, faint: same, warn: same };
/** For pipes and files. */
export const PLAIN: Style = { ...COMPACT, places: "full" };

/** `1 file`, `2 files`. */
export function count(n: number, one: string, several = `${one}s`): string {
  return `${n} ${n === 1 ? one : several}`;
}

/** Says numbers as shares of all `parts` together. */
export function sharesOf(parts: readonly number[]): (n: number) => string {
  const all = Math.max(1, parts.reduce((sum, n) => sum + n, 0));
  return (n) => `${(100 * n / all).toFixed(1)} %`;
}

/** How to ask for what comes behind a list that was cut, as one would write it. */
export function goOnWith(cursor: string, style: Style): string {
  return `${style.places === "full" ? "--cursor" : "cursor"} ${cursor}`;
}

/** Cells padded to the widest of their column (60 at most); the last one is left as it is. */
export function alignRows(rows: readonly (readonly string[])[], indent = ""): string[] {
  const widths: number[] = [];
  for (const row of rows) row.forEach((cell, i) => widths[i] = Math.min(60, Math.max(widths[i] ?? 0, cell.length)));
  return rows.map((row) => {
    const last = row.findLastIndex((cell) => cell !== "");
    return indent + row.slice(0, last + 1).map((cell, i) => i === last ? cell : cell.padEnd(widths[i]!)).join("  ");
  });
}
