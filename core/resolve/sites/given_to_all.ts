/**
 * A method that a trait implements for all types with some bound, or for an external type, is the one function of its name, even if the
 * trait declares it without a body.
 *
 * Stage: resolve. Invariant: the trait is in scope at the call, and implemented only once in this way.
 */
import { Op } from "../../facts/expressions.ts";
import { DefinitionFlag } from "../../facts.ts";
import { type DefinitionId, fileOf, type Meaning, Tag } from "../meaning.ts";
import { isGeneric } from "../members/attachments.ts";
import { isFunction } from "../ownership.ts";
import type { FileView } from "../state/file_view.ts";
import { bringsIn } from "../traits/trait_scope.ts";
import { implOf, ownerOfImpl, seenThrough, traitDefinition, traitOfImpl } from "../types/fitting.ts";
import { implementationsOf } from "../types/implementations.ts";
import type { World } from "../world.ts";

/** What is known of the receiver of a method that traits may provide: nothing, that it is external, or more. */
export type Knowledge = "nothing" | "outside" | "more";

/**
 * Replaces a trait's method by its implementation if there is only one; others stay.
 * @param known what is known of the receiver: if it may be any external type, an impl for such a type counts like a blanket impl; if it may
 * be any type, every impl does
 */
export function givenToAll(
  world: World,
  view: FileView,
  callee: number,
  methods: readonly DefinitionId[],
  known: Knowledge,
): readonly DefinitionId[] {
  const { op, a } = view.facts.expressions;
  if (methods.length !== 2 || !world.rules.implementations || op[callee] !== Op.member) return methods;
  const given = methods.find((method) => implOf(world, method) !== 0);
  const impl = given === undefined ? 0 : implOf(world, given);
  const trait = impl === 0 ? 0 : traitDefinition(world, impl);
  if (trait === 0) return methods;
  const declared = methods.find((method) => method !== given && world.parentOf(method) === trait);
  if (declared === undefined) return methods;
  world.ask(fileOf(declared));
  const isAny = known === "nothing" && (world.flagsOf(declared) & DefinitionFlag.bodiless) !== 0;
  if (!isAny && !(known !== "more" && isForOne(world, trait, impl)) && !world.attachments.isBlanket(impl)) return methods;
  return bringsIn(world, view, trait, a[callee]!) === true ? [given!] : methods;
}

/** Whether an impl is for an external type that is not a pointer with a bound on its target, which is implemented for as well. */
function isForOne(world: World, trait: DefinitionId, impl: DefinitionId): boolean {
  return isForAnyArguments(world, trait, impl) && world.attachments.outsideImplsOf(trait).includes(impl) &&
    seenThrough(world, ownerOfImpl(world, impl))?.tag !== Tag.parameter;
}

/** Whether an impl applies whatever its trait's arguments. */
function isForAnyArguments(world: World, trait: DefinitionId, impl: DefinitionId): boolean {
  return !isGeneric(world, trait) || traitOfImpl(world, impl).items.every((item) => item.tag === Tag.parameter);
}

/** The methods called `name` that a function may have through traits in scope, called as `callee`. Undefined for other receivers. */
export function methodsOfFunction(
  world: World,
  view: FileView,
  callee: number,
  receiver: Meaning,
  name: string,
): readonly DefinitionId[] | undefined {
  const { op, a } = view.facts.expressions;
  const isCalled = receiver.tag === Tag.function || isFunction(world, receiver);
  if (!isCalled || !world.rules.implementations || op[callee] !== Op.member) return undefined;
  const declared = world.repository.methodsOfTraits(name).filter((method) =>
    bringsIn(world, view, world.parentOf(method), a[callee]!) !== false
  );
  return givenToAll(world, view, callee, declared.flatMap((method) => [method, ...implementationsOf(world, method)]), "more");
}
