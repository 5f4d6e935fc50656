/**
 * Calls that lead outside, or nobody knows where, as those that take their arguments: see `Outcome.givenTo`.
 *
 * Stage: resolve. Invariant: which arguments a call hands over is found out only once a use asks for it.
 */
import { evaluateValue } from "../evaluate.ts";
import { mayHoldDescriptors } from "../calls/class_fields.ts";
import type { FileView } from "../state/file_view.ts";
import type { World } from "../world.ts";
import { valuesHanded } from "./handed_abroad.ts";

/** The takers of one file's calls. */
export class Takers {
  /** A row of `calls`, then the name of what is called, and so on. */
  readonly #calls: (number | string)[] = [];
  /** By the argument's row of `expressions`. */
  #byArgument: Map<number, string> | undefined;

  /** Notes a call and the name of what it calls. */
  add(call: number, taker: string): void {
    this.#calls.push(call, taker);
  }

  /** What an expression is handed to; "" is nothing of the kind. All calls of the file must be noted. */
  of(world: World, view: FileView, expression: number): string {
    if (this.#byArgument === undefined) {
      this.#byArgument = new Map();
      for (let i = 0; i < this.#calls.length; i += 2) {
        noteArguments(world, view, this.#byArgument, this.#calls[i] as number, this.#calls[i + 1] as string);
      }
    }
    return this.#byArgument.get(expression) ?? "";
  }
}

function noteArguments(world: World, view: FileView, byArgument: Map<number, string>, call: number, taker: string): void {
  const { handing } = world.rules;
  if (taker === "" || handing?.compares?.has(taker) === true) return;
  const makesNone = handing?.expects?.has(taker) === true;
  for (const argument of valuesHanded(world, view, view.facts.calls.arguments[call]!)) {
    if (!makesNone || !mayHoldDescriptors(world, evaluateValue(world, view, argument))) byArgument.set(argument, taker);
  }
}
