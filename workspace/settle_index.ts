/**
 * What comes after an index run and need not be waited for: the log is emptied, the knowledge graph filled.
 *
 * Stage: after the pipeline. Invariant: the index never fails for it: what cannot be done is a warning.
 */
import type { DatabaseSync } from "node:sqlite";
import { CallgroveError } from "../core/errors.ts";
import { locateProject, type ProjectPlace } from "../core/store/location.ts";
import { emptyLog, openForReading, openRows } from "../core/store/open.ts";
import { fillFunctions } from "../memory/graph/fill_functions.ts";
import { withOrg } from "../memory/store/org_store.ts";
import { findRef } from "./find_ref.ts";

/** Empties the index's log and, after a run over the working tree, brings functions and calls in org.db up to date; gives warnings. */
export async function settleIndex(directory: string, database: string | undefined, live: boolean): Promise<readonly string[]> {
  const project = await locateProject(directory, database);
  try {
    emptyLog(project.folder);
    return live ? fillFrom(project, openForReading(project.folder)) : [];
  } catch (thrown) {
    if (!(thrown instanceof CallgroveError)) throw thrown;
    return [`the knowledge graph was left as it is: ${thrown.message}`];
  }
}

/** Fills functions and calls from `file`, which is about to be the index; gives warnings. What cannot be done now is left to `settleIndex`. */
export function fillEarly(project: ProjectPlace, file: string): readonly string[] {
  try {
    return fillFrom(project, openRows(file));
  } catch {
    return [];
  }
}

/** @param db closed when it is done */
function fillFrom(project: ProjectPlace, db: DatabaseSync): readonly string[] {
  try {
    const ref = findRef(db, project, undefined);
    return ref === undefined ? [] : withOrg(project.folder, (org) => fillFunctions({ db, ref }, org)).warnings;
  } finally {
    db.close();
  }
}
