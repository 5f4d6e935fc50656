/**
 * Whether what a field holds goes where nobody follows it: read for something else than being called, set or tested.
 *
 * Stage: query. Invariant: a place that is not told for certain to be one of these is taken for another way.
 */
import type { Context } from "../context.ts";
import { BEHIND_KEY, isSetOrTested } from "../flow/value_places.ts";
import { remembered } from "../rows/kept.ts";
import { readSourceLine } from "../rows/source_texts.ts";
import { readSymbol } from "../rows/symbol_row.ts";
import { readLooseSites } from "./loose_sites.ts";
import { readPossibleReads } from "./possible_reads.ts";

/** What stands around a field that is read in brackets and called then: `(self.run)(job)`. */
const APART = /(?<![\w)\]>]\s*)\(\s*[\w.]*$/;
const CALLED_APART = /^\s*\)\s*\(/;

/** See the head of this file. @param field row of `symbol` */
export function isReadOtherwise(context: Context, field: number): boolean {
  return remembered(context, `ways of ${field}`, () => {
    const row = readSymbol(context, field);
    if (row === undefined) return true;
    const match = { row, ids: [row.id], twins: [] };
    if (readLooseSites(context, match).loose.length > 0) return true;
    const { entries, untold } = readPossibleReads(context, match);
    return untold > 0 || entries.some(({ path, sites }) => sites.some((site) => !isPlain(context, path, site, row.name.length)));
  });
}

function isPlain(
  context: Context,
  path: string,
  { line, column }: { readonly line: number; readonly column: number },
  length: number,
): boolean {
  const text = readSourceLine(context, path, line);
  if (text === undefined) return false;
  const before = text.slice(0, column - 1);
  const behind = text.slice(column - 1 + length);
  return isSetOrTested(text, column - 1, length) || BEHIND_KEY.test(behind) || (APART.test(before) && CALLED_APART.test(behind));
}
