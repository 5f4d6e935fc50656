/**
 * The health of a project's index: readable, intact, up to date, and what it skipped.
 *
 * Stage: before a question. Invariant: read-only; failures are reported, not thrown.
 */
import type { Skip } from "../core/scan/decode_source.ts";
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { CallgroveError, describeThrown, toCallgroveError } from "../core/errors.ts";
import type { LanguageTable } from "../core/scan/languages_of.ts";
import type { ProjectPlace } from "../core/store/location.ts";
import { findWriter } from "../core/store/lease.ts";
import { inspectIndex, isMadeAnew, openForReading, reasonOf } from "../core/store/open.ts";
import { INDEX_FILE } from "../core/store/place_names.ts";
import { countChanges, findChanges } from "./find_changes.ts";
import { findRef } from "./find_ref.ts";

/** SQLite's check of every page, up to the first fault. */
const CHECK = "PRAGMA quick_check(1)";

/** The health of an index. */
export interface IndexHealth {
  readonly state: "missing" | "ready" | "older" | "newer" | "damaged" | "unreadable";
  readonly folder: string;
  readonly bytes: number;
  /** SQLite's message if the check finds a fault; "" if it finds none. */
  readonly fault: string;
  /** What repairs it, if the fault says so; else "". */
  readonly mend: string;
  readonly indexedAt: string;
  /** The number of changed files that are not indexed yet. */
  readonly pending: number;
  readonly skipped: readonly Skip[];
  /** Whether a process is writing it now. */
  readonly isBeingWritten: boolean;
}

/** Checks every page of the index. */
export async function readHealth(project: ProjectPlace, table: LanguageTable): Promise<IndexHealth> {
  const file = join(project.folder, INDEX_FILE);
  const none = { folder: project.folder, bytes: 0, fault: "", mend: "", indexedAt: "", pending: 0, skipped: [], isBeingWritten: false };
  try {
    const state = inspectIndex(project.folder);
    const bytes = existsSync(file) ? statSync(file).size : 0;
    const isBeingWritten = findWriter(project.folder) !== undefined;
    if (state !== "ready") return { ...none, state, bytes, isBeingWritten };
    const db = openForReading(project.folder);
    try {
      const ref = findRef(db, project, undefined);
      const pending = ref === undefined ? 0 : countChanges(await findChanges(project, table, db, ref.id));
      const more = { bytes, isBeingWritten, fault: faultOf(db), indexedAt: ref?.indexedAt ?? "", pending, skipped: ref?.skipped ?? [] };
      return { ...none, ...more, state };
    } finally {
      db.close();
    }
  } catch (thrown) {
    const { data, hint } = toCallgroveError(thrown);
    const mend = String(data["remediation"] ?? (thrown instanceof CallgroveError ? hint : ""));
    return { ...none, state: "unreadable", fault: describeThrown(thrown), mend };
  }
}

/** SQLite's message if the check of a database finds a fault; "" if it finds none. */
export function faultOf(db: DatabaseSync): string {
  const row = db.prepare(CHECK).get() as { quick_check: string };
  return row.quick_check === "ok" ? "" : row.quick_check;
}

/** Whether the check finds a fault, or fails. */
export function isFaulty(open: () => DatabaseSync): boolean {
  let db: DatabaseSync | undefined;
  try {
    db = open();
    return faultOf(db) !== "";
  } catch (thrown) {
    return isMadeAnew(reasonOf(db, thrown, CHECK));
  }
}
