/**
 * The types of the repository that a value may be, contain or, if it is a function, return.
 *
 * Stage: resolve.
 */
import { DefinitionKind, isCallable } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { evaluateType, evaluateValue } from "../evaluate.ts";
import { boundsIn, type DefinitionId, definitionId, definitionMeaning, instance, lastPart, madeBy, type Meaning, Tag } from "../meaning.ts";
import { parametersOf } from "../state/parameters.ts";
import { asInstance } from "../traits/traits.ts";
import { memberTable } from "../types/inheritance.ts";
import type { World } from "../world.ts";
import { functionResult } from "./results.ts";
import { externalAssociatedTypes } from "./external_associated_types.ts";

/** Maximum nesting of type arguments and contained values. */
const DEEPEST = 3;

/** The types of the repository that values may be, contain or, if functions, return. */
export function typesWithin(world: World, values: readonly Meaning[]): Meaning[] {
  const types: Meaning[] = [];
  addWithin(world, values, 0, types);
  return types;
}

/** Adds the types of several values. @param depth their nesting */
export function addWithin(world: World, values: readonly Meaning[], depth: number, types: Meaning[]): void {
  if (depth <= DEEPEST) { for (const value of values) addTypes(world, value, depth, types); }
}

/** Adds the types of one value. */
export function addTypes(world: World, value: Meaning, depth: number, types: Meaning[]): void {
  if (depth > DEEPEST) return;
  switch (value.tag) {
    case Tag.self:
      types.push(instance(value.definition));
      return;
    case Tag.module:
      if (world.rules.separateTypes) types.push(value);
      return;
    // A type parameter has what its bounds declare.
    case Tag.parameter:
      return addWithin(world, boundsIn(value.result), depth + 1, types);
    case Tag.instance: {
      // A library type with one argument counts as that argument, however deeply nested (`Result<Arc<Mutex<Job>>>` of a future).
      if (world.inLibrary(value.definition)) return addWithin(world, value.items, value.items.length === 1 ? depth : depth + 1, types);
      types.push(value);
      addWithin(world, externalAssociatedTypes(world, value.definition), depth + 1, types);
      const isObject = world.kindOf(value.definition) === DefinitionKind.object;
      return addWithin(world, isObject ? valuesOf(world, value.definition) : value.items, depth + 1, types);
    }
    case Tag.definition: {
      if (world.inLibrary(value.definition)) return addWithin(world, value.items, depth + 1, types);
      const kind = world.kindOf(value.definition);
      if (isCallable(kind)) {
        addTypes(world, functionResult(world, value.definition), depth + 1, types);
        // A function with a prototype is a class.
        if (kind === DefinitionKind.function && world.rules.separateTypes) types.push(instance(value.definition));
        return addWithin(world, inferredFromCallbacks(world, value.definition), depth + 1, types);
      }
      if (kind === DefinitionKind.object) return addWithin(world, valuesOf(world, value.definition), depth + 1, types);
      // The receiver of a class may instantiate it; a unit struct or a variant is a value itself.
      const made = world.rules.callingTypeConverts
        ? asInstance(world, value)
        : kind === DefinitionKind.class
        ? instance(value.definition)
        : value;
      if (made.tag !== Tag.instance) return;
      types.push(made);
      addWithin(world, externalAssociatedTypes(world, made.definition), depth + 1, types);
      return;
    }
    case Tag.function:
      if (value.result !== undefined) addTypes(world, value.result, depth + 1, types);
      return;
    case Tag.external:
      // Members that the repository adds to an external type are also available when that is nested in another one (`Field<Track>`).
      if (depth > 0 && world.rules.implementations && world.attachments.ownedByExternal(lastPart(value.name)).length > 0) types.push(value);
      addWithin(world, value.items, depth + 1, types);
      if (value.applied !== undefined) addWithin(world, value.applied, depth + 1, types);
      return;
    case Tag.union:
    case Tag.tuple:
      return addWithin(world, value.items, depth, types);
  }
}

/**
 * The parameter types of callbacks that a function takes (`done: (error: Error, job: Job) => void`): code that receives the function may
 * turn these values into a result.
 */
function inferredFromCallbacks(world: World, id: DefinitionId): Meaning[] {
  if (!world.rules.separateTypes) return [];
  const view = world.viewOf(id);
  const { op } = view.facts.expressions;
  return parametersOf(world, id).flatMap((row) => {
    const type = view.facts.bindings.type[row]!;
    return op[type] === Op.functionType ? evaluateType(world, view, type).items : [];
  });
}

/** The members of an object literal: options often specify the result by a class or a function (`{ read: Panel }`). */
export function valuesOf(world: World, object: DefinitionId): Meaning[] {
  const view = world.viewOf(object);
  world.ask(view.index);
  const { bindings, definitions } = view.facts;
  return [...memberTable(world, object).values()].flatMap((rows) => {
    const row = bindings.definition[rows[0]!]!;
    if (isCallable(definitions.kind[row]!)) return [definitionMeaning(definitionId(view.index, row))];
    return definitions.value[row] === 0
      ? []
      : [madeBy(evaluateValue(world, view, definitions.value[row]!), view.index, definitions.value[row]!)];
  });
}
