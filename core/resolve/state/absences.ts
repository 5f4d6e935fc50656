/**
 * Remembers names that no module exports. Modules that re-export each other's names form cycles with very many paths through them.
 *
 * Stage: resolve. A search that met another open search found nothing so far; this result holds as long as that search is open and nothing
 * is found between the two. Once the outermost search of a cycle has found nothing, no module of the cycle has the name. The result of a
 * search that was cut short or came back to an evaluation is remembered only while the outermost search is open, and only if such searches
 * are very many. Invariant: an absence is kept for good only if no open search could still find the name.
 */
import { type Evaluation, NOWHERE } from "./evaluation.ts";
import { type Meaning, Tag } from "../meaning.ts";
import type { Node } from "./reliance.ts";

/** Number of searches within one that are repeated before undecided results are remembered, too. */
const PATIENCE = 1000;

/** The result of a search while another one was open that may find more. */
interface Waiting {
  readonly key: string;
  /** The unknown meaning: undecided. */
  readonly meaning: Meaning | undefined;
  readonly rests: Node;
  /** The outermost of the open searches that it waits for, and of the open evaluations. */
  nth: number;
  cycle: number;
  /** It depends on more than open searches. */
  readonly isGuarded: boolean;
  readonly isCut: boolean;
}

/** Searches that found nothing, for good or for as long as others are open. */
export class Absences {
  readonly #certain = new Map<string, Node>();
  readonly #waiting: Waiting[] = [];
  readonly #byKey = new Map<string, Waiting>();
  /** Number of open searches, and of undecided ones within the outermost. */
  #open = 0;
  #unanswered = 0;

  constructor(readonly evaluation: Evaluation) {}

  /** Whether the result of the search `key` is known: see `of`. */
  has(key: string): boolean {
    return this.#certain.has(key) || this.#byKey.has(key);
  }

  /** The known result of the search `key`, final or provisional. */
  of(key: string): Meaning | undefined {
    const { evaluation } = this;
    const rests = this.#certain.get(key);
    if (rests !== undefined) {
      evaluation.reliance.use(rests);
      return undefined;
    }
    const waiting = this.#byKey.get(key)!;
    evaluation.reliance.use(waiting.rests);
    // By now, what it depends on may be in a cycle that reaches further out.
    if (waiting.cycle < NOWHERE) evaluation.meet(Math.min(waiting.cycle, evaluation.number - 1));
    evaluation.lookUps.meet(waiting.nth);
    if (waiting.isGuarded) evaluation.lookUps.meetGuard();
    if (waiting.isCut) evaluation.cuts++;
    return waiting.meaning;
  }

  /** The result of a search that stops where it meets itself. */
  guard(key: string, search: () => Meaning | undefined): Meaning | undefined {
    return this.has(key) ? this.of(key) : this.seek(key, () => this.evaluation.lookUps.guard(key, search)).meaning;
  }

  /**
   * Runs the search `key`, and records if it finds nothing.
   * @returns the result, its dependencies, whether it is final with respect to the open searches, and whether an open evaluation could
   * change it
   */
  seek(
    key: string,
    search: () => Meaning | undefined,
  ): { readonly meaning: Meaning | undefined; readonly rests: Node; readonly isCertain: boolean; readonly isGuarded: boolean } {
    const { evaluation } = this;
    const { lookUps, reliance, cuts } = evaluation;
    const mark = this.#waiting.length;
    const { circle, guard } = evaluation;
    evaluation.circle = NOWHERE;
    evaluation.guard = NOWHERE;
    if (++this.#open === 1) this.#unanswered = 0;
    reliance.enterShared();
    const { value: meaning, isCertain, isGuarded, met } = lookUps.run(search);
    const rests = reliance.leave();
    const cycle = Math.min(evaluation.circle, evaluation.guard);
    evaluation.circle = Math.min(circle, evaluation.circle);
    evaluation.guard = Math.min(guard, evaluation.guard);
    const isOutermost = --this.#open === 0;
    const isAbsent = meaning === undefined;
    if (isAbsent && isCertain) this.#settle(key, rests, mark);
    else if (isAbsent && !isGuarded) this.#wait({ key, meaning, rests, nth: met, cycle, isGuarded, isCut: false }, mark);
    else if (!isOutermost && (isAbsent || meaning.tag === Tag.unknown) && ++this.#unanswered > PATIENCE) {
      this.#wait({ key, meaning, rests, nth: met, cycle, isGuarded, isCut: evaluation.cuts > cuts }, mark);
    } else this.#forget(mark);
    return { meaning, rests, isCertain, isGuarded };
  }

  /** No search of the cycle found anything. */
  #settle(key: string, rests: Node, mark: number): void {
    this.#certain.set(key, rests);
    for (const one of this.#waiting.slice(mark)) if (!one.isGuarded) this.#certain.set(one.key, rests);
    this.#forget(mark);
  }
  #wait(one: Waiting, mark: number): void {
    for (let i = mark; i < this.#waiting.length; i++) {
      const inner = this.#waiting[i]!;
      inner.nth = Math.min(inner.nth, one.nth);
      inner.cycle = Math.min(inner.cycle, one.cycle);
    }
    this.#waiting.push(one);
    this.#byKey.set(one.key, one);
  }
  #forget(mark: number): void {
    for (const one of this.#waiting.splice(mark)) this.#byKey.delete(one.key);
  }
}
