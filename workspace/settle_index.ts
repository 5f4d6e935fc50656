/**
 * Work after an index run that nothing waits for: emptying the log, filling the knowledge graph.
 *
 * Stage: after the pipeline. Invariant: the index never fails because of it: failures are warnings, and damage of the index found here is
 * reported.
 */
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { CallgroveError, describeThrown, isDatabaseError, isFullDisk } from "../core/errors.ts";
import { emptyLogOf } from "../core/store/database_files.ts";
import { locateProject } from "../core/store/location.ts";
import { emptyLog, openForReading } from "../core/store/open.ts";
import { fillFunctions } from "../memory/graph/fill_functions.ts";
import { removeUnfinished } from "../memory/store/new_store.ts";
import { ORG, withOrg } from "../memory/store/org_store.ts";
import { findRef } from "./find_ref.ts";
import { isFaulty } from "./read_health.ts";

/**
 * Empties the index's log and, after a run over the working tree, brings functions and calls in org.db up to date. Returns warnings, or
 * "damaged" if the index itself has to be rebuilt.
 */
export async function settleIndex(directory: string, database: string | undefined, live: boolean): Promise<readonly string[] | "damaged"> {
  const project = await locateProject(directory, database);
  let db: DatabaseSync | undefined;
  try {
    emptyLog(project.folder);
    removeUnfinished(project.folder, ORG);
    if (!live) return [];
    const index = db = openForReading(project.folder);
    const ref = findRef(index, project, undefined);
    if (ref === undefined) return [];
    return withOrg(project.folder, (org) => fillFunctions({ db: index, ref }, org)).warnings;
  } catch (thrown) {
    if (!(thrown instanceof CallgroveError) && !isDatabaseError(thrown)) throw thrown;
    const index = db;
    if (index !== undefined && isDatabaseError(thrown) && isFaulty(() => index)) return "damaged";
    if (isFullDisk(thrown)) emptyLogOf(join(project.folder, ORG.file), "TRUNCATE");
    const why = isFullDisk(thrown) ? "the disk is full" : describeThrown(thrown);
    return [`the knowledge graph was left as it is: ${why}`];
  } finally {
    db?.close();
  }
}
