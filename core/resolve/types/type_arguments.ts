/**
 * The type parameters of definitions as they stand in these, and what they are where no argument is given.
 *
 * Stage: resolve. Invariant: a parameter that nothing tells stays open, it is never any type.
 */
import { bindingMeaning } from "../names/bindings.ts";
import { evaluateType } from "../evaluate.ts";
import { writtenType } from "../evaluate_types.ts";
import { BindingFlag, listItems } from "../../facts.ts";
import { Environment } from "../state/environment.ts";
import type { FileView } from "../state/file_view.ts";
import { type DefinitionId, definitionId, fileOf, type Meaning, rowOf, Tag, typeParameter } from "../meaning.ts";
import { substitute } from "../substitution.ts";
import { Space } from "../names/names.ts";
import { settleProjections } from "../traits/associated.ts";
import { substituteParameters } from "./environments.ts";
import type { World } from "../world.ts";

/** The name of a type parameter of a function that was called, where nothing tells what it stands for there. */
export const LEFT_OPEN = "open";

const NONE: readonly Meaning[] = [];

/** The type parameters of a definition as they stand in it. */
export function openParameters(world: World, view: FileView, row: number): Meaning[] {
  return view.typeParameters(row).map((parameter) => bindingMeaning(world, view, parameter, Space.type));
}

/** The type parameters around a function or an object that is another for each of their arguments, as they stand in it. */
export function capturedParameters(world: World, view: FileView, row: number): readonly Meaning[] {
  const { definitions, bindings } = view.facts;
  const list = definitions.typeParameters[row]!;
  if (list === 0) return NONE;
  const captured = listItems(view.facts, list).filter((parameter) => bindings.scope[parameter] !== definitions.body[row]);
  return captured.length === 0 ? NONE : captured.map((parameter) => bindingMeaning(world, view, parameter, Space.type));
}

/** Type arguments, and the defaults of those that are left out. */
export function withDefaults(world: World, type: DefinitionId, items: readonly Meaning[]): readonly Meaning[] {
  const view = world.viewOf(type);
  const parameters = view.typeParameters(rowOf(type));
  const filled = [...items];
  for (const parameter of parameters.slice(items.length)) {
    const otherwise = defaultOf(world, view, parameter);
    if (otherwise === undefined) break;
    // `Track = <T as Component>::Tracking`
    filled.push(settledParameter(world, substituteParameters(world, otherwise, type, filled)));
  }
  return filled;
}

/** What a type parameter, or an associated type, is where its own type is told; other types are themselves. */
export function settledParameter(world: World, type: Meaning): Meaning {
  return type.tag === Tag.parameter && world.rules.associatedTypes ? settleProjections(world, type) : type;
}

/** What a type parameter is where none is given; one that is a variable of another module has that one's. */
export function defaultOf(world: World, view: FileView, parameter: number): Meaning | undefined {
  const { flags, type, value } = view.facts.bindings;
  if (value[parameter] !== 0) return writtenType(world, view, value[parameter]!);
  if (!(flags[parameter]! & BindingFlag.imported)) return undefined;
  const variable = evaluateType(world, view, type[parameter]!);
  if (variable.tag !== Tag.parameter) return undefined;
  world.ask(fileOf(variable.definition));
  return defaultOf(world, world.viewOf(variable.definition), rowOf(variable.definition));
}

/** The type arguments of what an alias names; where the alias was given none for a parameter of its own, they are open. */
export function openAlias(world: World, { definition, items }: Meaning, aliased: Meaning): readonly Meaning[] {
  const view = world.viewOf(definition);
  const environment = new Environment();
  for (const [i, row] of view.typeParameters(rowOf(definition)).entries()) {
    environment.values.set(definitionId(view.index, row), items[i] ?? typeParameter(view.index, row, undefined));
  }
  return substitute(aliased, environment).items;
}
