/**
 * A database that is filled before anybody sees it.
 *
 * Stage: memory. Invariants: it takes its name when it is whole and certain, and only if there is no other of that name by then; until
 * then it needs neither a journal nor to wait for the disk.
 */
import { existsSync, linkSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { openUnseen, removeDatabase, syncFile } from "../../core/store/database_files.ts";
import { closeStore, fillSchema, makeForOwner, type StoreKind } from "./open_store.ts";

const BUILDING = ".building";

/** Removes what somebody began and, being killed, did not end. Whoever is at it now does without. */
export function removeUnfinished(folder: string, kind: StoreKind): void {
  removeDatabase(join(folder, kind.file + BUILDING));
}

/** One of the two ends it. */
export interface UnseenStore {
  /** In a transaction. */
  readonly db: DatabaseSync;
  /** Writes it, as far as that can be done before others see it. Never fails. */
  readonly settle: () => Promise<void>;
  /** Has others see it; nothing is there where that cannot be: another took the name, the disk is full, the file system has no links. */
  readonly publish: () => void;
  readonly abandon: () => void;
}

/** Begins a database; undefined where there is one, whatever its state. The caller sees to it that nobody else begins the same. */
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
    // Written once and as a whole: larger pages are half the calls.
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
        // Who comes next finds none.
      }
    },
    publish() {
      try {
        // Unlike a new name this never takes the place of another file.
        if (settled) linkSync(building, file);
      } catch {
        // The other one has the name, or the file system knows no links: who comes next finds what there is.
      } finally {
        abandon();
      }
    },
  };
}
