/**
 * A ref of the index by the name that a question gives it.
 *
 * Stage: before a question. Invariant: only refs of the asker's own root are found; worktrees that share the index keep theirs.
 */
import type { DatabaseSync } from "node:sqlite";
import type { ProjectPlace } from "../core/store/location.ts";
import type { Ref } from "../query/context.ts";

/** Name of the working tree's own ref. */
export const LIVE = "live";

const BY_NAME = `SELECT id, name, commit_id AS "commit", indexed_at AS indexedAt, skipped FROM ref WHERE repo = ? AND name = ?`;
const BY_COMMIT = `SELECT id, name, commit_id AS "commit", indexed_at AS indexedAt, skipped FROM ref
  WHERE repo = ? AND name <> 'live' AND commit_id LIKE ? || '%' ORDER BY name LIMIT 1`;

/** The ref of that name or commit; without a name the working tree. */
export function findRef(db: DatabaseSync, project: ProjectPlace, name: string | undefined): Ref | undefined {
  const row = db.prepare(BY_NAME).get(project.repo, name ?? LIVE) ??
    (name !== undefined && /^[0-9a-f]{7,64}$/.test(name) ? db.prepare(BY_COMMIT).get(project.repo, name) : undefined);
  if (row === undefined) return undefined;
  const { id, name: found, commit, indexedAt, skipped } = row as {
    id: number;
    name: string;
    commit: string;
    indexedAt: string;
    skipped: string;
  };
  return { id, name: found, commit, indexedAt, skipped: skipped === "" ? [] : JSON.parse(skipped) as Ref["skipped"] };
}
