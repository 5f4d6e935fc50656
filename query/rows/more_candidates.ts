/**
 * Whether more may be meant than the candidates that an edge names.
 *
 * Stage: query.
 */
import { mayBeCut } from "../../core/edges.ts";
import { type Context, readRow } from "../context.ts";

const FIELD = "SELECT 1 FROM json_each(?) wanted CROSS JOIN symbol s ON s.id = wanted.value WHERE s.kind = 'field' LIMIT 1";

/** Whether they are as many as an edge names at most, or a declared property is among them: any value may be given there. */
export function mayBeMore(context: Context, candidates: readonly number[]): boolean {
  return mayBeCut(candidates.length) || readRow(context, FIELD, JSON.stringify(candidates)) !== undefined;
}
