/**
 * Classes that decorators put in place of a class: members written in the decorator take precedence over the class's own.
 *
 *     def logged(cls):
 *         class Logged(cls):
 *             def run(self): ...
 *         return Logged
 *
 * Stage: resolve. Invariant: the replacing class is written in the decorator; it is inferred from `return`, so its members are weak.
 */
import { DefinitionKind, listItems } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { evaluateValue, remember } from "../evaluate.ts";
import { type DefinitionId, definitionMeaning, type Meaning, named, rowOf, sameMeaning, Tag, tuple, UNKNOWN, weaken } from "../meaning.ts";
import { findNameOf } from "../names/names.ts";
import { isOwnFunction } from "../ownership.ts";
import type { FileView } from "../state/file_view.ts";
import { parametersOf } from "../state/parameters.ts";
import type { World } from "../world.ts";
import { ownConstructor } from "./constructors.ts";

/** A class that replaces another one. */
export interface Wrapper {
  readonly type: DefinitionId;
  /** Whether nothing else may be in its place. */
  readonly isAlways: boolean;
  /** Whether it extends the class: what it lacks, it inherits. */
  readonly builds: boolean;
}

/** The classes that decorators put in place of the class `id`, the outermost first. */
export function wrappersOf(world: World, id: DefinitionId): readonly Wrapper[] {
  // Most types have no decorators, and every member look-up asks.
  if (world.rules.decoratorsKeeping === undefined || !world.isDecorated(id)) return NONE;
  if (world.inLibrary(id) || world.kindOf(id) !== DefinitionKind.class) return NONE;
  const view = world.viewOf(id);
  const { items } = remember(world, view, view.decorated, rowOf(id), wrap);
  return items.length === 0
    ? NONE
    : items.map(({ definition, weak, name }) => ({ type: definition, isAlways: !weak, builds: name === "" }));
}

const NONE: readonly Wrapper[] = [];
/** The name of the meaning of a class that does not extend the class it replaces. */
const APART = "apart";

/** The classes that the decorators of the class `row` make of it, each weak if it may be another one. */
function wrap(world: World, view: FileView, row: number): Meaning {
  const made = listItems(view.facts, view.facts.definitions.decorators[row]!).map((expression) =>
    wrapperBy(world, evaluateValue(world, view, expression))
  );
  return tuple(made.filter(({ tag }) => tag === Tag.definition));
}

/** The class written in a decorator that it returns; otherwise unknown. */
function wrapperBy(world: World, value: Meaning): Meaning {
  if (!isOwnFunction(world, value)) return UNKNOWN;
  const decorator = value.definition;
  const [parameter] = parametersOf(world, decorator);
  if (parameter === undefined) return UNKNOWN;
  const view = world.viewOf(decorator);
  world.ask(view.index);
  const { definitions, expressions } = view.facts;
  const returned = listItems(view.facts, definitions.returns[rowOf(decorator)]!)
    .flatMap((one) => expressions.op[one] === Op.either ? listItems(view.facts, expressions.a[one]!) : [one])
    .map((one) => evaluateValue(world, view, one));
  const wrapper = returned.find(({ tag, definition }) =>
    tag === Tag.definition && world.kindOf(definition) === DefinitionKind.class && world.parentOf(definition) === decorator
  );
  if (wrapper === undefined) return UNKNOWN;
  const made = definitionMeaning(wrapper.definition);
  const known = buildsOn(world, view, rowOf(wrapper.definition), parameter) ? made : named(made, APART);
  return returned.every((one) => sameMeaning(one, wrapper)) ? known : weaken(known);
}

/** Whether the class `row` has the value of `parameter` as a base. */
function buildsOn(world: World, view: FileView, row: number, parameter: number): boolean {
  const { definitions, expressions } = view.facts;
  return listItems(view.facts, definitions.supertypes[row]!).some((base) =>
    expressions.op[base] === Op.name && findNameOf(world, view, base)?.rows.includes(parameter) === true
  );
}

/** The constructor that decorators put before a class's own; undefined if there is none. */
export function constructorBefore(world: World, id: DefinitionId): DefinitionId | undefined {
  for (const { type } of wrappersOf(world, id)) {
    const own = ownConstructor(world, type);
    if (own !== undefined) return own;
  }
  return undefined;
}
