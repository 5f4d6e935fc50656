/**
 * Where the value of a field goes when the field is read without being called, set or tested: `check(claims, v.rule)`.
 *
 * Stage: query. Invariant: any place that is not certainly one of these, and whose further flow is not fully followed, is reported as lost.
 */
import type { Context } from "../context.ts";
import type { FlowPlace } from "../flow/calls_at.ts";
import { followPassed, type PassedCalls } from "../flow/passed_calls.ts";
import { BEHIND_KEY, isSetOrTested } from "../flow/value_places.ts";
import { remembered } from "../rows/kept.ts";
import { readSourceLine } from "../rows/source_texts.ts";
import { readSymbol } from "../rows/symbol_row.ts";
import { readPossibleReads } from "./possible_reads.ts";

/** What surrounds a field that is read in parentheses and then called: `(self.run)(job)`. */
const APART = /(?<![\w)\]>]\s*)\(\s*[\w.]*$/;
const CALLED_APART = /^\s*\)\s*\(/;
/** The most reads of a field from which its value is followed. */
const MOST_READS = 20;

/** Where the value of a field goes. */
export interface FieldFlow extends Pick<PassedCalls<FlowPlace>, "calls" | "fields" | "variables"> {
  /** Whether the value reaches a place from which it is not followed. */
  readonly isLost: boolean;
}

/**
 * Follows the value of a field from its reads.
 * @param field row of `symbol`
 */
export function readFieldFlow(context: Context, field: number): FieldFlow {
  return remembered(context, `flow of field ${field}`, () => {
    const row = readSymbol(context, field);
    if (row === undefined) return { calls: [], fields: [], variables: [], isLost: true };
    const { entries, unlisted } = readPossibleReads(context, { row, ids: [row.id], twins: [] });
    const reads = entries.flatMap(({ path, sites }) => sites.map(({ line, column }) => ({ path, line, column })))
      .filter((place) => !isPlain(context, place, row.name.length));
    const { calls, fields, variables, lost } = followPassed(context, reads.slice(0, MOST_READS));
    return { calls, fields, variables, isLost: unlisted > 0 || lost.length > 0 || reads.length > MOST_READS };
  });
}

/**
 * The given fields and all fields their values flow into.
 * @param fields rows of `symbol`
 */
export function withFieldsBehind(context: Context, fields: readonly number[]): readonly number[] {
  const all = new Set(fields);
  // Iterating over a growing set also visits what is added meanwhile.
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
