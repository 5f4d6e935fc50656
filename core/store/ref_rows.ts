/**
 * The rows that say what a ref has at each of its paths.
 *
 * Stage: write. Invariant: afterwards they are those that are wanted, ordered by path id; unchanged rows are not touched.
 */
import type { DatabaseSync } from "node:sqlite";
import { BulkInsert } from "./bulk_insert.ts";

/** A table with the columns `ref_id`, `path_id` and others. */
export interface RefTable<R extends { readonly pathId: number }> {
  readonly name: string;
  /** The other columns. */
  readonly columns: readonly string[];
  /** Their values, in the same order. */
  readonly valuesOf: (row: R) => readonly number[];
}

/**
 * Writes what `refId` has.
 * @param known its current rows
 */
export function writeRefRows<R extends { readonly pathId: number }>(
  db: DatabaseSync,
  { name, columns, valuesOf }: RefTable<R>,
  refId: number,
  known: readonly R[],
  wanted: readonly R[],
): void {
  const before = new Map(known.map((row) => [row.pathId, row]));
  const insert = new BulkInsert(db, name, ["ref_id", "path_id", ...columns]);
  const update = db.prepare(`UPDATE ${name} SET ${columns.map((column) => `${column} = ?`).join(", ")} WHERE ref_id = ? AND path_id = ?`);
  for (const row of [...wanted].sort((a, b) => a.pathId - b.pathId)) {
    const old = before.get(row.pathId);
    before.delete(row.pathId);
    const values = valuesOf(row);
    if (old === undefined) insert.add(refId, row.pathId, ...values);
    else if (valuesOf(old).some((value, i) => value !== values[i])) update.run(...values, refId, row.pathId);
  }
  insert.flush();
  const remove = db.prepare(`DELETE FROM ${name} WHERE ref_id = ? AND path_id = ?`);
  for (const pathId of before.keys()) remove.run(refId, pathId);
}
