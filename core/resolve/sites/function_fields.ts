/**
 * Whether fields hold functions: a call of such a name may be theirs, so that a method does not have the name for itself.
 *
 * Stage: resolve. Invariant: a field of which nothing tells that it can be called counts for nothing.
 */
import { NO_ROWS } from "../../base/lists.ts";
import { MOST_CANDIDATES } from "../../edges.ts";
import { DefinitionKind } from "../../facts.ts";
import { definitionValue } from "../names/bindings.ts";
import { type DefinitionId, instance, type Meaning, partsOf, Tag } from "../meaning.ts";
import { memberMeaning } from "../members/members.ts";
import { Space } from "../names/names.ts";
import type { World } from "../world.ts";

const NONE: readonly Meaning[] = [];

/** Whether some field of the repository that bears `name` is known to hold a function. */
export function holdsFunction(world: World, name: string): boolean {
  return valuesOf(world, name).some((value) => value.tag === Tag.function || world.isFunction(value));
}

/** The functions of the repository that fields called `name` hold under another name (`warn = info`, `self.reopen = reopen_later`), or from elsewhere. */
export function functionsHeld(world: World, name: string): readonly DefinitionId[] {
  const held = valuesOf(world, name).filter((value) =>
    world.isOwnFunction(value) && world.kindOf(value.definition) !== DefinitionKind.lambda
  );
  return held.length === 0 ? NO_ROWS : [...new Set(held.map(({ definition }) => definition))].slice(0, MOST_CANDIDATES);
}

/** What the fields of a name are given; none where a field is no value that a call by its name can mean. */
function valuesOf(world: World, name: string): readonly Meaning[] {
  if (world.rules.fieldsApart === true) return NONE;
  const { fieldValues } = world.kept;
  return fieldValues.get(name) ?? fieldValues.find(name, () => {
    world.askName(name);
    return world.names.find("nameable", name)
      .filter((id) => world.kindOf(id) === DefinitionKind.field)
      .flatMap((id) => partsOf(valueOf(world, id, name)));
  });
}

/** What a field holds. What methods set (`self.run = run`) its definition does not tell, but its owner does. */
function valueOf(world: World, field: DefinitionId, name: string): Meaning {
  const value = definitionValue(world, field, Space.value);
  const owner = value.tag === Tag.unknown ? world.ownerOf(field) : 0;
  return owner === 0 ? value : memberMeaning(world, instance(owner), name, Space.value);
}
