/**
 * The main loop of a worker thread: it answers messages with the results of `Work`.
 *
 * Stage: parse and resolve. Invariant: one answer to each message, in order; a failed job is answered with its error, and the thread
 * continues (unless the parser itself broke: then it says so, and the pool starts another).
 */
import { describeThrown } from "../errors.ts";
import type { PackedTrees } from "../parse/packed_trees.ts";
import type { ParseItem } from "./parse_work.ts";
import type { ResolverInput } from "./resolve_work.ts";
import { type Half, type LanguageSource, Work } from "./work.ts";

/** A job for a worker. */
export type Job =
  | { readonly kind: "expect"; readonly endings: readonly string[]; readonly lowers: boolean }
  | { readonly kind: "parse"; readonly items: readonly ParseItem[] }
  | { readonly kind: "trees"; readonly items: readonly ParseItem[]; readonly room: SharedArrayBuffer | undefined }
  | { readonly kind: "lower"; readonly trees: PackedTrees }
  | { readonly kind: "library"; readonly language: string }
  | { readonly kind: "prepare"; readonly input: ResolverInput }
  | { readonly kind: "resolve"; readonly indices: readonly number[]; readonly strictSyntax: boolean }
  | { readonly kind: "forget" };

/**
 * The answer: a value, or why there is none. `isSpent`: the thread holds so much memory for what it has done that it takes no more jobs.
 * `broken`: the thread is unusable.
 */
export type JobAnswer = { readonly value: unknown; readonly isSpent: boolean } | { readonly failure: string; readonly broken: boolean };

/** The part of a worker's global scope that is used. */
interface Port {
  /** What the thread is for, if known when it was started. */
  readonly name: Half;
  onmessage: ((event: MessageEvent<Job>) => void) | null;
  postMessage(answer: JobAnswer): void;
}

/**
 * Serves jobs in this worker thread from now on.
 * @param languages as `Work` takes them
 */
export function serveJobs(languages: LanguageSource): void {
  const port = globalThis as unknown as Port;
  const work = new Work(languages);
  // The error is reported with the first job.
  let last: Promise<void> = work.load(port.name).catch(() => {});
  port.onmessage = (event): void => {
    // Whoever is told that it is spent has others do what it was sent.
    last = last.then(() => work.isSpent ? undefined : answer(port, work, event.data));
  };
}

async function answer(port: Port, work: Work, job: Job): Promise<void> {
  try {
    const value = await doJob(work, job);
    // Nothing is transferred: detaching the first array of a kind makes the engine discard all optimized code that reads such arrays.
    port.postMessage({ value, isSpent: work.isSpent });
  } catch (thrown) {
    port.postMessage({ failure: describeThrown(thrown), broken: thrown instanceof WebAssembly.RuntimeError });
  }
}

async function doJob(work: Work, job: Job): Promise<unknown> {
  switch (job.kind) {
    case "expect":
      return await work.expect(job.endings, job.lowers);
    case "parse":
      return await work.parse(job.items);
    case "trees":
      return await work.readTrees(job.items, job.room);
    case "lower":
      return await work.lowerTrees(job.trees);
    case "library":
      return await work.parseLibrary(job.language);
    case "prepare":
      return await work.prepare(job.input);
    case "resolve":
      return work.resolve(job.indices, job.strictSyntax);
    case "forget":
      return work.forget();
  }
}
