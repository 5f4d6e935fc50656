/**
 * What a trait gives to all that fulfil something is the one function of its name, whatever the trait declares without a body.
 *
 * Stage: resolve. Invariant: the trait is in scope where the call stands, and implemented in this one way.
 */
import { Op } from "../../expressions.ts";
import type { FileView } from "../state/file_view.ts";
import { implOf, traitDefinition } from "../types/fitting.ts";
import type { DefinitionId } from "../meaning.ts";
import { bringsIn } from "../traits/trait_scope.ts";
import type { World } from "../world.ts";

/** Of a trait's method and the only implementation of it, one for all that fulfil something, the implementation; all others as they are. */
export function givenToAll(world: World, view: FileView, callee: number, methods: readonly DefinitionId[]): readonly DefinitionId[] {
  const { op, a } = view.facts.expressions;
  if (methods.length !== 2 || !world.rules.itemPaths || op[callee] !== Op.member) return methods;
  const given = methods.find((method) => world.attachments.blankets?.own.includes(implOf(world, method)) === true);
  if (given === undefined) return methods;
  const trait = traitDefinition(world, implOf(world, given));
  const isDeclared = methods.some((method) => method !== given && world.parentOf(method) === trait);
  return isDeclared && bringsIn(world, view, trait, a[callee]!) === true ? [given] : methods;
}
