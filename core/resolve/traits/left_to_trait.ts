/**
 * A method that a type's impl leaves to the trait's default, but the impl for references to the type defines (`impl Push for Job {}`, `impl
 * Push for &Job { fn push(self) {} }`): the receiver decides.
 *
 * Stage: resolve. Invariant: if it is not known how the receiver is borrowed, either may be meant.
 */
import { evaluateValue } from "../evaluate.ts";
import { instance, type Meaning, union, weaken } from "../meaning.ts";
import { isGeneric, membersNamed } from "../members/attachments.ts";
import { bindMember } from "../members/bind_member.ts";
import { implOf, isForReferences, ownerOfImpl, traitDefinition, traitImpls } from "../types/fitting.ts";
import { borrowOfOwner, borrowOfValue } from "./borrows.ts";
import { type DottedCall, OWN, stepsTo } from "./probing.ts";

/** The trait's default instead of `called`, a method of an impl for references; undefined if `called` is meant. */
export function leftToTrait({ world, view, receiver, name, called, trait }: DottedCall): Meaning | undefined {
  const impl = implOf(world, called.definition);
  if (impl === 0 || world.inLibrary(trait) || !isForReferences(world, impl) || isGeneric(world, trait)) return undefined;
  const own = traitImpls(world, ownerOfImpl(world, impl).definition).find((one) =>
    one !== impl && traitDefinition(world, one) === trait && borrowOfOwner(world, one) === OWN
  );
  const declared = membersNamed(world, trait, name)[0];
  if (own === undefined || declared === undefined || membersNamed(world, own, name).length > 0) return undefined;
  const given = bindMember(world, declared, instance(trait), evaluateValue(world, view, receiver));
  const borrow = borrowOfValue(world, view, receiver, 0);
  const [near, far] = [stepsTo(world, declared, OWN, borrow), stepsTo(world, called.definition, borrowOfOwner(world, impl), borrow)];
  if (near === undefined || far === undefined) return weaken(union([given, called]));
  return near < far ? given : undefined;
}
