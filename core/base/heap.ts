/**
 * Collects the garbage of a thread whose heap has grown large.
 *
 * Stage: resolve. Invariant: without the engine's flag `--expose-gc` it does nothing.
 */

/** Up to so many bytes the engine alone decides; a large library's resolver stays below. */
const LARGE = 350e6;
/** A large heap may grow to so many times what the last collection kept. The engine waits for three times as much, which is faster. */
const MOST_GROWTH = 1.4;
/** Asking for the heap's size takes some microseconds: so many steps go by between two times. */
const STEPS = 2048;

/** What the engine is asked for. */
export interface Engine {
  /** Bytes in use on this thread's heap. */
  used(): number;
  /** Collects all garbage now; undefined if the engine was started without that. */
  readonly collect: (() => void) | undefined;
}

/** Watches the heap of one thread. */
export class HeapWatch {
  #steps = 0;
  /** Bytes that the last collection kept. */
  #kept = 0;
  constructor(readonly engine: Engine) {}

  /** Counts a step of the work, and now and then collects what has become garbage. */
  step(): void {
    if (++this.#steps === STEPS) this.#look();
  }
  #look(): void {
    this.#steps = 0;
    const { collect, used } = this.engine;
    if (collect === undefined || used() <= Math.max(LARGE, this.#kept * MOST_GROWTH)) return;
    collect();
    this.#kept = used();
  }
}

/** The heap of this thread. */
export const heap: HeapWatch = new HeapWatch({
  used: () => Deno.memoryUsage().heapUsed,
  collect: (globalThis as { gc?: () => void }).gc,
});
