/**
 * The values of a type's parameters in an instance of it.
 *
 * Stage: resolve. Invariant: an unknown parameter stays open.
 */
import { type DefinitionId, definitionId, type Meaning, rowOf, Tag } from "../meaning.ts";
import { Environment } from "../state/environment.ts";
import { isClosed, substitute } from "../substitution.ts";
import { isAssociated, noteInherited, withInherited } from "../traits/associated.ts";
import type { World } from "../world.ts";
import { projectEntry } from "./projections.ts";

/** The values of a type's parameters in an instance of it. */
export function environmentOf(world: World, entry: Meaning): Environment {
  const environment = new Environment();
  const { values } = environment;
  if (entry.items.length > 0) {
    const { associatedTypes } = world.rules;
    const view = world.viewOf(entry.definition);
    const parameters = view.typeParameters(rowOf(entry.definition));
    const count = Math.min(parameters.length, entry.items.length);
    for (let i = 0; i < count; i++) {
      const parameter = definitionId(view.index, parameters[i]!);
      const item = entry.items[i]!;
      // An associated type that a bound does not mention (`G::Id: Hash` for `Graph<_, Id = …>`) has the bounds in its trait.
      if (item.tag !== Tag.unknown || !associatedTypes || !isAssociated(world, parameter)) values.set(parameter, item);
    }
    if (entry.items.length > count && associatedTypes) noteInherited(world, entry, values);
  }
  return environment;
}

/** `meaning` with the parameters of `type` replaced by `items`. */
export function substituteParameters(world: World, meaning: Meaning, type: DefinitionId, items: readonly Meaning[]): Meaning {
  const { associatedTypes } = world.rules;
  if (items.length === 0 || (!associatedTypes && isClosed(meaning))) return meaning;
  const given = { ...meaning, definition: type, items };
  const settled = substitute(meaning, environmentOf(world, given));
  if (!associatedTypes || settled.tag !== Tag.instance) return settled;
  return projectEntry(world, withInherited(world, settled, given), type, items);
}
