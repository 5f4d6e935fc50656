/**
 * Collects the garbage of a thread where the program takes much memory.
 *
 * Stage: resolve. Invariant: without the engine's flag `--expose-gc` it does nothing.
 */

/** Up to so many bytes of the whole program, and of this thread's heap, the engine alone decides when to collect. */
const LARGE_PROGRAM = 680e6;
const LARGE_HEAP = 200e6;
/** Above that, a heap may grow to so many times what the last collection kept. The engine waits for three times as much, which is faster. */
const MOST_GROWTH = 1.6;
/** Asking how much is in use takes some microseconds: so many steps go by between two times. */
const STEPS = 2048;

/** What the engine is asked for. */
export interface Engine {
  /** Bytes that the program takes (`rss`), and those in use on this thread's heap. */
  usage(): { readonly rss: number; readonly heapUsed: number };
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
    const { collect } = this.engine;
    if (collect === undefined) return;
    const { rss, heapUsed } = this.engine.usage();
    if (rss <= LARGE_PROGRAM || heapUsed <= Math.max(LARGE_HEAP, this.#kept * MOST_GROWTH)) return;
    collect();
    this.#kept = this.engine.usage().heapUsed;
  }
}

/** The heap of this thread. */
export const heap: HeapWatch = new HeapWatch({
  usage: () => Deno.memoryUsage(),
  collect: (globalThis as { gc?: () => void }).gc,
});
