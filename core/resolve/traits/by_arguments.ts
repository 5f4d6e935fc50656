/**
 * Which of several implementations a call means, by its arguments.
 *
 * Stage: resolve. Invariant: an implementation is ruled out only by an argument that surely does not fit; what only the library implements is
 * never taken for the repository's.
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
import { Environment } from "../state/environment.ts";
import { parametersOf } from "../state/parameters.ts";
import { substitute } from "../substitution.ts";
import { environmentOf } from "../types/environments.ts";
import { couldBe, implOf, isPromoted, ownerOfImpl, promotes, traitDefinition, traitOfImpl } from "../types/fitting.ts";
import { isToldBySpelling } from "../types/spelling.ts";
import type { World } from "../world.ts";
import { associatedTypes } from "./associated.ts";
import { hasTrait } from "./traits.ts";

/** What a call hands over, by place. */
export interface PassedArguments {
  readonly count: number;
  /** @param isBehind what stands behind an argument whose reference may have been taken off (`&*text`) is asked for */
  readonly at: (position: number, isBehind?: boolean) => Meaning;
}

/** Of several implementations, or one for a type outside, the one that takes these arguments. */
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
    if (!isForeign(world, callee.definition)) return mayBeGivenAbroad(world, callee, args) ? weaken(callee) : callee;
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

/** Whether every parameter asks for a type of the argument's name: a name outside among its arguments may be an alias (`Vec<FieldRef>`). */
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
 * The function that the repository gives to a type of the library by an implementation for just these arguments (`Vec::from(bytes)`): of several
 * that take them one of these; undefined where none surely does.
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

/** The same of a type outside. Several are for a value and for references to it. */
export function implementedAbroad(
  world: World,
  type: Meaning,
  name: string,
  args: PassedArguments,
): Meaning | undefined {
  return args.count === 0 ? undefined : oneTaking(world, world.attachments.membersAbroad(type.name, name), type, args);
}

/** Of functions of impls for a type the one that surely takes just these arguments, or one of several. */
function oneTaking(world: World, members: readonly DefinitionId[], type: Meaning, args: PassedArguments): Meaning | undefined {
  const fitting = preferDefault(world, members).map((member) => definitionMeaning(member, type)).filter((callee) => {
    const fit = fits(world, callee, args);
    return fit.possible && fit.certain && fit.exact === args.count && args.count > 0;
  });
  for (const { definition } of fitting) world.ask(fileOf(definition));
  return fitting.length === 0 ? undefined : union(fitting, IMPLEMENTATIONS);
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
  return world.isLibraryType(owner) && world.isAbroad(traitOfImpl(world, impl));
}

/** Whether the type of an impl with arguments at its trait (`impl PartialOrd<Day> for Time`) derives that trait as well, for what it is itself. */
function isDerivedToo(world: World, member: DefinitionId): boolean {
  const impl = implOf(world, member);
  if (impl === 0 || !hasArguments(world, impl)) return false;
  const trait = traitDefinition(world, impl);
  const type = isTold(world, impl, trait) ? ownerOfImpl(world, impl).definition : 0;
  if (type === 0 || world.inLibrary(type)) return false;
  const view = world.viewOf(type);
  return listItems(view.facts, view.facts.definitions.supertypes[rowOf(type)]!).some((base) =>
    evaluateType(world, view, base).definition === trait
  );
}

/** Whether arguments are written at the trait of an impl, one of the library's: that leaves them out, as most do (`PartialOrd<Day>`). */
export function isTold(world: World, impl: DefinitionId, trait: DefinitionId): boolean {
  return trait !== 0 && world.inLibrary(trait) && hasArguments(world, impl) && associatedTypes(world, trait).length === 0;
}

function hasArguments(world: World, impl: DefinitionId): boolean {
  const { definitions, expressions } = world.viewOf(impl).facts;
  return expressions.op[definitions.type[rowOf(impl)]!] === Op.apply;
}

/**
 * Whether an impl of a generic trait of the library asks for a type of the repository (`impl From<Job> for Task`) where something from outside is given:
 * who makes that may implement the trait for its own.
 */
function mayBeGivenAbroad(world: World, { definition }: Meaning, args: PassedArguments): boolean {
  const impl = implOf(world, definition);
  const trait = impl === 0 ? 0 : traitDefinition(world, impl);
  if (trait === 0 || !world.inLibrary(trait) || !isGeneric(world, trait)) return false;
  const view = world.viewOf(definition);
  const parameters = parametersOf(world, definition);
  const shift = Math.max(0, args.count - parameters.length);
  return parameters.some((row, i) =>
    args.at(i + shift).tag === Tag.external && world.isOwnObject(evaluateType(world, view, view.facts.bindings.type[row]!))
  );
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

function fits(world: World, callee: Meaning, args: PassedArguments): Fit {
  const id = callee.definition;
  const view = world.viewOf(id);
  const parameters = parametersOf(world, id);
  // `Type::method(receiver, …)`: the receiver is the first argument.
  const shift = Math.max(0, args.count - parameters.length);
  // What a trait itself has speaks of the trait's parameters.
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
    const given = asTold(world, args.at(i + shift));
    if (!couldBe(world, expected, given)) return { possible: false, certain: false, exact: 0 };
    if (given.tag === Tag.unknown || expected.tag === Tag.unknown) certain = false;
    else if (isExactly(world, expected, given)) exact++;
  }
  return { possible: true, certain, exact };
}

/** What is given, as far as it is told: of what comes from outside, also in a tuple, a name that is no type's tells nothing. */
function asTold(world: World, given: Meaning): Meaning {
  if (given.tag === Tag.tuple) return { ...given, items: given.items.map((item) => asTold(world, item)) };
  return given.tag === Tag.external && !isToldBySpelling(world, given.name) ? UNKNOWN : given;
}

/** Whether what is given is of the very type that is asked for, as far as both are told. */
function isExactly(world: World, expected: Meaning, given: Meaning): boolean {
  if (given.tag === Tag.external && expected.tag === Tag.external) return given.name === expected.name;
  if (given.definition !== expected.definition || (given.tag !== expected.tag && !isOwnType(given, expected))) return false;
  // What a tuple holds is not taken for what it points at.
  return given.tag === Tag.tuple
    ? expected.items.every((item, i) => mayBeSame(world, item, given.items[i] ?? UNKNOWN))
    : !isPromoted(world, expected, given);
}

/** Whether the type of an item of a tuple is the one that is asked for, or not told; a number without a suffix is of any type. */
function mayBeSame(world: World, expected: Meaning, given: Meaning): boolean {
  const isOpen = [expected, given].some(({ tag }) => tag === Tag.unknown || tag === Tag.parameter);
  return isOpen || promotes(world, given.definition, expected.definition) || isExactly(world, expected, given);
}
