/**
 * The indexer with all languages: what commands and servers call.
 *
 * Invariant: it composes and does nothing itself; languages are loaded when an index is made.
 */
import { type IndexOptions, type IndexProgress, indexProject, type IndexSummary, type PipelineHost } from "./core/pipeline.ts";
import { loadLanguageModule } from "./later.ts";
import { workerEntry } from "./thread_entries.ts";

const host: PipelineHost = {
  languages: async () => (await loadLanguageModule()).loadLanguageTable(),
  workerEntry,
};

/** Brings the index of a working tree or a ref up to date, or makes it, and the knowledge graph with it. See `indexProject`. */
export async function indexDirectory(options: IndexOptions, onProgress?: (progress: IndexProgress) => void): Promise<IndexSummary> {
  const summary = await indexProject(host, options, onProgress);
  if (options.ref !== undefined) return summary;
  const { fillGraph } = await import("./workspace/fill_graph.ts");
  const warnings = await fillGraph(options.directory, options.database);
  return warnings.length === 0 ? summary : { ...summary, warnings: [...summary.warnings, ...warnings] };
}
