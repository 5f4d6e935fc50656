/**
 * How many threads a run gets, and what they may do.
 *
 * Stage: all. Invariant: no thread is started where that costs more than it saves.
 */
import { glanceAt } from "../scan/glance.ts";
import { ThreadCrew } from "./pool.ts";
import type { Job } from "./worker.ts";

/** Below this much to read a thread's start costs more than it saves. */
export const THREADS_PAY_BYTES = 600 * 1024;
/** The same for a process that has made a run before: what threads would have to learn first, it knows. */
const THREADS_PAY_LATER_BYTES = 4 * 1024 * 1024;
const MOST_THREADS = 8;
/** As many threads as pay where much is to be done. */
const CORES = Math.min(MOST_THREADS, navigator.hardwareConcurrency);
/** How long a plugin's code may take for a batch of files. */
const CODE_MS = 5_000;

/** Threads that were started before it was known what they will read. */
export interface EarlyThreads {
  /** The project that they are for: its real root. */
  readonly root: string;
  readonly crew: ThreadCrew;
}

/** Threads that load themselves while the caller still loads languages and looks at the tree; undefined where that does not seem to be worth them. */
export function startEarly(entry: URL, root: string): EarlyThreads | undefined {
  if (CORES < 2) return undefined;
  const { isLarge, endings } = glanceAt(root);
  if (!isLarge) return undefined;
  const crew = new ThreadCrew(entry, CORES);
  crew.expect(endings);
  return { root, crew };
}

/** As many threads as pay for so much to read; 0 where none does. @param isLater whether this process has made a run before */
export function threadsFor(bytes: number, isLater: boolean): number {
  return bytes >= (isLater ? THREADS_PAY_LATER_BYTES : THREADS_PAY_BYTES) ? CORES : 0;
}

/** So many threads: those that are `early`, if they are as many. @param apart languages whose code may not keep a thread for good */
export function startCrew(entry: URL, threads: number, apart: ReadonlySet<string>, early: ThreadCrew | undefined): ThreadCrew {
  const crew = early?.size === threads ? early : new ThreadCrew(entry, threads);
  crew.limitOf = (job): number | undefined => limitOf(job, apart);
  return crew;
}

/** Code that nobody here has read may not keep a thread for good. */
function limitOf(job: Job, apart: ReadonlySet<string>): number | undefined {
  const runsIt = (job.kind === "parse" && job.items.some((item) => apart.has(item.language))) ||
    (job.kind === "library" && apart.has(job.language));
  return runsIt ? CODE_MS : undefined;
}
