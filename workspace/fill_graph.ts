/**
 * The knowledge graph after an index run.
 *
 * Stage: after the pipeline. Invariant: the index never fails for it: what cannot be filled is a warning.
 */
import { CallgroveError } from "../core/errors.ts";
import { locateProject } from "../core/store/location.ts";
import { openForReading } from "../core/store/open.ts";
import { fillFunctions } from "../memory/graph/fill_functions.ts";
import { withOrg } from "../memory/store/org_store.ts";
import { findRef } from "./find_ref.ts";

/** Brings functions and calls in org.db up to date with the working tree's index; gives warnings. */
export async function fillGraph(directory: string, database: string | undefined): Promise<readonly string[]> {
  const project = await locateProject(directory, database);
  try {
    const db = openForReading(project.folder);
    try {
      const ref = findRef(db, project, undefined);
      if (ref === undefined) return [];
      return withOrg(project.folder, (org) => fillFunctions({ db, ref }, org)).warnings;
    } finally {
      db.close();
    }
  } catch (thrown) {
    if (!(thrown instanceof CallgroveError)) throw thrown;
    return [`the knowledge graph was left as it is: ${thrown.message}`];
  }
}
