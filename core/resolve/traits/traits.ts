/**
 * What comes by traits: which of several implementations is meant, blanket implementations, associated types.
 *
 * Stage: resolve. Invariant: an implementation is ruled out only by a type that surely does not fit; several that remain are a union,
 * and what only the library implements is never taken for the repository's.
 */
import { hasReceiver, parametersOf, receiverIn } from "../state/parameters.ts";
import { DefinitionFlag, DefinitionKind, isCallable } from "../../facts.ts";
import { leastOf } from "../../lists.ts";
import { isGeneric } from "../members/attachments.ts";
import { isToldBySpelling } from "./given_abroad.ts";
import { evaluateType } from "../evaluate.ts";
import { withDefaults } from "../evaluate_types.ts";
import {
  type DefinitionId,
  definitionId,
  definitionMeaning,
  external,
  fileOf,
  IMPLEMENTATIONS,
  instance,
  type Meaning,
  rowOf,
  substitute,
  Tag,
  typeParameter,
  union,
  UNKNOWN,
  weaken,
} from "../meaning.ts";
import { couldBe, implOf, isForOneType, isPromoted, ownerOfImpl, shownBy, traitDefinition, traitOfImpl } from "../types/fitting.ts";
import { bindMember, settle } from "../members/members.ts";
import { memberTable } from "../types/inheritance.ts";
import type { World } from "../world.ts";

/** Whether an impl is one of a trait. */
export function hasTrait(world: World, impl: DefinitionId): boolean {
  return world.viewOf(impl).facts.definitions.type[rowOf(impl)]! !== 0;
}

/** The trait of an impl in terms of the type parameters of the type that it is for. */
export function traitFor(world: World, impl: DefinitionId, type: DefinitionId): Meaning {
  const trait = traitOfImpl(world, impl);
  if (trait.tag !== Tag.instance || trait.items.length === 0) return trait;
  const owner = ownerOfImpl(world, impl);
  if (owner.tag !== Tag.instance || owner.items.length === 0) return trait;
  const view = world.viewOf(type);
  const environment = world.environmentOf(undefined);
  for (const [i, row] of view.typeParameters(rowOf(type)).entries()) {
    const item = owner.items[i];
    if (item?.tag !== Tag.parameter) continue;
    const bound = view.facts.bindings.type[row]!;
    environment.values.set(item.definition, typeParameter(view.index, row, bound === 0 ? undefined : evaluateType(world, view, bound)));
  }
  return substitute(trait, environment);
}

/** Of the members that impls attach to one type those that fit its arguments, a type's own before those of traits. */
export function selectAttached(
  world: World,
  type: DefinitionId,
  entry: Meaning,
  members: readonly DefinitionId[],
): readonly DefinitionId[] {
  // What points at something has what that has where its own does not fit.
  const isPointer = shownBy(world, type) !== undefined;
  const isAlone = members.length < 2 && !isPointer;
  let fitting = members.filter((member) => {
    const impl = implOf(world, member);
    return impl === 0 ||
      (!asksForPointer(world, type, entry, member) &&
        ((isAlone && !isForOneType(world, impl)) || couldBe(world, ownerOfImpl(world, impl), entry)));
  });
  if (fitting.length < 2) return fitting;
  const own = fitting.filter((member) => {
    const impl = implOf(world, member);
    return impl === 0 || !hasTrait(world, impl);
  });
  const seen = own.filter((member) => isSeen(world, member));
  if (seen.length > 0) fitting = seen;
  else if (own.length < fitting.length) fitting = fitting.filter((member) => !own.includes(member));
  return withoutPromotion(world, fitting, entry);
}

/**
 * A member that an impl attaches. A method of a generic trait that the library gives to all types as well (`into`) is one of several: what
 * asks for the result chooses.
 */
function attachedMember(world: World, member: DefinitionId, entry: Meaning, receiver: Meaning): Meaning {
  const bound = bindMember(world, member, entry, receiver);
  const impl = implOf(world, member);
  const given = impl === 0 || !hasTrait(world, impl) ? [] : world.attachments.blanketsWith(world.nameOf(member), true);
  if (given.length === 0 || world.inLibrary(member) || !hasReceiver(world, member)) return bound;
  const trait = traitDefinition(world, impl);
  return trait !== 0 && isGeneric(world, trait) && given.some((one) => traitDefinition(world, one) === trait) ? weaken(bound) : bound;
}

/**
 * The members that impls attach to a type, as bound to a value. Where another impl of the same generic trait leaves the method to the trait
 * (`impl Compare for Kind {}` beside `impl Compare<Other> for Kind`) the trait's own is one of them: what is given chooses.
 */
export function attachedMembers(
  world: World,
  type: DefinitionId,
  entry: Meaning,
  members: readonly DefinitionId[],
  receiver: Meaning,
): Meaning[] {
  const chosen = selectAttached(world, type, entry, members);
  const found = chosen.map((member) => {
    world.ask(fileOf(member));
    return attachedMember(world, member, entry, receiver);
  });
  const impls = world.rules.itemPaths && chosen.length > 0 ? world.attachments.get(type)!.traits : [];
  if (impls.length < 2) return found;
  const writing = new Set(chosen.map((member) => implOf(world, member)));
  const generic = new Set(
    [...writing].filter((impl) => impl !== 0 && hasTrait(world, impl)).map((impl) => traitOfImpl(world, impl)).filter((trait) =>
      trait.tag === Tag.instance && trait.items.length > 0 && !world.inLibrary(trait.definition)
    ).map((trait) => trait.definition),
  );
  for (const trait of generic) {
    const own = ownOfTrait(world, trait, world.nameOf(chosen[0]!));
    if (own === undefined) continue;
    for (const impl of impls) {
      if (writing.has(impl) || world.inLibrary(impl) || memberTable(world, impl).has(world.nameOf(own))) continue;
      const given = traitFor(world, impl, type);
      if (given.definition !== trait || !couldBe(world, ownerOfImpl(world, impl), entry)) continue;
      world.ask(fileOf(impl));
      const settled = settle(world, { ...given, items: withDefaults(world, trait, given.items) }, entry, receiver);
      found.push(bindMember(world, own, settled, receiver));
    }
  }
  return found;
}

/** A method of a trait that has a body. */
function ownOfTrait(world: World, trait: DefinitionId, name: string): DefinitionId | undefined {
  const view = world.viewOf(trait);
  const { bindings, definitions } = view.facts;
  const own = (memberTable(world, trait).get(name) ?? []).map((row) => bindings.definition[row]!).find((definition) =>
    isCallable(definitions.kind[definition]!) && (definitions.flags[definition]! & DefinitionFlag.bodiless) === 0
  );
  if (own !== undefined) world.ask(view.index);
  return own === undefined ? undefined : definitionId(view.index, own);
}

/** Of several members of impls those whose types are met as they are, before those to which the language would take something else. */
export function withoutPromotion(world: World, members: readonly DefinitionId[], entry: Meaning): readonly DefinitionId[] {
  if (members.length < 2) return members;
  const met = members.filter((member) => {
    const impl = implOf(world, member);
    return impl === 0 || !isPromoted(world, ownerOfImpl(world, impl), entry);
  });
  return met.length === 0 ? members : met;
}

/** Whether the file in hand stands in the module of a hidden member or inside it. */
function isSeen(world: World, member: DefinitionId): boolean {
  const { file } = world.reliance;
  if ((world.flagsOf(member) & DefinitionFlag.hidden) === 0 || fileOf(member) === file) return true;
  const home = world.modules.nameOf(world.viewOf(member).path);
  return world.modules.nameOf(world.view(file).path).startsWith(`${home}${world.rules.separator}`);
}

/** A method of a smart pointer whose receiver is that pointer once more (`self: Pin<&mut Self>` in `impl … for Pin<P>`): what it points at is meant. */
function asksForPointer(world: World, type: DefinitionId, entry: Meaning, member: DefinitionId): boolean {
  if (shownBy(world, type) === undefined || entry.items.length === 0) return false;
  const view = world.viewOf(member);
  const { bindings } = view.facts;
  const receiver = receiverIn(view, rowOf(member));
  if (receiver === 0 || bindings.type[receiver] === 0) return false;
  const declared = evaluateType(world, view, bindings.type[receiver]!);
  const inner = entry.items[0]!;
  return declared.tag === Tag.instance && declared.definition === type && declared.items.length > 0 && inner.definition !== type;
}

/**
 * Of several implementations, or one for a type outside, the one that takes these arguments.
 * @param argumentOf with `isBehind` what stands behind one whose reference may have been taken off (`&*text`)
 */
export function chooseImplementation(
  world: World,
  argumentOf: (position: number, isBehind?: boolean) => Meaning,
  count: number,
  callee: Meaning,
): Meaning {
  if (callee.tag === Tag.definition) {
    if (count > 0 && isForArguments(world, callee)) {
      const fit = fits(world, argumentOf, count, callee);
      return !fit.possible ? UNKNOWN : fit.certain ? callee : weaken(callee);
    }
    if (count === 0 || !isForeign(world, callee.definition)) return callee;
    const fit = fits(world, argumentOf, count, callee);
    return fit.certain ? callee : external(world.nameOf(callee.definition), true);
  }
  if (callee.tag !== Tag.union || count === 0) return callee;
  const parts = callee.items.filter((part) => part.tag === Tag.definition && isOfTraitOrImpl(world, part.definition));
  if (parts.length < 2 || parts.length < callee.items.length) return callee;
  const judge = (given: typeof argumentOf) =>
    parts.map((part) => ({ part, ...fits(world, given, count, part) })).filter((one) => one.possible);
  let judged = judge(argumentOf);
  if (judged.length === 0) judged = judge((position) => argumentOf(position, true));
  if (judged.length === 0) {
    const alike = parts.filter((part) => isAlike(world, argumentOf, count, part));
    if (alike.length === 1 && !isForeign(world, alike[0]!.definition)) return weaken(alike[0]!);
    return parts.some((part) => isForeign(world, part.definition)) ? external(world.nameOf(parts[0]!.definition), true) : UNKNOWN;
  }
  const best = -leastOf(judged.map((one) => -one.exact));
  const chosen = judged.filter((one) => one.exact === best);
  if (chosen.length > 1) return weaken(union(chosen.map((one) => one.part), IMPLEMENTATIONS));
  const one = chosen[0]!;
  return judged.length === 1 && one.certain ? { ...one.part, weak: one.part.result?.weak ?? false } : weaken(one.part);
}

function isOfTraitOrImpl(world: World, member: DefinitionId): boolean {
  const kind = world.kindOf(world.parentOf(member));
  return kind === DefinitionKind.impl || kind === DefinitionKind.trait;
}

/** Whether every parameter asks for a type of the argument's name: a name outside among its arguments may be an alias (`Vec<FieldRef>`). */
function isAlike(world: World, argumentOf: (position: number) => Meaning, count: number, { definition }: Meaning): boolean {
  const view = world.viewOf(definition);
  const parameters = parametersOf(world, definition);
  const shift = Math.max(0, count - parameters.length);
  return parameters.length > 0 && parameters.every((row, i) => {
    const expected = evaluateType(world, view, view.facts.bindings.type[row]!);
    const given = argumentOf(i + shift);
    return expected.tag === Tag.instance && given.tag === Tag.instance && expected.definition === given.definition;
  });
}

/**
 * The function that the repository gives to a type of the library by an implementation for just these arguments (`Vec::from(bytes)`): of several
 * that take them one of these; undefined where none surely does.
 */
export function implementedFor(
  world: World,
  type: Meaning,
  name: string,
  argumentOf: (position: number) => Meaning,
  count: number,
): Meaning | undefined {
  const entry = instance(type.definition, type.items);
  const given = (world.attachments.get(type.definition)?.members.get(name) ?? []).filter((member) =>
    isForeign(world, member) && couldBe(world, ownerOfImpl(world, implOf(world, member)), entry)
  );
  const fitting = takersOf(world, given, entry, argumentOf, count);
  return fitting.length === 0 ? undefined : union(fitting, IMPLEMENTATIONS);
}

/** The same of a type outside. Several are for a value and for references to it. */
export function implementedAbroad(
  world: World,
  type: Meaning,
  name: string,
  argumentOf: (position: number) => Meaning,
  count: number,
): Meaning | undefined {
  const given = count === 0 ? [] : world.attachments.membersAbroad(type.name, name);
  const fitting = takersOf(world, given, type, argumentOf, count);
  return fitting.length === 0 ? undefined : union(fitting, IMPLEMENTATIONS);
}

/** Of functions of impls those that surely take just these arguments. */
function takersOf(
  world: World,
  members: readonly DefinitionId[],
  type: Meaning,
  argumentOf: (position: number) => Meaning,
  count: number,
): readonly Meaning[] {
  const fitting = members.map((member) => definitionMeaning(member, type)).filter((callee) => {
    const fit = fits(world, argumentOf, count, callee);
    return fit.possible && fit.certain && fit.exact === count && count > 0;
  });
  for (const { definition } of fitting) world.ask(fileOf(definition));
  return fitting;
}

/** Whether an impl of a trait with arguments of its own gives the method to what lies outside: macros may write further impls, for others. */
function isForArguments(world: World, { definition, result }: Meaning): boolean {
  const impl = result?.tag === Tag.external ? implOf(world, definition) : 0;
  const trait = impl === 0 ? 0 : traitDefinition(world, impl);
  return trait !== 0 && isGeneric(world, trait);
}

/** A member of an impl of the library's trait for a type of the library: the library has more of them than the repository shows. */
function isForeign(world: World, member: DefinitionId): boolean {
  const impl = implOf(world, member);
  if (impl === 0 || world.inLibrary(impl) || !hasTrait(world, impl)) return false;
  const owner = ownerOfImpl(world, impl);
  const trait = traitOfImpl(world, impl);
  return owner.tag === Tag.instance && world.inLibrary(owner.definition) &&
    (trait.tag === Tag.external || (trait.tag === Tag.instance && world.inLibrary(trait.definition)));
}

/** `self` where its type is asked for. */
function isOwnType(given: Meaning, expected: Meaning): boolean {
  return given.tag === Tag.self && expected.tag === Tag.instance;
}

interface Fit {
  readonly possible: boolean;
  /** Every argument is known to fit. */
  readonly certain: boolean;
  /** Arguments whose type is exactly what is asked for. */
  readonly exact: number;
}

function fits(world: World, argumentOf: (position: number) => Meaning, count: number, callee: Meaning): Fit {
  const id = callee.definition;
  const view = world.viewOf(id);
  const parameters = parametersOf(world, id);
  // `Type::method(receiver, …)`: the receiver is the first argument.
  const shift = Math.max(0, count - parameters.length);
  // What a trait itself has speaks of the trait's parameters.
  const holder = world.parentOf(id);
  const isOfTrait = holder !== 0 && world.kindOf(holder) === DefinitionKind.trait;
  const environment = world.environmentOf(isOfTrait ? instance(holder, callee.items) : undefined);
  environment.self = callee.result;
  let certain = true;
  let exact = 0;
  for (const [i, row] of parameters.entries()) {
    const type = view.facts.bindings.type[row]!;
    if (type === 0) continue;
    const expected = substitute(evaluateType(world, view, type), environment);
    const told = argumentOf(i + shift);
    const given = told.tag === Tag.external && !isToldBySpelling(world, told.name) ? UNKNOWN : told;
    if (!couldBe(world, expected, given)) return { possible: false, certain: false, exact: 0 };
    if (given.tag === Tag.unknown || expected.tag === Tag.unknown) certain = false;
    else if (given.tag === Tag.external && expected.tag === Tag.external) exact += given.name === expected.name ? 1 : 0;
    else if (given.definition === expected.definition && (given.tag === expected.tag || isOwnType(given, expected))) {
      if (!isPromoted(world, expected, given)) exact++;
    }
  }
  return { possible: true, certain, exact };
}

/** A unit struct or a variant that is named as a value is an instance of it. */
export function asInstance(world: World, meaning: Meaning): Meaning {
  if (meaning.tag !== Tag.definition || meaning.held || !world.rules.callingTypeConverts) return meaning;
  const kind = world.kindOf(meaning.definition);
  if (kind === DefinitionKind.struct) return instance(meaning.definition, meaning.items, meaning.weak);
  return kind === DefinitionKind.enum_member ? instance(world.parentOf(meaning.definition), [], meaning.weak) : meaning;
}

/** The function type among the bounds of a type parameter, or what the meaning is itself. */
export function asFunction(meaning: Meaning): Meaning {
  if (meaning.tag !== Tag.parameter || meaning.result === undefined) return meaning;
  const { result } = meaning;
  return result.tag === Tag.tuple || result.tag === Tag.union
    ? result.items.find((item) => item.tag === Tag.function) ?? meaning
    : result.tag === Tag.function
    ? result
    : meaning;
}
