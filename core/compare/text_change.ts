/**
 * What changed between two texts of a symbol, by lines.
 *
 * Stage: comparison of two refs. Pure. Invariant: the counts are those of a shortest line diff. If the texts differ so much that it would
 * take long, everything old is removed and everything new added: a correct diff, if not the shortest.
 */
import { structuredPatch } from "diff";

/** A run of changed lines with a little context; lines begin with " ", "+" or "-". */
export interface Hunk {
  /** The lines of the files at which the hunk begins, from 1. */
  readonly baseLine: number;
  readonly headLine: number;
  readonly lines: readonly string[];
}

/** The difference between two texts, in lines. */
export interface TextChange {
  readonly added: number;
  readonly removed: number;
  readonly hunks: readonly Hunk[];
}

const AROUND = 2;
/** The number of edits above which two texts count as entirely different. */
const MOST_EDITS = 1500;

/** Converts the line breaks of any system to `\n`. */
export function normalizeLines(text: string): string {
  return text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
}

/** The lines of a text, as many as `countLines` says. */
function splitLines(text: string): string[] {
  return text === "" ? [] : text.replace(/\n$/, "").split("\n");
}

/** Compares two texts that begin at the given lines of their files. */
export function compareTexts(base: string, head: string, baseLine: number, headLine: number): TextChange {
  if (base === head) return { added: 0, removed: 0, hunks: [] };
  const patch = structuredPatch("", "", endLine(base), endLine(head), "", "", { context: AROUND, maxEditLength: MOST_EDITS });
  if (patch === undefined) return replaceAll(base, head, baseLine, headLine);
  const hunks = patch.hunks.map((hunk) => ({
    baseLine: baseLine + Math.max(0, hunk.oldStart - 1),
    headLine: headLine + Math.max(0, hunk.newStart - 1),
    lines: hunk.lines,
  }));
  const count = (sign: string): number => hunks.reduce((sum, { lines }) => sum + lines.filter((line) => line.startsWith(sign)).length, 0);
  return { added: count("+"), removed: count("-"), hunks };
}

/** Ensures a final line break; the empty text has no lines. */
function endLine(text: string): string {
  return text === "" ? "" : `${text}\n`;
}

function replaceAll(base: string, head: string, baseLine: number, headLine: number): TextChange {
  const [removed, added] = [splitLines(base), splitLines(head)];
  const lines = [...removed.map((line) => `-${line}`), ...added.map((line) => `+${line}`)];
  return { added: added.length, removed: removed.length, hunks: [{ baseLine, headLine, lines }] };
}
