/**
 * Answers that no file says alone: found for whoever asks first, kept for all.
 *
 * Stage: resolve. Invariant: whoever gets an answer rests on what it rests on, whether it was found for him or before.
 */
import type { Node, Reliance } from "./reliance.ts";

/** See the head of this file. `shared.get(key) ?? shared.find(key, …)`; an answer is never undefined. */
export class SharedAnswers<K, V> {
  readonly #known = new Map<K, { readonly value: V; readonly rests: Node }>();

  constructor(readonly reliance: Reliance) {}

  /** The answer that is kept. */
  get(key: K): V | undefined {
    const known = this.#known.get(key);
    if (known === undefined) return undefined;
    this.reliance.use(known.rests);
    return known.value;
  }

  /** Finds an answer and keeps it. */
  find(key: K, find: () => V): V {
    this.reliance.enterShared();
    const value = find();
    this.#known.set(key, { value, rests: this.reliance.leave() });
    return value;
  }

  /** Forgets all of them. */
  clear(): void {
    this.#known.clear();
  }
}
