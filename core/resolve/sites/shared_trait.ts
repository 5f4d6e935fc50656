/**
 * A method that a repository type inherits from an external trait.
 *
 * Stage: resolve. The declarations of external traits are not read, but a method that another repository type implements for the same trait
 * is one of them (`impl Visit for Names { fn visit_item … }`). Invariant: the called type implements the trait itself.
 */
import { fileOf, type Meaning, Tag } from "../meaning.ts";
import { isOutsideRepository, isOwnObject } from "../ownership.ts";
import { isSameTrait } from "../traits/by_trait.ts";
import { implOf, traitImpls, traitOfImpl } from "../types/fitting.ts";
import type { World } from "../world.ts";

/** The full name of `name` as a method of an external trait that the type of `receiver` implements; undefined if not known to be one. */
export function ofSharedTrait(world: World, receiver: Meaning, name: string): string | undefined {
  if (!world.rules.implementations || !isOwnObject(world, receiver)) return undefined;
  const traits = traitImpls(world, receiver.definition).map((impl) => traitOfImpl(world, impl));
  const outside = traits.filter((trait) => isOutsideRepository(world, trait));
  if (outside.length === 0) return undefined;
  for (const method of world.repository.methods(name)) {
    const impl = implOf(world, method);
    if (impl === 0) continue;
    world.ask(fileOf(impl));
    const trait = traitOfImpl(world, impl);
    if (!outside.some((one) => isSameTrait(trait, one))) continue;
    return `${trait.tag === Tag.external ? trait.name : world.nameOf(trait.definition)}.${name}`;
  }
  return undefined;
}
