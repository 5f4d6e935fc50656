/**
 * The indexer with all languages: what commands and servers call.
 *
 * Invariant: it composes and does nothing itself; languages are loaded when an index is made.
 */
import { isFullDisk } from "./core/errors.ts";
import { type IndexOptions, type IndexProgress, indexProject, type IndexSummary, type PipelineHost } from "./core/pipeline.ts";
import { LastRuns } from "./core/run/last_run.ts";
import { TextMemory } from "./core/run/text_memory.ts";
import type { ProjectPlace } from "./core/store/location.ts";
import type { EarlyThreads } from "./core/threads/run_threads.ts";
import { loadLanguageModule } from "./later.ts";
import { workerEntry } from "./thread_entries.ts";
import type { EarlyGraph } from "./workspace/early_graph.ts";

const host: PipelineHost = {
  languages: async () => (await loadLanguageModule()).loadLanguageTable(),
  workerEntry,
  texts: new TextMemory(),
  lastRuns: new LastRuns(),
};

/**
 * Brings the index of a working tree or a ref up to date, or makes it, and the knowledge graph with it. See `indexProject`.
 * @param early threads that were started for it
 */
export async function indexDirectory(
  options: IndexOptions,
  onProgress?: (progress: IndexProgress) => void,
  early?: EarlyThreads,
): Promise<IndexSummary> {
  let graph: EarlyGraph | undefined;
  const follow = async (place: ProjectPlace): Promise<EarlyGraph> => {
    const { EarlyGraph } = await import("./workspace/early_graph.ts");
    graph?.abandon();
    return graph = new EarlyGraph(place.folder);
  };
  try {
    const summary = await indexProject({ ...host, follow, early }, options, onProgress);
    graph?.publish();
    return withWarnings(summary, await settle(options));
  } catch (thrown) {
    graph?.abandon();
    if (!isFullDisk(thrown) || graph?.tookSpace !== true) throw thrown;
    // Without a graph beside it there is more space for the index.
    return withWarnings(await indexAlone(options, onProgress), await settle(options));
  }
}

/** The same without what need not be waited for: see `settle`. */
export function indexAlone(options: IndexOptions, onProgress?: (progress: IndexProgress) => void): Promise<IndexSummary> {
  return indexProject(host, options, onProgress);
}

/** What `indexAlone` has left to do: the index's log, and the knowledge graph; gives warnings. */
export async function settle(options: IndexOptions): Promise<readonly string[]> {
  const { settleIndex } = await import("./workspace/settle_index.ts");
  const warnings = await settleIndex(options.directory, options.database, options.ref === undefined);
  if (warnings !== "damaged") return warnings;
  await indexAlone({ ...options, damaged: true });
  const again = await settleIndex(options.directory, options.database, options.ref === undefined);
  return again === "damaged" ? ["the index is damaged anew: look at the disk"] : again;
}

/** A summary that says more. */
export function withWarnings(summary: IndexSummary, warnings: readonly string[]): IndexSummary {
  return warnings.length === 0 ? summary : { ...summary, warnings: [...summary.warnings, ...warnings] };
}
