/**
 * org.db: opened for a question or for writing, and rescued if it is damaged.
 *
 * Stage: memory. Invariants: decisions, error solutions and notes are never discarded: a damaged file is kept under another name and its
 * intact rows are copied to a new one; a newer one is refused untouched.
 */
import { DatabaseSync } from "node:sqlite";
import { CallgroveError, describeThrown, isDatabaseError } from "../../core/errors.ts";
import { isDamage, reasonOf } from "../../core/store/open.ts";
import { ORG_FILE } from "../../core/store/place_names.ts";
import { closeStore, createStore, fillSchema, inspectStore, storeIsNewer, type StoreKind } from "./open_store.ts";
import { rescueStore } from "./rescue_store.ts";
import schema from "./org.sql" with { type: "text" };

/** The store of decisions, errors and notes. */
export const ORG: StoreKind = { file: ORG_FILE, version: 1, schema, title: "the decisions" };

/** An open org.db and what its user should know. */
export interface OpenOrg {
  readonly db: DatabaseSync;
  readonly warnings: readonly string[];
}

/** Opens org.db, makes it where there is none. @throws CallgroveError index_incompatible for one of a newer version. */
export function openOrg(folder: string): OpenOrg {
  const found = inspectStore(folder, ORG, false);
  if (found.db !== undefined) return { db: found.db, warnings: [] };
  if (found.state === "newer") throw storeIsNewer(folder, ORG);
  if (found.state === "missing") return { db: createStore(folder, ORG), warnings: [] };
  return rescueOrg(folder);
}

/** What was lost leaves its number to the next entry, which must not be tied to what the lost one was about. */
const DROP_ANCHORS_OF_NOTHING = `DELETE FROM anchors WHERE (entry_type = 'decision' AND entry_id NOT IN (SELECT id FROM decisions))
  OR (entry_type = 'error' AND entry_id NOT IN (SELECT id FROM errors)) OR (entry_type = 'note' AND entry_id NOT IN (SELECT id FROM notes))`;

function rescueOrg(folder: string): OpenOrg {
  const saved = rescueStore(folder, ORG);
  saved.db.exec(DROP_ANCHORS_OF_NOTHING);
  return saved;
}

/** Runs `work` with org.db; where it turns out to be damaged, once more with what could be saved. */
export function withOrg<T>(folder: string, work: (db: DatabaseSync) => T): { value: T; warnings: readonly string[] } {
  const org = openOrg(folder);
  try {
    return { value: work(org.db), warnings: org.warnings };
  } catch (thrown) {
    if (!isDamage(reasonOf(org.db, thrown))) throw thrown;
    org.db.close();
    const saved = rescueOrg(folder);
    try {
      return { value: work(saved.db), warnings: saved.warnings };
    } finally {
      saved.db.close();
    }
  } finally {
    closeStore(org.db);
  }
}

/**
 * The same to read: `refresh` writes, `read` does not. Where nothing can be written (a full disk, a read-only one), what is there is read as it is,
 * and the answer says so.
 */
export function readOrg<T>(
  folder: string,
  refresh: (db: DatabaseSync) => void,
  read: (db: DatabaseSync) => T,
): { value: T; warnings: readonly string[] } {
  let value: { readonly read: T } | undefined;
  try {
    const { warnings } = withOrg(folder, (db) => {
      refresh(db);
      value = { read: read(db) };
    });
    return { value: value!.read, warnings };
  } catch (thrown) {
    if (value !== undefined || !(isDatabaseError(thrown) || (thrown instanceof CallgroveError && thrown.code === "internal_error"))) {
      throw thrown;
    }
    const { db, state } = inspectStore(folder, ORG, true);
    if (db === undefined && state !== "missing") throw thrown;
    const found = db ?? inMemory();
    try {
      if (db === undefined) refresh(found);
      const why = thrown instanceof CallgroveError ? thrown.message : describeThrown(thrown);
      return { value: read(found), warnings: [`what is remembered is shown as of the last time it could be written: ${why}`] };
    } finally {
      found.close();
    }
  }
}

/** An org.db of which nothing stays. */
function inMemory(): DatabaseSync {
  const db = new DatabaseSync(":memory:", { enableForeignKeyConstraints: false });
  fillSchema(db, ORG);
  return db;
}
