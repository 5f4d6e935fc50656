/**
 * Distributes a sorted list of files among threads so that neighbors stay together.
 *
 * Stage: resolve. Files of one folder depend on each other most: a thread that gets them in a row has evaluated half of what it needs
 * already. Each lane starts with a stretch of its own, and one that is done takes from the end of the longest that remains. Invariant:
 * every file once.
 */

/** How many files one job resolves. */
const BATCH_FILES = 12;
/** How many jobs of a lane are in progress: one that runs and those that wait while the consumer of the results is busy. */
const UNDER_WAY = 4;

type Send<T> = (lane: number, batch: readonly number[]) => Promise<T>;

/** A job that was started: its files and its result. */
interface Begun<T> {
  readonly batch: readonly number[];
  readonly result: Promise<T>;
}

/** Distributes batches of files among lanes. */
export class Lanes<T> {
  readonly #stretches: number[][][];
  readonly #begun: Begun<T>[][];

  /** @param send runs a job; those of one lane run in the order in which they are sent */
  constructor(files: readonly number[], lanes: number, readonly send: Send<T>) {
    const batches: number[][] = [];
    for (let i = 0; i < files.length; i += BATCH_FILES) batches.push(files.slice(i, i + BATCH_FILES));
    const each = Math.ceil(batches.length / lanes);
    this.#stretches = Array.from({ length: lanes }, (_, lane) => batches.slice(lane * each, (lane + 1) * each));
    this.#begun = this.#stretches.map(() => []);
  }

  #next(lane: number): number[] | undefined {
    const own = this.#stretches[lane]!.shift();
    if (own !== undefined) return own;
    const longest = this.#stretches.reduce((a, b) => (b.length > a.length ? b : a));
    return longest.pop();
  }

  /** Sends jobs until so many of a lane are in progress. */
  #fill(lane: number, jobs: number): void {
    const begun = this.#begun[lane]!;
    while (begun.length < jobs) {
      const batch = this.#next(lane);
      if (batch === undefined) return;
      const result = this.send(lane, batch);
      // A rejection while another job is awaited must not count as unhandled.
      result.catch(() => {});
      begun.push({ batch, result });
    }
  }

  /** Sends the first jobs of every lane. */
  begin(): void {
    // A single lane leaves nothing to others, several lanes half of what they have.
    const part = this.#stretches.length === 1 ? 1 : 0.5;
    for (const [lane, stretch] of this.#stretches.entries()) this.#fill(lane, Math.ceil(stretch.length * part));
  }

  /** Sends the rest. `take` receives every result as it arrives. */
  async finish(take: (batch: readonly number[], result: T) => void): Promise<void> {
    await Promise.all(this.#begun.map(async (begun, lane) => {
      while (true) {
        this.#fill(lane, UNDER_WAY);
        const first = begun.shift();
        if (first === undefined) return;
        take(first.batch, await first.result);
      }
    }));
  }
}
