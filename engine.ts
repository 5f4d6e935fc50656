/**
 * The indexer with all languages: what commands and servers call.
 *
 * Invariant: it composes and does nothing itself; languages are loaded when an index is made.
 */
import { LastRuns } from "./core/last_run.ts";
import { type IndexOptions, type IndexProgress, indexProject, type IndexSummary, type PipelineHost } from "./core/pipeline.ts";
import { loadLanguageModule } from "./later.ts";
import { TextMemory } from "./core/text_memory.ts";
import { workerEntry } from "./thread_entries.ts";

const host: PipelineHost = {
  languages: async () => (await loadLanguageModule()).loadLanguageTable(),
  workerEntry,
  texts: new TextMemory(),
  lastRuns: new LastRuns(),
};

/** Brings the index of a working tree or a ref up to date, or makes it, and the knowledge graph with it. See `indexProject`. */
export async function indexDirectory(options: IndexOptions, onProgress?: (progress: IndexProgress) => void): Promise<IndexSummary> {
  const summary = await indexAlone(options, onProgress);
  return withWarnings(summary, await fillGraphOf(options));
}

/** The same without the knowledge graph: all that questions about code wait for. */
export function indexAlone(options: IndexOptions, onProgress?: (progress: IndexProgress) => void): Promise<IndexSummary> {
  return indexProject(host, options, onProgress);
}

/** The knowledge graph of what `indexAlone` has indexed; gives warnings. */
export async function fillGraphOf(options: IndexOptions): Promise<readonly string[]> {
  if (options.ref !== undefined) return [];
  const { fillGraph } = await import("./workspace/fill_graph.ts");
  return fillGraph(options.directory, options.database);
}

/** A summary that says more. */
export function withWarnings(summary: IndexSummary, warnings: readonly string[]): IndexSummary {
  return warnings.length === 0 ? summary : { ...summary, warnings: [...summary.warnings, ...warnings] };
}
