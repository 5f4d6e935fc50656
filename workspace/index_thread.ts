/**
 * The indexer in a thread of its own, for a process that must keep answering.
 *
 * Stage: before a question. Invariants: runs are sequential; an error arrives as it was thrown; the thread ends when idle for a while, and
 * with its process.
 */
import { CallgroveError, type ErrorCode } from "../core/errors.ts";
import type { IndexOptions, IndexProgress, IndexSummary } from "../core/pipeline.ts";
import { indexWorkerEntry } from "../thread_entries.ts";

/** A message to the thread. */
export interface IndexRequest {
  readonly id: number;
  readonly options: IndexOptions;
}
/** A message from the thread. */
export type IndexReport =
  | { readonly id: number; readonly progress: IndexProgress }
  | { readonly id: number; readonly summary: IndexSummary }
  | { readonly id: number; readonly failure: { code: ErrorCode; message: string; hint: string; data: Record<string, unknown> } };

/** A thread that indexes while this one answers. */
export interface IndexThread {
  readonly index: (options: IndexOptions, onProgress: (progress: IndexProgress) => void) => Promise<IndexSummary>;
  readonly end: () => void;
}

interface Waiting {
  readonly onProgress: (progress: IndexProgress) => void;
  readonly resolve: (summary: IndexSummary) => void;
  readonly reject: (error: unknown) => void;
}

/** How long the idle thread keeps its parsers warm, ms. */
const IDLE_MS = 120_000;

/** Makes the thread, which starts with the first run. */
export function makeIndexThread(): IndexThread {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let idle: ReturnType<typeof setTimeout> | undefined;
  let last = 0;

  const end = (): void => {
    clearTimeout(idle);
    worker?.terminate();
    worker = undefined;
  };
  const fail = (error: unknown): void => {
    for (const one of waiting.values()) one.reject(error);
    waiting.clear();
    end();
  };
  const start = (): Worker => {
    const made = new Worker(indexWorkerEntry, { type: "module" });
    made.onmessage = ({ data }: MessageEvent<IndexReport>) => {
      const one = waiting.get(data.id);
      if (one === undefined) return;
      if ("progress" in data) return one.onProgress(data.progress);
      waiting.delete(data.id);
      if ("summary" in data) one.resolve(data.summary);
      else one.reject(new CallgroveError(data.failure.code, data.failure.message, { hint: data.failure.hint, data: data.failure.data }));
      if (waiting.size === 0) {
        idle = setTimeout(end, IDLE_MS);
        Deno.unrefTimer(idle);
      }
    };
    made.onerror = (event) => {
      event.preventDefault();
      fail(new CallgroveError("internal_error", `Cannot index: the indexing thread failed: ${event.message}`));
    };
    return made;
  };
  return {
    index: (options, onProgress) =>
      new Promise((resolve, reject) => {
        clearTimeout(idle);
        const id = ++last;
        waiting.set(id, { onProgress, resolve, reject });
        worker ??= start();
        worker.postMessage({ id, options } satisfies IndexRequest);
      }),
    end,
  };
}
