/**
 * The part of its arguments that a function without a declared result returns: `return child` for a parameter, `return make()` for one that
 * is called, `return app.client()` for a member of one.
 *
 * Stage: resolve. Invariant: only parameters without a type and without other assignments; the result is weak.
 */
import { NO_ROWS } from "../../base/lists.ts";
import { DefinitionFlag, listItems } from "../../facts.ts";
import { Op, StepMode } from "../../facts/expressions.ts";
import { evaluateValue } from "../evaluate.ts";
import { anyKnown, type DefinitionId, type Meaning, rowOf, Tag, UNKNOWN } from "../meaning.ts";
import { memberMeaning } from "../members/members.ts";
import { onlyBinding, Space } from "../names/names.ts";
import type { FileView } from "../state/file_view.ts";
import { parametersOf } from "../state/parameters.ts";
import type { World } from "../world.ts";
import { callMeaning } from "./call_results.ts";
import { operate } from "./operations.ts";

/** Maximum number of members, calls and names between a parameter and the returned value. */
const DEEPEST = 12;

/** The result of the function `id` for the arguments `args` of `view`'s file; unknown if it returns none of them. */
export function givenBack(world: World, view: FileView, id: DefinitionId, args: readonly number[]): Meaning {
  const target = world.viewOf(id);
  if (target.facts.definitions.decorators[rowOf(id)] !== 0) return UNKNOWN;
  return passedBack(world, id, { view, args, target, parameters: parametersOf(world, id), first: undefined });
}

/** The result of the function `id` if its first argument is `first`, whatever the others are. */
export function givenBackOf(world: World, id: DefinitionId, first: Meaning): Meaning {
  const target = world.viewOf(id);
  return passedBack(world, id, { view: target, args: NO_ROWS, target, parameters: parametersOf(world, id), first });
}

function passedBack(world: World, id: DefinitionId, call: GivingCall): Meaning {
  const { facts } = call.target;
  const { flags, type, returns } = facts.definitions;
  const isPlain = (flags[rowOf(id)]! & (DefinitionFlag.async | DefinitionFlag.generator | DefinitionFlag.property)) === 0;
  if (!isPlain || type[rowOf(id)] !== 0 || world.inLibrary(id)) return UNKNOWN;
  return anyKnown(listItems(facts, returns[rowOf(id)]!).map((returned) => comingOf(world, call, returned, 0)));
}

/** A call in one file of a function in another. */
interface GivingCall {
  readonly view: FileView;
  readonly args: readonly number[];
  readonly target: FileView;
  readonly parameters: readonly number[];
  /** The first argument, if it is the only one known. */
  readonly first: Meaning | undefined;
}

/** The value of an expression within the called function, if it starts at a parameter. */
function comingOf(world: World, call: GivingCall, expression: number, depth: number): Meaning {
  if (depth > DEEPEST) return UNKNOWN;
  const { target } = call;
  const { op, a, b } = target.facts.expressions;
  const inner = (of: number): Meaning => comingOf(world, call, of, depth + 1);
  switch (op[expression]) {
    case Op.name: {
      const binding = onlyBinding(world, target, expression);
      const { type, value } = target.facts.bindings;
      if (binding === 0 || type[binding] !== 0) return UNKNOWN;
      return call.parameters.includes(binding) ? givenFor(world, call, binding) : inner(value[binding]!);
    }
    case Op.call: {
      const callee = inner(a[expression]!);
      return callee.tag !== Tag.unknown ? callMeaning(world, target, callee, listItems(target.facts, b[expression]!), false) : UNKNOWN;
    }
    case Op.member: {
      const object = inner(a[expression]!);
      return object.tag !== Tag.unknown ? memberMeaning(world, object, target.text(b[expression]!), Space.value) : UNKNOWN;
    }
    case Op.enter: {
      const manager = inner(a[expression]!);
      return manager.tag !== Tag.unknown ? operate(world, manager, "enter", b[expression] === StepMode.async) : UNKNOWN;
    }
    default:
      return UNKNOWN;
  }
}

/** The argument for a parameter. */
function givenFor(world: World, { view, args, target, parameters, first }: GivingCall, binding: number): Meaning {
  const { bindings } = target.facts;
  const place = parameters.indexOf(binding);
  if (first !== undefined) return place === 0 ? first : UNKNOWN;
  const { op, a, b } = view.facts.expressions;
  const named = args.find((one) => op[one] === Op.pair && view.text(a[one]!) === target.text(bindings.name[binding]!));
  if (named !== undefined) return evaluateValue(world, view, b[named]!);
  const before = args.slice(0, place + 1);
  if (before.length <= place || before.some((one) => op[one] === Op.pair || op[one] === Op.spread)) return UNKNOWN;
  return evaluateValue(world, view, before[place]!);
}
