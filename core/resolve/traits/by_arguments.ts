/**
 * Selects one of several implementations by the arguments of a call.
 *
 * Stage: resolve. Invariant: an implementation is excluded only by an argument that certainly does not match; an implementation that only
 * the library has is never taken for the repository's.
 */
import { leastOf } from "../../base/lists.ts";
import { DefinitionKind, listItems } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { evaluateType } from "../evaluate.ts";
import {
  type DefinitionId,
  definitionMeaning,
  external,
  fileOf,
  IMPLEMENTATIONS,
  instance,
  type Meaning,
  rowOf,
  Tag,
  union,
  UNKNOWN,
  weaken,
} from "../meaning.ts";
import { isGeneric } from "../members/attachments.ts";
import { preferDefault } from "../names/builds.ts";
import { isLibraryType, isOutsideRepository, isOwnObject } from "../ownership.ts";
import { Environment } from "../state/environment.ts";
import { parametersOf } from "../state/parameters.ts";
import { substitute } from "../substitution.ts";
import { environmentOf } from "../types/environments.ts";
import { couldBe, implOf, isPromoted, ownerOfImpl, promotes, traitDefinition, traitOfImpl } from "../types/fitting.ts";
import { isKnownBySpelling } from "../types/spelling.ts";
import type { World } from "../world.ts";
import { associatedTypes } from "./associated.ts";
import { hasTrait } from "./traits.ts";

/** The arguments of a call by position. */
export interface PassedArguments {
  readonly count: number;
  /** @param isBehind whether to dereference an argument whose reference may have been removed (`&*text`) */
  readonly at: (position: number, isBehind?: boolean) => Meaning;
}

/** Of several implementations, or one for an external type, the one that accepts these arguments. */
export function chooseImplementation(world: World, callee: Meaning, args: PassedArguments): Meaning {
  if (callee.tag === Tag.definition) {
    if (args.count > 0 && isForArguments(world, callee)) {
      const fit = fits(world, callee, args);
      return !fit.possible ? UNKNOWN : fit.certain ? callee : weaken(callee);
    }
    if (args.count === 0) return callee;
    if (isDerivedToo(world, callee.definition)) {
      const fit = fits(world, callee, args);
      return !fit.possible ? external(world.nameOf(callee.definition)) : fit.certain ? callee : weaken(callee);
    }
    if (!isForeign(world, callee.definition)) return mayBeGivenOutside(world, callee, args) ? weaken(callee) : callee;
    const fit = fits(world, callee, args);
    return fit.certain ? callee : external(world.nameOf(callee.definition), true);
  }
  if (callee.tag !== Tag.union || args.count === 0) return callee;
  const parts = callee.items.filter((part) => part.tag === Tag.definition && isOfTraitOrImpl(world, part.definition));
  if (parts.length < 2 || parts.length < callee.items.length) return callee;
  const judge = (given: PassedArguments): { part: Meaning; certain: boolean; exact: number }[] =>
    parts.map((part) => ({ part, ...fits(world, part, given) })).filter((one) => one.possible);
  let judged = judge(args);
  if (judged.length === 0) judged = judge({ ...args, at: (position) => args.at(position, true) });
  if (judged.length === 0) {
    const alike = parts.filter((part) => isAlike(world, part, args));
    if (alike.length === 1 && !isForeign(world, alike[0]!.definition)) return weaken(alike[0]!);
    if (isDerivedToo(world, parts[0]!.definition)) return external(world.nameOf(parts[0]!.definition));
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

/** Whether every parameter's type has the argument's name: an external name among the type arguments may be an alias (`Vec<FieldRef>`). */
function isAlike(world: World, { definition }: Meaning, args: PassedArguments): boolean {
  const view = world.viewOf(definition);
  const parameters = parametersOf(world, definition);
  const shift = Math.max(0, args.count - parameters.length);
  return parameters.length > 0 && parameters.every((row, i) => {
    const expected = evaluateType(world, view, view.facts.bindings.type[row]!);
    const given = args.at(i + shift);
    return expected.tag === Tag.instance && given.tag === Tag.instance && expected.definition === given.definition;
  });
}

/**
 * The function that the repository implements on a library type for exactly these arguments (`Vec::from(bytes)`): of several that accept
 * them, one of these; undefined if none certainly does.
 */
export function implementedFor(
  world: World,
  type: Meaning,
  name: string,
  args: PassedArguments,
): Meaning | undefined {
  const entry = instance(type.definition, type.items);
  const given = (world.attachments.get(type.definition)?.members.get(name) ?? []).filter((member) =>
    isForeign(world, member) && couldBe(world, ownerOfImpl(world, implOf(world, member)), entry)
  );
  return oneTaking(world, given, entry, args);
}

/** The same for an external type. Several are for a value and for references to it. */
export function implementedOutside(
  world: World,
  type: Meaning,
  name: string,
  args: PassedArguments,
): Meaning | undefined {
  return args.count === 0 ? undefined : oneTaking(world, world.attachments.externalMembers(type.name, name), type, args);
}

/** Of functions in impls for a type, the one that certainly accepts exactly these arguments, or one of several. */
function oneTaking(world: World, members: readonly DefinitionId[], type: Meaning, args: PassedArguments): Meaning | undefined {
  const fitting = preferDefault(world, members).map((member) => definitionMeaning(member, type)).filter((callee) => {
    const fit = fits(world, callee, args);
    return fit.possible && fit.certain && fit.exact === args.count && args.count > 0;
  });
  for (const { definition } of fitting) world.ask(fileOf(definition));
  return fitting.length === 0 ? undefined : union(fitting, IMPLEMENTATIONS);
}

/** Whether an impl of a generic trait gives the method to something external: macros may generate further impls with other arguments. */
function isForArguments(world: World, { definition, result }: Meaning): boolean {
  const impl = result?.tag === Tag.external ? implOf(world, definition) : 0;
  const trait = impl === 0 ? 0 : traitDefinition(world, impl);
  return trait !== 0 && isGeneric(world, trait);
}

/** A member of an impl of a library trait for a library type: the library has more such impls than the repository. */
function isForeign(world: World, member: DefinitionId): boolean {
  const impl = implOf(world, member);
  if (impl === 0 || world.inLibrary(impl) || !hasTrait(world, impl)) return false;
  const owner = ownerOfImpl(world, impl);
  return isLibraryType(world, owner) && isOutsideRepository(world, traitOfImpl(world, impl));
}

/** Whether the type of an impl with trait arguments (`impl PartialOrd<Day> for Time`) also derives that trait, for itself. */
function isDerivedToo(world: World, member: DefinitionId): boolean {
  const impl = implOf(world, member);
  if (impl === 0 || !hasArguments(world, impl)) return false;
  const trait = traitDefinition(world, impl);
  const type = isDetermined(world, impl, trait) ? ownerOfImpl(world, impl).definition : 0;
  if (type === 0 || world.inLibrary(type)) return false;
  const view = world.viewOf(type);
  return listItems(view.facts, view.facts.definitions.supertypes[rowOf(type)]!).some((base) =>
    evaluateType(world, view, base).definition === trait
  );
}

/** Whether an impl of a library trait has explicit trait arguments, which the library file omits, as most impls do (`PartialOrd<Day>`). */
export function isDetermined(world: World, impl: DefinitionId, trait: DefinitionId): boolean {
  return trait !== 0 && world.inLibrary(trait) && hasArguments(world, impl) && associatedTypes(world, trait).length === 0;
}

function hasArguments(world: World, impl: DefinitionId): boolean {
  const { definitions, expressions } = world.viewOf(impl).facts;
  return expressions.op[definitions.type[rowOf(impl)]!] === Op.apply;
}

/**
 * Whether an impl of a generic library trait takes a repository type (`impl From<Job> for Task`) where an external value is passed: its
 * package may implement the trait for its own type.
 */
function mayBeGivenOutside(world: World, { definition }: Meaning, args: PassedArguments): boolean {
  const impl = implOf(world, definition);
  const trait = impl === 0 ? 0 : traitDefinition(world, impl);
  if (trait === 0 || !world.inLibrary(trait) || !isGeneric(world, trait)) return false;
  const view = world.viewOf(definition);
  const parameters = parametersOf(world, definition);
  const shift = Math.max(0, args.count - parameters.length);
  return parameters.some((row, i) =>
    args.at(i + shift).tag === Tag.external && isOwnObject(world, evaluateType(world, view, view.facts.bindings.type[row]!))
  );
}

/** `self` where its type is expected. */
function isSelfForType(given: Meaning, expected: Meaning): boolean {
  return given.tag === Tag.self && expected.tag === Tag.instance;
}

interface Fit {
  readonly possible: boolean;
  /** Whether every argument is known to match. */
  readonly certain: boolean;
  /** Number of arguments of exactly the parameter's type. */
  readonly exact: number;
}

function fits(world: World, callee: Meaning, args: PassedArguments): Fit {
  const id = callee.definition;
  const view = world.viewOf(id);
  const parameters = parametersOf(world, id);
  // `Type::method(receiver, …)`: the receiver is the first argument.
  const shift = Math.max(0, args.count - parameters.length);
  // A trait's own method refers to the trait's parameters.
  const holder = world.parentOf(id);
  const isOfTrait = holder !== 0 && world.kindOf(holder) === DefinitionKind.trait;
  const environment = isOfTrait ? environmentOf(world, instance(holder, callee.items)) : new Environment();
  environment.self = callee.result;
  let certain = true;
  let exact = 0;
  for (const [i, row] of parameters.entries()) {
    const type = view.facts.bindings.type[row]!;
    if (type === 0) continue;
    const expected = substitute(evaluateType(world, view, type), environment);
    const given = asKnown(world, args.at(i + shift));
    if (!couldBe(world, expected, given)) return { possible: false, certain: false, exact: 0 };
    if (given.tag === Tag.unknown || expected.tag === Tag.unknown) certain = false;
    else if (isExactly(world, expected, given)) exact++;
  }
  return { possible: true, certain, exact };
}

/** An argument as far as it is known: an external one, also in a tuple, whose name is not a type's says nothing. */
function asKnown(world: World, given: Meaning): Meaning {
  if (given.tag === Tag.tuple) return { ...given, items: given.items.map((item) => asKnown(world, item)) };
  return given.tag === Tag.external && !isKnownBySpelling(world, given.name) ? UNKNOWN : given;
}

/** Whether an argument is of exactly the expected type, as far as both are known. */
function isExactly(world: World, expected: Meaning, given: Meaning): boolean {
  if (given.tag === Tag.external && expected.tag === Tag.external) return given.name === expected.name;
  if (given.definition !== expected.definition || (given.tag !== expected.tag && !isSelfForType(given, expected))) return false;
  // Tuple elements are not dereferenced.
  return given.tag === Tag.tuple
    ? expected.items.every((item, i) => mayBeSame(world, item, given.items[i] ?? UNKNOWN))
    : !isPromoted(world, expected, given);
}

/** Whether the type of a tuple element is the expected one, or unknown; a number without a suffix is of any type. */
function mayBeSame(world: World, expected: Meaning, given: Meaning): boolean {
  const isOpen = [expected, given].some(({ tag }) => tag === Tag.unknown || tag === Tag.parameter);
  return isOpen || promotes(world, given.definition, expected.definition) || isExactly(world, expected, given);
}
