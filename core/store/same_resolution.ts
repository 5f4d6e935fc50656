/**
 * Whether the index has the edges of a file already, of another ref or of before: then they are shared.
 *
 * Stage: write. Invariant: what is shared is equal in every column of its edges; it rests on what each of its sharers rests on, so that
 * none of them is left as it was when it must be resolved again.
 */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Asked } from "../asked.ts";
import { decodeAsked, encodeAsked } from "./stored_asked.ts";
import type { Value } from "./bulk_insert.ts";

const RESOLUTIONS = "SELECT id, asked FROM resolution WHERE file_version_id = ? AND counts = ? AND package = ?";
const EDGES = `SELECT source_line, source_column, edge_type, from_symbol_id, to_symbol_id, to_name_id, confidence, rule, external, text_id,
  candidates, properties FROM edge WHERE resolution_id = ?`;

/** See the head of this file. Looks at what was written before this run. */
export class SameResolution {
  readonly #resolutions: StatementSync;
  readonly #edges: StatementSync;
  readonly #widen: StatementSync;

  constructor(db: DatabaseSync) {
    this.#resolutions = db.prepare(RESOLUTIONS);
    this.#edges = db.prepare(EDGES);
    this.#widen = db.prepare("UPDATE resolution SET asked = ? WHERE id = ?");
  }

  /** The resolution of a file version with these edges, if there is one; from now on it rests on `asked` too. */
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
