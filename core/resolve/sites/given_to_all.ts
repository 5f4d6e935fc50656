/**
 * What a trait gives to all that fulfil something, or to a type outside, is the one function of its name, whatever the trait declares without a body.
 *
 * Stage: resolve. Invariant: the trait is in scope where the call stands, and implemented in this one way.
 */
import { Op } from "../../facts/expressions.ts";
import { type DefinitionId, Tag } from "../meaning.ts";
import { isGeneric } from "../members/attachments.ts";
import type { FileView } from "../state/file_view.ts";
import { bringsIn } from "../traits/trait_scope.ts";
import { implOf, ownerOfImpl, seenThrough, traitDefinition } from "../types/fitting.ts";
import type { World } from "../world.ts";

/**
 * Of a trait's method and the only implementation of it, the implementation; all others as they are.
 * @param isAbroad what it is called on may be of any type outside: one for such a type counts as one for all that fulfil something does
 */
export function givenToAll(
  world: World,
  view: FileView,
  callee: number,
  methods: readonly DefinitionId[],
  isAbroad: boolean,
): readonly DefinitionId[] {
  const { op, a } = view.facts.expressions;
  if (methods.length !== 2 || !world.rules.itemPaths || op[callee] !== Op.member) return methods;
  const given = methods.find((method) => implOf(world, method) !== 0);
  const impl = given === undefined ? 0 : implOf(world, given);
  const trait = impl === 0 ? 0 : traitDefinition(world, impl);
  if (trait === 0) return methods;
  // What points at whatever fulfils something has what that has as well.
  const isForOne = isAbroad && !isGeneric(world, trait) && world.attachments.outsideImplsOf(trait).includes(impl) &&
    seenThrough(world, ownerOfImpl(world, impl))?.tag !== Tag.parameter;
  if (!isForOne && !world.attachments.isBlanket(impl)) return methods;
  const isDeclared = methods.some((method) => method !== given && world.parentOf(method) === trait);
  return isDeclared && bringsIn(world, view, trait, a[callee]!) === true ? [given!] : methods;
}
