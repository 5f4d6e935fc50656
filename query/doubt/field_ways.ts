/**
 * Whether the value of a field reaches a place from which it is not followed.
 *
 * Stage: query. Invariant: what is not certainly followed counts as not followed.
 */
import type { Context } from "../context.ts";
import { readSymbol } from "../rows/symbol_row.ts";
import { readFieldFlow, withFieldsBehind } from "./field_flow.ts";
import { readLooseSites } from "./loose_sites.ts";

/**
 * Whether the value of a field, or of a field it flows into, may be called out of sight.
 * @param field row of `symbol`
 */
export function isReadOtherwise(context: Context, field: number): boolean {
  return withFieldsBehind(context, [field]).some((id) => {
    const row = readSymbol(context, id);
    return row === undefined || readFieldFlow(context, id).isLost ||
      readLooseSites(context, { row, ids: [row.id], twins: [] }).loose.length > 0;
  });
}
