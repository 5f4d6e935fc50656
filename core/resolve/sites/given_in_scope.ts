/**
 * What a trait in scope may give to a value from outside whose type no name tells, or to one of the library's types; what it gives to all that
 * fulfil something any value from outside may have.
 *
 * Stage: resolve. Such a value is a field of a type outside, what a variant outside holds, what a function outside gives. Invariant: nothing is
 * bound by it, but such a call is not told to lie outside.
 */
import { DefinitionKind } from "../../facts.ts";
import { Op } from "../../expressions.ts";
import { callsItsName, membersNamed } from "../members/attachments.ts";
import type { FileView } from "../state/file_view.ts";
import { isForReferences, isMemberAbroad } from "../traits/given_abroad.ts";
import { ownerOfImpl, satisfies } from "../types/fitting.ts";
import { type DefinitionId, lastPart, type Meaning, Tag } from "../meaning.ts";
import { type Outcome, outcome } from "./outcome.ts";
import { reachableBy } from "./reachable.ts";
import { implementationsOf } from "../types/subtypes.ts";
import { bringsIn } from "../traits/trait_scope.ts";
import type { World } from "../world.ts";

/** How types are spelt. */
const TYPE = /^[A-Z].*[a-z]/;

/** What call `call` of `receiver.name(…)` may mean for that; undefined where it is left outside. */
export function givenInScope(
  world: World,
  view: FileView,
  call: number,
  callee: number,
  receiver: Meaning,
  name: string,
): Outcome | undefined {
  const { expressions } = view.facts;
  if (!world.rules.itemPaths || expressions.op[callee] !== Op.member) return undefined;
  // A name of a type outside may be an alias of one of the library's.
  const isOfLibrary = receiver.tag === Tag.instance && world.inLibrary(receiver.definition) &&
    world.rules.operations.transparent?.[world.nameOf(receiver.definition)] === undefined;
  if (!isOfLibrary && receiver.tag !== Tag.external) return undefined;
  const isTyped = receiver.tag === Tag.external && TYPE.test(lastPart(receiver.name));
  const methods = world.methods(name).filter((method) =>
    (!isTyped && isOfTraitAbroad(world, method)) || (!isOfLibrary && isOfBlanket(world, method, receiver))
  );
  const found = methods.length === 0
    ? methods
    : reachableBy(world, view, call, callee, methods).filter((method) =>
      bringsIn(world, view, world.parentOf(method), expressions.a[callee]!) === true
    );
  if (found.length === 0) return undefined;
  return outcome("ambiguous", { name, candidates: found.flatMap((method) => [method, ...implementationsOf(world, method)]) });
}

/** Whether a method stands in a trait that the repository gives to all that fulfil something, which `receiver`, a value from outside, may. */
function isOfBlanket(world: World, method: DefinitionId, receiver: Meaning): boolean {
  const trait = world.parentOf(method);
  if (trait === 0 || world.kindOf(trait) !== DefinitionKind.trait || world.inLibrary(trait)) return false;
  if (isMemberAbroad(world, receiver, world.nameOf(method))) return false;
  return world.attachments.outsideImplsOf(trait).some((impl) => {
    const owner = ownerOfImpl(world, impl);
    return owner.tag === Tag.parameter && !isForReferences(world, impl) && satisfies(world, receiver, owner.result) !== false;
  });
}

/** Whether a method stands in a trait of the repository that some type outside has, which has no such method itself. */
function isOfTraitAbroad(world: World, method: DefinitionId): boolean {
  const trait = world.parentOf(method);
  if (trait === 0 || world.kindOf(trait) !== DefinitionKind.trait || world.inLibrary(trait)) return false;
  return world.attachments.outsideImplsOf(trait).some((impl) => {
    const owner = ownerOfImpl(world, impl);
    const own = owner.tag === Tag.external ? membersNamed(world, impl, world.nameOf(method)) : undefined;
    return own?.some((member) => callsItsName(world, member, lastPart(owner.name))) === false;
  });
}
