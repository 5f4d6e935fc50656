/**
 * The threads of one run, and the facts of the libraries that they read: both there once they are asked for, and for that run alone.
 *
 * Stage: pipeline. Invariant: whoever asks before threads were started gets the calling thread, for the whole run.
 */
import type { FactsPlace } from "../facts/facts_place.ts";
import type { LanguagePlugin } from "../plugin.ts";
import type { LanguageTable } from "../scan/languages_of.ts";
import type { ScannedFile } from "../scan/scan.ts";
import type { IndexWriter } from "../store/index_writer.ts";
import { readLibrary } from "../store/library_store.ts";
import { type Crew, makeLocalCrew, type ThreadCrew } from "../threads/pool.ts";
import { startCrew, threadsFor } from "../threads/run_threads.ts";

/** What tells how many threads a run gets. */
export interface CrewOptions {
  /** The module that calls `serveJobs`. */
  readonly workerEntry: URL;
  /** As many, whatever there is to do; without it as many as pay. */
  readonly workers: number | undefined;
  /** Whether this process has indexed the same tree before. */
  readonly isLater: boolean;
  /** Threads that are started already. */
  readonly early: ThreadCrew | undefined;
}

/** See the head of this file. */
export class RunCrew {
  readonly #table: LanguageTable;
  readonly #options: CrewOptions;
  readonly #libraries = new Map<string, Promise<FactsPlace>>();
  #crew: Crew | undefined;

  constructor(table: LanguageTable, options: CrewOptions) {
    this.#table = table;
    this.#options = options;
  }

  /** Starts as many threads as so much source pays for; a language that runs apart has one of its own. @param files all of the tree */
  start(bytes: number, files: readonly ScannedFile[]): void {
    const { workerEntry, workers, isLater, early } = this.#options;
    const wanted = workers ?? threadsFor(bytes, isLater);
    const apart = new Set(this.#table.plugins.filter((plugin) => plugin.runsApart === true).map((plugin) => plugin.name));
    const threads = files.some((file) => apart.has(file.language.plugin.name)) ? Math.max(2, wanted) : wanted;
    if (threads >= 2) this.#crew = startCrew(workerEntry, threads, apart, early);
  }

  /** Who does the work. */
  get any(): Crew {
    return this.#crew ??= makeLocalCrew(this.#table.plugins);
  }

  /** Facts of a language's library, read once. */
  library(writer: IndexWriter, plugin: LanguagePlugin): Promise<FactsPlace> {
    let library = this.#libraries.get(plugin.name);
    if (library === undefined) this.#libraries.set(plugin.name, library = readLibrary(writer, this.any, plugin));
    return library;
  }

  close(): void {
    this.#crew?.close();
  }
}
