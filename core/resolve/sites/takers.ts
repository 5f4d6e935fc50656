/**
 * Calls that lead outside, or nobody knows where, as those that take their arguments: see `Outcome.givenTo`.
 *
 * Stage: resolve. Invariant: which arguments a call hands over is found out only once a use asks for it.
 */
import { DefinitionKind, listItems } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { evaluateValue } from "../evaluate.ts";
import { mayHoldDescriptors } from "../calls/class_fields.ts";
import type { FileView } from "../state/file_view.ts";
import type { World } from "../world.ts";
import { valuesHanded } from "./handed_abroad.ts";

/** Functions within functions that are looked through for what they give back. */
const DEEPEST = 3;

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
    // What it only runs (`map`, `then`) is given back to whoever called that.
    if (world.rules.runsGiven?.test(taker) === true) continue;
    // Of calls within each other the outer one comes first, and gets it in the end.
    for (const given of givenBack(world, view, argument, 0)) if (!byArgument.has(given)) byArgument.set(given, taker);
  }
}

/**
 * What a function that is written as an argument gives back to whoever runs it, as far as that is a module or stands in an object:
 * `lazy(() => import("./page"))`, also through a function that a call which it gives back is handed: `.then((m) => ({ default: m.Page }))`.
 */
function givenBack(world: World, view: FileView, argument: number, depth: number): number[] {
  const { definitions, expressions: { op, a, b } } = view.facts;
  if (depth === DEEPEST || op[argument] !== Op.definition || definitions.kind[a[argument]!] !== DefinitionKind.lambda) return [];
  const returns = definitions.returns[a[argument]!]!;
  const own = listItems(view.facts, returns);
  const through = own.filter((value) => op[value] === Op.call)
    .flatMap((value) => listItems(view.facts, b[value]!).flatMap((one) => givenBack(world, view, one, depth + 1)));
  return [...valuesHanded(world, view, returns).filter((value) => op[value] === Op.module || !own.includes(value)), ...through];
}
