/**
 * The names shown for what the library file describes (`list.append`, `slices.Sort`), and for other external items.
 *
 * Stage: resolve. Pure.
 */
import { DefinitionKind } from "../../facts.ts";
import { traitDefinition } from "../types/fitting.ts";
import { type DefinitionId, type Meaning, Tag } from "../meaning.ts";
import type { World } from "../world.ts";

/** The name of a library definition with its type or module. @param receiver the value that it is called on, if known */
export function libraryName(world: World, id: DefinitionId, receiver?: Meaning): string {
  const known = world.kept.libraryNames.get(id);
  if (known !== undefined) return known;
  const parent = world.ownerOf(id);
  const { madeUpTypes } = world.rules;
  const owner = parent === 0 ? "" : world.nameOf(parent);
  const isMadeUp = madeUpTypes !== undefined && owner.endsWith(madeUpTypes);
  const isDetermined = receiver?.tag === Tag.instance && world.inLibrary(receiver.definition);
  // A member of all types, or of several similar ones, is named by the type that it is called on, which differs between callers.
  if (parent !== 0 && (isMadeUp || owner === "")) {
    const trait = !isDetermined && owner === "" && world.kindOf(parent) === DefinitionKind.impl ? traitDefinition(world, parent) : 0;
    const type = isDetermined ? world.nameOf(receiver.definition) : trait === 0 ? owner : world.nameOf(trait);
    const shown = madeUpTypes !== undefined && type.endsWith(madeUpTypes) ? type.slice(0, -madeUpTypes.length) : type;
    return world.library.shownName(`${shown}.${world.nameOf(id)}`);
  }
  const full = world.library.shownName(parent === 0 ? world.nameOf(id) : `${world.nameOf(parent)}.${world.nameOf(id)}`);
  world.kept.libraryNames.set(id, full);
  return full;
}

/** The full name of an external meaning, which has a dot; otherwise "". */
export function externalFullName(world: World, { tag, definition, name }: Meaning): string {
  const full = tag === Tag.external ? name : tag === Tag.definition && world.inLibrary(definition) ? libraryName(world, definition) : "";
  return full.includes(".") ? full : "";
}
