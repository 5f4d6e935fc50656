/** Reads into memory what there is about a project in a temporary folder. */
import { languages } from "../../languages/mod.ts";
import { makeLanguageTable } from "../../core/scan/languages_of.ts";
import { locateProject } from "../../core/store/location.ts";
import { ingestMemory, type MemorySummary, type SessionsOptions } from "../../memory/ingest.ts";
import { openInFolder } from "./shop.ts";
import type { TempProject } from "./temp_project.ts";

export interface IngestOptions {
  readonly sessions?: SessionsOptions;
  /** Of git's history. */
  readonly extent?: "all";
}

/** Reads its decisions, its history and the sessions that are named. */
export async function ingest({ root, database }: TempProject, { sessions, extent }: IngestOptions = {}): Promise<MemorySummary> {
  const repository = openInFolder(root, "person", database);
  try {
    const { context } = await repository.prepare(undefined, undefined, true);
    return await ingestMemory(
      context!,
      await locateProject(root, database),
      makeLanguageTable(languages),
      sessions,
      extent === undefined ? {} : { extent },
    );
  } finally {
    repository.close();
  }
}
