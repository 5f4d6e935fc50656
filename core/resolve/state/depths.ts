/**
 * Chains with thousands of links: modules that re-export each other's names, types that extend each other.
 *
 * Stage: resolve. The evaluation of a chain is recursive, and the engine's stack is limited. An evaluation that becomes too deep is cut
 * short: the value at that place is unknown for now, nothing of the evaluation is kept, and the place is recorded. Then each recorded place
 * is evaluated by itself, starting at the far end of a chain, so that the next evaluation finds the rest known. Invariant: a result does
 * not depend on the depth at which it was asked for.
 */
import type { World } from "../world.ts";

/** Maximum nesting of open searches for names, or of inheritance orders. */
const MOST_OPEN = 60;
/** Maximum number of places that stay unknown (they are in cycles longer than any evaluation) before evaluation stops trying. */
const MOST_HOPELESS = 50;

/** A place at which an evaluation was cut short. */
interface Cut {
  readonly table: object;
  readonly at: number | string;
  /** The file whose facts were being read. */
  readonly file: number;
  readonly evaluate: () => void;
}

/** Whether a place at which an evaluation was cut short is recorded, was evaluated by itself, or stays unknown. */
type Standing = "noted" | "evaluated" | "hopeless";

/** The places at which evaluations were cut short. */
export class Depths {
  readonly #noted: Cut[] = [];
  /** Where evaluations were cut short before, by table. */
  readonly #known = new Map<object, Map<number | string, Standing>>();
  #hopeless = 0;
  /** The current evaluation was cut short and will be repeated: nothing new is evaluated in it. */
  isGivenUp = false;
  /** What is cut short now stays unknown. */
  isFinal = false;

  constructor(readonly world: World) {}

  /**
   * Whether the search or order `at` must not begin because too many are open. One that was evaluated by itself, but could not be kept, may
   * go deeper.
   */
  isFull(table: object, at: number | string, open: number): boolean {
    if (this.isGivenUp) return true;
    return open >= MOST_OPEN && (open >= 2 * MOST_OPEN || this.#known.get(table)?.get(at) !== "evaluated");
  }

  /** Cuts the current evaluation short at the entry `at` of a table, which `evaluate` fills. */
  cut(table: object, at: number | string, evaluate: () => void): void {
    const { world } = this;
    world.evaluation.cuts++;
    world.evaluation.keepNothing();
    if (this.isGivenUp || this.isFinal) return;
    if (this.#hopeless > MOST_HOPELESS) {
      this.isGivenUp = true;
      return;
    }
    let known = this.#known.get(table);
    if (known === undefined) this.#known.set(table, known = new Map());
    const standing = known.get(at);
    if (standing === undefined) {
      known.set(at, "noted");
      this.#noted.push({ table, at, file: world.reliance.file, evaluate });
    }
    // What was evaluated by itself but could not be kept may be evaluated again at this depth; otherwise the evaluation is given up.
    if (standing !== "evaluated") this.isGivenUp = true;
  }

  /** Evaluates the recorded places. @returns false if there were none; otherwise the current file must be resolved again */
  dig(): boolean {
    if (this.#noted.length === 0) return false;
    const open = this.#noted.splice(0);
    for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
      const before = this.world.evaluation.cuts;
      this.world.begin(top.file);
      top.evaluate();
      if (this.#noted.length > 0) {
        for (const cut of this.#noted.splice(0)) open.push(cut);
        continue;
      }
      const isHopeless = this.world.evaluation.cuts > before;
      if (isHopeless) this.#hopeless++;
      this.#known.get(top.table)!.set(top.at, isHopeless ? "hopeless" : "evaluated");
      open.pop();
    }
    return true;
  }
}

/** Whether an error is a stack overflow. */
export function isOverflow(error: unknown): boolean {
  return error instanceof RangeError && error.message.includes("call stack");
}
