/**
 * Symbols that are passed where they are defined, to a decorator or another language.
 *
 * Stage: query.
 */
import { DefinitionFlag } from "../../core/facts.ts";
import { type Context, readRow } from "../context.ts";

/** Finds a decorator known not to keep what it decorates. */
const LEFT_ALONE = `SELECT 1 FROM json_each(?) wanted CROSS JOIN edge e INDEXED BY edge_forward ON e.from_symbol_id = wanted.value
  AND e.edge_type = 'references' CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ?
  WHERE instr(e.properties, '"keeps":false') > 0 LIMIT 1`;

/**
 * Whether a symbol's decorators, or another language, may call it.
 * @param ids rows of `symbol`: the symbol and its twins
 */
export function isPassedOut(context: Context, flags: number, ids: readonly number[]): boolean {
  if ((flags & DefinitionFlag.passedOut) === 0) return false;
  return readRow(context, LEFT_ALONE, JSON.stringify(ids), context.ref.id) === undefined;
}
