/**
 * Lines that fit a narrow terminal.
 *
 * Stage: CLI. Pure. Invariants: broken only at blanks, so places and names stay whole and can be copied; a line that fits is left as it is.
 */

/** Blanks and what stands behind them in one piece: a line keeps its number. */
const WORD = /( *)((?:line (?=\d))?[^ ]+)/g;
/** How far what is continued stands in from the line that it continues. */
const HANGING = 4;
/** Blanks between columns at least. */
const COLUMN_GAP = 2;
/** Terminals so narrow break lines themselves. */
const LEAST_WIDTH = 20;

/**
 * @param width columns of the terminal
 * @param invisible matches what takes no column (colours)
 */
export function fitLines(text: string, width: number, invisible: RegExp): string {
  if (width < LEAST_WIDTH) return text;
  const lengthOf = (part: string): number => part.replaceAll(invisible, "").length;
  return text.split("\n").map((line) => line.length <= width || lengthOf(line) <= width ? line : fitLine(line, width, lengthOf)).join("\n");
}

function fitLine(line: string, width: number, lengthOf: (part: string) => number): string {
  const indent = /^ */.exec(line)![0];
  const margin = " ".repeat(Math.min(indent.length + HANGING, width >> 1));
  let fitted = indent;
  let column = indent.length;
  for (const [, blanks, word] of line.slice(indent.length).matchAll(WORD)) {
    // Columns of a line that is broken stand above nothing: wide gaps would only take room.
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
