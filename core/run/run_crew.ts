/**
 * The threads of one run, and the facts of libraries that they read: both are created on first use, for that run alone.
 *
 * Stage: pipeline. Invariant: if work is requested before threads are started, the calling thread does it, for the whole run.
 */
import type { FactsPlace } from "../facts/facts_place.ts";
import type { LanguagePlugin } from "../plugin.ts";
import type { LanguageTable } from "../scan/languages_of.ts";
import type { ScannedFile } from "../scan/scan.ts";
import type { IndexWriter } from "../store/index_writer.ts";
import { readLibrary } from "../store/library_store.ts";
import { type Crew, makeLocalCrew, type ThreadCrew } from "../threads/pool.ts";
import { startCrew, threadsFor } from "../threads/run_threads.ts";

/** What determines the number of threads of a run. */
export interface CrewOptions {
  /** The module that calls `serveJobs`. */
  readonly workerEntry: URL;
  /** The number of threads, regardless of the amount of work. Undefined: as many as pay off. */
  readonly workers: number | undefined;
  /** Whether this process has indexed the same tree before. */
  readonly isLater: boolean;
  /** Threads that were already started. */
  readonly early: ThreadCrew | undefined;
}

/** Starts threads when needed and reads each language's library once. */
export class RunCrew {
  readonly #table: LanguageTable;
  readonly #options: CrewOptions;
  readonly #libraries = new Map<string, Promise<FactsPlace>>();
  #crew: Crew | undefined;

  constructor(table: LanguageTable, options: CrewOptions) {
    this.#table = table;
    this.#options = options;
  }

  /**
   * Starts as many threads as pay off for the given amount of source. A language that runs apart gets a thread of its own.
   * @param files all of the tree
   */
  start(bytes: number, files: readonly ScannedFile[]): void {
    const { workerEntry, workers, isLater, early } = this.#options;
    const wanted = workers ?? threadsFor(bytes, isLater);
    const apart = new Set(this.#table.plugins.filter((plugin) => plugin.runsApart === true).map((plugin) => plugin.name));
    const threads = files.some((file) => apart.has(file.language.plugin.name)) ? Math.max(2, wanted) : wanted;
    if (threads >= 2) this.#crew = startCrew(workerEntry, threads, apart, early);
  }

  /** The threads, or the calling thread if none were started. */
  get any(): Crew {
    return this.#crew ??= makeLocalCrew(this.#table.plugins);
  }

  /** The facts of a language's library, read once. */
  library(writer: IndexWriter, plugin: LanguagePlugin): Promise<FactsPlace> {
    let library = this.#libraries.get(plugin.name);
    if (library === undefined) this.#libraries.set(plugin.name, library = readLibrary(writer, this.any, plugin));
    return library;
  }

  close(): void {
    this.#crew?.close();
  }
}
