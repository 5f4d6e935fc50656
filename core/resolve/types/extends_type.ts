/**
 * Whether one type extends another (`T extends B`), and what is then inferred for the open parts of B.
 *
 * Stage: resolve. Invariant: `Fit.no` and `Fit.yes` only if the source determines it; external or open types are unknown.
 */
import { DefinitionFlag, DefinitionKind, isCallable } from "../../facts.ts";
import { callUnseen } from "../calls/call_results.ts";
import { isOwnObject, isOwnType } from "../ownership.ts";
import type { Environment } from "../state/environment.ts";
import { asSuper, isDeclaredIn, memberTable, orderOf } from "./inheritance.ts";
import { type DefinitionId, isKnown, type Meaning, NEVER, REST, Tag } from "../meaning.ts";
import { memberMeaning } from "../members/members.ts";
import { memberValues } from "../names/discriminants.ts";
import { Space } from "../names/names.ts";
import { isLibrarys } from "./library_type.ts";
import { isOpenEnded, partsBeside } from "./rest_parts.ts";
import { unify, unifyShape, unifyTaken } from "./unify.ts";
import type { World } from "../world.ts";

/** `likely`: the members exist, but their types were not compared. */
export const Fit = { no: 0, unknown: 1, likely: 2, yes: 3 } as const;

const DEEPEST = 4;
/** Maximum number of members of an object that are compared. */
const MOST_MEMBERS = 40;
/** Tags of types that depend on type arguments, or are external. */
const NOT_KNOWN: ReadonlySet<number> = new Set([Tag.unknown, Tag.external, Tag.parameter, Tag.self, Tag.keyed, Tag.conditional]);

/** Whether `value` extends `wanted`; adds inferred type parameters to `environment`. */
export function extension(world: World, value: Meaning, wanted: Meaning, environment: Environment): number {
  const fit = fits(world, value, wanted, 0);
  if (fit >= Fit.likely) infer(world, wanted, value, environment);
  return fit;
}

/** Whether a value of the type certainly lacks what `wanted` requires: a member, or being of its kind. */
export function surelyLacks(world: World, value: Meaning, wanted: Meaning): boolean {
  if (value.tag === Tag.union) return value.items.every((item) => surelyLacks(world, item, wanted));
  if (wanted.tag === Tag.union) return wanted.items.every((item) => surelyLacks(world, value, item));
  return isFullyDeclared(world, wanted) ? fits(world, value, wanted, 0) === Fit.no : isOfOtherKind(world, value, wanted);
}

/** Whether `wanted` is one of the library types that are distinguished, and a value certainly is not of it, or has other type arguments. */
function isOfOtherKind(world: World, value: Meaning, wanted: Meaning): boolean {
  if (isPrimitive(world, value) && isOfLibrary(world, wanted, world.rules.typesApart?.notPrimitive)) return true;
  if (!isPrimitiveOrObject(world, wanted)) return false;
  switch (value.tag) {
    case Tag.instance: {
      if (asSuper(world, value, wanted.definition) !== undefined) return fits(world, value, wanted, 0) === Fit.no;
      // A readonly type has fewer members than a mutable one, but the library file declares them the other way round.
      if (asSuper(world, wanted, value.definition) !== undefined) return false;
      return world.inLibrary(value.definition)
        ? isPrimitiveOrObject(world, value)
        : isShaped(world, value.definition) && lacksName(world, value, wanted);
    }
    case Tag.tuple:
      return !world.nameOf(wanted.definition).endsWith(world.rules.restType);
    case Tag.function:
    case Tag.definition:
      return true;
    default:
      return false;
  }
}

function isPrimitiveOrObject(world: World, type: Meaning): boolean {
  return isPrimitive(world, type) || isOfLibrary(world, type, world.rules.typesApart?.objects);
}

function isOfLibrary(world: World, { tag, definition }: Meaning, names: ReadonlySet<string> | undefined): boolean {
  return tag === Tag.instance && names?.has(world.nameOf(definition)) === true && world.inLibrary(definition);
}

/** Whether a type has only its own values. */
export function isPrimitive(world: World, type: Meaning): boolean {
  return isOfLibrary(world, type, world.rules.typesApart?.primitive);
}

/** Whether a type is of the repository, a function type, or primitive; other library types are not fully described. */
function isFullyDeclared(world: World, type: Meaning): boolean {
  return type.tag === Tag.function || type.tag === Tag.instance && (!world.inLibrary(type.definition) || isPrimitive(world, type));
}

function fits(world: World, value: Meaning, wanted: Meaning, depth: number): number {
  if (wanted.tag === Tag.parameter) return Fit.yes;
  if (isEmpty(value) && isEmpty(wanted)) return Fit.yes;
  if (depth > DEEPEST || NOT_KNOWN.has(value.tag)) return Fit.unknown;
  if (wanted.tag === Tag.unknown) return isEmpty(wanted) ? Fit.no : Fit.unknown;
  if (value.tag === Tag.union) return least(value.items, (item) => fits(world, item, wanted, depth + 1));
  if (wanted.tag === Tag.union) return most(wanted.items, (item) => fits(world, value, item, depth + 1));
  if (value.tag === Tag.nothing || wanted.tag === Tag.nothing) return value.tag === wanted.tag ? Fit.yes : Fit.no;
  switch (wanted.tag) {
    case Tag.function:
      return fitsFunction(world, value, wanted);
    case Tag.tuple:
      return fitsTuple(world, value, wanted, depth);
    case Tag.instance:
      return value.tag === Tag.instance ? fitsInstance(world, value, wanted, depth) : fitsOther(world, value, wanted);
    default:
      return Fit.unknown;
  }
}

/** The weakest of several fits, all of which must hold. */
function least<T>(parts: readonly T[], fit: (part: T, position: number) => number): number {
  return parts.reduce<number>((worst, part, i) => Math.min(worst, fit(part, i)), Fit.yes);
}

/** The best of several fits, one of which is enough. */
function most<T>(parts: readonly T[], fit: (part: T) => number): number {
  return parts.reduce<number>((best, part) => Math.max(best, fit(part)), Fit.no);
}

/** Whether a value can be called or instantiated. @param wanted the parameters and result, or the type of all functions */
function fitsFunction(world: World, value: Meaning, wanted: Meaning): number {
  const asksNothing = wanted.items.every(({ tag, name }) => tag === Tag.unknown || name === REST);
  const fit = asksNothing && (wanted.result === undefined || isOpen(wanted.result)) ? Fit.yes : Fit.likely;
  if (value.tag === Tag.function) return fit;
  if (value.tag === Tag.definition) {
    const kind = world.kindOf(value.definition);
    return isCallable(kind) ? fit : kind === DefinitionKind.class ? Fit.likely : Fit.unknown;
  }
  if (value.tag !== Tag.instance) return value.tag === Tag.tuple ? Fit.no : Fit.unknown;
  const order = orderOf(world, value.definition);
  if (mayBeRun(world, order)) return Fit.likely;
  if (isLibrarys(world, value, world.rules.functionType)) return Fit.likely;
  return isClosedOrder(order) && isShaped(world, value.definition) ? Fit.no : Fit.unknown;
}

/** Whether one of the types in an inheritance order has a call or construct signature. */
function mayBeRun(world: World, order: readonly Meaning[]): boolean {
  const { call = [], construct = [] } = world.rules.protocols;
  return [...call, ...construct].some((name) => isDeclaredIn(world, order, name));
}

function fitsTuple(world: World, value: Meaning, wanted: Meaning, depth: number): number {
  if (value.tag !== Tag.tuple) return value.tag === Tag.instance && isShaped(world, value.definition) ? Fit.no : Fit.unknown;
  const isOpen = isOpenEnded(wanted);
  if (isOpen ? isOpenEnded(value) : value.items.length !== wanted.items.length) return Fit.unknown;
  const pairs = partsBeside(wanted, value.items);
  // An unknown type is usually `unknown`.
  return pairs === undefined
    ? Fit.no
    : least(pairs, ([part, given]) => part.tag === Tag.unknown && !isEmpty(part) ? Fit.likely : fits(world, given, part, depth + 1));
}

/** The fit of a function, a class or a tuple where an instance is required. */
function fitsOther(world: World, value: Meaning, wanted: Meaning): number {
  const { restType, functionType } = world.rules;
  if (isPrimitive(world, wanted)) return Fit.no;
  const isWritten = value.tag === Tag.definition && world.kindOf(value.definition) === DefinitionKind.lambda;
  // A function literal has only the members of all functions.
  if (isWritten && asksForOther(world, wanted)) return Fit.no;
  if (value.tag === Tag.definition && isOwnObject(world, wanted)) return fitsClass(world, value, wanted);
  const name = world.inLibrary(wanted.definition) ? world.nameOf(wanted.definition) : "";
  if (name === world.rules.rootType) return Fit.yes;
  if (value.tag === Tag.tuple) return name === restType || name === `Readonly${restType}` ? Fit.yes : Fit.unknown;
  return name === functionType && (value.tag === Tag.function || value.tag === Tag.definition) ? Fit.yes : Fit.unknown;
}

/** Whether a repository type requires something else than a function: its members are not a function's, and it cannot be called. */
function asksForOther(world: World, wanted: Meaning): boolean {
  const order = orderOf(world, wanted.definition);
  if (!isOwnObject(world, wanted) || !isShaped(world, wanted.definition) || !isClosedOrder(order)) return false;
  if (mayBeRun(world, order)) return false;
  const required = order.flatMap((entry) => requiredMembers(world, entry.definition));
  if (required.length === 0) return order.some((entry) => memberTable(world, entry.definition).size > 0);
  const all = orderOf(world, world.library.definition(world.rules.functionType ?? ""));
  return required.some((name) => !isDeclared(world, all, name));
}

/** The fit of a class where a type with a construct signature is required: the class itself must have its other members. */
function fitsClass(world: World, value: Meaning, wanted: Meaning): number {
  const asked = orderOf(world, wanted.definition);
  const construct = world.rules.protocols.construct ?? [];
  const isMaker = isClosedOrder(asked) && construct.some((name) => isDeclaredIn(world, asked, name));
  if (!isMaker || world.kindOf(value.definition) !== DefinitionKind.class) return Fit.unknown;
  const names = asked.flatMap((entry) => requiredMembers(world, entry.definition)).filter((name) => !construct.includes(name));
  return names.every((name) => isKnown(memberMeaning(world, value, name, Space.value))) ? Fit.likely : Fit.unknown;
}

/** Whether a value is one of the keys of the type `keyed`: a known text is, if that has a member of its name, or one for any name. */
function fitsKeys(world: World, value: Meaning, keyed: Meaning): number {
  if (!isPrimitive(world, value)) return isNoPrimitive(world, value) ? Fit.no : Fit.unknown;
  if (value.name === "") return Fit.likely;
  if (!isOwnType(world, keyed)) return Fit.unknown;
  const order = orderOf(world, keyed.definition);
  const any = world.rules.protocols.index?.[0];
  if (isDeclared(world, order, value.name) || (any !== undefined && isDeclared(world, order, any))) return Fit.yes;
  return isClosedOrder(order) && isShaped(world, keyed.definition) ? Fit.no : Fit.unknown;
}

/** Whether a type certainly contains only objects: a class, whatever its external bases, or a type whose members are all known. */
function isNoPrimitive(world: World, type: Meaning): boolean {
  if (type.tag !== Tag.instance || !isShaped(world, type.definition)) return false;
  const order = orderOf(world, type.definition);
  const isClass = isOwnType(world, type) && world.kindOf(type.definition) === DefinitionKind.class;
  return isClass ? !order.some((entry) => isPrimitive(world, entry)) : isClosedOrder(order);
}

function fitsInstance(world: World, value: Meaning, wanted: Meaning, depth: number): number {
  if (wanted.items.length === 1 && isPrimitive(world, wanted)) return fitsKeys(world, value, wanted.items[0]!);
  if (value.definition === wanted.definition && wanted.name !== "") {
    return value.name === wanted.name ? Fit.yes : value.name === "" ? Fit.unknown : Fit.no;
  }
  const base = asSuper(world, value, wanted.definition);
  if (base !== undefined && wanted.items.length === 0) return Fit.yes;
  if (base !== undefined) return fitsArguments(world, base.items, wanted.items, depth);
  const asked = world.inLibrary(wanted.definition) ? world.nameOf(wanted.definition) : "";
  const isPlain = isPrimitive(world, value);
  if (isPrimitive(world, wanted)) return isPlain || isNoPrimitive(world, value) ? Fit.no : Fit.unknown;
  if (asked === world.rules.rootType) return isPlain ? Fit.no : isShaped(world, value.definition) ? Fit.yes : Fit.unknown;
  if (asked === world.rules.functionType) return fitsFunction(world, value, wanted);
  return fitsMembers(world, value, wanted, depth);
}

function fitsArguments(world: World, given: readonly Meaning[], wanted: readonly Meaning[], depth: number): number {
  // A type that is unknown on one side is usually `any`.
  return least(wanted, (item, i) => item.tag === Tag.unknown || given[i] === undefined ? Fit.yes : fits(world, given[i]!, item, depth + 1));
}

/** Whether a type has the members that another one requires. */
function fitsMembers(world: World, value: Meaning, wanted: Meaning, depth: number): number {
  if (!isShaped(world, value.definition) || !isShaped(world, wanted.definition)) return Fit.unknown;
  const asked = orderOf(world, wanted.definition);
  const order = orderOf(world, value.definition);
  if (lacksName(world, value, wanted)) return Fit.no;
  if (!isClosedOrder(asked)) return Fit.unknown;
  const alike = fitsIndex(world, value, wanted, depth);
  if (alike !== undefined) return alike;
  const required = asked.flatMap((entry) => requiredMembers(world, entry.definition));
  // For a type with only optional members, a value must have some of these.
  const names = required.length > 0 ? required : asked.flatMap((entry) => possibleMembers(world, entry.definition, order));
  if (names.length === 0) return Fit.unknown;
  if (!names.every((name) => isDeclared(world, order, name))) return Fit.unknown;
  return least(names, (name) => fitsMember(world, value, wanted, name));
}

/** Whether the member `name` of a type matches another's: constants are compared, otherwise its presence is enough. */
function fitsMember(world: World, value: Meaning, wanted: Meaning, name: string): number {
  const asked = memberMeaning(world, wanted, name, Space.value);
  if (isOpen(asked)) return Fit.yes;
  const constants = memberValues(world, wanted, name) ?? namedValue(world, asked);
  const own = constants === undefined ? undefined : memberValues(world, value, name);
  if (constants === undefined || own === undefined) return Fit.likely;
  return own.isSubsetOf(constants) ? Fit.yes : own.isDisjointFrom(constants) ? Fit.no : Fit.likely;
}

/** The constant that a type argument is, in the form of `memberValues`; undefined for all other types. */
function namedValue(world: World, { tag, definition, name }: Meaning): ReadonlySet<string> | undefined {
  return tag === Tag.instance && name !== "" ? new Set([`${world.nameOf(definition)} ${name}`]) : undefined;
}

/** Whether a type certainly lacks a member that another one requires. */
function lacksName(world: World, value: Meaning, wanted: Meaning): boolean {
  const order = orderOf(world, value.definition);
  const any = world.inLibrary(value.definition) ? undefined : world.rules.protocols.index?.[0];
  if (!isClosedOrder(order) || (any !== undefined && isDeclared(world, order, any))) return false;
  return orderOf(world, wanted.definition).some((entry) =>
    entry.tag === Tag.instance && requiredMembers(world, entry.definition).some((name) => !isDeclared(world, order, name))
  );
}

function isDeclared(world: World, order: readonly Meaning[], name: string): boolean {
  return order.some((entry) =>
    entry.tag === Tag.instance &&
    (memberTable(world, entry.definition).has(name) || world.attachments.get(entry.definition)?.members.has(name) === true)
  );
}

/** Whether it is the type without values. */
export function isEmpty({ tag, name }: Meaning): boolean {
  return tag === NEVER.tag && name === NEVER.name;
}

/** Whether it accepts any type. */
function isOpen({ tag }: Meaning): boolean {
  return tag === Tag.parameter || tag === Tag.unknown;
}

/** Whether all members of an object match an index signature; undefined if there is none. */
function fitsIndex(world: World, value: Meaning, wanted: Meaning, depth: number): number | undefined {
  const any = world.rules.protocols.index?.[0];
  if (any === undefined || !memberTable(world, wanted.definition).has(any) || memberTable(world, value.definition).has(any)) {
    return undefined;
  }
  if (world.kindOf(value.definition) !== DefinitionKind.object || !isClosedOrder(orderOf(world, value.definition))) return Fit.unknown;
  const signature = memberMeaning(world, wanted, any, Space.value);
  const type = callUnseen(world, signature);
  const names = [...memberTable(world, value.definition).keys()];
  if (names.length > MOST_MEMBERS) return Fit.unknown;
  return Math.min(Fit.likely, least(names, (name) => fits(world, memberMeaning(world, value, name, Space.value), type, depth + 1)));
}

function requiredMembers(world: World, id: DefinitionId): string[] {
  const { bindings, definitions } = world.viewOf(id).facts;
  const skipped = DefinitionFlag.optional | DefinitionFlag.static;
  return [...memberTable(world, id)].filter(([name, rows]) =>
    !world.rules.constructors.includes(name) && name !== world.rules.protocols.index?.[0] &&
    rows.every((row) => (definitions.flags[bindings.definition[row]!]! & skipped) === 0)
  ).map(([name]) => name);
}

/** Names declared by a type that a type with the given inheritance order has as well. */
function possibleMembers(world: World, id: DefinitionId, order: readonly Meaning[]): string[] {
  const apart = [...world.rules.constructors, world.rules.protocols.index?.[0]];
  return [...memberTable(world, id).keys()].filter((name) => !apart.includes(name) && isDeclared(world, order, name));
}

function isClosedOrder(order: readonly Meaning[]): boolean {
  return order.every(({ tag }) => tag === Tag.instance);
}

/** Whether a type is defined by its members: a class, an interface, an object; not an alias of an unknown type. */
function isShaped(world: World, id: DefinitionId): boolean {
  const kind = world.kindOf(id);
  return kind === DefinitionKind.class || kind === DefinitionKind.interface || kind === DefinitionKind.object ||
    kind === DefinitionKind.enum;
}

/** Infers the parameters in `wanted` if `value` extends it. */
function infer(world: World, wanted: Meaning, value: Meaning, environment: Environment): void {
  if (wanted.tag === Tag.union) {
    for (const part of wanted.items) if (fits(world, value, part, 0) >= Fit.likely) infer(world, part, value, environment);
    return;
  }
  unify(world, wanted, value, environment);
  if (wanted.tag === Tag.function) unifyTaken(world, wanted, value, environment);
  if (wanted.tag !== Tag.instance || value.tag !== Tag.instance || world.inLibrary(wanted.definition)) return;
  if (orderOf(world, value.definition).some(({ definition }) => definition === wanted.definition)) return;
  unifyShape(world, wanted, value, environment);
}
