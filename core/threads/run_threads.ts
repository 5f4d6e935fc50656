/**
 * How many threads a run gets, and how long their jobs may take.
 *
 * Stage: all. Invariant: no thread is started if that costs more than it saves.
 */
import { glanceAt } from "../scan/glance.ts";
import { ThreadCrew } from "./pool.ts";
import type { Job } from "./worker.ts";

/** With less source than this, starting threads costs more than it saves. */
export const THREADS_PAY_BYTES = 600 * 1024;
/** The same for a process that has done a run before: it already knows what threads would have to load first. */
const THREADS_PAY_LATER_BYTES = 4 * 1024 * 1024;
const MOST_THREADS = 8;
/** The number of threads for large work. */
const CORES = Math.min(MOST_THREADS, navigator.hardwareConcurrency);
/** How long a plugin's code may take for a batch of files. */
const CODE_MS = 5_000;

/** Threads that were started before it was known what they will read. */
export interface EarlyThreads {
  /** The project that they are for: its real root. */
  readonly root: string;
  readonly crew: ThreadCrew;
}

/** Starts threads that load while the caller still loads languages and looks at the tree; undefined if that is probably not worth it. */
export function startEarly(entry: URL, root: string): EarlyThreads | undefined {
  if (CORES < 2) return undefined;
  const { isLarge, endings } = glanceAt(root);
  if (!isLarge) return undefined;
  const crew = new ThreadCrew(entry, CORES);
  crew.expect(endings);
  return { root, crew };
}

/**
 * The number of threads that pays off for this much source; 0 if none does.
 * @param isLater whether this process has done a run before
 */
export function threadsFor(bytes: number, isLater: boolean): number {
  return bytes >= (isLater ? THREADS_PAY_LATER_BYTES : THREADS_PAY_BYTES) ? CORES : 0;
}

/**
 * A crew of so many threads: `early` if it has that number.
 * @param apart languages whose code must not block a thread indefinitely
 */
export function startCrew(entry: URL, threads: number, apart: ReadonlySet<string>, early: ThreadCrew | undefined): ThreadCrew {
  const crew = early?.size === threads ? early : new ThreadCrew(entry, threads);
  crew.limitOf = (job): number | undefined => limitOf(job, apart);
  return crew;
}

/** The time limit of a job: untrusted code must not block a thread indefinitely. */
function limitOf(job: Job, apart: ReadonlySet<string>): number | undefined {
  const runsIt = (job.kind === "parse" && job.items.some((item) => apart.has(item.language))) ||
    (job.kind === "library" && apart.has(job.language));
  return runsIt ? CODE_MS : undefined;
}
