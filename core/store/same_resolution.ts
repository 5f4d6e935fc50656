/**
 * Whether the index has the edges of a file already, of another ref or of before: then they are shared.
 *
 * Stage: write. Invariant: what is shared is equal in every column, and in what it rests on.
 */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Value } from "./bulk_insert.ts";

const RESOLUTIONS = "SELECT id FROM resolution WHERE file_version_id = ? AND asked = ? AND counts = ? AND package = ?";
const EDGES = `SELECT source_line, source_column, edge_type, from_symbol_id, to_symbol_id, to_name_id, confidence, rule, external, text_id,
  candidates, properties FROM edge WHERE resolution_id = ?`;

/** See the head of this file. Looks at what was written before this run. */
export class SameResolution {
  readonly #resolutions: StatementSync;
  readonly #edges: StatementSync;

  constructor(db: DatabaseSync) {
    this.#resolutions = db.prepare(RESOLUTIONS);
    this.#edges = db.prepare(EDGES);
  }

  /** The resolution with these values and these edges, if there is one. */
  find(values: readonly [number, string, string, string], rows: readonly (readonly Value[])[]): number | undefined {
    let wanted: string[] | undefined;
    for (const { id } of this.#resolutions.all(...values) as { id: number }[]) {
      wanted ??= rows.map((row) => JSON.stringify(row)).sort();
      const had = (this.#edges.all(id) as Record<string, Value>[]).map((row) => JSON.stringify(Object.values(row))).sort();
      if (had.length === wanted.length && had.every((row, i) => row === wanted![i])) return id;
    }
    return undefined;
  }
}
