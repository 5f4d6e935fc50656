/**
 * Whether a type fits: whether a value may match a type, whether a type satisfies a bound.
 *
 * Stage: resolve. Invariant: false only if it certainly does not; what is not known is `undefined`, or "could be".
 */
import { addAt, append, NO_ROWS } from "../../base/lists.ts";
import { BindingFlag, DefinitionKind, isCallable, listItems, listLength } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { withoutArguments } from "../../facts/written_names.ts";
import { evaluateType } from "../evaluate.ts";
import {
  boundsIn,
  type DefinitionId,
  isInstanceOf,
  isKnown,
  isObject,
  lastPart,
  type Meaning,
  rowOf,
  sameMeaning,
  Tag,
  tuple,
} from "../meaning.ts";
import { isLibraryType, isOwnType } from "../ownership.ts";
import type { World } from "../world.ts";
import { buildsOnOutside, memberTable, orderOf } from "./inheritance.ts";
import { isLibrarys } from "./library_type.ts";
import { isSpeltAsType } from "./spelling.ts";
import { libraryTraitFor } from "./external_types.ts";
import { declaredType } from "../evaluate_types.ts";

const DEEPEST = 6;

function isTrait(world: World, id: DefinitionId): boolean {
  const kind = world.kindOf(id);
  return kind === DefinitionKind.trait || kind === DefinitionKind.interface;
}

/** The impl that contains a member, or 0. */
export function implOf(world: World, member: DefinitionId): DefinitionId {
  const parent = world.parentOf(member);
  return parent !== 0 && world.kindOf(parent) === DefinitionKind.impl ? parent : 0;
}

/** The type that an impl is for, in terms of its own parameters. */
export function ownerOfImpl(world: World, impl: DefinitionId): Meaning {
  const view = world.viewOf(impl);
  return evaluateType(world, view, view.facts.definitions.owner[rowOf(impl)]!);
}

/** The trait of an impl as an instance; unknown if it has none. */
export function traitOfImpl(world: World, impl: DefinitionId): Meaning {
  return libraryTraitFor(world, declaredType(world, impl));
}

/** The meaning of an impl's trait name, without arguments: unknown if it has none. */
export function namedTrait(world: World, impl: DefinitionId): Meaning {
  const view = world.viewOf(impl);
  return evaluateType(world, view, withoutArguments(view.facts, view.facts.definitions.type[rowOf(impl)]!));
}

/** The definition of an impl's trait, or 0. Its arguments are not evaluated, since they may depend on which types have which traits. */
export function traitDefinition(world: World, impl: DefinitionId): DefinitionId {
  const trait = libraryTraitFor(world, namedTrait(world, impl));
  return trait.tag === Tag.instance ? trait.definition : 0;
}

/** The impls by which a type has traits. */
export function traitImpls(world: World, type: DefinitionId): readonly DefinitionId[] {
  return world.attachments.get(type)?.traits ?? NO_ROWS;
}

/** Those of them that implement the trait `trait`. */
export function implsGiving(world: World, type: DefinitionId, trait: DefinitionId): readonly DefinitionId[] {
  return traitImpls(world, type).filter((impl) => traitDefinition(world, impl) === trait);
}

/** Whether an impl is for references (`impl<T: Wait> Wait for &mut T`): the type's own members and impls take precedence. */
export function isForReferences(world: World, impl: DefinitionId): boolean {
  const { definitions, expressions } = world.viewOf(impl).facts;
  return expressions.op[definitions.owner[rowOf(impl)]!] === Op.reference;
}

/** Whether an impl is for a type with exactly these arguments: bounds may be satisfied through macros. */
export function isForOneType(world: World, impl: DefinitionId): boolean {
  const owner = ownerOfImpl(world, impl);
  return owner.tag === Tag.instance && (owner.items.length > 0 || world.inLibrary(owner.definition)) &&
    owner.items.every((item) => item.tag !== Tag.parameter);
}

/** Whether a type has a trait only with type arguments other than its own (`impl Trait for Held<Job>` for a `Held<Key>`). */
export function isOfOtherArguments(world: World, type: Meaning, trait: Meaning): boolean {
  if (type.items.length === 0 || world.kindOf(trait.definition) !== DefinitionKind.trait) return false;
  const impls = implsGiving(world, type.definition, trait.definition);
  return impls.length > 0 && impls.every((impl) => isForOneType(world, impl) && !couldBe(world, ownerOfImpl(world, impl), type));
}

/**
 * Whether the impl of a library type that represents many (tuples) gives it an external trait in this form: by its own type, or by its
 * bounds.
 */
export function leadsOutside(world: World, library: DefinitionId, type: Meaning): boolean {
  return traitImpls(world, library).some((impl) => {
    const trait = libraryTraitFor(world, namedTrait(world, impl));
    const isOutside = trait.tag === Tag.instance ? buildsOnOutside(world, trait.definition) : trait.tag === Tag.external;
    return isOutside && couldBe(world, ownerOfImpl(world, impl), type);
  });
}

/** Whether a value of type `value` may match `pattern`: false only if it certainly does not. */
export function couldBe(world: World, pattern: Meaning, value: Meaning, depth = 0): boolean {
  if (depth > DEEPEST) return true;
  const undecided = (m: Meaning): boolean => m.tag === Tag.unknown || m.tag === Tag.nothing || m.tag === Tag.parameter;
  if (undecided(pattern) || undecided(value)) {
    return pattern.tag !== Tag.parameter || isOpen(value) || isBoundInParts(world, pattern) ||
      satisfies(world, value, pattern.result, depth + 1) !== false;
  }
  if (pattern.tag === Tag.union) return pattern.items.some((item) => couldBe(world, item, value, depth + 1));
  if (value.tag === Tag.union) return value.items.some((item) => couldBe(world, pattern, item, depth + 1));
  const isAnyOf = pattern.tag === Tag.instance && isTrait(world, pattern.definition);
  if (isAnyOf && value.tag === Tag.external) return satisfies(world, value, pattern, depth + 1) !== false;
  if (pattern.tag === Tag.external || value.tag === Tag.external) {
    const type = typeSpelt(world, value.name);
    if (pattern.tag === value.tag) return type === undefined || lastPart(pattern.name) === type;
    // What the library does not describe of its types has the type's name (`PoisonError::new(…)`); the result of a macro has none
    // (`btreeset! {}`).
    return type === undefined ? depth > 0 && isLibraryType(world, pattern) : isLibrarys(world, pattern, type);
  }
  if (pattern.tag === Tag.tuple && value.tag === Tag.instance && value.definition === world.library.tupleType()) {
    return couldBe(world, pattern, tuple(value.items), depth + 1);
  }
  if (pattern.tag === Tag.tuple || value.tag === Tag.tuple) {
    return pattern.tag === value.tag && pattern.items.length === value.items.length &&
      pattern.items.every((item, i) => couldBe(world, item, value.items[i]!, depth + 1));
  }
  if (!isObject(pattern) || !isObject(value)) return isObject(pattern) === isObject(value) || isAnyOf;
  if (pattern.definition === value.definition) {
    if (pointsAtObject(world, pattern, value)) return false;
    return pattern.items.every((item, i) => {
      const held = value.items[i];
      return held === undefined || mayStandFor(world, item, value, held, depth + 1) || couldBe(world, item, held, depth + 1);
    });
  }
  if (isAnyOf) return satisfies(world, value, pattern, depth + 1) !== false;
  if (promotes(world, value.definition, pattern.definition)) return true;
  const inner = seenThrough(world, value);
  return inner !== undefined && couldBe(world, pattern, inner, depth + 1);
}

/**
 * Whether `held`, contained in `holder`, is only known by a trait that `pattern` has: a call left the type open (`run<T: FromValue>() ->
 * Result<T>`), since only pointers contain trait objects.
 */
function mayStandFor(world: World, pattern: Meaning, holder: Meaning, held: Meaning, depth: number): boolean {
  const isOfTrait = held.tag === Tag.instance && isTrait(world, held.definition);
  if (!isOfTrait || pattern.tag !== Tag.instance || isTrait(world, pattern.definition)) return false;
  return world.rules.implementations && seenThrough(world, holder) === undefined && satisfies(world, pattern, held, depth) !== false;
}

/** A type parameter without bounds may stand for anything: a call may have left it open (`Graph::new()`). */
function isOpen(value: Meaning): boolean {
  return value.tag === Tag.parameter && value.result === undefined;
}

function isBoundInParts(world: World, parameter: Meaning): boolean {
  return (flagsOf(world, parameter) & BindingFlag.boundInParts) !== 0;
}

/** Whether a pointer is to a trait object, where a pointer is required whose type parameter cannot be one. */
function pointsAtObject(world: World, pattern: Meaning, value: Meaning): boolean {
  const [asked] = pattern.items;
  const [given] = value.items;
  if (asked?.tag !== Tag.parameter || given?.tag !== Tag.instance || !world.rules.implementations || !isTrait(world, given.definition)) {
    return false;
  }
  return shownBy(world, pattern.definition) === 0 && (flagsOf(world, asked) & BindingFlag.unsized) === 0;
}

function flagsOf(world: World, { definition }: Meaning): number {
  return world.viewOf(definition).facts.bindings.flags[rowOf(definition)]!;
}

/** Whether the language accepts a value of one library type as another without a conversion. */
export function promotes(world: World, value: DefinitionId, wanted: DefinitionId): boolean {
  if (value === 0 || !world.inLibrary(value) || !world.inLibrary(wanted)) return false;
  return world.rules.promotions?.[world.nameOf(wanted)]?.includes(world.nameOf(value)) === true;
}

/** Whether a value is of the default type of untyped numbers, which may become another one (`0.0`). */
export function isPromotable(world: World, { tag, definition }: Meaning): boolean {
  if (tag !== Tag.instance || world.rules.promotions === undefined || !world.inLibrary(definition)) return false;
  const name = world.nameOf(definition);
  return Object.values(world.rules.promotions).some((from) => from.includes(name));
}

/** Whether a value matches a type only because one of its arguments is promoted (`promotes`). */
export function isPromoted(world: World, pattern: Meaning, value: Meaning): boolean {
  return pattern.items.some((item, i) => item.tag === Tag.instance && promotes(world, value.items[i]?.definition ?? 0, item.definition));
}

/**
 * The type that an external name refers to, by its spelling: itself, or the type that it is a constant or function of
 * (`http.StatusCode.OK`). A constant used as a type argument is not such a type.
 */
function typeSpelt({ rules }: World, name: string): string | undefined {
  if (/^(?:\d+|true|false)$/.test(name)) return name;
  if (rules.converterNames?.test(name) === true) return undefined;
  return name.split(".").find(isSpeltAsType);
}

/** The index of the argument that a transparent library type exposes (0 for `Box<T>`); undefined for other types. */
export function shownBy(world: World, type: DefinitionId): number | undefined {
  return world.library.positionGiven("transparent", type);
}

/** The argument that a transparent library type exposes. */
export function seenThrough(world: World, value: Meaning): Meaning | undefined {
  if (value.tag !== Tag.instance) return undefined;
  const position = shownBy(world, value.definition);
  return position === undefined ? undefined : value.items[position];
}

/** Bounds checked for one type, and the results; a bound that is still being checked does not satisfy itself. */
export type AskedBounds = { readonly bound: Meaning; answer: boolean | undefined }[];

/**
 * Whether `type` satisfies `bound`; undefined if not known.
 * @param asked the bounds of `type` being checked, in nested blanket impls: the bounds of each may have further blanket impls
 */
export function satisfies(
  world: World,
  type: Meaning,
  bound: Meaning | undefined,
  depth = 0,
  asked: AskedBounds = [],
): boolean | undefined {
  if (bound === undefined || depth > DEEPEST) return bound === undefined ? true : undefined;
  if (bound.tag === Tag.external) return isGivenOutside(world, type, bound) ? true : undefined;
  if (type.tag === Tag.unknown || bound.tag === Tag.unknown) return undefined;
  if (bound.tag === Tag.tuple || bound.tag === Tag.union) {
    return every(askedOf(world, type, bound.items).map((one) => satisfies(world, type, one, depth, asked)));
  }
  if (type.tag === Tag.external) return isImplementedOutside(world, type, bound) ? true : undefined;
  if (type.tag === Tag.union) return every(type.items.map((one) => satisfies(world, one, bound, depth + 1)));
  if (bound.tag === Tag.function) {
    return (type.tag === Tag.parameter ? boundsIn(type.result) : [type]).some((one) => isFunction(one) && takesAsMany(world, one, bound));
  }
  if (bound.tag !== Tag.instance) return undefined;
  if (!isTrait(world, bound.definition) || (world.inLibrary(bound.definition) && memberTable(world, bound.definition).size === 0)) {
    return true;
  }
  if (type.tag === Tag.parameter) {
    const bounds = boundsIn(type.result).flatMap((one) => one.tag === Tag.parameter ? boundsIn(one.result) : [one]);
    if (bounds.some((one) => one.tag === Tag.instance && orderOf(world, one.definition).some((entry) => isSame(entry, bound)))) return true;
    // An external trait may have supertraits.
    const mayAsk = bounds.some((one) => !isKnown(one));
    return byBlanket(world, type, bound, depth, asked) || (mayAsk ? undefined : false);
  }
  if (!isObject(type)) {
    const answer = byBlanket(world, type, bound, depth, asked);
    if (answer !== false) return answer;
    if (isGivenToTuple(world, type, bound, depth)) return true;
    return isGivenUnseen(world, bound.definition) || mayHaveOfParts(world, type, bound, depth) ? undefined : false;
  }
  const order = orderOf(world, type.definition);
  if (order.some((entry) => isSame(entry, bound)) || isReflexive(world, type, bound)) return true;
  const given = byBlanket(world, type, bound, depth, asked);
  if (given === true) return true;
  const inner = seenThrough(world, type);
  if (inner !== undefined && satisfies(world, inner, bound, depth + 1) !== false) return true;
  // A trait's own supertraits are declared.
  const mayBeGiven = given === undefined && !isTrait(world, type.definition);
  return mayBeGiven || world.inLibrary(bound.definition) || isGivenByMacros(world, type.definition) ? undefined : false;
}

/** Whether macros of unknown effect are on a type (a derive) or on an impl of it: they may generate further implementations. */
export function isGivenByMacros(world: World, type: DefinitionId): boolean {
  const view = world.viewOf(type);
  if (world.inLibrary(type) || isTrait(world, type)) return false;
  const { definitions } = view.facts;
  // A derive macro may share its name with a type.
  const isMacro = (one: Meaning): boolean => one.tag !== Tag.instance || !isTrait(world, one.definition);
  if (listItems(view.facts, definitions.supertypes[rowOf(type)]!).some((one) => isMacro(evaluateType(world, view, one)))) return true;
  return world.attachments.get(type)?.isGivenMore === true;
}

/** Whether a bound is one that every type satisfies for itself (`T: Into<T>`). */
function isReflexive(world: World, type: Meaning, bound: Meaning): boolean {
  return bound.items[0]?.definition === type.definition && world.inLibrary(bound.definition) &&
    world.rules.reflexiveTraits?.includes(world.nameOf(bound.definition)) === true;
}

/** Whether a type is declared to have an external trait: by a bound of the same name, or an implementation. */
function isGivenOutside(world: World, type: Meaning, trait: Meaning): boolean {
  const bears = (one: Meaning): boolean => one.tag === Tag.external && lastPart(one.name) === lastPart(trait.name);
  if (type.tag === Tag.parameter) return boundsIn(type.result).some(bears);
  if (type.tag === Tag.external) return bears(type);
  if (!isObject(type)) return false;
  return world.attachments.get(type.definition)?.traits.some((impl) => bears(traitOfImpl(world, impl))) === true;
}

/** Whether the repository implements its own trait `trait` for an external type. */
function isImplementedOutside(world: World, type: Meaning, trait: Meaning): boolean {
  if (!isOwnType(world, trait)) return false;
  return world.attachments.outsideImplsOf(trait.definition).some((impl) => {
    const owner = ownerOfImpl(world, impl);
    return owner.tag === Tag.external && lastPart(owner.name) === lastPart(type.name);
  });
}

/** The bounds that concern `type`: a library bound together with a function bound refers to what all functions have. */
function askedOf(world: World, type: Meaning, bounds: readonly Meaning[]): readonly Meaning[] {
  if (!isFunction(type) || !bounds.some((one) => one.tag === Tag.function)) return bounds;
  return bounds.filter((one) => !isLibraryType(world, one));
}

/** Whether a function has the required number of parameters, if known. */
function takesAsMany(world: World, { tag, definition, items }: Meaning, asked: Meaning): boolean {
  if (world.rules.arity !== "fixed") return true;
  if (tag === Tag.function) return items.length === asked.items.length;
  if (!isCallable(world.kindOf(definition))) return true;
  const { facts } = world.viewOf(definition);
  return listLength(facts, facts.definitions.parameters[rowOf(definition)]!) === asked.items.length;
}

function isFunction({ tag }: Meaning): boolean {
  return tag === Tag.function || tag === Tag.definition;
}

/** Whether both are the same type, whatever its arguments. */
export function isSame(entry: Meaning, bound: Meaning): boolean {
  return isInstanceOf(entry, bound.definition);
}

function every(answers: readonly (boolean | undefined)[]): boolean | undefined {
  return answers.includes(false) ? false : answers.includes(undefined) ? undefined : true;
}

/** The repository's blanket impls of `trait`. */
export function blanketsOf(world: World, trait: Meaning): readonly DefinitionId[] {
  const { attachments: { blankets }, kept: { blanketsByTrait } } = world;
  if (blankets.length === 0) return NO_ROWS;
  const byTrait = blanketsByTrait.get(world.library.file) ?? blanketsByTrait.seek(world.library.file, () =>
    world.evaluation.within(() => {
      const table = new Map<DefinitionId, DefinitionId[]>();
      for (const impl of blankets) addAt(table, traitDefinition(world, impl), impl);
      return table;
    }));
  return byTrait.get(trait.definition) ?? NO_ROWS;
}

/** Whether a blanket impl gives `bound` to a type; undefined if not known. */
function byBlanket(world: World, type: Meaning, bound: Meaning, depth: number, asked: AskedBounds): boolean | undefined {
  const impls = blanketsOf(world, bound);
  if (impls.length === 0) return false;
  const known = asked.find((one) => sameMeaning(one.bound, bound));
  if (known !== undefined) return known.answer;
  const one: AskedBounds[number] = { bound, answer: false };
  const mark = asked.push(one);
  const answers = impls.map((impl) => satisfies(world, type, ownerOfImpl(world, impl).result, depth + 1, asked));
  one.answer = answers.includes(true) ? true : answers.includes(undefined) ? undefined : false;
  // Bounds that failed while this one was being checked may hold now.
  if (one.answer !== false) append(asked, asked.splice(mark).filter(({ answer }) => answer === true));
  return one.answer;
}

/** Whether an impl for tuples gives a repository trait to one of them, including the empty one. */
function isGivenToTuple(world: World, type: Meaning, { definition }: Meaning, depth: number): boolean {
  if (type.tag !== Tag.tuple || world.inLibrary(definition)) return false;
  return world.attachments.implsOf(definition).some((impl) => {
    const owner = ownerOfImpl(world, impl);
    return owner.tag === Tag.tuple && couldBe(world, owner, type, depth + 1);
  });
}

/** Whether a tuple, including the empty one, may have a library trait because its elements do (`Debug`, `Clone`). */
function mayHaveOfParts(world: World, type: Meaning, bound: Meaning, depth: number): boolean {
  return type.tag === Tag.tuple && world.inLibrary(bound.definition) &&
    type.items.every((part) => satisfies(world, part, bound, depth + 1) !== false);
}

/** Whether a repository trait has no visible implementation: macros implement it. */
function isGivenUnseen(world: World, trait: DefinitionId): boolean {
  return !world.inLibrary(trait) && world.attachments.implsOf(trait).length === 0;
}
