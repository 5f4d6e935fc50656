/**
 * Members of an instance: its type's own, inherited, promoted, and those of what it dereferences to.
 *
 * Stage: resolve. Invariant: after an external base, only members that a further base is known to have are found.
 */
import { DefinitionKind } from "../../facts.ts";
import { isFunction, isOwnType } from "../ownership.ts";
import { assignedMember } from "./assigned_members.ts";
import { besidesPut, isPutElsewhere } from "./put_elsewhere.ts";
import { memberPassedOn, methodForAny, valueOfAny } from "./any_member.ts";
import { blanketMember, libraryBlanketMember } from "../traits/blankets.ts";
import { seenFrom } from "./bind_member.ts";
import { composedMember } from "./composed.ts";
import { substituteParameters } from "../types/environments.ts";
import { isOnlyImplemented, memberTable, orderOf, specialized } from "../types/inheritance.ts";
import {
  type DefinitionId,
  eitherExternal,
  external,
  fileOf,
  instance,
  isKnown,
  type Meaning,
  outOf,
  rowOf,
  Tag,
  union,
  UNKNOWN,
  weaken,
  withoutLastPart,
} from "../meaning.ts";
import { wrappersOf } from "./class_decorators.ts";
import { memberByConstant } from "./constant_names.ts";
import { hasNone, isOfOtherBuild, memberInOrder, type MemberQuery, ofValue, ownMember } from "./own_members.ts";
import { placesInOrder } from "./member_places.ts";
import { isOfInstances } from "./member_rows.ts";
import { indexedMember } from "./indexed_members.ts";
import { operate } from "../calls/operations.ts";
import { atLeast, isOpenAlias, withKeys } from "../types/keyed.ts";
import { makerOf, ownOfLibrary, saysLittle } from "./library_members.ts";
import { moduleMember } from "../names/module_members.ts";
import { Space } from "../names/names.ts";
import { memberByScript } from "../names/script_names.ts";
import { valuesIn } from "../types/rest_parts.ts";
import { spreadBehind } from "./spread_behind.ts";
import { dereferencedMember, promotedMember, promotedNumber, throughDereference } from "./promotion.ts";
import { externalStep } from "../types/external_types.ts";
import { memberAddedOutside } from "../types/augmented.ts";
import { isOfOtherArguments, leadsOutside, seenThrough } from "../types/fitting.ts";
import type { World } from "../world.ts";
import { DEEPEST, memberMeaning } from "./members.ts";

/** Tags of parts of a type of which nothing is known: they may have any member. */
const NOT_KNOWN: ReadonlySet<number> = new Set([Tag.unknown, Tag.keyed, Tag.conditional]);

/** Whether a value is of an intersection type with an unknown part (`S & Emitter` for an S that is `any`). */
export function hasUnknownPart(world: World, { tag, definition, items }: Meaning): boolean {
  if (tag !== Tag.instance || world.kindOf(definition) !== DefinitionKind.object) return false;
  return orderOf(world, definition).some((entry) => NOT_KNOWN.has(substituteParameters(world, entry, definition, items).tag));
}

/** A member of an instance: along the inheritance order, then promoted, then through dereferencing. */
export function instanceMember(world: World, type: Meaning, query: MemberQuery, depth: number, above?: readonly Meaning[]): Meaning {
  if (depth > DEEPEST) return UNKNOWN;
  const { receiver, name, space, isStatic = false } = query;
  const order = above ?? orderOf(world, type.definition);
  const outer = world.rules.callingTypeConverts && world.inLibrary(type.definition) ? ownOfLibrary(world, order, type, query) : undefined;
  if (outer !== undefined) return outer;
  const isShown = order.length > 1 && seenThrough(world, type) !== undefined;
  const isComposed = world.rules.separateTypes && order.length > 1 && world.kindOf(type.definition) === DefinitionKind.object;
  let open = false;
  let outside: Meaning | undefined;
  let ofInstances: Meaning | undefined;
  const areAlone = world.attachments.isEmpty;
  const mayBePut = world.rules.assignmentsImplement === true || world.rules.objectsHaveMethods === true;
  const places = placesInOrder(world, type.definition, order, name);
  const count = places === undefined ? order.length : places.length;
  for (let place = 0; place < count; place++) {
    const i = places === undefined ? place : places[place]!;
    let entry = order[i]!;
    if (entry.tag === Tag.external) {
      if (name === world.rules.ownType?.name) return libraryMember(world, world.rules.ownType.root, receiver, name, depth);
      // Where fields and methods have separate namespaces, supertypes declare only methods.
      if (space === Space.field || (receiver.tag === Tag.tuple && !leadsOutside(world, type.definition, receiver))) continue;
      const mayBeAdded = outside === undefined && world.rules.separateTypes && !areAlone;
      const added = mayBeAdded ? memberAddedOutside(world, entry, name, receiver) : undefined;
      if (added !== undefined) return receiver.weak ? weaken(added) : added;
      outside = memberOutside(world, type, entry, query, outside);
      if (world.rules.linearization === "c3" && (above !== undefined || world.isCommonMethod(name))) return outside;
      continue;
    }
    const isKnownByArguments = i > 0 && (entry.tag === Tag.keyed || entry.tag === Tag.conditional || isOpenAlias(world, entry));
    if (entry.tag === Tag.module || entry.tag === Tag.definition || entry.tag === Tag.parameter || isKnownByArguments) {
      const base = substituteParameters(world, entry, type.definition, type.items);
      const member = baseMember(world, base, name, space, depth);
      if (member !== undefined) {
        // A module's function in an intersection type has the whole as its receiver (`this: T`).
        const bound = entry.tag === Tag.module && isFunction(world, member) ? { ...member, result: receiver } : member;
        return receiver.weak ? weaken(bound) : bound;
      }
      open ||= NOT_KNOWN.has(base.tag);
      if (entry.tag !== Tag.keyed && entry.tag !== Tag.conditional) continue;
    }
    open ||= entry.tag !== Tag.instance;
    if (entry.tag !== Tag.instance) continue;
    // What a class only implements, it has from itself or from its base class.
    if (outside !== undefined && isOnlyImplemented(world, type.definition, entry.definition)) continue;
    if (isComposed && isDeclaredBesideLibrary(world, order, i, name)) continue;
    if (areAlone && hasNone(world, entry.definition, name)) continue;
    if (i === 0 && above === undefined) entry = type;
    // An impl of the repository for a smart pointer applies to the pointer's target, which comes first.
    else if (isShown && !world.inLibrary(entry.definition)) continue;
    else entry = substituteParameters(world, seenFrom(world, entry, type.definition, receiver), type.definition, type.items);
    // After `super`, the static side depends on the calling method, which is not known here.
    const own = memberInOrder(world, type.definition, entry, query) ??
      (above !== undefined && !isStatic ? ownMember(world, entry.definition, entry, { ...query, isStatic: true }) : undefined);
    if (own !== undefined && isStatic && world.rules.staticsApart === true && isOfInstances(world, entry.definition, name)) {
      ofInstances ??= own;
    } else if (own !== undefined && (i === 0 || !isOfOtherArguments(world, type, entry))) {
      const whole = (isOfOtherBuild(world, own, type.definition) ? promotedMember(world, type, name) : undefined) ??
        (i === 0 || isStatic ? own : composedMember(world, type, own, name, depth));
      const put = mayBePut ? putInPlace(world, type, query, depth, { by: entry.definition, value: own, order, at: i }) : undefined;
      if (put !== undefined) return put;
      const isAssigned = own.held || own.tag === Tag.union || own.tag === Tag.nothing;
      const assigned = isAssigned ? assignedTo(world, type, query, depth, { by: entry.definition, value: whole, order, at: i }) : undefined;
      if (assigned !== undefined) return assigned;
      return open || (outside !== undefined && world.rules.linearization === "c3") ? weaken(whole) : whole;
    }
  }
  return ofInstances ?? memberBeyond(world, type, query, depth, { outside, open, isAbove: above !== undefined });
}

/**
 * A member of an external base; if the type is embedded rather than extended, it may be of the bases met `before`: only one of them has it.
 */
function memberOutside(world: World, type: Meaning, entry: Meaning, query: MemberQuery, before: Meaning | undefined): Meaning {
  if (before !== undefined && world.rules.embedsMembers !== true) return before;
  const base = specialized(world, entry, type);
  const having = before === undefined ? base : eitherExternal({ ...before, name: withoutLastPart(before.name) }, base);
  return { ...outOf(having, `${having.name}.${query.name}`), weak: query.receiver.weak || having.weak };
}

/** A value that the type `by`, at `at` of an order, gives to a member. */
interface Assigned {
  readonly by: DefinitionId;
  readonly value: Meaning;
  readonly order: readonly Meaning[];
  readonly at: number;
}

/** The member of `type` to which a type in its order assigns a value: see `assignedMember`. */
function assignedTo(
  world: World,
  type: Meaning,
  query: MemberQuery,
  depth: number,
  { by, value, order, at }: Assigned,
): Meaning | undefined {
  const above = order.slice(at + 1);
  return assignedMember(world, by, query.name, value, () => instanceMember(world, type, query, depth + 1, above), above);
}

/** What stands in place of the member that a type in the order declares: what other files assign to it, or what is spread behind it. */
function putInPlace(
  world: World,
  type: Meaning,
  query: MemberQuery,
  depth: number,
  { by, value, order, at }: Assigned,
): Meaning | undefined {
  const { assignmentsImplement, objectsHaveMethods } = world.rules;
  if (assignmentsImplement === true && isPutElsewhere(world, by, query.name)) {
    return besidesPut(world, value, instanceMember(world, type, query, depth + 1, order.slice(at + 1)), query.name);
  }
  return objectsHaveMethods === true ? spreadBehind(world, type, value, query.name, depth) : undefined;
}

/** What is known of an order that does not declare a member: an external base that may have it, whether an entry is unknown. */
interface Undeclared {
  readonly outside: Meaning | undefined;
  readonly open: boolean;
  /** Whether only the end of the order was searched: then methods for undeclared members are not considered. */
  readonly isAbove: boolean;
}

/** A member that no type in the order declares: promoted, through dereferencing, or from a blanket impl. */
function memberBeyond(world: World, type: Meaning, query: MemberQuery, depth: number, { outside, open, isAbove }: Undeclared): Meaning {
  const { receiver, name, space } = query;
  const isStatic = query.isStatic === true;
  const promoted = isStatic && !world.rules.callingTypeConverts ? undefined : promotedMember(world, type, name);
  if (promoted !== undefined) return promoted;
  const through = throughDereference(world, type, query, depth);
  if (through !== undefined) return through;
  // For a type parameter, all bounds together determine its blanket impls (`boundMember`).
  const blanket = receiver.tag === Tag.parameter || space === Space.field ? undefined : blanketMember(world, type, receiver, name);
  if (blanket !== undefined) return blanket;
  // Members that the library gives to all types are better known than those of an external trait.
  if (outside !== undefined) {
    // It may be of an unknown base as well.
    const likely = open && world.rules.separateTypes ? weaken(outside) : outside;
    return (isStatic ? makerOf(world, receiver, name) : libraryBlanketMember(world, receiver, name)) ?? likely;
  }
  const shown = world.inLibrary(type.definition) ? dereferencedMember(world, type, query, depth) : undefined;
  if (shown !== undefined && isKnown(shown)) return shown;
  const known = isStatic || isAbove ? undefined : anyMember(world, type, receiver, name, depth);
  const any = isStatic ? undefined : known ?? indexedMember(world, type, receiver, name, depth);
  const least = atLeast(world, type);
  return any ?? (least === undefined ? undeclaredMember(world, type, query, open) : memberMeaning(world, least, name, space, depth + 1));
}

/** For `Set<T> & { union(): … }`, the repository's own part determines `union`, whatever the library's part declares. */
function isDeclaredBesideLibrary(world: World, order: readonly Meaning[], at: number, name: string): boolean {
  if (!world.inLibrary(order[at]!.definition)) return false;
  return order.slice(at + 1).some((entry) => isOwnType(world, entry) && memberTable(world, entry.definition).has(name));
}

/** Whether a type is the library's trait for pointers: with an unknown target, it may have any member. */
function isPointerTrait(world: World, type: DefinitionId): boolean {
  const { deref } = world.rules.protocols;
  return deref !== undefined && world.kindOf(type) === DefinitionKind.trait && deref.some((name) => memberTable(world, type).has(name));
}

/** A member that no type in the order declares. @param open whether an entry of the order is unknown */
function undeclaredMember(world: World, type: Meaning, query: MemberQuery, open: boolean): Meaning {
  const { receiver, name, space, isStatic } = query;
  const named = world.rules.separateTypes === true ? memberByConstant(world, type, query) : undefined;
  if (named !== undefined) return named;
  const isOutside = world.inLibrary(type.definition) && world.kindOf(type.definition) !== DefinitionKind.type_alias &&
    !saysLittle(world, type.definition, name, isStatic === true) && !isPointerTrait(world, type.definition);
  const number = isOutside ? promotedNumber(world, type, name) : undefined;
  if (number !== undefined) return number;
  const given = isStatic === true ? undefined : libraryBlanketMember(world, receiver, name);
  if (given !== undefined) return given;
  if (isOutside) {
    return externalStep(world, receiver, external(world.library.shownName(`${world.nameOf(type.definition)}.${name}`), receiver.weak));
  }
  const isGlobal = world.inLibrary(type.definition) && world.rules.globalTypes?.includes(world.nameOf(type.definition)) === true;
  const shared = isGlobal ? memberByScript(world, name, space) : undefined;
  if (shared !== undefined) return shared;
  // A protocol does not declare the members of all values.
  return !open && world.allHave(name) ? external(name, receiver.weak) : UNKNOWN;
}

/** A member that a module, a class itself, or an open type contributes to an intersection type. */
function baseMember(world: World, base: Meaning, name: string, space: number, depth: number): Meaning | undefined {
  if (base.tag === Tag.module) return moduleMember(world, base, name, Space.value);
  const member = memberMeaning(world, withKeys(world, base), name, space, depth + 1);
  return isKnown(member) ? member : undefined;
}

/** What a type defines for undeclared members. */
function anyMember(world: World, type: Meaning, receiver: Meaning, name: string, depth: number): Meaning | undefined {
  const method = methodForAny(world, name);
  if (method === undefined || !mayAnswer(world, type.definition, method)) return undefined;
  const asked = instanceMember(world, type, ofValue(receiver, method), depth + 1);
  // A library type with user-defined member names may contain values of the repository.
  return valueOfAny(world, asked) ?? memberPassedOn(world, receiver, asked, name, depth) ??
    (asked.tag === Tag.definition && world.inLibrary(type.definition) ? UNKNOWN : undefined);
}

/** Whether a type may have the method for undeclared members; cached, as every undeclared name asks. */
function mayAnswer(world: World, type: DefinitionId, method: string): boolean {
  if (!world.attachments.isEmpty || world.inLibrary(type)) return true;
  const { answering } = world.kept;
  const find = (): boolean =>
    orderOf(world, type).some(({ tag, definition }) => {
      if (tag !== Tag.instance) return true;
      world.ask(fileOf(definition));
      return memberTable(world, definition).has(method) || wrappersOf(world, definition).length > 0;
    });
  return answering.get(type) ?? answering.find(type, find, fileOf(type));
}

/** Member `name` of `object` as a member of the library type called `type`. */
export function libraryMember(world: World, type: string, object: Meaning, name: string, depth: number): Meaning {
  const definition = world.library.definition(type);
  if (definition === 0) {
    // In languages where tuples are lists.
    const list = object.tag === Tag.tuple
      ? instance(world.library.definition(world.rules.restType), [union(valuesIn(world, object))])
      : UNKNOWN;
    return rowOf(list.definition) === 0 ? external(name) : instanceMember(world, list, ofValue(list, name), depth + 1);
  }
  // Impls for tuples are selected by their elements; as a library type, a tuple may have any.
  const isSequence = object.tag === Tag.tuple && world.rules.restType === type;
  const items = world.attachments.has(definition) ? object.items : isSequence ? [operate(world, object, "index")] : [];
  return instanceMember(world, instance(definition, items), ofValue(object, name), depth + 1);
}
