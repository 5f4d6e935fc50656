/**
 * Which names are currently being searched in modules, so that "not found" is kept only if it is certain.
 *
 * Stage: resolve. Invariant: a name that was not found because a search met itself, or an evaluation came back to itself, is not considered
 * absent.
 */
import { type Evaluation, NOWHERE } from "./evaluation.ts";
import type { Finding } from "./shared_answers.ts";

/** The searches in progress. */
export class LookUps {
  /** Number of open searches. */
  open = 0;
  /**
   * The first import whose module is being determined although no file or name beside it is that module: its number among the open
   * searches, the nesting of the evaluation, and the number of further such imports within it.
   */
  seeking: { readonly nth: number; readonly openAt: number; within: number } | undefined;
  /** By key: the number of the open search. */
  readonly #sought = new Map<string, number>();
  /** The outermost search that was met again. */
  #met = NOWHERE;
  #guards = 0;

  constructor(readonly evaluation: Evaluation) {}

  /** The nth open search was met again. */
  meet(nth: number): void {
    this.#met = Math.min(this.#met, nth);
  }
  /** Something else that ends a cycle was met. */
  meetGuard(): void {
    this.#guards++;
  }
  /** Runs a search, unless one with that key is open: then that one is met again, and finds nothing here. */
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
   * Runs a search; certain if its result is final, including "not found".
   * @returns `met` the outermost open search that it met; `isGuarded` whether it met anything else that ends a cycle
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
