/**
 * Whether a call may mean more than the candidates of its edge.
 *
 * Stage: query.
 */
import { mayBeCut } from "../../core/edges.ts";
import { type Context, readRow } from "../context.ts";

const FIELD = "SELECT 1 FROM json_each(?) wanted CROSS JOIN symbol s ON s.id = wanted.value WHERE s.kind = 'field' LIMIT 1";

/** Whether there are as many as an edge can hold, or one is a field, which may hold any value. */
export function mayBeMore(context: Context, candidates: readonly number[]): boolean {
  return mayBeCut(candidates.length) || readRow(context, FIELD, JSON.stringify(candidates)) !== undefined;
}
