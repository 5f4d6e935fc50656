/**
 * Reads what a repository itself records, for users without a command line: decision records, and fixes in git's history.
 *
 * Stage: beside a question. Invariant: no agent's sessions are read; their owner allows that in a terminal (`memory ingest --sessions`).
 */
import type { LanguageTable } from "../core/scan/languages_of.ts";
import type { ProjectPlace } from "../core/store/location.ts";
import { loadIngest } from "../later.ts";
import type { Context, ReadHistory } from "../query/context.ts";

/** Limits in ms, each for following functions and for finding when they last changed: clients of a protocol wait a minute at most. */
const PATIENCE = 10_000;

/** Reads the history of a repository. */
export async function readHistory(context: Context, project: ProjectPlace, table: LanguageTable): Promise<ReadHistory> {
  const { ingestMemory } = await loadIngest();
  const { decisions, errors, history, followed, unreadChanges, warnings } = await ingestMemory(context, project, table, undefined, {
    patience: PATIENCE,
  });
  const { fixes, functions, left } = history;
  const unread = [
    ...(followed.left === 0 ? [] : [`where ${followed.left} missing functions went`]),
    ...(unreadChanges === 0 ? [] : [`when functions of ${unreadChanges} files last changed`]),
  ];
  const rest = unread.length === 0
    ? []
    : [`there was no time to find out ${unread.join(", and ")}: index_directory {"history":true} continues`];
  return { decisions, errors, fixes, functions, left, warnings: [...warnings, ...rest] };
}
