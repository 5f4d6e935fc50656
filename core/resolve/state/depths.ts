/**
 * Chains of thousands of links: modules that show each other's names, types that build on each other.
 *
 * Stage: resolve. An evaluation goes from one link to the next within itself, and the engine's stack has an end. Where one becomes too deep it is
 * cut: what lies there is unknown for now, nothing of the evaluation is kept, and the place is noted. What was noted is then evaluated by itself,
 * the far end of a chain first, and whoever asks again finds the rest known. Invariant: an answer does not depend on how deep it was asked for.
 */
import type { World } from "../world.ts";

/** So many searches for names, or orders of types, may be open within each other. */
const MOST_OPEN = 60;
/** So many places may be found to stay unknown (they lie on circles longer than any evaluation) before no more is tried. */
const MOST_HOPELESS = 50;

/** A place at which an evaluation was cut. */
interface Cut {
  readonly table: object;
  readonly at: number | string;
  /** The file that was in hand. */
  readonly file: number;
  readonly evaluate: () => void;
}

/** A place at which an evaluation was cut is noted, was evaluated by itself, or stays unknown. */
type Standing = "noted" | "evaluated" | "hopeless";

/** See the head of this file. */
export class Depths {
  readonly #noted: Cut[] = [];
  /** Where evaluations were cut before, by table. */
  readonly #known = new Map<object, Map<number | string, Standing>>();
  #hopeless = 0;
  /** The evaluation under way was cut and will be made again: what is not known yet is not looked for. */
  isGivenUp = false;
  /** What is cut stays unknown. */
  isFinal = false;

  constructor(readonly world: World) {}

  /** Whether the search or order `at` may not begin where so many are open. One that was made by itself, and cannot be kept, rests on what is known. */
  isFull(table: object, at: number | string, open: number): boolean {
    if (this.isGivenUp) return true;
    return open >= MOST_OPEN && (open >= 2 * MOST_OPEN || this.#known.get(table)?.get(at) !== "evaluated");
  }

  /** Cuts the evaluation under way at the entry `at` of a table, which `evaluate` fills. */
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
    // What was evaluated by itself, and is not kept, may be so deep as to be gone through again; of all else no more is looked for.
    if (standing !== "evaluated") this.isGivenUp = true;
  }

  /** Evaluates what evaluations were cut at; false where there was nothing. What the file in hand rests on has to be begun anew. */
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

/** Whether an error says that the engine's stack was full. */
export function isOverflow(error: unknown): boolean {
  return error instanceof RangeError && error.message.includes("call stack");
}
