/**
 * What a function that is passed as a value gives at its place, where what is asked for tells its type parameters.
 *
 * Stage: resolve.
 */
import { DefinitionKind } from "../../facts.ts";
import { resultOn } from "../calls/call_results.ts";
import { functionResult } from "../calls/results.ts";
import { type DefinitionId, isKnown, type Meaning, named, rowOf, Tag, UNKNOWN } from "../meaning.ts";
import { memberMeaning } from "../members/members.ts";
import { Space } from "../names/names.ts";
import { isFunction } from "../ownership.ts";
import { Environment } from "../state/environment.ts";
import { hasReceiver } from "../state/parameters.ts";
import { substitute } from "../substitution.ts";
import { asInstance } from "../traits/traits.ts";
import type { World } from "../world.ts";
import { applyArguments, mentionsParameter, ownerEnvironment } from "./inference.ts";
import { LEFT_OPEN, openParameters } from "./type_arguments.ts";
import { takenBy, unify } from "./unify.ts";

/** Whether a function has type parameters of its own. */
export function isGeneric(world: World, id: DefinitionId): boolean {
  return world.viewOf(id).typeParameters(rowOf(id)).length > 0;
}

/** What a function gives by its receiver, by the types that it is given, and by what one takes in whose place it stands. */
export function resultBeside(world: World, pattern: Meaning, value: Meaning, environment: Environment, depth: number): Meaning {
  const { definition } = value;
  const result = functionResult(world, definition);
  const { callingTypeConverts, infersOpenTypes, itemPaths } = world.rules;
  const receiver = itemPaths && pattern.items[0] !== undefined && hasReceiver(world, definition)
    ? asInstance(world, substitute(pattern.items[0], environment))
    : UNKNOWN;
  if (isKnown(receiver) && mentionsParameter(result)) return resultOn(world, ofReceiver(world, value, receiver), receiver);
  const hasParameters = isGeneric(world, definition) || (callingTypeConverts && mentionsParameter(result));
  if (!hasParameters && (!callingTypeConverts || value.items.length === 0)) return result;
  const own = ownerEnvironment(world, definition, value);
  applyArguments(world, value, definition, own);
  if (hasParameters) unifyBeside(world, takenBy(world, value), pattern, environment, own, depth);
  const known = substitute(result, own);
  const open = infersOpenTypes ? givenParameters(world, value) : undefined;
  return open === undefined ? known : substitute(known, open);
}

/** The method that a value itself has where one of the library's traits is passed as a value (`AsRef::as_ref` of an `Arc`). */
function ofReceiver(world: World, method: Meaning, receiver: Meaning): Meaning {
  const { definition } = method;
  if (!world.inLibrary(definition) || world.kindOf(world.parentOf(definition)) !== DefinitionKind.trait) return method;
  const own = memberMeaning(world, receiver, world.nameOf(definition), Space.value);
  return isFunction(world, own) ? own : method;
}

/** Adds to `own` what the parameters `taken` of a function are by those of `pattern`, in whose place it stands. */
function unifyBeside(
  world: World,
  taken: readonly Meaning[],
  pattern: Meaning,
  environment: Environment,
  own: Environment,
  depth: number,
): void {
  for (const [i, item] of taken.entries()) {
    if (pattern.items[i] !== undefined) unify(world, item, substitute(pattern.items[i]!, environment), own, depth + 1);
  }
}

/** What a value of function type gives: type parameters that are still open in it stand for what one takes in whose place it stands. */
export function resultOfOpen(world: World, pattern: Meaning, value: Meaning, environment: Environment, depth: number): Meaning | undefined {
  if (value.result === undefined || world.rules.separateTypes !== true || !mentionsParameter(value.result)) return value.result;
  const own = new Environment();
  unifyBeside(world, value.items, pattern, environment, own, depth);
  return substitute(value.result, own);
}

/**
 * What the type parameters of a function are where it is passed as a value: those that are not written stand for something that is told there.
 * Undefined where it has none.
 */
export function givenParameters(world: World, run: Meaning): Environment | undefined {
  const view = world.viewOf(run.definition);
  const row = rowOf(run.definition);
  if (view.facts.definitions.typeParameters[row] === 0) return undefined;
  const environment = new Environment();
  const parameters = openParameters(world, view, row);
  applyArguments(world, run, run.definition, environment);
  const { values } = environment;
  for (const one of parameters) {
    if (one.tag === Tag.parameter && !values.has(one.definition)) values.set(one.definition, named(one, LEFT_OPEN));
  }
  return environment;
}
