/**
 * The results of functions according to themselves: a declared result, their `return` and `yield` expressions.
 *
 * Stage: resolve. Invariant: a declared result is evidence; one inferred from expressions is weak, unless the language gives all of these the
 * same type.
 */
import { DefinitionFlag, listItems } from "../../facts.ts";
import { oneOf } from "./alternatives.ts";
import { askedResult } from "./asked_functions.ts";
import { resultBehindDecorators } from "../members/decorated.ts";
import { evaluateType, evaluateValue, remember } from "../evaluate.ts";
import type { FileView } from "../state/file_view.ts";
import {
  type DefinitionId,
  instance,
  isInstanceOf,
  type Meaning,
  NOTHING,
  partsOf,
  rowOf,
  Tag,
  union,
  UNKNOWN,
  weaken,
} from "../meaning.ts";
import { resultInStub } from "../names/stubs.ts";
import { isPromotable } from "../types/fitting.ts";
import type { World } from "../world.ts";

/** The result of a function in terms of its own and its owner's type parameters. */
export function functionResult(world: World, id: DefinitionId): Meaning {
  const view = world.viewOf(id);
  return remember(world, view, view.results, rowOf(id), decoratedResult);
}

function decoratedResult(world: World, view: FileView, row: number): Meaning {
  const { definitions } = view.facts;
  const whole = ownResult(world, view, row);
  if (definitions.decorators[row] === 0 || world.rules.decoratorsKeeping === undefined) return whole;
  // An unknown value may be awaitable itself.
  const isAsync = (definitions.flags[row]! & DefinitionFlag.async) !== 0;
  return resultBehindDecorators(world, view, row, whole) ?? (isAsync ? ownResult(world, view, row, true) : whole);
}

/** The result of a function before its decorators are applied. @param isWaitedFor the result of awaiting it */
export function ownResult(world: World, view: FileView, row: number, isWaitedFor = false): Meaning {
  const { definitions } = view.facts;
  const flags = definitions.flags[row]!;
  const { asyncResult, declaresAwaited } = world.rules;
  const isAsync = (flags & DefinitionFlag.async) !== 0 && asyncResult !== undefined;
  const yields = listItems(view.facts, definitions.yields[row]!);
  const isGenerator = (flags & DefinitionFlag.generator) !== 0 || yields.length > 0;
  const written = evaluateType(world, view, definitions.type[row]!);
  const said = written.tag === Tag.unknown ? resultInStub(world, view, row) : written;
  const declared = said.tag === Tag.unknown ? askedResult(world, view, row) : said;
  const isDeclared = declared.tag !== Tag.unknown;
  const result = isDeclared
    ? declared
    : isGenerator
    ? generatorOf(world, view, row, yields, world.rules.generatorTypes?.[isAsync ? 1 : 0])
    : returnedMeaning(world, view, row);
  const isAwaited = isAsync && !isGenerator && (!isDeclared || declaresAwaited === true);
  return isAwaited && !isWaitedFor ? awaited(world, result, !isDeclared) : result;
}

/** The result of a function without a declared result that yields `yields`: the library type `name`. */
function generatorOf(world: World, view: FileView, row: number, yields: readonly number[], name: string | undefined): Meaning {
  const generator = name === undefined ? 0 : world.library.definition(name);
  if (name === undefined || generator === 0) return UNKNOWN;
  const items = [yields.length === 0 ? UNKNOWN : union(yields.map((y) => evaluateValue(world, view, y)))];
  // If something can await it or delegate to it, its final result counts, too.
  const position = world.rules.operations.await?.[name] ?? world.rules.generatorResult;
  if (position !== undefined) {
    while (items.length < position) items.push(UNKNOWN);
    items[position] = returnedMeaning(world, view, row);
  }
  return instance(generator, items, true);
}

/** The result of awaiting `result`, if that is not awaitable by itself. */
function awaited(world: World, result: Meaning, weak: boolean): Meaning {
  const name = world.rules.asyncResult!;
  const wrapper = world.library.definition(name);
  if (wrapper === 0 || (weak && isInstanceOf(result, wrapper))) return result;
  const items = Array<Meaning>(world.rules.operations.await?.[name] ?? 0).fill(UNKNOWN);
  return instance(wrapper, [...items, result], weak);
}

/** The common value of a function's `return` expressions. */
function returnedMeaning(world: World, view: FileView, row: number): Meaning {
  const { definitions } = view.facts;
  const returns = listItems(view.facts, definitions.returns[row]!);
  if (returns.length === 0) return definitions.flags[row]! & DefinitionFlag.bodiless ? UNKNOWN : NOTHING;
  const parts = returns.map((expression) => evaluateValue(world, view, expression));
  const known = parts.filter((part) => part.tag !== Tag.unknown);
  if (known.length === 0) return UNKNOWN;
  const { branchesAgree } = world.rules;
  const joined = branchesAgree || areOfOneType(known) ? oneOf(world, known) : union(known);
  // An unknown value may be of the repository.
  if (known.length < parts.length && partsOf(joined).every(({ tag }) => tag === Tag.external || tag === Tag.nothing)) return UNKNOWN;
  if (joined.tag === Tag.nothing) return known.length < parts.length ? UNKNOWN : NOTHING;
  return branchesAgree && known.length === parts.length && !isPromotable(world, joined) ? joined : weaken(joined);
}

function areOfOneType([first, ...others]: readonly Meaning[]): boolean {
  return first!.tag === Tag.instance && others.every((one) => one.tag === first!.tag && one.definition === first!.definition);
}
