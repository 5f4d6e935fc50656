/**
 * Reads everything that is remembered about a repository: its decisions, git's history and, if folders are named, agents' sessions.
 *
 * Stage: memory. Invariant: only new data is read; sessions only from the folders named.
 */
import type { LanguageTable } from "../core/scan/languages_of.ts";
import type { ProjectPlace } from "../core/store/location.ts";
import type { Context } from "../query/context.ts";
import type { SymbolRow } from "../query/rows/symbol_row.ts";
import { refreshDecisions } from "./decisions/refresh_decisions.ts";
import { displayName, fillFunctions } from "./graph/fill_functions.ts";
import { fillMemory } from "./graph/fill_memory.ts";
import { FileVersions } from "./history/file_versions.ts";
import { type Followed, followMoves, MoveFinder } from "./history/follow_moves.ts";
import { describeLacking, type HistoryExtent, type HistorySummary, ingestHistory } from "./history/ingest_history.ts";
import { readLastChanges } from "./history/last_changes.ts";
import { ingestSessions, type IngestSummary, type OnProgress } from "./sessions/ingest_sessions.ts";
import { MessageLinker } from "./sessions/message_linker.ts";
import { readAhead, readHere } from "./sessions/message_source.ts";
import { OwnPaths } from "./sessions/own_paths.ts";
import { readMeta, writeMeta } from "./store/open_store.ts";
import { openOrg } from "./store/org_store.ts";
import { openSessions, readSessions } from "./store/sessions_store.ts";
import { NameResolver } from "./symbols/resolve_mention.ts";
import { SymbolReader } from "./symbols/symbols_of_text.ts";

/** What was read, and what there is now. */
export interface MemorySummary {
  readonly decisions: number;
  readonly errors: number;
  readonly notes: number;
  readonly history: HistorySummary;
  /** Functions that moved since entries were tied to them. */
  readonly followed: Followed;
  /** The number of files with functions whose last change is not known yet. */
  readonly unreadChanges: number;
  /** Undefined if no folder was named. */
  readonly sessions?: IngestSummary;
  readonly warnings: readonly string[];
}

/** Which sessions to read, and how. */
export interface SessionsOptions {
  readonly folders: readonly string[];
  /** Module of the thread that reads ahead; without it everything is read in the calling thread. */
  readonly readerEntry?: URL;
  readonly onProgress?: OnProgress;
}
/** The number of new bytes from which a thread pays off. */
const THREAD_BYTES = 8_000_000;

/** How much of git's history to read. `patience`: limits in ms, each for following functions and for finding when they last changed. */
export interface HistoryLimits {
  readonly extent?: HistoryExtent;
  readonly patience?: number;
}

/**
 * Reads everything new.
 * @param options undefined if no sessions are to be read
 */
export async function ingestMemory(
  context: Context,
  project: ProjectPlace,
  table: LanguageTable,
  options: SessionsOptions | undefined,
  { extent = "newest", patience = Infinity }: HistoryLimits = {},
): Promise<MemorySummary> {
  const { db: org, warnings } = openOrg(project.folder);
  try {
    org.exec("PRAGMA cache_size = -32768");
    fillFunctions(context, org);
    refreshDecisions(context, org);
    const reader = new SymbolReader(table, context);
    const { repository } = project;
    const history = repository === undefined
      ? { fixes: 0, functions: 0, left: 0, lacking: 0, bound: 0 }
      : await ingestHistory(repository, org, reader, extent);
    const forgotten = new Set((org.prepare("SELECT key FROM forgotten").all() as { key: string }[]).map((row) => row.key));
    const read = options === undefined ? undefined : await ingestFolders(context, project, reader, options, forgotten);
    const sessions = readSessions(project.folder).db;
    let followed: Followed;
    let unreadChanges = 0;
    try {
      followed = await followMoves(
        context,
        new MoveFinder(context, repository, table, new FileVersions(project.root, repository)),
        org,
        sessions,
        { patience, among: "open" },
      );
      if (repository !== undefined) unreadChanges = (await readLastChanges(context, repository, org, sessions, { patience })).left;
      const isKnown = readMeta(org, "sessions_filled") === "yes";
      fillMemory(context, org, sessions, isKnown ? read?.changed ?? [] : "all");
      writeMeta(org, "sessions_filled", "yes");
    } finally {
      sessions?.close();
    }
    const count = (rows: string): number => (org.prepare(`SELECT count(*) AS n FROM ${rows}`).get() as { n: number }).n;
    return {
      decisions: count("decisions WHERE gone = 0"),
      errors: count("errors"),
      notes: count("notes"),
      history,
      followed,
      unreadChanges,
      ...(read === undefined ? {} : { sessions: read.summary }),
      warnings: [...warnings, ...describeLacking(history), ...(read?.warnings ?? [])],
    };
  } finally {
    org.close();
  }
}

async function ingestFolders(
  context: Context,
  project: ProjectPlace,
  reader: SymbolReader,
  { folders, readerEntry, onProgress }: SessionsOptions,
  forgotten: ReadonlySet<string>,
): Promise<{ summary: IngestSummary; changed: readonly string[]; warnings: readonly string[] }> {
  const { db, warnings } = openSessions(project.folder);
  try {
    db.exec("PRAGMA cache_size = -65536; PRAGMA temp_store = MEMORY; PRAGMA wal_autocheckpoint = 20000");
    const resolver = new NameResolver(context);
    const paths = new OwnPaths(project, context.roots, (written) => resolver.filesOf(written));
    const versions = new FileVersions(project.root, project.repository);
    const names = new Map<number, string>();
    const nameOf = (row: SymbolRow): string => {
      const name = names.get(row.id) ?? displayName(context, row);
      names.set(row.id, name);
      return name;
    };
    const { summary, changed } = await ingestSessions(db, {
      folders,
      paths,
      makeLinker: (writer) => new MessageLinker({ resolver, reader, nameOf }, writer, paths, versions),
      forgotten,
      openSource: (bytes) => readerEntry === undefined || bytes < THREAD_BYTES ? readHere : readAhead(readerEntry),
      onProgress,
    });
    return { summary, changed, warnings: [...warnings, ...summary.warnings] };
  } finally {
    db.close();
  }
}
