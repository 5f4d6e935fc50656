/**
 * What a trait gives to all that fulfil something, or to a type outside, is the one function of its name, whatever the trait declares without a body.
 *
 * Stage: resolve. Invariant: the trait is in scope where the call stands, and implemented in this one way.
 */
import { Op } from "../../facts/expressions.ts";
import { DefinitionFlag } from "../../facts.ts";
import { type DefinitionId, fileOf, type Meaning, Tag } from "../meaning.ts";
import { isGeneric } from "../members/attachments.ts";
import type { FileView } from "../state/file_view.ts";
import { bringsIn } from "../traits/trait_scope.ts";
import { implOf, ownerOfImpl, seenThrough, traitDefinition, traitOfImpl } from "../types/fitting.ts";
import { implementationsOf } from "../types/implementations.ts";
import type { World } from "../world.ts";

/** What is known of a value of which a method is called that traits may give: nothing, that it is from outside, or more. */
export type Told = "nothing" | "abroad" | "more";

/**
 * Of a trait's method and the only implementation of it, the implementation; all others as they are.
 * @param told what is known of what it is called on: where it may be of any type outside, one for such a type counts as one for all that fulfil
 * something does; where it may be of any type, any one does
 */
export function givenToAll(
  world: World,
  view: FileView,
  callee: number,
  methods: readonly DefinitionId[],
  told: Told,
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
  const isAny = told === "nothing" && (world.flagsOf(declared) & DefinitionFlag.bodiless) !== 0;
  if (!isAny && !(told !== "more" && isForOne(world, trait, impl)) && !world.attachments.isBlanket(impl)) return methods;
  return bringsIn(world, view, trait, a[callee]!) === true ? [given!] : methods;
}

/** Whether an impl gives a trait to a type outside, and not to what points at whatever fulfils something: that has it as well. */
function isForOne(world: World, trait: DefinitionId, impl: DefinitionId): boolean {
  return isForAnyArguments(world, trait, impl) && world.attachments.outsideImplsOf(trait).includes(impl) &&
    seenThrough(world, ownerOfImpl(world, impl))?.tag !== Tag.parameter;
}

/** Whether an impl gives a trait whatever that is told. */
function isForAnyArguments(world: World, trait: DefinitionId, impl: DefinitionId): boolean {
  return !isGeneric(world, trait) || traitOfImpl(world, impl).items.every((item) => item.tag === Tag.parameter);
}

/** The methods called `name` that a function may have, by traits that are in scope where it is called as `callee`. Undefined for other receivers. */
export function methodsOfFunction(
  world: World,
  view: FileView,
  callee: number,
  receiver: Meaning,
  name: string,
): readonly DefinitionId[] | undefined {
  const { op, a } = view.facts.expressions;
  const isFunction = receiver.tag === Tag.function || world.isFunction(receiver);
  if (!isFunction || !world.rules.implementations || op[callee] !== Op.member) return undefined;
  const declared = world.methodsOfTraits(name).filter((method) => bringsIn(world, view, world.parentOf(method), a[callee]!) !== false);
  return givenToAll(world, view, callee, declared.flatMap((method) => [method, ...implementationsOf(world, method)]), "more");
}
