/**
 * The progress of an index run, and the duration of its stages.
 *
 * Stage: all.
 */

/** The stages of a run that report progress. */
export type IndexStage = "scan" | "parse" | "resolve" | "write";
/** Sent often (at most every 50 ms for each stage); `total` is 0 while it is unknown. The unit is files. */
export interface IndexProgress {
  readonly stage: IndexStage;
  readonly done: number;
  readonly total: number;
}

/** Sends progress, no more often than people can see. */
export class Progress {
  #last = 0;
  #stage = "";

  constructor(readonly onProgress: (progress: IndexProgress) => void) {}

  send(stage: IndexStage, done: number, total: number): void {
    const now = performance.now();
    if (stage === this.#stage && now - this.#last < 50 && done !== total) return;
    this.#stage = stage;
    this.#last = now;
    this.onProgress({ stage, done, total });
  }
}

/** Milliseconds by stage. */
export class Clock {
  readonly #start = performance.now();
  readonly #timings: Record<string, number> = {};
  #last = this.#start;

  /** Adds the time since the last lap to `stage`. */
  lap(stage: string): void {
    this.add(stage, this.#last);
    this.skip();
  }
  /** Starts a new lap; the time since the last one was measured by others. */
  skip(): void {
    this.#last = performance.now();
  }
  add(stage: string, start: number): void {
    this.#timings[stage] = (this.#timings[stage] ?? 0) + performance.now() - start;
  }
  finish(): Record<string, number> {
    this.add("total", this.#start);
    return Object.fromEntries(Object.entries(this.#timings).map(([stage, ms]) => [stage, Math.round(ms * 10) / 10]));
  }
}
