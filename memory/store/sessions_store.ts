/**
 * sessions.db: opened for a question or for writing.
 *
 * Stage: memory. Invariant: it is derived from transcripts, so an older or damaged one is rebuilt by the next ingest, and until then counts
 * as missing; a newer one is refused untouched.
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { SESSIONS_FILE } from "../../core/store/place_names.ts";
import { createStore, inspectStore, storeIsNewer, type StoreKind } from "./open_store.ts";
import schema from "./sessions.sql" with { type: "text" };

/** The store of agents' sessions. */
export const SESSIONS: StoreKind = { file: SESSIONS_FILE, version: 2, schema, title: "the sessions" };

/** For questions: undefined where there is none to ask. */
export function readSessions(folder: string): { db?: DatabaseSync; warnings: readonly string[] } {
  const { db, state } = inspectStore(folder, SESSIONS, true);
  if (db !== undefined) return { db, warnings: [] };
  if (state === "missing") return { warnings: [] };
  const why = state === "newer" ? "made by a newer version" : state;
  return { warnings: [`the sessions "${SESSIONS.file}" are ${why}; read them again: callgrove memory ingest --sessions DIR`] };
}

/** For writing: made anew where it is older or damaged. @throws CallgroveError index_incompatible for a newer one. */
export function openSessions(folder: string): { db: DatabaseSync; warnings: readonly string[] } {
  const { db, state } = inspectStore(folder, SESSIONS, false);
  if (db !== undefined) return { db, warnings: [] };
  if (state === "newer") throw storeIsNewer(folder, SESSIONS);
  if (state === "missing") return { db: createStore(folder, SESSIONS), warnings: [] };
  removeSessions(folder);
  return { db: createStore(folder, SESSIONS), warnings: [`the sessions "${SESSIONS.file}" were ${state} and are read again`] };
}

/** Takes the file away, with what SQLite keeps beside it. */
export function removeSessions(folder: string): void {
  for (const suffix of ["", "-wal", "-shm"]) rmSync(join(folder, SESSIONS.file + suffix), { force: true });
}
