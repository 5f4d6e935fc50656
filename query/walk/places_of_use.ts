/**
 * Where a symbol uses the symbols through which it reaches another.
 *
 * Stage: query.
 */
import { type Context, readList } from "../context.ts";

/** Places where a symbol uses one of `reached`, or may use one by dispatch or through a variable. */
const USED_AT =
  `SELECT json_group_array(json_array(e.source_line, e.source_column)) AS list FROM (SELECT e.source_line, e.source_column FROM edge e INDEXED BY edge_forward
  CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = :ref LEFT JOIN symbol s ON s.id = e.to_symbol_id
  WHERE e.from_symbol_id = :id AND e.edge_type IN ('calls', 'references') AND (e.to_symbol_id IN (SELECT value FROM json_each(:reached))
    OR (e.rule IN ('dispatch', 'variable') AND s.name IN (SELECT r.name FROM json_each(:reached) w JOIN symbol r ON r.id = w.value)))
  ORDER BY e.source_line, e.source_column) e`;

/** Line and column, from 1. */
export type PlaceOfUse = readonly [line: number, column: number];

/**
 * Returns a function that gives the places in a symbol (row of `symbol`), in order; each is read once.
 * @param reached rows of `symbol`
 */
export function placesOfUse(context: Context, reached: readonly number[]): (id: number) => readonly PlaceOfUse[] {
  const known = new Map<number, readonly PlaceOfUse[]>();
  const ids = JSON.stringify(reached);
  return (id) => {
    let places = known.get(id);
    if (places === undefined) known.set(id, places = readList<PlaceOfUse>(context, USED_AT, { ref: context.ref.id, id, reached: ids }));
    return places;
  };
}
