/**
 * Answers that no file says alone: found for whoever asks first, kept for all.
 *
 * Stage: resolve. Invariants: whoever gets an answer rests on what it rests on, whether it was found for him or before; one that hangs on what
 * is still being evaluated is not kept.
 */
import type { Evaluation } from "./evaluation.ts";
import type { Node } from "./reliance.ts";

/** What a search gives, and whether that holds for good: it hangs on nothing that is still being looked for or evaluated. */
export interface Finding<T> {
  readonly value: T;
  readonly isCertain: boolean;
}

/** See the head of this file. `shared.get(key) ?? shared.find(key, …)`; an answer is never undefined. */
export class SharedAnswers<K, V> {
  readonly #known = new Map<K, { readonly value: V; readonly rests: Node }>();

  constructor(readonly evaluation: Evaluation) {}

  /** The same without resting on it: for who may not use it. */
  peek(key: K): V | undefined {
    return this.#known.get(key)?.value;
  }

  /** The answer that is kept. */
  get(key: K): V | undefined {
    const known = this.#known.get(key);
    if (known === undefined) return undefined;
    this.evaluation.reliance.use(known.rests);
    return known.value;
  }

  /** Finds an answer, and keeps it if it hangs on nothing that is open. @param file whose facts are read for it; the one in hand where it is not given */
  find(key: K, find: () => V, file?: number): V {
    return this.seek(key, () => this.evaluation.within(find), file);
  }

  /** The same of one that tells itself whether it is certain. */
  seek(key: K, seek: () => Finding<V>, file?: number): V {
    const { reliance } = this.evaluation;
    reliance.enterShared(file);
    const { value, isCertain } = seek();
    const rests = reliance.leave();
    if (isCertain) this.#known.set(key, { value, rests });
    return value;
  }
}
