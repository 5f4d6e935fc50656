/**
 * Breaks lines for a narrow terminal.
 *
 * Stage: CLI. Pure. Invariants: breaks only at blanks, so that places and names stay intact for copying; a line that fits is unchanged,
 * except that the rows of a table with a row that does not fit lose the width of its columns.
 */
import { append } from "../core/base/lists.ts";

/** Blanks with the word after them; a number stays with what it counts, `line` with its number, and `+6` with `-7`. */
const WORD = /( *)((?:line (?=\d)|(?:no|\d+)(?: further)? (?=[a-z])|entry (?=point)|\+\d+ (?=-\d))?[^ ]+)/g;
/** The indentation of a continued line, relative to its first. */
const HANGING = 4;
/** The least number of blanks between columns. */
const COLUMN_GAP = 2;
/** Narrower terminals break lines themselves. */
const LEAST_WIDTH = 20;

/**
 * Breaks all lines that are too long.
 * @param width columns of the terminal
 * @param invisible matches what takes no column (colors)
 */
export function fitLines(text: string, width: number, invisible: RegExp): string {
  if (width < LEAST_WIDTH) return text;
  const lengthOf = (part: string): number => part.replaceAll(invisible, "").length;
  const isLong = (line: string): boolean => line.length > width && lengthOf(line) > width;
  const lines = text.split("\n");
  const fitted: string[] = [];
  for (let at = 0; at < lines.length;) {
    let end = at + 1;
    if (hasColumns(lines[at]!)) {
      const indent = indentOf(lines[at]!);
      while (end < lines.length && hasColumns(lines[end]!) && indentOf(lines[end]!) === indent) end++;
    }
    const rows = lines.slice(at, end);
    append(fitted, rows.some(isLong) ? rows.map((row) => fitLine(row, width, lengthOf)) : rows);
    at = end;
  }
  return fitted.join("\n");
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

function hasColumns(line: string): boolean {
  return /\S {2}/.test(line);
}

function fitLine(line: string, width: number, lengthOf: (part: string) => number): string {
  const indent = /^ */.exec(line)![0];
  const margin = " ".repeat(Math.min(indent.length + HANGING, width >> 1));
  let fitted = indent;
  let column = indent.length;
  for (const [, blanks, word] of line.slice(indent.length).matchAll(WORD)) {
    // In a broken line columns are not aligned, so wide gaps would waste space.
    const gap = blanks!.length > COLUMN_GAP ? " ".repeat(COLUMN_GAP) : blanks!;
    const length = lengthOf(word!);
    const isFirst = column === indent.length && fitted === indent;
    if (isFirst || column + gap.length + length <= width) {
      fitted += gap + word!;
      column += gap.length + length;
    } else {
      fitted += `\n${margin}${word}`;
      column = margin.length + length;
    }
  }
  return fitted;
}
