/**
 * One thread of the pool with its jobs.
 *
 * Stage: parse and resolve. Invariant: a thread answers its jobs in the order in which they were sent.
 */
import { CallgroveError } from "../errors.ts";
import type { Half } from "./work.ts";
import type { Job, JobAnswer } from "./worker.ts";

/** A job with the callbacks for its result. */
export interface Waiting {
  readonly job: Job;
  readonly done: (value: unknown) => void;
  readonly failed: (reason: Error) => void;
  /** The thread that must do it; undefined: any. */
  readonly lane: number | undefined;
  tries: number;
}

/** A worker and the jobs that it was sent. */
export class Thread {
  readonly #worker: Worker;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The jobs that it was sent and has not answered, in order: it is working on the first. */
  readonly sent: Waiting[] = [];

  constructor(
    entry: URL,
    readonly half: Half,
    readonly onFree: (thread: Thread) => void,
    readonly onSpent: (thread: Thread) => void,
    readonly onBroken: (thread: Thread, why: string) => void,
    readonly onLate: (thread: Thread, limit: number) => void,
  ) {
    this.#worker = new Worker(entry, { type: "module", name: half });
    this.#worker.onmessage = (event: MessageEvent<JobAnswer>): void => {
      clearTimeout(this.#timer);
      const answer = event.data;
      if ("failure" in answer && answer.broken) return this.onBroken(this, answer.failure);
      const waiting = this.sent.shift();
      if ("failure" in answer) {
        waiting?.failed(new CallgroveError("internal_error", `Cannot do the job "${waiting.job.kind}": ${answer.failure}`));
      } else waiting?.done(answer.value);
      if ("value" in answer && answer.isSpent) this.onSpent(this);
      else this.onFree(this);
    };
    this.#worker.onerror = (event): void => {
      event.preventDefault();
      this.onBroken(this, event.message);
    };
  }

  /** @param limit only for a thread with no other job */
  send(waiting: Waiting, limit?: number): void {
    this.sent.push(waiting);
    this.#worker.postMessage(waiting.job);
    if (limit !== undefined) this.#timer = setTimeout(() => this.onLate(this, limit), limit);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#worker.terminate();
  }
}
