/**
 * Checks that an index brought up to date step by step equals a fresh one.
 *
 * Stage: maintenance. Invariants: the index is brought up to date first and not changed otherwise: a ref that is not in it is not added;
 * the fresh index is made in a temporary folder that is removed afterwards.
 */
import { rmSync } from "node:fs";
import { resolveRef } from "../core/base/git.ts";
import { LIVE } from "../core/base/ref_names.ts";
import { unknownRef } from "../core/base/unknown_ref.ts";
import { CallgroveError } from "../core/errors.ts";
import type { IndexOptions, IndexSummary } from "../core/pipeline.ts";
import { compareDumps, type Difference, dumpRef } from "../core/store/dump_ref.ts";
import { locateProject, type ProjectPlace } from "../core/store/location.ts";
import { hasIndex, openForReading } from "../core/store/open.ts";
import { makeTemporaryFolder } from "../core/store/temporary_folder.ts";
import { findRef, notIndexed } from "./find_ref.ts";

/** The result of a check. */
export interface Verification {
  readonly ref: string;
  readonly files: number;
  readonly symbols: number;
  readonly differences: readonly Difference[];
}

/**
 * Compares an index with a fresh one.
 * @throws CallgroveError what the indexer throws; ref_not_indexed for a ref that was never indexed
 */
export async function verifyIndex(
  place: ProjectPlace,
  ref: string | undefined,
  index: (options: IndexOptions) => Promise<IndexSummary>,
): Promise<Verification> {
  if (ref !== undefined && ref !== LIVE) await demandRef(place, ref);
  const folder = makeTemporaryFolder();
  const refOption = ref === undefined ? {} : { ref };
  try {
    await index({ directory: place.root, database: place.folder, ...refOption });
    const fresh = await index({ directory: place.root, database: folder, ...refOption });
    const freshPlace = await locateProject(place.root, folder);
    const [own, other] = [openForReading(place.folder), openForReading(folder)];
    try {
      const [ownRef, otherRef] = [findRef(own, place, ref), findRef(other, freshPlace, ref)];
      if (ownRef === undefined || otherRef === undefined) {
        throw new CallgroveError("internal_error", "Cannot verify: the index was deleted meanwhile", { hint: "callgrove verify" });
      }
      const differences = [...compareDumps(dumpRef(own, ownRef.id), dumpRef(other, otherRef.id))];
      return { ref: fresh.ref, files: fresh.files, symbols: fresh.symbols, differences };
    } finally {
      own.close();
      other.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function demandRef(place: ProjectPlace, ref: string): Promise<void> {
  const { repository } = place;
  if (repository === undefined || await resolveRef(repository, ref) === undefined) throw await unknownRef(ref, place, "verify");
  const db = hasIndex(place.folder) ? openForReading(place.folder) : undefined;
  try {
    if (db === undefined || findRef(db, place, ref) === undefined) throw notIndexed(ref, "verify");
  } finally {
    db?.close();
  }
}
