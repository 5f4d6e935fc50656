/**
 * SQL tables of the types related to a type, for queries on inheritance.
 *
 * Stage: query. Invariant: each reads the single row of `given`, with which the query begins.
 */

/** The kinds of edges that count as inheritance. */
type Building = "'extends'" | "'extends', 'implements'";

/** The beginning of such a query; its first two parameters are the type's row of `symbol` and the ref. */
export const GIVEN_TYPE = "WITH RECURSIVE given (id, ref) AS (SELECT ?, ?)";

const OF_REF = "CROSS JOIN ref_file r ON r.resolution_id = o.resolution_id AND r.ref_id = (SELECT ref FROM given)";

/** The direct bases of the types in a table. */
export function upwards(table: string, by: Building = "'extends'"): string {
  return `SELECT o.to_symbol_id FROM ${table} CROSS JOIN edge o INDEXED BY edge_forward ON o.from_symbol_id = ${table}.id
    AND o.edge_type IN (${by}) ${OF_REF} WHERE o.to_symbol_id <> 0`;
}

/** The table `above`: the type and all its bases. */
export const ABOVE_TYPE = `above (id) AS (SELECT id FROM given UNION ${upwards("above")})`;

/** The table `heir`: the type and all its subtypes. */
export function heirTable(by: Building = "'extends'"): string {
  return `heir (id) AS (SELECT id FROM given UNION SELECT o.from_symbol_id FROM heir CROSS JOIN edge o INDEXED BY edge_reverse
    ON o.to_symbol_id = heir.id AND o.edge_type IN (${by}) ${OF_REF})`;
}

/** The tables `heir` and `kin`: the type and all its subtypes, and in addition all bases of these. */
export function kinTables(by: Building = "'extends'"): string {
  return `${heirTable(by)}, kin (id) AS (SELECT id FROM heir UNION ${upwards("kin", by)})`;
}
