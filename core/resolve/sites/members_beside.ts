/**
 * What else is called on the variable whose method is called: a variable has one type, so a value in it has all these members.
 *
 * Stage: resolve; only for calls, never during an evaluation. Invariant: asked only where the type is external and methods of the repository
 * are candidates. A type that embeds something unknown may have any member.
 */
import { type DefinitionId, instance, Tag } from "../meaning.ts";
import { memberMeaning } from "../members/members.ts";
import { onlyBinding, Space } from "../names/names.ts";
import type { FileView } from "../state/file_view.ts";
import { heirsOf, isStructural, structuralTypes } from "../types/structural.ts";
import type { World } from "../world.ts";

/**
 * Those of the methods `found` whose type, or one that embeds or implements it, has every member that is read of the variable that `object`
 * names (`out.Flush(); out.Close()`: only what has both).
 */
export function havingMembersBeside(world: World, view: FileView, object: number, found: readonly DefinitionId[]): readonly DefinitionId[] {
  const variable = onlyBinding(world, view, object);
  if (variable === 0) return found;
  const names = membersRead(world, view, variable);
  const has = (type: DefinitionId): boolean =>
    [...names].every((name) => memberMeaning(world, instance(type), name, Space.value).tag !== Tag.unknown);
  return found.filter((id) => {
    const owner = world.ownerOf(id);
    if (owner === 0) return true;
    const types = isStructural(world, owner) ? [owner, ...structuralTypes(world, owner)] : heirsOf(world, [owner]);
    return types.some(has);
  });
}

/** The names of the members that a file reads of a variable (row of `bindings`). */
function membersRead(world: World, view: FileView, variable: number): ReadonlySet<string> {
  const known = world.kept.membersRead;
  const key = `${view.index} ${variable}`;
  // Asked for every call on the variable.
  return known.get(key) ?? known.find(key, () => findMembersRead(world, view, variable), view.index);
}

function findMembersRead(world: World, view: FileView, variable: number): ReadonlySet<string> {
  const { expressions: { a, b }, bindings } = view.facts;
  const members = view.surroundings.membersOf(bindings.name[variable]!).filter((row) => onlyBinding(world, view, a[row]!) === variable);
  return new Set(members.map((row) => view.text(b[row]!)));
}
