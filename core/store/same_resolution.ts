/**
 * Finds out whether the index already has the edges of a file, from another ref or an earlier run; then they are shared.
 *
 * Stage: write. Invariant: a shared resolution is equal in every column of its edges; it depends on everything that any of its users
 * depends on, so that none of them is left unchanged when it must be resolved again.
 */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Asked } from "../asked.ts";
import { decodeAsked, encodeAsked } from "./stored_asked.ts";
import type { Value } from "./bulk_insert.ts";

const RESOLUTIONS = "SELECT id, asked FROM resolution WHERE file_version_id = ? AND counts = ? AND package = ?";
const EDGES = `SELECT source_line, source_column, edge_type, from_symbol_id, to_symbol_id, to_name_id, confidence, rule, external, text_id,
  candidates, properties FROM edge WHERE resolution_id = ?`;

/** Looks for equal resolutions among those written before this run. */
export class SameResolution {
  readonly #resolutions: StatementSync;
  readonly #edges: StatementSync;
  readonly #widen: StatementSync;

  constructor(db: DatabaseSync) {
    this.#resolutions = db.prepare(RESOLUTIONS);
    this.#edges = db.prepare(EDGES);
    this.#widen = db.prepare("UPDATE resolution SET asked = ? WHERE id = ?");
  }

  /** The resolution of a file version with these edges, if there is one. From now on it depends on `asked` too. */
  find(fileVersion: number, asked: Asked, counts: string, packageName: string, rows: readonly (readonly Value[])[]): number | undefined {
    let wanted: string[] | undefined;
    for (const known of this.#resolutions.all(fileVersion, counts, packageName) as { id: number; asked: string }[]) {
      wanted ??= rows.map((row) => JSON.stringify(row)).sort();
      const had = (this.#edges.all(known.id) as Record<string, Value>[]).map((row) => JSON.stringify(Object.values(row))).sort();
      if (had.length !== wanted.length || !had.every((row, i) => row === wanted![i])) continue;
      const both = encodeAsked(asked, decodeAsked(known.asked));
      if (both !== known.asked) this.#widen.run(both, known.id);
      return known.id;
    }
    return undefined;
  }
}
