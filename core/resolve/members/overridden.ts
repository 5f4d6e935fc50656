/**
 * What a method takes over from the method that it overrides: the types of its undeclared parameters.
 *
 * Stage: resolve. Invariant: only a declared type is taken over, and only if name and position of the parameter are the same.
 */
import { BindingFlag, DefinitionKind, isCallable, listItems } from "../../facts.ts";
import { bindingMeaning } from "../names/bindings.ts";
import { substituteParameters } from "../types/environments.ts";
import { aboveOf, memberTable } from "../types/inheritance.ts";
import { definitionId, type Meaning, Tag, UNKNOWN } from "../meaning.ts";
import { Space } from "../names/names.ts";
import type { FileView } from "../state/file_view.ts";
import type { World } from "../world.ts";

/** The type of the parameter `row` of the method `owner` according to the first base with that method. */
export function inheritedParameter(world: World, view: FileView, owner: number, row: number): Meaning {
  const { definitions, bindings } = view.facts;
  const type = world.parentOf(definitionId(view.index, owner));
  if (type === 0 || world.kindOf(type) !== DefinitionKind.class) return UNKNOWN;
  const position = listItems(view.facts, definitions.parameters[owner]!).indexOf(row);
  const [name, method] = [view.text(bindings.name[row]!), view.name(owner)];
  for (const base of aboveOf(world, type)) {
    if (base.tag !== Tag.instance) return UNKNOWN;
    const above = world.viewOf(base.definition);
    world.ask(above.index);
    const { bindings: { definition }, definitions: { kind } } = above.facts;
    const member = memberTable(world, base.definition).get(method)?.find((one) =>
      definition[one] !== 0 && isCallable(kind[definition[one]!]!)
    );
    if (member === undefined) continue;
    const parameter = listItems(above.facts, above.facts.definitions.parameters[definition[member]!]!)[position] ?? 0;
    const isSame = parameter !== 0 && above.text(above.facts.bindings.name[parameter]!) === name &&
      (above.facts.bindings.flags[parameter]! & VARIADIC) === (bindings.flags[row]! & VARIADIC);
    if (!isSame) return UNKNOWN;
    // It may override one that declares more.
    if (above.facts.bindings.type[parameter] === 0) continue;
    return substituteParameters(world, bindingMeaning(world, above, parameter, Space.value), base.definition, base.items);
  }
  return UNKNOWN;
}

const VARIADIC = BindingFlag.rest | BindingFlag.keywords;
