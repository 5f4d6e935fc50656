/**
 * What a function without a declared result gives of what it is given: `return child` of a parameter, `return make()` of one that is called.
 *
 * Stage: resolve. Invariant: only a parameter without a type that nothing else is assigned to; what comes out is weak.
 */
import { parametersOf } from "../state/parameters.ts";
import { Op } from "../../expressions.ts";
import { DefinitionFlag, listItems } from "../../facts.ts";
import { callMeaning } from "./call_results.ts";
import { evaluateValue } from "../evaluate.ts";
import type { FileView } from "../state/file_view.ts";
import { anyKnown, type DefinitionId, type Meaning, rowOf, UNKNOWN } from "../meaning.ts";
import { onlyBinding } from "../names/names.ts";
import type { World } from "../world.ts";

/** The result of the function `id` for the arguments `args` of `view`'s file; unknown where it hands on none of them. */
export function givenBack(world: World, view: FileView, id: DefinitionId, args: readonly number[]): Meaning {
  const target = world.viewOf(id);
  const { definitions, expressions } = target.facts;
  const flags = definitions.flags[rowOf(id)]!;
  const isPlain = (flags & (DefinitionFlag.async | DefinitionFlag.generator | DefinitionFlag.property)) === 0;
  if (!isPlain || definitions.type[rowOf(id)] !== 0 || definitions.decorators[rowOf(id)] !== 0 || world.inLibrary(id)) return UNKNOWN;
  const parameters = parametersOf(world, id);
  const parts = listItems(target.facts, definitions.returns[rowOf(id)]!).map((returned) => {
    const isCalled = expressions.op[returned] === Op.call;
    const given = givenFor(world, view, target, parameters, isCalled ? expressions.a[returned]! : returned, args);
    return isCalled ? callMeaning(world, view, given, [], false) : given;
  });
  return anyKnown(parts);
}

/** What is given for the parameter that the expression `name` of a function's file names. */
function givenFor(
  world: World,
  view: FileView,
  target: FileView,
  parameters: readonly number[],
  name: number,
  args: readonly number[],
): Meaning {
  const { bindings } = target.facts;
  const binding = onlyBinding(world, target, name);
  const place = bindings.type[binding] === 0 ? parameters.indexOf(binding) : -1;
  if (place < 0) return UNKNOWN;
  const { op, a, b } = view.facts.expressions;
  const named = args.find((one) => op[one] === Op.pair && view.text(a[one]!) === target.text(bindings.name[binding]!));
  if (named !== undefined) return evaluateValue(world, view, b[named]!);
  const before = args.slice(0, place + 1);
  if (before.length <= place || before.some((one) => op[one] === Op.pair || op[one] === Op.spread)) return UNKNOWN;
  return evaluateValue(world, view, before[place]!);
}
