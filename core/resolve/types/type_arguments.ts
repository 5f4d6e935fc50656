/**
 * The type parameters of definitions as seen inside them, and their values without arguments.
 *
 * Stage: resolve. Invariant: an undetermined parameter stays open, it is never any type.
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

/** The name of a type parameter of a called function that is not determined. */
export const LEFT_OPEN = "open";

const NONE: readonly Meaning[] = [];

/** The type parameters of a definition as seen inside it. */
export function openParameters(world: World, view: FileView, row: number): Meaning[] {
  return view.typeParameters(row).map((parameter) => bindingMeaning(world, view, parameter, Space.type));
}

/** The enclosing type parameters on which a function or an object depends, as seen inside it. */
export function capturedParameters(world: World, view: FileView, row: number): readonly Meaning[] {
  const { definitions, bindings } = view.facts;
  const list = definitions.typeParameters[row]!;
  if (list === 0) return NONE;
  const captured = listItems(view.facts, list).filter((parameter) => bindings.scope[parameter] !== definitions.body[row]);
  return captured.length === 0 ? NONE : captured.map((parameter) => bindingMeaning(world, view, parameter, Space.type));
}

/** Type arguments, with the defaults of missing ones. */
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

/** The value of a type parameter, or an associated type, if its base is known; other types are unchanged. */
export function settledParameter(world: World, type: Meaning): Meaning {
  return type.tag === Tag.parameter && world.rules.associatedTypes ? settleProjections(world, type) : type;
}

/** The default of a type parameter; for one that is a variable of another module, that one's. */
export function defaultOf(world: World, view: FileView, parameter: number): Meaning | undefined {
  const { flags, type, value } = view.facts.bindings;
  if (value[parameter] !== 0) return writtenType(world, view, value[parameter]!);
  if (!(flags[parameter]! & BindingFlag.imported)) return undefined;
  const variable = evaluateType(world, view, type[parameter]!);
  if (variable.tag !== Tag.parameter) return undefined;
  world.ask(fileOf(variable.definition));
  return defaultOf(world, world.viewOf(variable.definition), rowOf(variable.definition));
}

/** The type arguments in the target of an alias; a parameter of the alias without an argument is open. */
export function openAlias(world: World, { definition, items }: Meaning, aliased: Meaning): readonly Meaning[] {
  const view = world.viewOf(definition);
  const environment = new Environment();
  for (const [i, row] of view.typeParameters(rowOf(definition)).entries()) {
    environment.values.set(definitionId(view.index, row), items[i] ?? typeParameter(view.index, row, undefined));
  }
  return substitute(aliased, environment).items;
}
