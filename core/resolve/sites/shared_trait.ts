/**
 * A method that a type of the repository leaves to a trait from outside.
 *
 * Stage: resolve. What such a trait declares is not read, but where another type of the repository writes the method for the same trait, that has it
 * (`impl Visit for Names { fn visit_item … }`). Invariant: the type that is called has the trait by an impl of its own.
 */
import { fileOf, type Meaning, Tag } from "../meaning.ts";
import { isSameTrait } from "../traits/by_trait.ts";
import { implOf, traitImpls, traitOfImpl } from "../types/fitting.ts";
import type { World } from "../world.ts";

/** The full name of `name` as a method of a trait outside that the type of `receiver` has; undefined where nothing tells that it is one. */
export function ofSharedTrait(world: World, receiver: Meaning, name: string): string | undefined {
  if (!world.rules.implementations || !world.isOwnObject(receiver)) return undefined;
  const traits = traitImpls(world, receiver.definition).map((impl) => traitOfImpl(world, impl));
  const outside = traits.filter((trait) => world.isAbroad(trait));
  if (outside.length === 0) return undefined;
  for (const method of world.methods(name)) {
    const impl = implOf(world, method);
    if (impl === 0) continue;
    world.ask(fileOf(impl));
    const trait = traitOfImpl(world, impl);
    if (!outside.some((one) => isSameTrait(trait, one))) continue;
    return `${trait.tag === Tag.external ? trait.name : world.nameOf(trait.definition)}.${name}`;
  }
  return undefined;
}
