/**
 * What changed on disk since the working tree was indexed.
 *
 * Stage: before a question. Invariant: the same scan that an index run makes, so what it finds is what such a run would read; no file's
 * text is read for it.
 */
import type { DatabaseSync } from "node:sqlite";
import type { LanguageTable } from "../core/scan/languages_of.ts";
import { scanWorkingTree } from "../core/scan/scan.ts";
import type { ProjectPlace } from "../core/store/location.ts";

const INDEXED =
  `SELECT p.path AS path, rf.size AS size, rf.mtime_ms AS time FROM ref_file rf JOIN path p ON p.id = rf.path_id WHERE rf.ref_id = ?`;
const MANIFESTS = "SELECT manifests FROM ref WHERE id = ?";

/** Number of files that an index run would have to look at. */
export interface Changes {
  readonly changed: number;
  readonly added: number;
  readonly removed: number;
  /** A manifest changed: modules may mean something else. */
  readonly manifests: boolean;
}

/** All of them; a manifest counts as one. */
export function countChanges(changes: Changes): number {
  return changes.changed + changes.added + changes.removed + (changes.manifests ? 1 : 0);
}

/** See the head of this file. */
export async function findChanges(place: ProjectPlace, table: LanguageTable, db: DatabaseSync, refId: number): Promise<Changes> {
  const scan = await scanWorkingTree(place, table);
  const known = new Map(
    (db.prepare(INDEXED).all(refId) as unknown as { path: string; size: number; time: number }[]).map((row) => [row.path, row]),
  );
  let [changed, added] = [0, 0];
  for (const file of scan.files) {
    const before = known.get(file.path);
    if (before === undefined) added++;
    else if (before.size !== file.size || before.time !== file.time) changed++;
    known.delete(file.path);
  }
  const manifests = (db.prepare(MANIFESTS).get(refId) as { manifests: string } | undefined)?.manifests !== scan.manifestHash;
  return { changed, added, removed: known.size, manifests };
}
