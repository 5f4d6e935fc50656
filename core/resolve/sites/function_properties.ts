/**
 * What a call of a function in a property may run that an interface, or a type without a name, declares: `run: (job: Job) => void`.
 *
 * Stage: resolve. Invariant: these are candidates, the declared property first: it stands for whatever a value of the type is given there.
 */
import { append, NO_ROWS } from "../../base/lists.ts";
import { MOST_CANDIDATES } from "../../edges.ts";
import { boundsIn, type DefinitionId, type Meaning, partsOf, Tag } from "../meaning.ts";
import { declaredProperty } from "../members/declared_properties.ts";
import { firstDeclaring } from "../members/first_declaring.ts";
import { implementationsOf } from "../types/subtypes.ts";
import type { World } from "../world.ts";

/** The properties `name` that types of `receiver` declare, each with what stands in its place in what has that type; none where it is no such property. */
export function heldByProperty(world: World, receiver: Meaning, name: string): readonly DefinitionId[] {
  if (!world.rules.separateTypes) return NO_ROWS;
  const found: DefinitionId[] = [];
  for (const part of receiver.tag === Tag.parameter ? boundsIn(receiver.result) : partsOf(receiver)) {
    const property = propertyOf(world, part, name);
    if (property !== 0 && !found.includes(property)) append(found, [property, ...implementationsOf(world, property)]);
  }
  return found.length < 2 ? found : [...new Set(found)].slice(0, MOST_CANDIDATES);
}

/** The property that the type of a value declares under a name, or the nearest of its bases; 0 where none does. */
function propertyOf(world: World, value: Meaning, name: string): DefinitionId {
  if (!world.isOwnObject(value)) return 0;
  const declaring = firstDeclaring(world, value.definition, name);
  return declaring === undefined ? 0 : declaredProperty(world, declaring.owner, name);
}
