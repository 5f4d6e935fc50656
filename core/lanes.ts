/**
 * Hands a sorted list of files out to threads so that neighbours stay together.
 *
 * Stage: resolve. Files of one folder ask each other most: a thread that gets them in a row has evaluated half of it already. Each lane
 * begins with a stretch of its own, and one that is done takes from the end of the longest that is left. Invariant: every file once.
 */

/** Files that one job resolves. */
const BATCH_FILES = 12;
/** Jobs of a lane under way: one that runs and one that waits for it. */
const UNDER_WAY = 2;

type Send<T> = (lane: number, batch: readonly number[]) => Promise<T>;

/** A job that was begun: what it is about, and what comes of it. */
export interface Begun<T> {
  readonly lane: number;
  readonly batch: readonly number[];
  readonly result: Promise<T>;
}

/** See the head of this file. */
export class Lanes {
  readonly #stretches: number[][][];

  constructor(files: readonly number[], lanes: number) {
    const batches: number[][] = [];
    for (let i = 0; i < files.length; i += BATCH_FILES) batches.push(files.slice(i, i + BATCH_FILES));
    const each = Math.ceil(batches.length / lanes);
    this.#stretches = Array.from({ length: lanes }, (_, lane) => batches.slice(lane * each, (lane + 1) * each));
  }

  #next(lane: number): number[] | undefined {
    const own = this.#stretches[lane]!.shift();
    if (own !== undefined) return own;
    const longest = this.#stretches.reduce((a, b) => (b.length > a.length ? b : a));
    return longest.pop();
  }

  /** Sends the first jobs of every lane. */
  begin<T>(send: Send<T>): Begun<T>[] {
    const begun: Begun<T>[] = [];
    for (let round = 0; round < UNDER_WAY; round++) {
      for (const lane of this.#stretches.keys()) {
        const batch = this.#next(lane);
        if (batch !== undefined) begun.push({ lane, batch, result: send(lane, batch) });
      }
    }
    // Whoever waits for another job first must not leave the failure of this one unheard.
    for (const { result } of begun) result.catch(() => {});
    return begun;
  }

  /** Takes the results of what was begun and sends the rest; `take` gets every result as it comes. */
  async finish<T>(begun: readonly Begun<T>[], send: Send<T>, take: (batch: readonly number[], result: T) => void): Promise<void> {
    const follow = async (lane: number, first: Begun<T> | undefined): Promise<void> => {
      if (first !== undefined) take(first.batch, await first.result);
      for (let batch = this.#next(lane); batch !== undefined; batch = this.#next(lane)) take(batch, await send(lane, batch));
    };
    const started = begun.length > 0
      ? begun.map((one) => follow(one.lane, one))
      : [...this.#stretches.keys()].map((lane) => follow(lane, undefined));
    await Promise.all(started);
  }
}
