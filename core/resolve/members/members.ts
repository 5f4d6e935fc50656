/**
 * What a member of a value is: of its type, of what that inherits, promotes and dereferences to, and how it is bound to the value.
 *
 * Stage: resolve. Invariant: what lies outside the repository ends the search: behind an external type no member of the repository is
 * guessed, and behind an external base class only what a further base is known to have.
 */
import { askedMember } from "../calls/asked_functions.ts";
import { ItemMode, Op } from "../../expressions.ts";
import { DefinitionFlag, DefinitionKind, isCallable } from "../../facts.ts";
import { TYPE_KINDS } from "../../outline.ts";
import { assignedMember } from "./assigned_members.ts";
import { anyOfModule, attributeOf, methodForAny, valueOfAny } from "./any_member.ts";
import { definitionValue } from "../names/bindings.ts";
import { blanketMember, functionMember, libraryBlanketMember } from "../traits/blankets.ts";
import { composedMember, heritageMember, madeByNew } from "./composed.ts";
import { decoratedMember, wrappedNamesake } from "./decorated.ts";
import { readThrough } from "./descriptors.ts";
import { enumValue } from "./enum_values.ts";
import { evaluateType, evaluateValue } from "../evaluate.ts";
import { instanceOf } from "../types/instances.ts";
import { openAlias } from "../types/type_arguments.ts";
import { isMemberAbroad, memberGivenAbroad } from "../traits/given_abroad.ts";
import { memberOfGiver } from "../calls/given_types.ts";
import { functionResult } from "../calls/results.ts";
import { inheritedFrom, isOnlyImplemented, memberTable, orderOf, specialized } from "../types/inheritance.ts";
import {
  ABOVE,
  boundsIn,
  CLASS,
  COMPOSED,
  type DefinitionId,
  definitionId,
  definitionMeaning,
  external,
  fileOf,
  held,
  instance,
  isClosed,
  isKnown,
  MADE,
  madeOf,
  type Meaning,
  outOf,
  rowOf,
  substitute,
  Tag,
  union,
  UNKNOWN,
  weaken,
  WIDEST,
} from "../meaning.ts";
import { metaclassMember } from "./metaclass_members.ts";
import { isForTests, memberInOrder, type MemberQuery, memberQuery, ownMember } from "./own_members.ts";
import { placesInOrder } from "./member_places.ts";
import { isOfInstances } from "./member_rows.ts";
import { indexedMember } from "./indexed_members.ts";
import { operate } from "../calls/operations.ts";
import { memberThrough } from "../names/handed_through.ts";
import { anyOfKeyed, atLeast, isOpenAlias, withKeys } from "../types/keyed.ts";
import { makerOf, ownOfLibrary, saysLittle } from "./library_members.ts";
import { moduleMember, namespaceMember } from "../names/module_members.ts";
import { libraryModuleMember, Space } from "../names/names.ts";
import { partAt, valuesIn } from "../types/rest_parts.ts";
import { dereferencedMember, promotedMember, promotedNumber, throughDereference } from "./promotion.ts";
import { isOfOtherArguments, leadsOutside, seenThrough } from "../types/fitting.ts";
import { project } from "../types/unify.ts";
import type { World } from "../world.ts";

/** Types with instances of their own. */
export const MADE_KINDS: ReadonlySet<number> = new Set([DefinitionKind.class, DefinitionKind.struct, DefinitionKind.enum]);
/** Steps from member to member at most: bounds of bounds, parts of unions, bases behind aliases. */
export const DEEPEST = 24;

/** Member `name` of what `object` means. */
export function memberMeaning(world: World, object: Meaning, name: string, space: number, depth = 0): Meaning {
  if (depth > DEEPEST) return UNKNOWN;
  switch (object.tag) {
    case Tag.external:
      return memberOfGiver(world, object, name) ?? ofGiver(world, object, outsideMember(world, object, name, space));
    case Tag.module: {
      const found = moduleMember(world, object, name, space) ?? anyOfModule(world, object, name) ??
        memberThrough(world, object, name, space);
      return found === undefined ? UNKNOWN : object.weak ? weaken(found) : found;
    }
    case Tag.union:
      return memberOfAny(world, object, name, space, depth);
    case Tag.definition:
      return definitionMember(world, object, name, space, depth);
    case Tag.instance: {
      const found = instanceMember(world, object, ofValue(object, name, space), depth);
      return found.tag === Tag.unknown && found.held ? enumValue(world, object, name, found) ?? found : found;
    }
    case Tag.self: {
      const type = instance(object.definition);
      if (object.name !== ABOVE) return instanceMember(world, type, ofValue(object, name, space), depth);
      const above = inheritedFrom(world, object.definition, object.items[0]);
      const found = instanceMember(world, type, ofValue({ ...object, name: "", items: [] }, name, space), depth, above);
      return found.tag === Tag.unknown ? heritageMember(world, definitionMeaning(object.definition), name, space, depth) ?? found : found;
    }
    case Tag.parameter:
      return boundMember(world, object.name === CLASS ? madeOf(object) : object, name, space, depth);
    case Tag.tuple:
      return /^\d+$/.test(name) ? partAt(world, object, Number(name), ItemMode.written) : tupleMember(world, object, name, depth);
    case Tag.function:
      return functionMember(world, object, name) ?? external(name);
    case Tag.keyed:
      return memberMeaning(world, object.result ?? anyOfKeyed(world, object), name, space, depth + 1);
    default:
      return UNKNOWN;
  }
}

/**
 * A member of what a class of the repository has from outside (`Job.objects.get`) gives what that class is, as its own do (`Job.get`). Behind a
 * path stands another type.
 */
function ofGiver(world: World, object: Meaning, member: Meaning): Meaning {
  const isGiven = object.result !== undefined && member.tag === Tag.external && world.rules.itemPaths !== true;
  return isGiven ? { ...member, result: object.result } : member;
}

/** What the parts of a union have under one name. */
function memberOfAny(world: World, object: Meaning, name: string, space: number, depth: number): Meaning {
  const module = world.rules.modulesByName ? object.items.find((part) => part.tag === Tag.module) : undefined;
  if (module !== undefined) return memberMeaning(world, module, name, space, depth + 1);
  const parts = object.items.map((part) => memberMeaning(world, part, name, space, depth + 1)).filter((m) => m.tag !== Tag.unknown);
  if (parts.length === 0) return UNKNOWN;
  const isAll = object.name === COMPOSED && !object.weak;
  // What one part declares is meant, whatever a part from outside has.
  const declared = isAll ? parts.filter(({ tag }) => tag !== Tag.external) : parts;
  const whole = union(declared.length === 0 ? parts : declared, Math.max(WIDEST, object.items.length));
  return isAll ? whole : weaken(whole);
}

/** A name of something outside: the library file's where it describes that module. */
export function outsideMember(world: World, object: Meaning, name: string, space: number): Meaning {
  const given = memberGivenAbroad(world, object, name, space);
  if (given !== undefined) return given;
  const described = libraryModuleMember(world, object.name, name, space);
  if (described !== undefined) return described;
  // What stands for the module as a whole has the module's names.
  if (name === world.rules.mainExport && world.libraryModules.has(object.name)) return object;
  return outOf(object, object.name === "" ? name : `${object.name}.${name}`);
}

function boundMember(world: World, object: Meaning, name: string, space: number, depth: number): Meaning {
  const bound = object.result;
  if (bound === undefined) return blanketMember(world, object, object, name) ?? libraryBlanketMember(world, object, name) ?? UNKNOWN;
  const bounds = object.name === MADE ? boundsIn(bound).map((one) => madeByNew(world, one)) : boundsIn(bound);
  let outside: Meaning | undefined;
  const found: Meaning[] = [];
  for (const one of bounds) {
    const member = one.tag === Tag.instance
      ? instanceMember(world, one, ofValue({ ...object, weak: false }, name, space), depth + 1)
      : memberMeaning(world, one, name, space, depth + 1);
    if (member.tag === Tag.external) outside = outside === undefined || one.tag === Tag.external ? member : outside;
    else if (member.tag === Tag.unknown) outside ??= member.held ? member : undefined;
    else if (!found.some((other) => other.definition === member.definition)) found.push(member);
  }
  if (found.length > 0) return union(found);
  // What may be given to all that fulfil something outside says less than a bound that lies outside.
  const blanket = bounds.some((one) => one.tag === Tag.external && isMemberAbroad(world, one, name))
    ? undefined
    : blanketMember(world, object, object, name);
  return blanket !== undefined && (outside === undefined || !blanket.weak) ? blanket : outside ?? UNKNOWN;
}

/**
 * A tuple has its methods from traits, which macros implement for all lengths: what no implementation in sight gives it is a method of the one trait
 * that declares it, unless several do.
 */
function tupleMember(world: World, object: Meaning, name: string, depth: number): Meaning {
  const { tupleType = "" } = world.rules;
  const found = libraryMember(world, tupleType, object, name, depth);
  if (found.tag !== Tag.external || found.name !== `${tupleType}.${name}`) return found;
  const [trait, other] = world.traitsDeclaring(name);
  if (trait === undefined || other !== undefined) return trait === undefined ? found : UNKNOWN;
  const method = world.callables(name).find((id) => world.parentOf(id) === trait)!;
  world.ask(fileOf(method));
  return weaken(bindMember(world, method, instance(trait), object));
}

function libraryMember(world: World, type: string, object: Meaning, name: string, depth: number): Meaning {
  const definition = world.libraryDefinition(type);
  if (definition === 0) {
    // Where tuples are but lists.
    const list = object.tag === Tag.tuple
      ? instance(world.libraryDefinition(world.rules.restType), [union(valuesIn(world, object))])
      : UNKNOWN;
    return rowOf(list.definition) === 0 ? external(name) : instanceMember(world, list, ofValue(list, name), depth + 1);
  }
  // What is implemented for tuples is told apart by their items; as a type of the library one holds any of them.
  const isSequence = object.tag === Tag.tuple && world.rules.restType === type;
  const items = world.attachments.has(definition) ? object.items : isSequence ? [operate(world, object, "index")] : [];
  return instanceMember(world, instance(definition, items), ofValue(object, name), depth + 1);
}

/** A member of a definition itself: static members, variants, exports of a namespace. */
function definitionMember(world: World, object: Meaning, name: string, space: number, depth: number): Meaning {
  const id = object.definition;
  const kind = world.kindOf(id);
  if (kind === DefinitionKind.namespace) {
    return namespaceMember(world, id, name, space) ?? memberThrough(world, object, name, space) ?? UNKNOWN;
  }
  if (name === world.rules.prototype && (kind === DefinitionKind.class || isCallable(kind))) return instance(id, object.items);
  if (kind === DefinitionKind.enum_member) {
    const whole = instance(world.parentOf(id), object.items, object.weak);
    const found = instanceMember(world, whole, ofValue(whole, name), depth + 1);
    return enumValue(world, object, name, found) ?? found;
  }
  if (kind === DefinitionKind.type_alias && world.attachments.get(id) === undefined) {
    const merged = world.rules.separateTypes ? mergedMember(world, id, name, space) : undefined;
    if (merged !== undefined) return merged;
    const view = world.viewOf(id);
    const type = view.facts.definitions.type[rowOf(id)]!;
    const aliased = type === 0 ? UNKNOWN : evaluateType(world, view, type);
    if (aliased.tag === Tag.external) return outsideMember(world, aliased, name, space);
    // An associated type of the alias's own parameter (`type Clock<C> = <C as Config>::Clock`).
    const projected = aliased.tag === Tag.parameter && world.rules.itemPaths ? instanceOf(world, object, object.items) : UNKNOWN;
    if (projected.tag === Tag.parameter) return memberMeaning(world, projected, name, space, depth + 1);
    if (projected.tag === Tag.instance) {
      return memberMeaning(world, definitionMeaning(projected.definition, undefined, projected.items), name, space, depth + 1);
    }
    if (aliased.tag !== Tag.instance) return UNKNOWN;
    const items = aliased.items.length === 0 ? aliased.items : openAlias(world, object, aliased);
    return memberMeaning(world, definitionMeaning(aliased.definition, undefined, items), name, space, depth + 1);
  }
  if (TYPE_KINDS.has(kind)) {
    const receiver = object.result ?? instance(id, object.items);
    const found = instanceMember(world, instance(id, object.items), memberQuery(receiver, name, space, true), depth);
    const isOfLibrary = found.tag === Tag.definition && world.inLibrary(found.definition);
    // What all values have comes behind what is declared.
    if (isOfLibrary && world.rules.separateTypes) return mergedMember(world, id, name, space) ?? found;
    if (isKnown(found)) return found;
    // A module may bear the name of a type (`slice::Iter`).
    if (world.rules.itemPaths && world.inLibrary(id)) return libraryModuleMember(world, world.nameOf(id), name, space) ?? found;
    const isOpen = found.tag === Tag.external || (found.tag === Tag.unknown && found.name === "");
    const above = isOpen ? metaclassMember(world, object, ofValue(object, name), depth, found) : undefined;
    if (above !== undefined) return above;
    const outer = found.tag === Tag.external && MADE_KINDS.has(kind) ? { ...found, result: receiver } : found;
    if (!world.rules.separateTypes) return outer;
    return mergedMember(world, id, name, space) ?? heritageMember(world, object, name, space, depth) ?? outer;
  }
  const attached = ownMember(world, id, instance(id), memberQuery(object, name, Space.value, true));
  if (attached !== undefined) {
    // What the function is declared to be has the member as well (`const f: Type = () => {}; f.go = () => {}`).
    const asked = isCallable(kind) ? askedMember(world, id, name, space, depth + 1) : undefined;
    return asked?.tag === Tag.definition && !world.inLibrary(asked.definition) ? union([asked, attached]) : attached;
  }
  return mergedMember(world, id, name, space) ?? askedMember(world, id, name, space, depth + 1) ??
    decoratedMember(world, object, name, space, depth + 1) ??
    functionMember(world, object, name) ?? attributeOf(world, kind, name);
}

/** Declaration merging: a namespace of the same name beside a class, an enum, an alias or a function. */
function mergedMember(world: World, id: DefinitionId, name: string, space: number): Meaning | undefined {
  const view = world.viewOf(id);
  const { bindings, definitions } = view.facts;
  for (const other of view.namesakes(rowOf(id))) {
    const definition = bindings.definition[other]!;
    if (definitions.kind[definition] !== DefinitionKind.namespace) continue;
    const found = namespaceMember(world, definitionId(view.index, definition), name, space);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Fields of a variant speak of the type parameters of its enum. */
export function enclosingEntry(world: World, entry: Meaning): Meaning {
  if (entry.items.length === 0 || world.kindOf(entry.definition) !== DefinitionKind.enum_member) return entry;
  return instance(world.parentOf(entry.definition), entry.items, entry.weak);
}

/** What a member means on `receiver`, as found in `entry` of its order of types. @param isStatic whether it was asked of the type itself */
export function bindMember(world: World, member: DefinitionId, entry: Meaning, receiver: Meaning, isStatic?: boolean): Meaning {
  const kind = world.kindOf(member);
  if (kind === DefinitionKind.field || kind === DefinitionKind.variable || kind === DefinitionKind.constant) {
    const declared = definitionValue(world, member, Space.value);
    const told = settle(world, declared, entry, receiver);
    // What was given first tells the type of what a field holds: it may hold another function of that type.
    const value = declared.tag === Tag.parameter && told.tag === Tag.definition ? weaken(told) : told;
    return wrappedNamesake(world, member, receiver) ??
      namedFunction(world, member, readThrough(world, value, isStatic === true ? undefined : receiver));
  }
  if (world.flagsOf(member) & DefinitionFlag.property) return held(settle(world, functionResult(world, member), entry, receiver));
  if (kind === DefinitionKind.method || kind === DefinitionKind.function || kind === DefinitionKind.constructor) {
    return { ...definitionMeaning(member, receiver), items: entry.items, weak: receiver.weak || entry.weak };
  }
  return definitionMeaning(member);
}

/** An entry of an object that names a function (`{ load }`, `{ run: load as Run }`, `api.run = load`, `a.run = b.run = function () {}`) is that function. */
function namedFunction(world: World, member: DefinitionId, value: Meaning): Meaning {
  if (!value.held || (value.tag !== Tag.definition && value.tag !== Tag.function)) return value;
  const view = world.viewOf(member);
  const { definitions, expressions: { op, b } } = view.facts;
  if (definitions.owner[rowOf(member)] === 0 && world.kindOf(world.parentOf(member)) !== DefinitionKind.object) return value;
  const written = definitions.value[rowOf(member)]!;
  const inner = op[written] === Op.cast ? b[written]! : written;
  if (op[inner] !== Op.name && op[inner] !== Op.member && (inner !== written || op[inner] !== Op.definition)) return value;
  const named = inner === written ? value : evaluateValue(world, view, inner);
  return named.tag === Tag.definition ? { ...named, held: false } : value;
}

/** `Self` in a variant is its enum. */
function wholeOf(world: World, receiver: Meaning): Meaning {
  if (!world.isOfKind(receiver, DefinitionKind.enum_member)) return receiver;
  return instance(world.parentOf(receiver.definition), receiver.items, receiver.weak);
}

/** Replaces the entry's type parameters by its arguments and `Self` by the receiver. */
export function settle(world: World, meaning: Meaning, entry: Meaning, receiver: Meaning): Meaning {
  if (isClosed(meaning)) return receiver.weak ? weaken(meaning) : meaning;
  const environment = world.environmentOf(entry);
  environment.self = receiver.tag === Tag.definition ? madeOf(receiver) : wholeOf(world, receiver);
  const settled = project(world, withKeys(world, substitute(meaning, environment)), entry, environment);
  return receiver.weak ? weaken(settled) : settled;
}

/** A member that is asked of a value. */
function ofValue(receiver: Meaning, name: string, space: number = Space.value): MemberQuery {
  return memberQuery(receiver, name, space, false);
}

/** Member of an instance: along the order of inheritance, then promoted, then through what the type dereferences to. */
export function instanceMember(world: World, type: Meaning, query: MemberQuery, depth: number, above?: readonly Meaning[]): Meaning {
  if (depth > DEEPEST) return UNKNOWN;
  const { receiver, name, space } = query;
  const isStatic = query.isStatic === true;
  const order = above ?? orderOf(world, type.definition);
  const outer = world.rules.callingTypeConverts && world.inLibrary(type.definition) ? ownOfLibrary(world, order, type, query) : undefined;
  if (outer !== undefined) return outer;
  const isShown = order.length > 1 && seenThrough(world, type) !== undefined;
  let open = false;
  let outside: Meaning | undefined;
  let ofInstances: Meaning | undefined;
  for (const i of placesInOrder(world, type.definition, order, name)) {
    let entry = order[i]!;
    if (entry.tag === Tag.external) {
      if (name === world.rules.ownType?.name) return libraryMember(world, world.rules.ownType.root, receiver, name, depth);
      if (receiver.tag === Tag.tuple && !leadsOutside(world, type.definition, receiver)) continue;
      outside ??= { ...outOf(specialized(world, entry, type), `${entry.name}.${name}`), weak: receiver.weak };
      if (world.rules.linearization === "c3" && (above !== undefined || world.isCommonMethod(name))) return outside;
      continue;
    }
    const isToldByArguments = i > 0 && (entry.tag === Tag.keyed || entry.tag === Tag.conditional || isOpenAlias(world, entry));
    if (entry.tag === Tag.module || entry.tag === Tag.definition || entry.tag === Tag.parameter || isToldByArguments) {
      const member = baseMember(world, world.substituteParameters(entry, type.definition, type.items), name, space, depth);
      if (member !== undefined) return receiver.weak ? weaken(member) : member;
      if (entry.tag !== Tag.keyed && entry.tag !== Tag.conditional) continue;
    }
    open ||= entry.tag !== Tag.instance;
    if (entry.tag !== Tag.instance) continue;
    // What a class only implements it has from itself or from what it extends.
    if (outside !== undefined && isOnlyImplemented(world, type.definition, entry.definition)) continue;
    if (isDeclaredBesideLibrary(world, type.definition, order, i, name)) continue;
    if (i === 0 && above === undefined) entry = type;
    // What the repository implements for a smart pointer speaks of what it points at, which comes first.
    else if (isShown && !world.inLibrary(entry.definition)) continue;
    else if (type.items.length > 0) entry = world.substituteParameters(entry, type.definition, type.items);
    // Behind `super` stands the side of the method that says it, which is not told here.
    const own = memberInOrder(world, type.definition, entry, query) ??
      (above !== undefined && !isStatic ? ownMember(world, entry.definition, entry, { ...query, isStatic: true }) : undefined);
    if (own !== undefined && isStatic && world.rules.staticsApart === true && isOfInstances(world, entry.definition, name)) {
      ofInstances ??= own;
    } else if (own !== undefined && (i === 0 || !isOfOtherArguments(world, type, entry))) {
      const whole = (isForTests(world, own, type.definition) ? promotedMember(world, type, name) : undefined) ??
        (i === 0 || isStatic ? own : composedMember(world, type, own, name, depth));
      const above = (): Meaning => instanceMember(world, type, query, depth + 1, order.slice(i + 1));
      const assigned = own.held ? assignedMember(world, entry.definition, name, whole, above) : undefined;
      if (assigned !== undefined) return assigned;
      return open || (outside !== undefined && world.rules.linearization === "c3") ? weaken(whole) : whole;
    }
  }
  return ofInstances ?? memberBeyond(world, type, query, depth, { outside, open });
}

/** What is told of the order of a type that does not declare a member: what a base from outside may have, whether an entry is unknown. */
interface Undeclared {
  readonly outside: Meaning | undefined;
  readonly open: boolean;
}

/** A member that nothing in a type's order declares: promoted, of what the type dereferences to, or given to all that are like it. */
function memberBeyond(world: World, type: Meaning, query: MemberQuery, depth: number, { outside, open }: Undeclared): Meaning {
  const { receiver, name, space } = query;
  const isStatic = query.isStatic === true;
  const promoted = isStatic && !world.rules.callingTypeConverts ? undefined : promotedMember(world, type, name);
  if (promoted !== undefined) return promoted;
  const through = throughDereference(world, type, query, depth);
  if (through !== undefined) return through;
  // Of a type parameter all bounds together tell what it fulfils (`boundMember`).
  const blanket = receiver.tag === Tag.parameter || space === Space.field ? undefined : blanketMember(world, type, receiver, name);
  if (blanket !== undefined) return blanket;
  // What the library gives to every type is known better than what a trait outside may declare.
  if (outside !== undefined) return (isStatic ? makerOf(world, receiver, name) : libraryBlanketMember(world, receiver, name)) ?? outside;
  const shown = world.inLibrary(type.definition) ? dereferencedMember(world, type, query, depth) : undefined;
  if (shown !== undefined && isKnown(shown)) return shown;
  const any = isStatic ? undefined : anyMember(world, type, receiver, name, depth) ?? indexedMember(world, type, receiver, name, depth);
  const least = atLeast(world, type);
  return any ?? (least === undefined ? undeclaredMember(world, type, query, open) : memberMeaning(world, least, name, space, depth + 1));
}

/** Of `Set<T> & { union(): … }` the repository's own part says what `union` is, whatever the library's part has. */
function isDeclaredBesideLibrary(world: World, type: DefinitionId, order: readonly Meaning[], at: number, name: string): boolean {
  if (world.kindOf(type) !== DefinitionKind.object || !world.inLibrary(order[at]!.definition)) return false;
  return order.slice(at + 1).some(({ tag, definition }) =>
    tag === Tag.instance && !world.inLibrary(definition) && memberTable(world, definition).has(name)
  );
}

/** What no type in the order declares. @param open whether an entry of the order is unknown */
function undeclaredMember(world: World, type: Meaning, { receiver, name, isStatic }: MemberQuery, open: boolean): Meaning {
  const isOutside = world.inLibrary(type.definition) && world.kindOf(type.definition) !== DefinitionKind.type_alias &&
    !saysLittle(world, type.definition, name, isStatic === true);
  const number = isOutside ? promotedNumber(world, type, name) : undefined;
  if (number !== undefined) return number;
  const given = isStatic === true ? undefined : libraryBlanketMember(world, receiver, name);
  if (given !== undefined) return given;
  if (isOutside) return external(world.inModule(`${world.nameOf(type.definition)}.${name}`), receiver.weak);
  // A protocol declares none of what all values have.
  return !open && world.rules.everywhere?.includes(name) === true ? external(name, receiver.weak) : UNKNOWN;
}

/** A member that a module, a class itself, or a type that only arguments tell gives to what is composed of it. */
function baseMember(world: World, base: Meaning, name: string, space: number, depth: number): Meaning | undefined {
  if (base.tag === Tag.module) return moduleMember(world, base, name, Space.value);
  const member = memberMeaning(world, withKeys(world, base), name, space, depth + 1);
  return isKnown(member) ? member : undefined;
}

/** What a type says of members that it does not name. */
function anyMember(world: World, type: Meaning, receiver: Meaning, name: string, depth: number): Meaning | undefined {
  const method = methodForAny(world, name);
  if (method === undefined) return undefined;
  const asked = instanceMember(world, type, ofValue(receiver, method), depth + 1);
  // What is kept in a type of the library under names of one's own may be of the repository.
  return valueOfAny(world, asked) ?? (asked.tag === Tag.definition && world.inLibrary(type.definition) ? UNKNOWN : undefined);
}
