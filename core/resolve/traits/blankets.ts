/**
 * Blanket impls: implementations for all types that satisfy a bound.
 *
 * Stage: resolve. Invariant: they do not apply to a type that certainly does not satisfy the bound; if it only may, the result is weak.
 */
import { DefinitionKind, isCallable } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import {
  boundsIn,
  type DefinitionId,
  definitionId,
  fileOf,
  instance,
  isObject,
  type Meaning,
  rowOf,
  Tag,
  union,
  UNKNOWN,
  weaken,
} from "../meaning.ts";
import { bindMember } from "../members/bind_member.ts";
import { isFunction } from "../ownership.ts";
import { substitute } from "../substitution.ts";
import { type AskedBounds, blanketsOf, ownerOfImpl, satisfies, traitDefinition, traitOfImpl } from "../types/fitting.ts";
import { entryOf, memberTable } from "../types/inheritance.ts";
import { givenToFunction } from "../types/protocol_arguments.ts";
import type { World } from "../world.ts";

/**
 * A member that a blanket impl gives to a type that satisfies its bound: the impl's own, or one declared by its trait.
 * @param trait restricts the impls to those of this trait
 */
export function blanketMember(world: World, type: Meaning, receiver: Meaning, name: string, trait?: DefinitionId): Meaning | undefined {
  const found: { readonly member: Meaning; isCertain: boolean }[] = [];
  const asked: AskedBounds = [];
  for (const impl of world.attachments.blanketsWith(name)) {
    if (trait !== undefined && traitDefinition(world, impl) !== trait) continue;
    const answer = satisfies(world, type, ownerOfImpl(world, impl).result, 0, asked);
    const member = answer === false ? undefined : memberOfBlanket(world, impl, name, receiver);
    if (member === undefined) continue;
    // Several impls may give the method declared by their trait: a single certain one is enough.
    const known = found.find((one) => one.member.definition === member.definition);
    if (known === undefined) found.push({ member, isCertain: answer === true });
    else known.isCertain ||= answer === true;
  }
  if (found.length === 0) return undefined;
  // Two applicable impls would be a mistake in the source: an uncertain one does not apply beside a certain one.
  const certain = found.filter((one) => one.isCertain);
  return certain.length === 1 ? certain[0]!.member : weaken(union(found.map((one) => one.member)));
}

/**
 * A member that a blanket impl gives to a function, which satisfies few bounds: a certain one, or the only one. Not if there are several,
 * or if repository traits declare it without a visible impl for functions.
 */
export function functionMember(world: World, object: Meaning, name: string): Meaning | undefined {
  const found = blanketMember(world, object, object, name);
  if (found === undefined) return world.rules.implementations && world.repository.traitsDeclaring(name).length > 0 ? UNKNOWN : undefined;
  return found.tag === Tag.definition ? found : UNKNOWN;
}

/** The function of `trait` that a blanket impl gives to the value passed as `Self` (`Trait::function(value)`). */
export function passedMember(world: World, value: Meaning, trait: DefinitionId, name: string): Meaning | undefined {
  if (value.tag !== Tag.function && !isFunction(world, value) && !mayHaveByBlanket(world, value, trait)) return undefined;
  const found = blanketMember(world, value, value, name, trait);
  return found?.tag === Tag.definition ? found : undefined;
}

/**
 * Whether a value of a known type, or of a type parameter, has no declared implementation of a trait: neither an impl of its own, nor a
 * bound. For a trait's own receiver, the bound may be declared at the method.
 */
function mayHaveByBlanket(world: World, value: Meaning, trait: DefinitionId): boolean {
  const isKnown = value.tag === Tag.parameter || isObject(value);
  if (!isKnown || blanketsOf(world, instance(trait)).length === 0) return false;
  if (value.tag === Tag.self && world.kindOf(value.definition) === DefinitionKind.trait) return false;
  const types = value.tag === Tag.parameter ? boundsIn(value.result) : [value];
  return !types.some((one) => (one.tag === Tag.instance || one.tag === Tag.self) && entryOf(world, one.definition, trait) !== undefined);
}

/** The member of `trait` from an impl for all references of a kind (`<&mut T as Trait>::name` by `impl<T> Trait for &mut T`). */
export function borrowedMember(world: World, mode: number, type: Meaning, trait: Meaning, name: string): Meaning | undefined {
  const impls = world.attachments.blanketsWith(name).filter((impl) => {
    const { definitions, expressions } = world.viewOf(impl).facts;
    const owner = definitions.owner[rowOf(impl)]!;
    return expressions.op[owner] === Op.reference && expressions.b[owner] === mode && traitDefinition(world, impl) === trait.definition;
  });
  return impls.length === 1 ? memberOfBlanket(world, impls[0]!, name, type) : undefined;
}

/** A member that the library gives to every type (`into`, `to_string`). */
export function libraryBlanketMember(world: World, receiver: Meaning, name: string): Meaning | undefined {
  for (const impl of world.attachments.blanketsWith(name, true)) {
    const member = memberOfBlanket(world, impl, name, receiver);
    if (member !== undefined) return member;
  }
  return undefined;
}

/** The names of the members of a blanket impl, including its trait's. */
export function namesOfBlanket(world: World, impl: DefinitionId): Set<string> {
  const names = new Set(memberTable(world, impl).keys());
  const trait = traitDefinition(world, impl);
  if (trait === 0 || world.inLibrary(trait) !== world.inLibrary(impl)) return names;
  for (const name of memberTable(world, trait).keys()) names.add(name);
  return names;
}

/** Member `name` of a blanket impl: its own, or one declared by its trait. */
export function memberOfBlanket(world: World, impl: DefinitionId, name: string, receiver: Meaning): Meaning | undefined {
  const trait = traitOfImpl(world, impl);
  for (const holder of trait.tag === Tag.instance ? [impl, trait.definition] : [impl]) {
    const view = world.viewOf(holder);
    const definition = (memberTable(world, holder).get(name) ?? []).map((row) => view.facts.bindings.definition[row]!).find((d) =>
      d !== 0 && isCallable(view.facts.definitions.kind[d]!)
    );
    if (definition === undefined) continue;
    world.ask(view.index);
    const known = holder !== impl && isFunction(world, receiver) ? givenToFunction(world, impl, receiver)?.bound : undefined;
    const entry = holder === impl ? instance(impl) : known === undefined ? trait : substitute(trait, known);
    return bindMember(world, definitionId(fileOf(holder), definition), entry, receiver);
  }
  return undefined;
}
