/**
 * What becomes of what a field holds where the field is read for something else than being called, set or tested: `check(claims, v.rule)`.
 *
 * Stage: query. Invariant: a place that is not told for certain to be one of these, and from which not all ways are followed, is told to be lost.
 */
import type { Context } from "../context.ts";
import { type FlowPlace, followHanded, type HandedCalls } from "../flow/handed_calls.ts";
import { BEHIND_KEY, isSetOrTested } from "../flow/value_places.ts";
import { remembered } from "../rows/kept.ts";
import { readSourceLine } from "../rows/source_texts.ts";
import { readSymbol } from "../rows/symbol_row.ts";
import { readPossibleReads } from "./possible_reads.ts";

/** What stands around a field that is read in brackets and called then: `(self.run)(job)`. */
const APART = /(?<![\w)\]>]\s*)\(\s*[\w.]*$/;
const CALLED_APART = /^\s*\)\s*\(/;
/** Reads of a field from which its value is followed. */
const MOST_READS = 20;

/** See the head of this file. */
export interface FieldFlow extends Pick<HandedCalls<FlowPlace>, "calls" | "fields" | "variables"> {
  /** Whether it goes where nobody follows it. */
  readonly isLost: boolean;
}

/** See the head of this file. @param field row of `symbol` */
export function readFieldFlow(context: Context, field: number): FieldFlow {
  return remembered(context, `flow of field ${field}`, () => {
    const row = readSymbol(context, field);
    if (row === undefined) return { calls: [], fields: [], variables: [], isLost: true };
    const { entries, untold } = readPossibleReads(context, { row, ids: [row.id], twins: [] });
    const reads = entries.flatMap(({ path, sites }) => sites.map(({ line, column }) => ({ path, line, column })))
      .filter((place) => !isPlain(context, place, row.name.length));
    const { calls, fields, variables, lost } = followHanded(context, reads.slice(0, MOST_READS));
    return { calls, fields, variables, isLost: untold > 0 || lost.length > 0 || reads.length > MOST_READS };
  });
}

/** The fields, with those that what they hold goes on to. @param fields rows of `symbol` */
export function withFieldsBehind(context: Context, fields: readonly number[]): readonly number[] {
  const all = new Set(fields);
  // A set that grows while it is gone through gives what was added, too.
  for (const field of all) for (const next of readFieldFlow(context, field).fields) all.add(next);
  return [...all];
}

function isPlain(context: Context, { path, line, column }: FlowPlace, length: number): boolean {
  const text = readSourceLine(context, path, line);
  if (text === undefined) return false;
  const before = text.slice(0, column - 1);
  const behind = text.slice(column - 1 + length);
  return isSetOrTested(text, column - 1, length) || BEHIND_KEY.test(behind) || (APART.test(before) && CALLED_APART.test(behind));
}
