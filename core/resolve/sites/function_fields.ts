/**
 * Whether fields hold functions: a call of such a name may be of the field, so a method's name is not unique.
 *
 * Stage: resolve. Invariant: a field that is not known to be callable does not count.
 */
import { NO_ROWS } from "../../base/lists.ts";
import { MOST_CANDIDATES } from "../../edges.ts";
import { DefinitionKind } from "../../facts.ts";
import { definitionValue } from "../names/bindings.ts";
import { type DefinitionId, instance, type Meaning, partsOf, Tag } from "../meaning.ts";
import { memberMeaning } from "../members/members.ts";
import { Space } from "../names/names.ts";
import { isFunction, isOwnFunction } from "../ownership.ts";
import type { World } from "../world.ts";

const NONE: readonly Meaning[] = [];

/** Whether some field of the repository called `name` is known to hold a function. */
export function holdsFunction(world: World, name: string): boolean {
  return valuesOf(world, name).some((value) => value.tag === Tag.function || isFunction(world, value));
}

/** The functions that fields called `name` hold under another name (`warn = info`, `self.reopen = reopen_later`), or from elsewhere. */
export function functionsHeld(world: World, name: string): readonly DefinitionId[] {
  const held = valuesOf(world, name).filter((value) =>
    isOwnFunction(world, value) && world.kindOf(value.definition) !== DefinitionKind.lambda
  );
  return held.length === 0 ? NO_ROWS : [...new Set(held.map(({ definition }) => definition))].slice(0, MOST_CANDIDATES);
}

/** The values of the fields of a name; empty if a field's value cannot be meant by a call of the name. */
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

/** The value of a field. Values assigned in methods (`self.run = run`) are not in its definition, but known through its owner. */
function valueOf(world: World, field: DefinitionId, name: string): Meaning {
  const value = definitionValue(world, field, Space.value);
  const owner = value.tag === Tag.unknown ? world.ownerOf(field) : 0;
  return owner === 0 ? value : memberMeaning(world, instance(owner), name, Space.value);
}
