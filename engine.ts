/**
 * The indexer with all languages: what commands and servers call.
 *
 * Invariant: it composes and does nothing itself; languages are loaded when an index is made.
 */
import { type IndexOptions, type IndexProgress, indexProject, type IndexSummary, type PipelineHost } from "./core/pipeline.ts";
import { workerEntry } from "./thread_entries.ts";

const host: PipelineHost = {
  languages: async () => (await import("./language_table.ts")).loadLanguageTable(),
  workerEntry,
};

/** Brings the index of a working tree or a ref up to date, or makes it. See `indexProject`. */
export function indexDirectory(options: IndexOptions, onProgress?: (progress: IndexProgress) => void): Promise<IndexSummary> {
  return indexProject(host, options, onProgress);
}
