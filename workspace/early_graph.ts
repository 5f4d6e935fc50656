/**
 * The knowledge graph of an index that is not whole yet, filled while the rest of the index is made.
 *
 * Stage: beside the pipeline. Invariants: a graph that memory may hold takes no space on the disk before it is settled, so the index has what there
 * is; what cannot be done is left to `settle_index.ts`, which finds nothing to do after it.
 */
import type { DatabaseSync } from "node:sqlite";
import type { ProjectPlace } from "../core/store/location.ts";
import { openRows } from "../core/store/open.ts";
import { fillFunctions } from "../memory/graph/fill_functions.ts";
import { closeStore, rollBack } from "../memory/store/open_store.ts";
import { beginStore, type UnseenStore } from "../memory/store/new_store.ts";
import { openOrg, ORG } from "../memory/store/org_store.ts";
import { findRef } from "./find_ref.ts";

/** So much of a graph is held in memory: that of 350,000 lines. */
const HELD_KB = 49_152;

/**
 * Fills functions and calls from `file`, which is about to be the index; undefined where it cannot be done now. To be settled when the
 * index is written, published when it is whole.
 */
export function fillEarly(project: ProjectPlace, file: string): UnseenStore | undefined {
  let begun: UnseenStore | undefined;
  try {
    begun = beginStore(project.folder, ORG) ?? holdStore(project.folder);
    begun.db.exec(`PRAGMA cache_size = -${HELD_KB}`);
    fillFrom(project, file, begun.db);
    return begun;
  } catch {
    begun?.abandon();
    return undefined;
  }
}

/** A database that is there, and may hold more than a graph, in a transaction. */
function holdStore(folder: string): UnseenStore {
  const { db, warnings } = openOrg(folder);
  const end = (how: "COMMIT" | "ROLLBACK"): void => {
    try {
      db.exec(how);
    } catch {
      rollBack(db);
    } finally {
      closeStore(db);
    }
  };
  try {
    // A log that holds nothing goes with the last who closes it, on a full disk too.
    db.exec("PRAGMA wal_checkpoint(TRUNCATE); BEGIN IMMEDIATE");
  } catch (thrown) {
    closeStore(db);
    throw thrown;
  }
  return { db, settle: () => Promise.resolve(), publish: () => (end("COMMIT"), warnings), abandon: () => end("ROLLBACK") };
}

function fillFrom(project: ProjectPlace, file: string, org: DatabaseSync): void {
  const db = openRows(file);
  try {
    // One look for all questions: each by itself would take the file's lock and give it back.
    db.exec("BEGIN");
    const ref = findRef(db, project, undefined);
    if (ref !== undefined) fillFunctions({ db, ref }, org, (_org, work) => work());
  } finally {
    db.close();
  }
}
