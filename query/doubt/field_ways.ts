/**
 * Whether what a field holds goes where nobody follows it.
 *
 * Stage: query. Invariant: what is not told for certain to be followed is not.
 */
import type { Context } from "../context.ts";
import { readSymbol } from "../rows/symbol_row.ts";
import { readFieldFlow, withFieldsBehind } from "./field_flow.ts";
import { readLooseSites } from "./loose_sites.ts";

/** See the head of this file. @param field row of `symbol` */
export function isReadOtherwise(context: Context, field: number): boolean {
  return withFieldsBehind(context, [field]).some((id) => {
    const row = readSymbol(context, id);
    return row === undefined || readFieldFlow(context, id).isLost ||
      readLooseSites(context, { row, ids: [row.id], twins: [] }).loose.length > 0;
  });
}
