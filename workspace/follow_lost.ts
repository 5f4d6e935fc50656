/**
 * Before a question about memory: reads new commits, and follows functions that were renamed or moved, so that entries tied to them are
 * found.
 *
 * Stage: before a question. Invariants: nothing is searched unless memory knows a symbol that the index has lost, nor twice in one index
 * state; the time is limited, and what could not be followed is reported.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { headCommit } from "../core/base/git.ts";
import { append } from "../core/base/lists.ts";
import { CallgroveError, isFullDisk } from "../core/errors.ts";
import type { LanguageTable } from "../core/scan/languages_of.ts";
import type { ProjectPlace } from "../core/store/location.ts";
import { isDamage } from "../core/store/open.ts";
import { loadCatchUp, loadFollowing } from "../later.ts";
import { FileVersions } from "../memory/history/file_versions.ts";
import { type Near, readLost, wasSeen } from "../memory/history/lost_symbols.ts";
import { closeStore, readMeta } from "../memory/store/open_store.ts";
import { type OpenOrg, openOrg, ORG } from "../memory/store/org_store.ts";
import { readSessions } from "../memory/store/sessions_store.ts";
import type { Context } from "../query/context.ts";

/** How long a question waits, ms. */
const PATIENCE_MS = 2000;
/** Most files whose last changes a question reads. */
const MOST_FILES = 3;

/** Reads new commits and follows lost functions; returns warnings. @param near what is asked about; undefined: all of them */
export async function followLost(
  context: Context,
  project: ProjectPlace,
  table: LanguageTable,
  near: Near | undefined,
): Promise<readonly string[]> {
  if (!context.ref.isLive || !existsSync(join(project.folder, ORG.file))) return [];
  let opened: OpenOrg;
  try {
    opened = openOrg(project.folder);
  } catch (thrown) {
    // The reader of memory reports why nothing can be written.
    if (thrown instanceof CallgroveError && thrown.code === "internal_error") return [];
    throw thrown;
  }
  const { db: org, warnings: said } = opened;
  const warnings = [...said];
  const sessions = readSessions(project.folder).db;
  try {
    append(warnings, await readNewCommits(context, project, table, org));
    append(warnings, await readNearChanges(context, project, org, near));
    if (wasSeen(context, org)) return warnings;
    const { open, outdated } = readLost(context, org, sessions);
    if (open.length === 0 && !outdated) return warnings;
    const { followMoves, MoveFinder } = await loadFollowing();
    const finder = new MoveFinder(context, project.repository, table, new FileVersions(project.root, project.repository));
    const { late } = await followMoves(context, finder, org, sessions, { patience: PATIENCE_MS, among: near ?? "promising" });
    return late === 0
      ? warnings
      : [...warnings, `there was no time to find out where ${late} remembered symbols went: callgrove memory ingest`];
  } catch (thrown) {
    // The reader of memory repairs what can be repaired.
    if (isDamage(thrown) || isFullDisk(thrown)) return warnings;
    throw thrown;
  } finally {
    sessions?.close();
    closeStore(org);
  }
}

/** Reads commits since the last one known; nothing if history was never read, which a user has to ask for first. */
async function readNewCommits(
  context: Context,
  { repository }: ProjectPlace,
  table: LanguageTable,
  org: DatabaseSync,
): Promise<readonly string[]> {
  const before = readMeta(org, "history_head");
  if (repository === undefined || before === "" || before === await headCommit(repository)) return [];
  const { catchUp } = await loadCatchUp();
  return await catchUp(context, repository, table, org, before);
}

/** Finds out when the functions that are asked about last changed, if their files are few and history was read. */
async function readNearChanges(
  context: Context,
  { repository }: ProjectPlace,
  org: DatabaseSync,
  near: Near = { paths: new Set(), names: new Set() },
): Promise<readonly string[]> {
  if (repository === undefined || near.paths.size === 0 || near.paths.size > MOST_FILES || readMeta(org, "history_head") === "") return [];
  const { readChangesOf } = await loadCatchUp();
  return await readChangesOf(context, repository, org, near);
}
