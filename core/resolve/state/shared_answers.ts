/**
 * Results that do not belong to one file: computed on first use and kept for all.
 *
 * Stage: resolve. Invariants: every user of a result inherits its dependencies, whether it was computed then or before; a result that
 * depends on something still being evaluated is not kept.
 */
import type { Evaluation } from "./evaluation.ts";
import type { Node } from "./reliance.ts";

/** The result of a search, and whether it is final: it depends on nothing that is still open. */
export interface Finding<T> {
  readonly value: T;
  readonly isCertain: boolean;
}

/** A table of shared results, used as `shared.get(key) ?? shared.find(key, …)`; a result is never undefined. */
export class SharedAnswers<K, V> {
  readonly #known = new Map<K, { readonly value: V; readonly rests: Node }>();

  constructor(readonly evaluation: Evaluation) {}

  /** Returns the result without its dependencies, for callers that do not use it as evidence. */
  peek(key: K): V | undefined {
    return this.#known.get(key)?.value;
  }

  /** The kept result. */
  get(key: K): V | undefined {
    const known = this.#known.get(key);
    if (known === undefined) return undefined;
    this.evaluation.reliance.use(known.rests);
    return known.value;
  }

  /**
   * Computes a result, and keeps it if it depends on nothing open. @param file the file whose facts are read; by default the current one
   */
  find(key: K, find: () => V, file?: number): V {
    return this.seek(key, () => this.evaluation.within(find), file);
  }

  /** The same for a computation that reports itself whether its result is final. */
  seek(key: K, seek: () => Finding<V>, file?: number): V {
    const { reliance } = this.evaluation;
    reliance.enterShared(file);
    const { value, isCertain } = seek();
    const rests = reliance.leave();
    if (isCertain) this.#known.set(key, { value, rests });
    return value;
  }
}
