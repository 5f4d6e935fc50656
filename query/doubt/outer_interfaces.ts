/**
 * What external interfaces may require, as far as the types of the repository whose values become one show it.
 *
 * Stage: query. Invariant: a method that one of these types certainly lacks is not required; any other may be.
 */
import { type Context, readRow, readRows } from "../context.ts";
import { keep } from "../rows/kept.ts";
import { readOwnMembers } from "../rows/own_members.ts";

const BECOMING = `SELECT DISTINCT json_extract(e.properties, '$.given_to') AS name, e.to_symbol_id AS type FROM edge e
  CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ?
  WHERE e.edge_type = 'references' AND instr(e.properties, '"becomes":true') > 0 AND e.to_symbol_id <> 0`;
/** A type and the types it embeds; 0 for an external one. */
const EMBEDDED = `WITH RECURSIVE above (id) AS (SELECT ? UNION
    SELECT e.to_symbol_id FROM above CROSS JOIN edge e INDEXED BY edge_forward ON e.from_symbol_id = above.id AND e.edge_type = 'extends'
    CROSS JOIN ref_file r ON r.resolution_id = e.resolution_id AND r.ref_id = ?)
  SELECT id AS id FROM above`;
/** The external types that a type embeds. */
const OUTER = `SELECT DISTINCT n.text AS name FROM edge e INDEXED BY edge_forward
  CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ? JOIN name n ON n.id = e.to_name_id
  WHERE e.from_symbol_id = ? AND e.edge_type = 'extends' AND e.rule = 'embedded' AND e.external = 1`;
const NAMED = "SELECT 1 FROM json_each(?) wanted CROSS JOIN symbol s ON s.id = wanted.value WHERE s.name = ? LIMIT 1";

/** Whether the external interface with the full name `name` may require a method called `method`. */
export function mayAskFor(context: Context, name: string, method: string): boolean {
  return (readBecoming(context).get(name) ?? []).every(({ type }) => mayHave(context, type, method));
}

/**
 * Full names of the external interfaces that a type (row of `symbol`) embeds. An external type counts as an interface if values of the
 * repository become one.
 */
export function embeddedInterfaces(context: Context, type: number): readonly string[] {
  return readRows<{ name: string }>(context, OUTER, context.ref.id, type).map(({ name }) => name).filter((name) =>
    readBecoming(context).has(name)
  );
}

/** The types whose values become an external type, by that type's full name. */
function readBecoming(context: Context): ReadonlyMap<string, readonly { readonly type: number }[]> {
  return keep(context, "types that become interfaces", () => {
    const rows = readRows<{ name: string; type: number }>(context, BECOMING, context.ref.id);
    return Map.groupBy(rows, (row) => row.name);
  });
}

/**
 * Whether a type may have a method of that name, itself or by embedding.
 * @param type row of `symbol`
 */
function mayHave(context: Context, type: number, method: string): boolean {
  const members = keep(context, `methods of ${type}`, () => {
    const types = readRows<{ id: number }>(context, EMBEDDED, type, context.ref.id).map(({ id }) => id);
    const own = types.includes(0) ? [] : readOwnMembers(context, types).map(({ id }) => id);
    // A type without methods is only an alias of an external interface.
    return own.length === 0 ? undefined : JSON.stringify(own);
  });
  return members === undefined || readRow(context, NAMED, members, method) !== undefined;
}
