/**
 * How people name what the library file describes (`list.append`, `slices.Sort`), and what else lies outside.
 *
 * Stage: resolve. Pure.
 */
import { DefinitionKind } from "../../facts.ts";
import { traitDefinition } from "../types/fitting.ts";
import { type DefinitionId, type Meaning, Tag } from "../meaning.ts";
import type { World } from "../world.ts";

/** The name of a definition of the library with its type or its module. @param receiver what it is called on, if that is known */
export function libraryName(world: World, id: DefinitionId, receiver?: Meaning): string {
  const known = world.kept.libraryNames.get(id);
  if (known !== undefined) return known;
  const parent = world.ownerOf(id);
  const { madeUpTypes } = world.rules;
  const owner = parent === 0 ? "" : world.nameOf(parent);
  const isMadeUp = madeUpTypes !== undefined && owner.endsWith(madeUpTypes);
  const isTold = receiver?.tag === Tag.instance && world.inLibrary(receiver.definition);
  // What is given to all types, or to several alike, is of the one that it is called on: such a name is another one for the next caller.
  if (parent !== 0 && (isMadeUp || owner === "")) {
    const trait = !isTold && owner === "" && world.kindOf(parent) === DefinitionKind.impl ? traitDefinition(world, parent) : 0;
    const type = isTold ? world.nameOf(receiver.definition) : trait === 0 ? owner : world.nameOf(trait);
    const shown = madeUpTypes !== undefined && type.endsWith(madeUpTypes) ? type.slice(0, -madeUpTypes.length) : type;
    return world.inModule(`${shown}.${world.nameOf(id)}`);
  }
  const full = world.inModule(parent === 0 ? world.nameOf(id) : `${world.nameOf(parent)}.${world.nameOf(id)}`);
  world.kept.libraryNames.set(id, full);
  return full;
}

/** The full name of what a meaning is outside, which has a dot; "" for all else. */
export function fullNameAbroad(world: World, { tag, definition, name }: Meaning): string {
  const full = tag === Tag.external ? name : tag === Tag.definition && world.inLibrary(definition) ? libraryName(world, definition) : "";
  return full.includes(".") ? full : "";
}
