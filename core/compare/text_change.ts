/**
 * What changed between two texts of a symbol, by lines.
 *
 * Stage: comparison of two refs. Pure. Invariant: the counts are those of a shortest line diff; where the texts are so unlike that it
 * would take long, all of the old is removed and all of the new added, which is always a right diff, if not the shortest.
 */
import { structuredPatch } from "diff";

/** A run of changed lines with a little around them; lines begin with " ", "+" or "-". */
export interface Hunk {
  /** Lines of the files in which the hunk begins, from 1. */
  readonly baseLine: number;
  readonly headLine: number;
  readonly lines: readonly string[];
}

/** What differs between two texts, in lines. */
export interface TextChange {
  readonly added: number;
  readonly removed: number;
  readonly hunks: readonly Hunk[];
}

const AROUND = 2;
/** Edits after which two texts count as wholly different. */
const MOST_EDITS = 1500;

/** Line ends of any system become `\n`. */
export function normalizeLines(text: string): string {
  return text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
}

/** Lines of a text, as many as `countLines` says. */
function splitLines(text: string): string[] {
  return text === "" ? [] : text.replace(/\n$/, "").split("\n");
}

/** Compares two texts that begin in the given lines of their files. */
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

/** No text has no lines. */
function endLine(text: string): string {
  return text === "" ? "" : `${text}\n`;
}

function replaceAll(base: string, head: string, baseLine: number, headLine: number): TextChange {
  const [removed, added] = [splitLines(base), splitLines(head)];
  const lines = [...removed.map((line) => `-${line}`), ...added.map((line) => `+${line}`)];
  return { added: added.length, removed: removed.length, hunks: [{ baseLine, headLine, lines }] };
}
