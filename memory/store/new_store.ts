/**
 * A database that is filled before others can see it.
 *
 * Stage: memory. Invariants: it gets its name once it is complete and on disk, and only if no other has that name by then; until then it
 * needs neither a journal nor to wait for the disk.
 */
import { existsSync, linkSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { openUnseen, removeDatabase, syncFile } from "../../core/store/database_files.ts";
import { closeStore, fillSchema, makeForOwner, type StoreKind } from "./open_store.ts";

const BUILDING = ".building";

/** Removes a database that a killed process left unfinished. A process still working on it fails. */
export function removeUnfinished(folder: string, kind: StoreKind): void {
  removeDatabase(join(folder, kind.file + BUILDING));
}

/** An unpublished database, to be ended by `publish` or `abandon`. */
export interface UnseenStore {
  /** In a transaction. */
  readonly db: DatabaseSync;
  /** Writes as much as possible before publishing. Never fails. */
  readonly settle: () => Promise<void>;
  /** Makes it visible; has no effect if that is impossible: another took the name, the disk is full, the file system has no links. */
  readonly publish: () => void;
  readonly abandon: () => void;
}

/** Begins a database; undefined if one exists, whatever its state. The caller prevents others from beginning the same. */
export function beginStore(folder: string, kind: StoreKind): UnseenStore | undefined {
  const file = join(folder, kind.file);
  if (existsSync(file)) return undefined;
  removeUnfinished(folder, kind);
  const building = file + BUILDING;
  makeForOwner(building);
  const db = openUnseen(building);
  const abandon = (): void => {
    closeStore(db);
    removeUnfinished(folder, kind);
  };
  try {
    // Written once and completely: larger pages halve the number of writes.
    db.exec("PRAGMA page_size = 8192; BEGIN IMMEDIATE");
    fillSchema(db, kind);
  } catch (thrown) {
    abandon();
    throw thrown;
  }
  let settled = false;
  return {
    db,
    abandon,
    async settle() {
      try {
        db.exec("COMMIT; PRAGMA journal_mode = WAL");
        db.close();
        await syncFile(building);
        settled = true;
      } catch {
        // The next user finds none.
      }
    },
    publish() {
      try {
        // Unlike renaming, this never replaces another file.
        if (settled) linkSync(building, file);
      } catch {
        // Another has the name, or the file system has no links: the next user finds what there is.
      } finally {
        abandon();
      }
    },
  };
}
