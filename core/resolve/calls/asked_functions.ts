/**
 * What a function gets from its declared type (`const f: Handler & Tools = () => …`): a result, members.
 *
 * Stage: resolve. Invariant: what the function declares itself takes precedence.
 */
import { isCallable, listItems } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { composedFunction, madeByNew } from "../members/composed.ts";
import { evaluateType } from "../evaluate.ts";
import type { FileView } from "../state/file_view.ts";
import { mentionsParameter, ownerEnvironment } from "../types/inference.ts";
import { type DefinitionId, isKnown, type Meaning, rowOf, Tag, UNKNOWN } from "../meaning.ts";
import { substitute } from "../substitution.ts";
import { memberMeaning } from "../members/members.ts";
import { Space } from "../names/names.ts";
import { functionResult } from "./results.ts";
import type { World } from "../world.ts";

/** The declared type of the function `row` of a file; unknown if it has none. */
export function askedType(world: World, view: FileView, row: number): Meaning {
  const cast = view.surroundings.castAround(row);
  return cast === 0 ? UNKNOWN : evaluateType(world, view, view.facts.expressions.a[cast]!);
}

/** The result according to the declared type of the function `row` of a file. */
export function askedResult(world: World, view: FileView, row: number): Meaning {
  const given = listItems(view.facts, view.facts.definitions.parameters[row]!).length;
  const result = resultOfType(world, askedType(world, view, row), given);
  return result.tag === Tag.nothing || (isElement(view, row) && mentionsParameter(result)) ? UNKNOWN : result;
}

/** Whether the function `row` is an element of a list literal: a type parameter that a call infers from the list says nothing of what it gives. */
function isElement(view: FileView, row: number): boolean {
  const { op, a } = view.facts.expressions;
  const cast = view.surroundings.castAround(row);
  return cast !== 0 && op[a[cast]!] === Op.iterate;
}

/** A member of a function's declared type; undefined if it has none. */
export function askedMember(world: World, id: DefinitionId, name: string, space: number, depth: number): Meaning | undefined {
  const type = world.rules.separateTypes === true ? askedType(world, world.viewOf(id), rowOf(id)) : UNKNOWN;
  const member = type.tag === Tag.instance ? memberMeaning(world, type, name, space, depth) : UNKNOWN;
  return isKnown(member) ? member : undefined;
}

/** What `new` of a function gives that is declared to be a class, or of a type that says it (`const Shop: typeof Core & { (): Core } = function () {} as …`). */
export function askedInstance(world: World, id: DefinitionId): Meaning {
  const type = world.rules.separateTypes === true ? askedType(world, world.viewOf(id), rowOf(id)) : UNKNOWN;
  return type.tag === Tag.instance || type.tag === Tag.definition ? madeByNew(world, type) : UNKNOWN;
}

/** The result of calling a value of that type with `given` arguments. */
export function resultOfType(world: World, type: Meaning, given: number): Meaning {
  switch (type.tag) {
    case Tag.function:
      return type.result ?? UNKNOWN;
    case Tag.definition:
      if (!isCallable(world.kindOf(type.definition))) return UNKNOWN;
      return substitute(functionResult(world, type.definition), ownerEnvironment(world, type.definition, type));
    case Tag.instance: {
      const method = world.rules.protocols.call?.[0];
      if (method === undefined) return UNKNOWN;
      const part = composedFunction(world, type, given) ?? memberMeaning(world, type, method, Space.value);
      return part.tag === Tag.instance ? UNKNOWN : resultOfType(world, part, given);
    }
    default:
      return UNKNOWN;
  }
}
