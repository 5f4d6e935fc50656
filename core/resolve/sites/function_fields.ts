/**
 * Whether fields hold functions: a call of such a name may be theirs, so that a method does not have the name for itself.
 *
 * Stage: resolve. Invariant: a field of which nothing tells that it can be called counts for nothing.
 */
import { DefinitionKind } from "../../facts.ts";
import { definitionValue } from "../names/bindings.ts";
import { Tag } from "../meaning.ts";
import { Space } from "../names/names.ts";
import type { World } from "../world.ts";

/** Whether some field of the repository that bears `name` is known to hold a function. */
export function holdsFunction(world: World, name: string): boolean {
  if (world.rules.fieldsApart === true) return false;
  world.askName(name);
  return world.names.find("nameable", name).some((id) => {
    if (world.kindOf(id) !== DefinitionKind.field) return false;
    const value = definitionValue(world, id, Space.value);
    return value.tag === Tag.function || world.isFunction(value);
  });
}
