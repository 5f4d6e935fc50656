/**
 * External or unknown code that receives a value.
 *
 * Stage: query.
 */
import { type Context, readRows } from "../context.ts";
import { listed } from "../rows/listed.ts";

const TAKERS = `SELECT json_extract(e.properties, '$.given_to') AS name, instr(e.properties, '"untold":true') > 0 AS untold,
    max(instr(e.properties, '"becomes":true') > 0) AS becomes FROM json_each(?) wanted
  CROSS JOIN edge e INDEXED BY edge_reverse ON e.to_symbol_id = wanted.value AND e.edge_type = 'references'
  CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ?
  WHERE instr(e.properties, '"given_to"') > 0 AND instr(e.properties, '"looks":true') = 0
    AND (? OR instr(e.properties, '"runs":true') = 0)
    AND rf.path_id NOT IN (SELECT value FROM json_each(?)) GROUP BY 1, 2 ORDER BY 1`;
/** The most receivers an answer names. */
const SHOWN = 3;

/** Code that receives a value. */
export interface Taker {
  readonly name: string;
  /** 1: it is unknown what it is. */
  readonly untold: 0 | 1;
  /** 1: it is an interface that the value becomes. */
  readonly becomes: 0 | 1;
}

/**
 * External or unknown code that receives one of the given symbols.
 * @param ids rows of `symbol`, as a JSON array
 * @param running 1 to include code that only runs a function for the caller, which matters for the methods of a value: no list shows those
 * calls
 * @param without files whose uses do not count: rows of `path`, as a JSON array
 */
export function readTakers(context: Context, ids: string, running: 0 | 1, without = "[]"): Taker[] {
  return readRows<Taker>(context, TAKERS, ids, context.ref.id, running, without);
}

/** Lists the receivers in words, external ones first. */
export function listTakers(takers: readonly Taker[]): string {
  const outside = takers.filter(({ untold }) => untold === 0).map(({ name }) => name);
  const untold = takers.filter((one) => one.untold === 1).map(({ name }) => name);
  return [
    ...(outside.length === 0 ? [] : [`${listed(outside, SHOWN)}, outside`]),
    ...(untold.length === 0 ? [] : [`${listed(untold, SHOWN)}, of which nothing is known`]),
  ].join(", and to ");
}
