/**
 * Finds a ref of the index by the name in a question.
 *
 * Stage: before a question. Invariants: only refs of the caller's own root are found, or those that git shares between worktrees; a branch
 * that has moved since it was indexed is not taken as current.
 */
import type { DatabaseSync } from "node:sqlite";
import { LIVE } from "../core/base/ref_names.ts";
import { indexingRef } from "../core/base/shell_word.ts";
import { CallgroveError } from "../core/errors.ts";
import { type KeptSkip, plainSkip } from "../core/scan/decode_source.ts";
import type { ProjectPlace } from "../core/store/location.ts";
import type { Ref } from "../query/context.ts";

const COLUMNS = `SELECT id, name, commit_id AS "commit", indexed_at AS indexedAt, skipped, surroundings FROM ref`;
const BY_NAME = `${COLUMNS} WHERE repo = ? AND name = ?`;
/** Refs of a commit are the same in every worktree. */
const BY_COMMIT = `${COLUMNS} WHERE name <> '${LIVE}' AND commit_id = ? ORDER BY repo = ? DESC, name = ? DESC, name`;

interface Row {
  readonly id: number;
  readonly name: string;
  readonly commit: string;
  readonly indexedAt: string;
  readonly skipped: string;
  readonly surroundings: string;
}

/** The ref with that name, however old its index; the working tree if no name is given. */
export function findRef(db: DatabaseSync, project: ProjectPlace, name: string | undefined): Ref | undefined {
  return toRef(db.prepare(BY_NAME).get(project.repo, name ?? LIVE));
}

/**
 * The ref that holds a commit, under whatever name it was indexed.
 * @param isCurrent whether an index made in these surroundings equals what this program would make
 */
export function findIndexed(
  db: DatabaseSync,
  project: ProjectPlace,
  name: string,
  commit: string,
  isCurrent: (surroundings: string) => boolean,
): Ref | undefined {
  const row = db.prepare(BY_COMMIT).all(commit, project.repo, name).find((one) => isCurrent((one as unknown as Row).surroundings));
  return toRef(row);
}

function toRef(row: unknown): Ref | undefined {
  if (row === undefined) return undefined;
  const { skipped, surroundings: _surroundings, ...rest } = row as Row;
  return { ...rest, isLive: rest.name === LIVE, skipped: readSkips(skipped).map(plainSkip) };
}

/** Parses the column `skipped` of a ref. */
export function readSkips(column: string): readonly KeptSkip[] {
  return column === "" ? [] : JSON.parse(column) as KeptSkip[];
}

/**
 * The error for a ref that git knows but the index does not.
 * @param action what the ref was needed for
 */
export function notIndexed(ref: string, action = "answer about"): CallgroveError {
  const remediation = indexingRef(ref);
  return new CallgroveError("ref_not_indexed", `Cannot ${action} ref "${ref}": it is not in the index`, {
    hint: `Index it first: ${remediation}`,
    data: { ref, known_to_git: true, remediation },
  });
}
