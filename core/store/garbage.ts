/**
 * Removes refs, and rows that no ref uses any more.
 *
 * Stage: write. Invariant: everything that a ref uses stays; the index says the same about every remaining ref.
 */
import type { DatabaseSync } from "node:sqlite";
import { readKnownArtifacts, removeUnnamedArtifacts } from "./artifact_store.ts";
import { readNamed, removeUnnamed } from "./ref_store.ts";

/** A ref as stored in the index. */
export interface StoredRef {
  readonly id: number;
  readonly root: string;
  readonly name: string;
}

/** All refs of an index, of all worktrees. */
export function listRefs(db: DatabaseSync): StoredRef[] {
  return db.prepare(`SELECT id, root, name FROM ref ORDER BY root, name`).all() as unknown as StoredRef[];
}

/** Removes a ref and everything that only this ref uses. */
export function dropRef(db: DatabaseSync, ref: StoredRef): void {
  const files = readNamed(db, ref.id);
  const artifacts = readKnownArtifacts(db, ref.id).map((one) => one.artifactId);
  for (const table of ["ref_file", "ref_artifact"]) db.prepare(`DELETE FROM ${table} WHERE ref_id = ?`).run(ref.id);
  db.prepare("DELETE FROM ref WHERE id = ?").run(ref.id);
  removeUnnamed(db, files, []);
  removeUnnamedArtifacts(db, artifacts);
}

/** Removes texts that no ref has and names that no edge has. Returns their numbers. */
export function dropLoose(db: DatabaseSync): { readonly texts: number; readonly names: number } {
  const unnamed = "language <> '' AND NOT EXISTS (SELECT 1 FROM file_version WHERE blob_id = blob.id)";
  db.exec(`DELETE FROM outline WHERE blob_id IN (SELECT id FROM blob WHERE ${unnamed})`);
  db.exec(`DELETE FROM facts WHERE blob_id IN (SELECT id FROM blob WHERE ${unnamed})`);
  const texts = db.prepare(`DELETE FROM blob WHERE ${unnamed}`).run().changes;
  const named = ["edge", "artifact_edge"].map((table) => `SELECT to_name_id FROM ${table} UNION SELECT text_id FROM ${table}`);
  const names = db.prepare(`DELETE FROM name WHERE id NOT IN (${named.join(" UNION ")})`).run().changes;
  return { texts: Number(texts), names: Number(names) };
}
