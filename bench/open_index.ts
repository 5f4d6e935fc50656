/** Opens the index of a folder for measuring, and makes it first if it is missing or not up to date. */
import { indexDirectory } from "../engine.ts";
import { loadLanguageTable } from "../language_table.ts";
import type { Context } from "../query/context.ts";
import { type OpenRepository, openRepository } from "../workspace/open_repository.ts";

/** An open index; `context` reads it, `repository` answers questions and is closed by the caller. */
export type Opened = Awaited<ReturnType<OpenRepository["prepare"]>> & { readonly repository: OpenRepository; readonly context: Context };

/**
 * Waits for the index as long as it takes.
 * @throws Error if there is nothing to index.
 */
export async function openIndex(directory: string, database: string | undefined, audience: "person" | "agent"): Promise<Opened> {
  const repository = openRepository({
    directory,
    database,
    audience,
    anyRepository: true,
    patience: { first: Infinity, update: Infinity },
    index: (wish, onProgress) => indexDirectory(wish, onProgress),
    languages: loadLanguageTable,
  });
  const prepared = await repository.prepare(undefined, undefined, true);
  const { context } = prepared;
  if (context === undefined) throw new Error(`Cannot index "${directory}"`);
  return { ...prepared, repository, context };
}
