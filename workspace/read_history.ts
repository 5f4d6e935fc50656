/**
 * Reads what a repository itself remembers, for who has no command line: decision records, and fixes in git's history.
 *
 * Stage: beside a question. Invariant: no agent's session is read; whose these are says so in a terminal (`memory ingest --sessions`).
 */
import type { LanguageTable } from "../core/scan/languages_of.ts";
import type { ProjectPlace } from "../core/store/location.ts";
import { loadIngest } from "../later.ts";
import type { Context, ReadHistory } from "../query/context.ts";

/** See the head of this file. */
export async function readHistory(context: Context, project: ProjectPlace, table: LanguageTable): Promise<ReadHistory> {
  const { ingestMemory } = await loadIngest();
  const { decisions, errors, history, warnings } = await ingestMemory(context, project, table, undefined);
  const { fixes, functions, left } = history;
  return { decisions, errors, fixes, functions, left, warnings };
}
