/**
 * Who is handed a value: code outside, or of which nothing is known.
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
/** Takers that are named. */
const SHOWN = 3;

/** Who is handed something. */
export interface Taker {
  readonly name: string;
  /** Nothing tells what it is. */
  readonly untold: 0 | 1;
  /** It is an interface, which the value is taken for. */
  readonly becomes: 0 | 1;
}

/**
 * Who is handed one of these.
 * @param ids rows of `symbol`, as JSON
 * @param running whether what runs a function for the one hand-over counts: the methods of a value stand nowhere else
 * @param without files of which no hand-over counts: rows of `path`, as JSON
 */
export function readTakers(context: Context, ids: string, running: 0 | 1, without = "[]"): Taker[] {
  return readRows<Taker>(context, TAKERS, ids, context.ref.id, running, without);
}

/** The takers in words, those outside first. */
export function listTakers(takers: readonly Taker[]): string {
  const outside = takers.filter(({ untold }) => untold === 0).map(({ name }) => name);
  const untold = takers.filter((one) => one.untold === 1).map(({ name }) => name);
  return [
    ...(outside.length === 0 ? [] : [`${listed(outside, SHOWN)}, outside`]),
    ...(untold.length === 0 ? [] : [`${listed(untold, SHOWN)}, of which nothing is known`]),
  ].join(", and to ");
}
