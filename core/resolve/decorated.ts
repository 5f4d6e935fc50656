/**
 * What a function is once its decorators have run, for those who ask it for a member (`@value.setter`, `task.delay`).
 *
 * Stage: resolve. Invariant: a call of a decorated function is a call of the function; this is about its members only.
 */
import { listItems } from "../facts.ts";
import { evaluateValue, remember } from "./evaluate.ts";
import { callMeaning, functionResult } from "./inference.ts";
import { type DefinitionId, type Meaning, rowOf, Tag, UNKNOWN } from "./meaning.ts";
import { memberMeaning, settle } from "./members.ts";
import { Space } from "./names.ts";
import type { FileView } from "./file_view.ts";
import type { World } from "./world.ts";

/** The argument of a decorator: no expression says what it is. */
const DECORATED = 0;

/** Member `name` of the decorated function `function_`; undefined where it has no decorators. */
export function decoratedMember(world: World, function_: Meaning, name: string, space: number, depth: number): Meaning | undefined {
  const made = decoratedMeaning(world, function_.definition);
  if (made === undefined) return undefined;
  if (function_.result === undefined) return memberMeaning(world, made, name, space, depth);
  // Read through an instance, a descriptor gives what the function returns.
  const getter = made.tag === Tag.instance ? memberMeaning(world, made, "__get__", Space.value, depth) : UNKNOWN;
  if (getter.tag !== Tag.definition) return memberMeaning(world, made, name, space, depth);
  const result = settle(world, functionResult(world, function_.definition), { ...function_, items: function_.items }, function_.result);
  return memberMeaning(world, result, name, space, depth);
}

/** The value of the name of a decorated function; undefined without decorators, `UNKNOWN` where these do not tell. */
function decoratedMeaning(world: World, id: DefinitionId): Meaning | undefined {
  const view = world.viewOf(id);
  return view.facts.definitions.decorators[rowOf(id)] === 0 ? undefined : remember(world, view, view.decorated, rowOf(id), decorate);
}

function decorate(world: World, view: FileView, definition: number): Meaning {
  let made = UNKNOWN;
  for (const decorator of listItems(view.facts, view.facts.definitions.decorators[definition]!).reverse()) {
    made = callMeaning(world, view, evaluateValue(world, view, decorator), [DECORATED], false);
  }
  return made.tag === Tag.instance || made.tag === Tag.external ? made : UNKNOWN;
}
