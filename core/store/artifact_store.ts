/**
 * Artifacts in the index: their edges, and which ref has which of them.
 *
 * Stage: write. Invariants: the content of an artifact is stored once for each path and text; artifacts that no ref uses are removed.
 */
import type { DatabaseSync } from "node:sqlite";
import type { ArtifactKind } from "../artifacts/artifact_kinds.ts";
import type { ArtifactFacts } from "../artifacts/read_artifact.ts";
import { compareText } from "../base/lists.ts";
import { BulkInsert } from "./bulk_insert.ts";
import type { IndexWriter } from "./index_writer.ts";
import { type RefTable, writeRefRows } from "./ref_rows.ts";

const KNOWN =
  `SELECT p.path AS path, ra.path_id AS pathId, ra.artifact_id AS artifactId, ra.size AS size, ra.mtime_ms AS time, a.hash AS hash
  FROM ref_artifact ra JOIN path p ON p.id = ra.path_id JOIN artifact a ON a.id = ra.artifact_id WHERE ra.ref_id = ?`;

/** An artifact of a ref. */
export interface RefArtifact {
  readonly pathId: number;
  readonly artifactId: number;
  readonly size: number;
  readonly time: number;
}
const REF_ARTIFACTS: RefTable<RefArtifact> = {
  name: "ref_artifact",
  columns: ["artifact_id", "size", "mtime_ms"],
  valuesOf: ({ artifactId, size, time }) => [artifactId, size, time],
};
/** An artifact of a ref, with its path and hash. */
export interface KnownArtifact extends RefArtifact {
  readonly path: string;
  readonly hash: string;
}

/** The artifacts of a ref. */
export function readKnownArtifacts(db: DatabaseSync, refId: number): KnownArtifact[] {
  return db.prepare(KNOWN).all(refId) as unknown as KnownArtifact[];
}

/** Assigns each artifact its id and writes those that are not stored yet. */
export class ArtifactWriter {
  readonly #artifacts: BulkInsert;
  readonly #edges: BulkInsert;
  #next: number;

  constructor(readonly writer: IndexWriter) {
    const { db, fresh } = writer;
    this.#artifacts = new BulkInsert(db, "artifact", ["id", "path_id", "hash", "kind", "name"]);
    this.#edges = new BulkInsert(db, "artifact_edge", ["artifact_id", "source_line", "edge_type", "to_name_id", "text_id", "properties"]);
    const last = fresh ? undefined : db.prepare("SELECT max(id) AS id FROM artifact").get() as { id: number | null };
    this.#next = (last?.id ?? 0) + 1;
  }

  /** The id of the stored artifact for a path and a text; undefined if there is none. */
  find(pathId: number, hash: string): number | undefined {
    if (this.writer.fresh) return undefined;
    const row = this.writer.db.prepare("SELECT id FROM artifact WHERE path_id = ? AND hash = ?").get(pathId, hash) as
      | { id: number }
      | undefined;
    return row?.id;
  }

  add(pathId: number, hash: string, kind: ArtifactKind, facts: ArtifactFacts): number {
    const id = this.#next++;
    this.#artifacts.add(id, pathId, hash, kind, facts.name);
    const rows = facts.edges.map((edge) =>
      [id, edge.line, edge.type, this.writer.nameId(edge.name), this.writer.nameId(edge.text), edge.properties] as const
    );
    rows.sort((a, b) => a[1] - b[1] || compareText(a[2], b[2]) || a[3] - b[3] || a[4] - b[4] || compareText(a[5], b[5]));
    for (const [i, row] of rows.entries()) if (i === 0 || row.some((value, k) => value !== rows[i - 1]![k])) this.#edges.add(...row);
    return id;
  }

  flush(): void {
    this.#artifacts.flush();
    this.#edges.flush();
  }
}

/** Writes which artifacts a ref has, and removes those that no ref has any more. */
export function writeRefArtifacts(
  db: DatabaseSync,
  refId: number,
  known: readonly KnownArtifact[],
  artifacts: readonly RefArtifact[],
): void {
  writeRefRows(db, REF_ARTIFACTS, refId, known, artifacts);
  const kept = new Set(artifacts.map((one) => one.artifactId));
  removeUnnamedArtifacts(db, known.filter((one) => !kept.has(one.artifactId)).map((one) => one.artifactId));
}

/** Removes those of `ids` that no ref uses any more. */
export function removeUnnamedArtifacts(db: DatabaseSync, ids: readonly number[]): void {
  const named = db.prepare("SELECT 1 FROM ref_artifact WHERE artifact_id = ? LIMIT 1");
  const removeEdges = db.prepare("DELETE FROM artifact_edge WHERE artifact_id = ?");
  const removeArtifact = db.prepare("DELETE FROM artifact WHERE id = ?");
  for (const id of ids) {
    if (named.get(id) !== undefined) continue;
    removeEdges.run(id);
    removeArtifact.run(id);
  }
}
