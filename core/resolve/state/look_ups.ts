/**
 * Which of the names that are looked for in modules are still being looked for, so that "it is not there" is kept only where it is certain.
 *
 * Stage: resolve. Invariant: what was not found because a search met itself, or an evaluation came back to itself, is not taken for missing.
 */
import { type Evaluation, NOWHERE } from "./evaluation.ts";
import type { Finding } from "./shared_answers.ts";

/** See the head of this file. */
export class LookUps {
  /** How many are being looked for. */
  open = 0;
  /**
   * The first import whose module is being looked for where no file or name beside it is that module: which of those that are looked for it
   * is, how deep the evaluation stood, and how many further imports are being looked for within it.
   */
  seeking: { readonly nth: number; readonly openAt: number; within: number } | undefined;
  /** Those of them that bear a name of their own: which of the open ones each is. */
  readonly #sought = new Map<string, number>();
  /** The outermost of them that was met again. */
  #met = NOWHERE;
  #guards = 0;

  constructor(readonly evaluation: Evaluation) {}

  /** The nth of those that are open was met again. */
  meet(nth: number): void {
    this.#met = Math.min(this.#met, nth);
  }
  /** Anything else that ends a cycle was met. */
  meetGuard(): void {
    this.#guards++;
  }
  /** Runs a search, unless the one of that name is under way, which then is met again: while something is looked for, it is not there. */
  guard<T>(name: string, search: () => T): T | undefined {
    const nth = this.#sought.get(name);
    if (nth !== undefined) {
      this.meet(nth);
      return undefined;
    }
    this.#sought.set(name, ++this.open);
    try {
      return search();
    } finally {
      this.#sought.delete(name);
      this.open--;
    }
  }
  /**
   * Runs a search: certain where what it gives holds for good, also where it gives nothing.
   * @returns `met` the outermost of the open searches that it met; `isGuarded` whether it met anything else that ends a cycle
   */
  run<T>(search: () => T): Finding<T> & { readonly met: number; readonly isGuarded: boolean } {
    const { evaluation } = this;
    const outer = this.#met;
    const outerCircle = evaluation.circle;
    const guards = this.#guards;
    this.#met = NOWHERE;
    evaluation.circle = NOWHERE;
    const value = search();
    const met = this.#met;
    const isClosed = met > this.open;
    this.#met = isClosed ? outer : Math.min(outer, met);
    const isGuarded = this.#guards !== guards || evaluation.circle <= evaluation.number;
    evaluation.circle = Math.min(outerCircle, evaluation.circle);
    return { value, isCertain: isClosed && !isGuarded, met, isGuarded };
  }
}
