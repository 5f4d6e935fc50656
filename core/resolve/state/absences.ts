/**
 * Names that were looked for and are nowhere: modules that show all of each other's names form circles, and the ways through them are without
 * number.
 *
 * Stage: resolve. A search that met one which is still open found nothing as far as it could see; that holds for as long as that one is open and
 * nothing between them is found. Once the outermost of a circle has found nothing, no module of the circle has the name. What was cut, or came
 * back to an evaluation, is remembered for as long as the outermost search is open, and only where there is no end to it. Invariant: an absence is
 * kept for good only where no search that is open could still find the name.
 */
import { type Evaluation, NOWHERE } from "./evaluation.ts";
import { type Meaning, Tag } from "../meaning.ts";
import type { Node } from "./reliance.ts";

/** So many searches within one are made again before what cannot be told is remembered. */
const PATIENCE = 1000;

/** What a search came out as while another was open that may find more. */
interface Waiting {
  readonly key: string;
  /** Unknown: it cannot be told. */
  readonly meaning: Meaning | undefined;
  readonly rests: Node;
  /** Which of the open searches it waits for, the outermost, and how far out in the evaluation. */
  nth: number;
  cycle: number;
  /** It rests on more than open searches. */
  readonly isGuarded: boolean;
  readonly isCut: boolean;
}

/** See the head of this file. */
export class Absences {
  readonly #certain = new Map<string, Node>();
  readonly #waiting: Waiting[] = [];
  readonly #byKey = new Map<string, Waiting>();
  /** How many searches are open, and how many of them within the outermost cannot be told. */
  #open = 0;
  #untold = 0;

  constructor(readonly evaluation: Evaluation) {}

  /** Whether the search `key` need not be made: see `of`. */
  has(key: string): boolean {
    return this.#certain.has(key) || this.#byKey.has(key);
  }

  /** What it is known, for good or for now, that the search `key` gives. */
  of(key: string): Meaning | undefined {
    const { evaluation } = this;
    const rests = this.#certain.get(key);
    if (rests !== undefined) {
      evaluation.reliance.use(rests);
      return undefined;
    }
    const waiting = this.#byKey.get(key)!;
    evaluation.reliance.use(waiting.rests);
    // What it hung on may lie in a circle that reaches further out by now.
    if (waiting.cycle < NOWHERE) evaluation.meet(Math.min(waiting.cycle, evaluation.number - 1));
    evaluation.lookUps.meet(waiting.nth);
    if (waiting.isGuarded) evaluation.lookUps.meetGuard();
    if (waiting.isCut) evaluation.cuts++;
    return waiting.meaning;
  }

  /** What a search gives that ends where it meets itself. */
  guard(key: string, search: () => Meaning | undefined): Meaning | undefined {
    return this.has(key) ? this.of(key) : this.seek(key, () => this.evaluation.lookUps.guard(key, search)).meaning;
  }

  /**
   * Runs the search `key`, and notes where it finds nothing.
   * @returns what it found, what that rests on, whether no search that is open could change it, and whether an evaluation that is open could
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
    if (++this.#open === 1) this.#untold = 0;
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
    else if (!isOutermost && (isAbsent || meaning.tag === Tag.unknown) && ++this.#untold > PATIENCE) {
      this.#wait({ key, meaning, rests, nth: met, cycle, isGuarded, isCut: evaluation.cuts > cuts }, mark);
    } else this.#forget(mark);
    return { meaning, rests, isCertain, isGuarded };
  }

  /** No search of the circle found anything. */
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
