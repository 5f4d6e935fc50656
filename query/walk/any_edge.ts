/**
 * Whether a symbol has any edges: tells that a question about it would find something, without running it.
 *
 * Stage: query. Invariant: true only if the question's list is not empty; false says nothing.
 */
import { type Context, readRow } from "../context.ts";
import type { Match } from "../names/find_symbol.ts";

const USED = `SELECT 1 FROM json_each(?) wanted CROSS JOIN edge e INDEXED BY edge_reverse
  ON e.to_symbol_id = wanted.value AND e.edge_type IN ('calls', 'references') AND e.from_symbol_id <> wanted.value
  CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ? LIMIT 1`;
const CALLED = `SELECT 1 FROM json_each(?) wanted CROSS JOIN edge e INDEXED BY edge_reverse
  ON e.to_symbol_id = wanted.value AND e.edge_type = 'calls' AND e.from_symbol_id <> wanted.value
  CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ? LIMIT 1`;
const CALLS = `SELECT 1 FROM json_each(?) wanted CROSS JOIN edge e INDEXED BY edge_forward
  ON e.from_symbol_id = wanted.value AND e.edge_type = 'calls'
  CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ? LIMIT 1`;

/** Whether anything but the symbol itself calls it or passes it as a value. */
export function isUsed(context: Context, { ids }: Match): boolean {
  return hasRow(context, USED, ids);
}

/** Whether anything but the symbol itself calls it. */
export function hasCallers(context: Context, { ids }: Match): boolean {
  return hasRow(context, CALLED, ids);
}

/** Whether it calls anything, resolved or not. */
export function hasCallees(context: Context, { ids }: Match): boolean {
  return hasRow(context, CALLS, ids);
}

function hasRow(context: Context, sql: string, ids: readonly number[]): boolean {
  return readRow(context, sql, JSON.stringify(ids), context.ref.id) !== undefined;
}
