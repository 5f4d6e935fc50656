/**
 * A trait's method that was found behind the value (`[T]` behind `Vec<T>`), where the trait is also implemented for a type that is written as
 * the value's is, and that nothing declares (`use facade::Vec`, which a macro makes): that one would be met first.
 *
 * Stage: resolve. Invariant: a name alone makes nothing certain, so either may be meant.
 */
import { DefinitionKind } from "../../facts.ts";
import { evaluateValue } from "../evaluate.ts";
import { isKnown, type Meaning, Tag, union, weaken } from "../meaning.ts";
import { membersNamed } from "../members/attachments.ts";
import { bindMember } from "../members/bind_member.ts";
import { implOf, ownerOfImpl, traitDefinition } from "../types/fitting.ts";
import type { DottedCall } from "./probing.ts";

/** Either `called` or the methods of such impls; undefined if `called` is meant. */
export function givenToNamesake({ world, view, receiver, name, called, trait }: DottedCall): Meaning | undefined {
  const impl = implOf(world, called.definition);
  const value = evaluateValue(world, view, receiver);
  if (impl === 0 || value.tag !== Tag.instance || ownerOfImpl(world, impl).definition === value.definition) return undefined;
  const others = world.names.find("owned", world.nameOf(value.definition)).filter((one) =>
    world.kindOf(one) === DefinitionKind.impl && traitDefinition(world, one) === trait && !isKnown(ownerOfImpl(world, one))
  ).flatMap((one) => membersNamed(world, one, name));
  return others.length === 0 ? undefined : weaken(union([called, ...others.map((one) => bindMember(world, one, value, value))]));
}
