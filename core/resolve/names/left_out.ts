/**
 * What imports take from outside in place of what another build takes from the repository.
 *
 * Stage: resolve. Invariant: an ordinary build's import is meant; what another has is only what its values may be instead.
 */
import { NO_ROWS } from "../../base/lists.ts";
import { isCallable, LinkFlag } from "../../facts.ts";
import { type DefinitionId, definitionMeaning, instance, type Meaning, Tag } from "../meaning.ts";
import { memberMeaning } from "../members/members.ts";
import type { FileView } from "../state/file_view.ts";
import { isLeftOut } from "../state/name_table.ts";
import type { World } from "../world.ts";
import { importMeaning } from "./bindings.ts";
import { Space } from "./names.ts";

/**
 * What an import under a condition takes from outside, where another build takes a type of the repository in its place
 * (`#[cfg(not(feature = "mock"))] use crate::clock::Instant;`): what comes of it may be of that.
 */
export function orLeftOut(world: World, view: FileView, row: number, meaning: Meaning, space: number): Meaning {
  const { bindings, imports } = view.facts;
  if (meaning.tag !== Tag.external || (imports.flags[bindings.import_[row]!]! & LinkFlag.built) === 0) return meaning;
  const types: Meaning[] = [];
  for (let other = 1; other < bindings.length; other++) {
    const isSame = bindings.name[other] === bindings.name[row] && bindings.scope[other] === bindings.scope[row];
    if (!isSame || bindings.import_[other] === 0 || !isLeftOut(view.facts, other)) continue;
    const instead = importMeaning(world, view, bindings.import_[other]!, space);
    if (world.isOwnDefinition(instead) && !isCallable(world.kindOf(instead.definition))) types.push(instance(instead.definition));
    else if (world.isOwnObject(instead)) types.push(instead);
  }
  return types.length === 0 ? meaning : { ...meaning, items: [...meaning.items, ...types] };
}

/** Functions called `name` of types that another build has in place of `type` from outside (`Instant::now()`). */
export function functionsLeftOut(world: World, type: Meaning, name: string): readonly DefinitionId[] {
  if (type.tag !== Tag.external) return NO_ROWS;
  const own = type.items.filter((item) => world.isOwnObject(item));
  return world.ownDefinitions(own.map(({ definition }) => memberMeaning(world, definitionMeaning(definition), name, Space.value)));
}
