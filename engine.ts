/**
 * The indexer with all languages: what commands and servers call.
 *
 * Invariant: it composes and does nothing itself; languages are loaded when an index is made.
 */
import { LastRuns } from "./core/last_run.ts";
import { type IndexOptions, type IndexProgress, indexProject, type IndexSummary, type PipelineHost } from "./core/pipeline.ts";
import type { UnseenStore } from "./memory/store/new_store.ts";
import { loadLanguageModule } from "./later.ts";
import type { ProjectPlace } from "./core/store/location.ts";
import type { WhenWritten } from "./core/store/open.ts";
import { TextMemory } from "./core/text_memory.ts";
import { indexesEntry, workerEntry } from "./thread_entries.ts";

const host: PipelineHost = {
  languages: async () => (await loadLanguageModule()).loadLanguageTable(),
  workerEntry,
  indexesEntry,
  texts: new TextMemory(),
  lastRuns: new LastRuns(),
};

/** Brings the index of a working tree or a ref up to date, or makes it, and the knowledge graph with it. See `indexProject`. */
export async function indexDirectory(options: IndexOptions, onProgress?: (progress: IndexProgress) => void): Promise<IndexSummary> {
  let graph: UnseenStore | undefined;
  const readRows = async (place: ProjectPlace, file: string): Promise<WhenWritten> => {
    const { fillEarly } = await import("./workspace/early_graph.ts");
    graph?.abandon();
    graph = fillEarly(place, file);
    return () => graph?.settle() ?? Promise.resolve();
  };
  try {
    const summary = await indexProject({ ...host, readRows }, options, onProgress);
    const warnings = graph?.publish() ?? [];
    return withWarnings(summary, [...warnings, ...await settle(options)]);
  } catch (thrown) {
    graph?.abandon();
    throw thrown;
  }
}

/** The same without what need not be waited for: see `settle`. */
export function indexAlone(options: IndexOptions, onProgress?: (progress: IndexProgress) => void): Promise<IndexSummary> {
  return indexProject(host, options, onProgress);
}

/** What `indexAlone` has left to do: the index's log, and the knowledge graph; gives warnings. */
export async function settle(options: IndexOptions): Promise<readonly string[]> {
  const { settleIndex } = await import("./workspace/settle_index.ts");
  return settleIndex(options.directory, options.database, options.ref === undefined);
}

/** A summary that says more. */
export function withWarnings(summary: IndexSummary, warnings: readonly string[]): IndexSummary {
  return warnings.length === 0 ? summary : { ...summary, warnings: [...summary.warnings, ...warnings] };
}
