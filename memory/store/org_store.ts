/**
 * org.db: opened for a question or for writing, and saved where it is damaged.
 *
 * Stage: memory. Invariants: decisions, error solutions and notes are never thrown away: a damaged file is kept under another name and
 * its good rows go on in a new one; a newer one is refused untouched.
 */
import type { DatabaseSync } from "node:sqlite";
import { isDamage } from "../../core/store/open.ts";
import { closeStore, createStore, inspectStore, storeIsNewer, type StoreKind } from "./open_store.ts";
import { rescueStore } from "./rescue_store.ts";
import schema from "./org.sql" with { type: "text" };

export const ORG: StoreKind = { file: "org.db", version: 1, schema, title: "the decisions" };

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
  return rescueStore(folder, ORG);
}

/** Runs `work` with org.db; where it turns out to be damaged, once more with what could be saved. */
export function withOrg<T>(folder: string, work: (db: DatabaseSync) => T): { value: T; warnings: readonly string[] } {
  const org = openOrg(folder);
  try {
    return { value: work(org.db), warnings: org.warnings };
  } catch (thrown) {
    if (!isDamage(thrown)) throw thrown;
    org.db.close();
    const saved = rescueStore(folder, ORG);
    try {
      return { value: work(saved.db), warnings: saved.warnings };
    } finally {
      saved.db.close();
    }
  } finally {
    closeStore(org.db);
  }
}
