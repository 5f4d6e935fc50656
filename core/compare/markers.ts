/**
 * What is written for a symbol outside its own text: attributes and decorators before it, and the headers of blocks that give members to a
 * type.
 *
 * Stage: facts and text -> comparison of two refs. Pure, and independent of the language: a line that begins with `#[` or `@` before a
 * definition means the same in all of them.
 */
import { compareText } from "../base/lists.ts";
import { DefinitionKind, type Facts, rowsWith } from "../facts.ts";
import { Op } from "../facts/expressions.ts";

/** A header and its line. */
export interface Header {
  readonly text: string;
  readonly line: number;
}

const MARKER = /^(?:#!?\[|@)/;
const COMMENT = /^(?:\/\/|\/?\*|#(?!!?\[))/;
/** The most lines of one attribute. */
const LONGEST = 60;

/** The offset at which the attributes and decorators before `start` begin; `start` if there are none. */
export function startOfMarkers(text: string, start: number): number {
  let first = start;
  let at = text.lastIndexOf("\n", start - 1) + 1;
  const indent = /^\s*/.exec(text.slice(at, start))![0].length;
  if (MARKER.test(text.slice(at, start).trim())) first = at + indent;
  for (let pending = 0; at > 0 && pending < LONGEST;) {
    const from = text.lastIndexOf("\n", at - 2) + 1;
    const line = text.slice(from, at - 1);
    const written = line.trim();
    const inside = line.length - line.trimStart().length;
    at = from;
    if (inside === indent && MARKER.test(written)) {
      first = from + inside;
      pending = 0;
    } // What goes over several lines is further in, but for the bracket at its end.
    else if (written !== "" && (inside > indent || (inside === indent && /^[)\]}]/.test(written)))) pending++;
    else if (!COMMENT.test(written)) break;
  }
  return first;
}

/** The offset at which the comment directly above `start` begins, which may lie above attributes; `start` if there is none. */
export function startOfComment(text: string, start: number): number {
  let first = startOfMarkers(text, start);
  let isInBlock = false;
  for (let at = text.lastIndexOf("\n", first - 1) + 1; at > 0;) {
    at = text.lastIndexOf("\n", at - 2) + 1;
    const line = text.slice(at, text.indexOf("\n", at)).trim();
    if (!isInBlock && !COMMENT.test(line) && (!line.endsWith("*/") || line.includes("/*"))) break;
    isInBlock = (isInBlock || line.endsWith("*/")) && !line.includes("/*");
    first = at;
  }
  return first;
}

/** The attributes and decorators before `start`, one per line, without comments between them. */
export function markersBefore(text: string, start: number): string {
  const lines = text.slice(startOfMarkers(text, start), start).split("\n").map((line) => line.trim());
  return lines.filter((line) => line !== "" && !COMMENT.test(line)).join("\n");
}

/**
 * The headers of the blocks that give members to the type named `type` (`impl Display for Job`), sorted by text, so that their order in the
 * file does not matter.
 */
export function headersOf(facts: Facts, text: string, type: string): Header[] {
  const blocks = rowsWith(facts.definitions.kind, DefinitionKind.impl);
  return blocks.filter((row) => nameOf(facts, facts.definitions.owner[row]!) === type).map((row) => headerOf(facts, text, row))
    .sort((a, b) => compareText(a.text, b.text) || a.line - b.line);
}

/**
 * The header of such a block.
 * @param row of `definitions`
 */
export function headerOf({ definitions: { start, end, lineStart } }: Facts, text: string, row: number): Header {
  const written = text.slice(start[row]!, end[row]!);
  const markers = markersBefore(text, start[row]!);
  const header = written.slice(0, Math.max(0, written.indexOf("{"))).trim();
  return { text: markers === "" ? header : `${markers}\n${header}`, line: lineStart[row]! };
}

/** The last name in a type expression. */
function nameOf({ expressions: { op, a, b }, strings }: Facts, expression: number): string {
  let at = expression;
  while (op[at] === Op.apply || op[at] === Op.reference) at = a[at]!;
  if (op[at] === Op.name) return strings[a[at]!]!;
  return op[at] === Op.member || op[at] === Op.path ? strings[b[at]!]! : "";
}
