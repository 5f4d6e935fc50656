/**
 * Whether an index brought up to date step by step says what one made afresh says.
 *
 * Stage: upkeep. Invariants: the index is brought up to date first and not changed otherwise; the fresh one is made in a temporary folder
 * that is gone afterwards.
 */
import { rmSync } from "node:fs";
import { CallgroveError } from "../core/errors.ts";
import type { IndexOptions, IndexSummary } from "../core/pipeline.ts";
import { compareDumps, type Difference, dumpRef } from "../core/store/dump_ref.ts";
import { locateProject, type ProjectPlace } from "../core/store/location.ts";
import { openForReading } from "../core/store/open.ts";
import { makeTemporaryFolder } from "../core/store/temporary_folder.ts";
import { findRef } from "./find_ref.ts";

/** What was found. */
export interface Verification {
  readonly ref: string;
  readonly files: number;
  readonly symbols: number;
  readonly differences: readonly Difference[];
}

/** @throws CallgroveError as the indexer does. */
export async function verifyIndex(
  place: ProjectPlace,
  ref: string | undefined,
  index: (options: IndexOptions) => Promise<IndexSummary>,
): Promise<Verification> {
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
