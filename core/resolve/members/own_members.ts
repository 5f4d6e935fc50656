/**
 * The member that a type itself has under a name, in its body or attached to it.
 *
 * Stage: resolve. Invariant: several declarations under one name yield one of several, unless the source determines which counts.
 */
import { evaluateValue } from "../evaluate.ts";
import { NO_ROWS, without } from "../../base/lists.ts";
import { BindingKind, DefinitionFlag, DefinitionKind, isCallable } from "../../facts.ts";
import {
  type DefinitionId,
  definitionId,
  fileOf,
  held,
  IMPLEMENTATIONS,
  instance,
  type Meaning,
  rowOf,
  Tag,
  union,
  UNKNOWN,
  weaken,
} from "../meaning.ts";
import { Op } from "../../facts/expressions.ts";
import { bindingMeaning } from "../names/bindings.ts";
import { keyInBuild, preferDefault } from "../names/builds.ts";
import { preferBodies } from "../names/joined_bindings.ts";
import { Space } from "../names/names.ts";
import { isPutGlobal } from "../names/script_names.ts";
import { areBuiltTogether } from "../names/twins.ts";
import { isOwnFunction } from "../ownership.ts";
import type { FileView } from "../state/file_view.ts";
import { isClosed } from "../substitution.ts";
import { attachedMembers } from "../traits/traits.ts";
import { isOthersToo, memberTable } from "../types/inheritance.ts";
import type { World } from "../world.ts";
import { bindMember, enclosingEntry, settle } from "./bind_member.ts";
import { wrappersOf } from "./class_decorators.ts";
import { chooseRows, fieldRows, methodRows, sameSide } from "./member_rows.ts";

/** A member that exists, but has an unknown value. */
export const UNKNOWN_MEMBER: Meaning = { ...UNKNOWN, name: "?", held: true };

/** From this number of members of one name on, the result is cached. */
const MANY = 16;

/** A look-up of a member. */
export interface MemberQuery {
  /** The value, or the type itself, on which it is looked up. */
  readonly receiver: Meaning;
  readonly name: string;
  /** One of `Space`. */
  readonly space: number;
  /** Whether it is looked up on the type itself; undefined: not known. */
  readonly isStatic: boolean | undefined;
}

/** A look-up of `name`, by default on a value or on the type itself depending on the receiver. */
export function memberQuery(receiver: Meaning, name: string, space: number = Space.value, isStatic?: boolean): MemberQuery {
  return { receiver, name, space, isStatic };
}

/** A look-up of a member on a value. */
export function ofValue(receiver: Meaning, name: string, space: number = Space.value): MemberQuery {
  return memberQuery(receiver, name, space, false);
}

/** The member that `id` itself has, bound to the receiver; undefined if it has none of that name. @param entry `id` with its arguments */
export function ownMember(world: World, id: DefinitionId, entry: Meaning, query: MemberQuery): Meaning | undefined {
  if (world.rules.decoratorsKeeping === undefined) return memberWithin(world, id, entry, query);
  const wrappers = wrappersOf(world, id);
  if (wrappers.length === 0) return memberWithin(world, id, entry, query);
  const found: Meaning[] = [];
  for (const { type, isAlways, builds } of wrappers) {
    if (!builds) continue;
    const member = memberWithin(world, type, instance(type), query);
    if (member === undefined) continue;
    found.push(weaken(member));
    if (isAlways) return union(found);
  }
  const own = memberWithin(world, id, entry, query);
  return found.length === 0 ? own : union(own === undefined ? found : [...found, own]);
}

/** Whether a type has no member of that name itself, and no type gets any from elsewhere: true for most types in an order. */
export function hasNone(world: World, id: DefinitionId, name: string): boolean {
  world.ask(fileOf(id));
  return !memberTable(world, id).has(name) && wrappersOf(world, id).length === 0;
}

/** The same for an entry in the order of `type`, which has its fields, but none of the methods of its underlying type (`type T U`). */
export function memberInOrder(world: World, type: DefinitionId, entry: Meaning, query: MemberQuery): Meaning | undefined {
  const own = ownMember(world, entry.definition, entry, query);
  const isApart = own?.tag === Tag.definition && entry.definition !== type && world.kindOf(type) === DefinitionKind.type_alias;
  return isApart && world.viewOf(own.definition).facts.definitions.owner[rowOf(own.definition)] !== 0 ? undefined : own;
}

/** Whether a member of `type` is not part of the current file's build: it exists only for tests, or in other than ordinary builds. */
export function isOfOtherBuild(world: World, member: Meaning, type: DefinitionId): boolean {
  if (!world.rules.packageScope || member.tag !== Tag.definition) return false;
  const own = fileOf(member.definition);
  const home = fileOf(type);
  const here = world.reliance.file;
  if (own === home || own === here) return false;
  if (world.isTestFile(own)) return !world.isTestFile(here) && !world.isTestFile(home);
  return isLeftOut(world, own) && !isLeftOut(world, here) && !isLeftOut(world, home);
}

function isLeftOut(world: World, file: number): boolean {
  return file !== world.library.file && world.modules.isDefault?.(world.pathOf(file)) === false;
}

/** A type's own member, before decorators: one that no current build declares may come from a twin. */
function memberWithin(world: World, id: DefinitionId, entry: Meaning, query: MemberQuery): Meaning | undefined {
  const found = memberOfBuild(world, id, entry, query);
  if (found !== undefined || world.modules.builtTogether === undefined) return found;
  // A look-up of a member that exists only in other builds is in one of these.
  for (const twin of world.attachments.get(id)?.twins ?? NO_ROWS) {
    const other = areBuiltTogether(world, twin, world.reliance.file) ? memberOfBuild(world, twin, entry, query) : undefined;
    if (other !== undefined) return other;
  }
  return undefined;
}

/** A member of one of the declarations of a type in different builds. */
function memberOfBuild(world: World, id: DefinitionId, entry: Meaning, query: MemberQuery): Meaning | undefined {
  const { name, space } = query;
  world.ask(fileOf(id));
  if (world.repository.attachesMembers) world.askName(name);
  const bound = memberTable(world, id).get(name);
  const own = bound === undefined ? undefined : onceForEqual(world, id, entry, query, boundMember, bound);
  if (own !== undefined) return own;
  // Attached members are never fields.
  const given = space === Space.field ? undefined : world.attachments.get(id)?.members.get(name);
  if (given === undefined) return undefined;
  const isSeenByAll = given.length < MANY || !given.some((member) => (world.flagsOf(member) & DefinitionFlag.hidden) !== 0);
  return isSeenByAll ? onceForEqual(world, id, entry, query, givenMember, given) : givenMember(world, id, entry, query, given);
}

/** The member of a type that its body binds; undefined if none of the bindings is meant. */
function boundMember(world: World, id: DefinitionId, entry: Meaning, query: MemberQuery, all: readonly number[]): Meaning | undefined {
  const { space, isStatic } = query;
  const view = world.viewOf(id);
  const isDetermined = isStatic === undefined || (all.length === 1 && !world.rules.staticsApart);
  const declared = isDetermined ? all : sameSide(world, id, all, isStatic, query.receiver.definition === id);
  if (isSetterAlone(world, view, declared)) return undefined;
  const isMethod = world.rules.fieldsApart === true && (space === Space.call || isStatic === true);
  const rows = isMethod
    ? ofTypeAlone(world, id, declared, query) ?? methodRows(world, id, declared, isStatic === false)
    : space === Space.field
    ? fieldRows(world, id, declared)
    : declared;
  const chosen = rows.length === 0 ? NO_ROWS : withFunctionsSet(world, view, id, rows);
  if (chosen.length === 0) return undefined;
  const defined = chosen.map((row) => definedAt(world, view, row, id));
  const areFunctions = !defined.includes(0);
  const { definition } = view.facts.bindings;
  const found = chosen.map((row, i) => memberAt(world, view, row, areFunctions ? defined[i]! : definition[row]!, entry, query));
  const own = joinMembers(world, found);
  const put = isOwnFunction(world, own) ? putInstead(world, id, query) : NO_ROWS;
  const instead = put.length === 0 ? undefined : givenMember(world, id, entry, query, put);
  return instead === undefined ? own : weaken(union([own, instead]));
}

/** Of a member's bindings, the fields of the type itself, if one is read on it; undefined if there are none. */
function ofTypeAlone(
  world: World,
  id: DefinitionId,
  rows: readonly number[],
  { space, isStatic }: MemberQuery,
): readonly number[] | undefined {
  if (space === Space.call || isStatic !== true) return undefined;
  const { bindings, definitions } = world.viewOf(id).facts;
  const fields = rows.filter((row) => {
    const definition = bindings.definition[row]!;
    return definitions.kind[definition] === DefinitionKind.field && (definitions.flags[definition]! & DefinitionFlag.static) !== 0;
  });
  return fields.length > 0 ? fields : undefined;
}

/** Whether all that a type declares is a setter (`@Base.size.setter`), so that reading uses the property of a base. */
export function isSetterAlone(world: World, view: FileView, rows: readonly number[]): boolean {
  if (rows.length !== 1 || world.rules.settersExtend !== true) return false;
  const definition = view.facts.bindings.definition[rows[0]!]!;
  return definition !== 0 && (view.facts.definitions.flags[definition]! & DefinitionFlag.setter) !== 0;
}

/** The bindings of a name that count, with the functions that are set on values in place of a method (`this.run = () => {}`). */
function withFunctionsSet(world: World, view: FileView, id: DefinitionId, rows: readonly number[]): readonly number[] {
  const chosen = preferBodies(view, chooseRows(world, id, rows));
  const { bindings: { definition }, definitions: { kind } } = view.facts;
  if (chosen.length === rows.length || !isCallable(kind[definition[chosen[0]!]!]!)) return chosen;
  const set = rows.filter((row) => definition[row] === 0 && (definedAt(world, view, row, id) !== 0 || isFunctionNamed(world, view, row)));
  return set.length === 0 ? chosen : [...chosen, ...set];
}

/** Whether what a binding puts there is a function of the repository, by its name (`this.run = idle`). */
function isFunctionNamed(world: World, view: FileView, row: number): boolean {
  const { bindings: { value, type }, expressions: { op } } = view.facts;
  return type[row] === 0 && op[value[row]!] === Op.name && isOwnFunction(world, evaluateValue(world, view, value[row]!));
}

/** What a binding defines: a member of the body, or the function of `this.run = () => {}`, which is one of the type `id`; 0: a value. */
function definedAt(world: World, { facts, index }: FileView, row: number, id: DefinitionId): number {
  const { definition, kind, type, value } = facts.bindings;
  if (definition[row] !== 0 || kind[row] !== BindingKind.field || type[row] !== 0) return definition[row]!;
  const { op, a } = facts.expressions;
  const made = op[value[row]!] === Op.definition ? definitionId(index, a[value[row]!]!) : 0;
  // A function without a name is run on what others make.
  return made !== 0 && isCallable(world.kindOf(made)) && world.parentOf(made) === id && world.nameOf(id) !== "" ? rowOf(made) : 0;
}

/** The member for a binding in a type's body. @param defined the definition that it is (row of `definitions`); 0: a value */
function memberAt(
  world: World,
  view: FileView,
  row: number,
  defined: number,
  entry: Meaning,
  { receiver, isStatic }: MemberQuery,
): Meaning {
  const { kind } = view.facts.bindings;
  if (defined !== 0) return bindMember(world, definitionId(view.index, defined), enclosingEntry(world, entry), receiver, isStatic);
  const meaning = settle(world, bindingMeaning(world, view, row, Space.value), entry, receiver);
  // A name imported in a class body is what it is, as in a module.
  if (kind[row] === BindingKind.import) return meaning;
  // A member taken over unchanged from another type (`Pick<T, "m">`) is that type's own method.
  const isTakenOver = isOwnFunction(world, meaning) && meaning.result !== undefined && view.facts.bindings.type[row] !== 0 &&
    world.nameOf(meaning.definition) === view.text(view.facts.bindings.name[row]!);
  return isTakenOver ? { ...meaning, held: false } : held(meaning);
}

/** What the file of a class or an object assigns under a name that its body has too (`Job.prototype.go = …` behind `class Job { go() {} }`). */
function putInstead(world: World, id: DefinitionId, { name, isStatic }: MemberQuery): readonly DefinitionId[] {
  if (world.rules.assignmentsImplement !== true) return NO_ROWS;
  const isNear = (one: DefinitionId): boolean => fileOf(one) === fileOf(id);
  const typeName = world.nameOf(id);
  if (typeName !== "" && !world.names.find("owned", typeName).some(isNear)) return NO_ROWS;
  const isOnType = (one: DefinitionId): boolean => (world.flagsOf(one) & DefinitionFlag.static) !== 0;
  const isObject = world.kindOf(id) === DefinitionKind.object;
  const given = world.attachments.get(id)?.members.get(name) ?? NO_ROWS;
  return given.filter((one) => isNear(one) && isCallable(world.kindOf(one)) && (isObject || isOnType(one) === isStatic));
}

/** What `find` finds among the members of one name; if there are many, once for equal look-ups. */
function onceForEqual(
  world: World,
  id: DefinitionId,
  entry: Meaning,
  query: MemberQuery,
  find: typeof boundMember,
  among: readonly number[],
): Meaning | undefined {
  if (among.length < MANY) return find(world, id, entry, query, among);
  const { receiver, name, space, isStatic } = query;
  const { tag, definition, weak, held: isHeld } = receiver;
  const isPlain = (meaning: Meaning): boolean => isClosed(meaning.tag === Tag.self ? { ...meaning, tag: Tag.instance } : meaning);
  if (tag === Tag.external || !isClosed(entry) || !isPlain(receiver)) return find(world, id, entry, query, among);
  const key = `${keyInBuild(world, id)} ${name} ${space} ${isStatic} ${entry.weak} ${tag} ${definition} ${receiver.name} ${weak} ${isHeld}`;
  const known = find === boundMember ? world.kept.boundMembers : world.kept.givenMembers;
  return known.get(key) ?? known.find(key, () => find(world, id, entry, query, among) ?? null) ?? undefined;
}

/** The member among those attached to a type, as visible to the look-up. */
function givenMember(
  world: World,
  id: DefinitionId,
  entry: Meaning,
  { receiver, space, isStatic }: MemberQuery,
  given: readonly DefinitionId[],
): Meaning | undefined {
  // The declaration in an interface determines what is assigned there.
  const others = without(given, (member) => world.kindOf(world.parentOf(member)) === DefinitionKind.interface);
  const declared = others.length === given.length ? given : without(given, (member) => others.includes(member));
  const isOfType = (member: DefinitionId): boolean => (world.flagsOf(member) & DefinitionFlag.static) !== 0;
  // An associated function is not called through a value.
  const attached = space === Space.call ? without(declared, isOfType) : declared;
  const sided = without(attached, (member) => isOfType(member) !== isStatic);
  // A member assigned to one object does not hide those that all objects of its type inherit.
  const isOneValues = isStatic === false && sided.length === 0 && world.rules.staticsApart === true;
  if (isOneValues && isOthersToo(world, id, world.nameOf(given[0]!))) return undefined;
  const found = attachedMembers(world, id, entry, preferDefault(world, sided.length > 0 ? sided : attached), receiver);
  if (found.length === 0) return undefined;
  const joined = joinMembers(world, found);
  return attached.some((member) => isPutGlobal(world, member)) ? weaken(joined) : joined;
}

/** Members of one name as one: twins, a getter and a setter, implementations of several traits. */
function joinMembers(world: World, found: readonly Meaning[]): Meaning {
  if (found.length === 1 && found[0]!.tag !== Tag.unknown) return union(found);
  const known = found.filter((m) => m.tag !== Tag.unknown);
  if (known.length === 0) return held(UNKNOWN_MEMBER);
  const isImpl = ({ tag, definition }: Meaning): boolean =>
    tag === Tag.definition && world.kindOf(world.parentOf(definition)) === DefinitionKind.impl;
  const joined = union(known, known.every(isImpl) ? IMPLEMENTATIONS : undefined);
  return known.length < found.length ? weaken(joined) : joined;
}
