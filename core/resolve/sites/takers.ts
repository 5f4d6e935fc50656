/**
 * Calls that are external, or whose target is unknown, as the receivers of their arguments: see `Outcome.givenTo`.
 *
 * Stage: resolve. Invariant: the arguments of a call are examined only if a use needs it.
 */
import { DefinitionKind, listItems } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { iteratedArgument } from "../../facts/given_values.ts";
import { evaluateValue } from "../evaluate.ts";
import { isOwnClass } from "../ownership.ts";
import type { FileView } from "../state/file_view.ts";
import type { World } from "../world.ts";
import { valuesPassed } from "./passed_outside.ts";

/** Maximum nesting of functions that are examined for their returned values. */
const DEEPEST = 3;

/** The receivers of values in one file. */
export class Takers {
  /** Alternating: a row of `calls`, and the name of its callee. */
  readonly #calls: (number | string)[] = [];
  /** By row of `expressions` of the argument. */
  #byArgument: Map<number, string> | undefined;

  /** Records a call and the name of its callee. */
  add(call: number, taker: string): void {
    this.#calls.push(call, taker);
  }

  /** The receiver that an expression is passed to; "" if there is none. All calls of the file must have been recorded. */
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
  const { passing } = world.rules;
  if (taker === "" || passing?.compares?.has(taker) === true) return;
  const makesNone = passing?.expects?.has(taker) === true;
  const { calls } = view.facts;
  const gone = iteratedArgument(view.facts, calls.expression[call]!, calls.arguments[call]!, passing?.iterates);
  for (const argument of valuesPassed(world, view, calls.arguments[call]!)) {
    if (!(makesNone || argument === gone) || !isOwnClass(world, evaluateValue(world, view, argument))) byArgument.set(argument, taker);
    // A function that only calls its argument (`map`, `then`) returns the result to its caller.
    if (world.rules.runsGiven?.test(taker) === true) continue;
    // Of nested calls the outer one comes first, and receives the value in the end.
    for (const given of givenBack(world, view, argument, 0)) if (!byArgument.has(given)) byArgument.set(given, taker);
  }
}

/**
 * The modules, and values in objects, that a function argument returns to its caller: `lazy(() => import("./page"))`, also through a
 * function passed to a call in the returned expression: `.then((m) => ({ default: m.Page }))`.
 */
function givenBack(world: World, view: FileView, argument: number, depth: number): number[] {
  const { definitions, expressions: { op, a, b } } = view.facts;
  if (depth === DEEPEST || op[argument] !== Op.definition || definitions.kind[a[argument]!] !== DefinitionKind.lambda) return [];
  const returns = definitions.returns[a[argument]!]!;
  const own = listItems(view.facts, returns);
  const through = own.filter((value) => op[value] === Op.call)
    .flatMap((value) => listItems(view.facts, b[value]!).flatMap((one) => givenBack(world, view, one, depth + 1)));
  return [...valuesPassed(world, view, returns).filter((value) => op[value] === Op.module || !own.includes(value)), ...through];
}
