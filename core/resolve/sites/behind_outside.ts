/**
 * What may be meant where a class has a member from a base outside: one of a further base (`class Stamp(datetime, Formatted)`), which the base
 * outside may have itself, or one of the classes below, which call it as their own.
 *
 * Stage: resolve. Invariant: these are candidates: which is meant only the base outside, or who makes the object, tells.
 */
import { append, NO_ROWS } from "../../base/lists.ts";
import { firstCandidates, MOST_CANDIDATES } from "../../edges.ts";
import { DefinitionFlag, DefinitionKind } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { evaluateHolder, evaluateValue } from "../evaluate.ts";
import { namedByMaker } from "../calls/class_fields.ts";
import { hasClass, membersOfGiven, membersOfHanded } from "../calls/given_members.ts";
import { membersToldToBase } from "../calls/told_to_bases.ts";
import { typesWithin } from "../calls/types_within.ts";
import { ABOVE, type DefinitionId, fileOf, instance, isObject, type Meaning, packageIn, rowOf, Tag } from "../meaning.ts";
import { declaredAt, firstDeclaring } from "../members/first_declaring.ts";
import { behindOutside, furtherMember } from "../members/further_bases.ts";
import { hasUntoldPart } from "../members/instance_members.ts";
import { memberMeaning } from "../members/members.ts";
import { dereferenced, promotedBehind } from "../members/promotion.ts";
import { onlyValue, Space } from "../names/names.ts";
import { addsInNamespace, addsToGlobals } from "../names/script_names.ts";
import { behindIn } from "../names/self.ts";
import { isFromAfar, isHandedByName, isHandedIn } from "../names/undeclared_types.ts";
import type { FileView } from "../state/file_view.ts";
import { buildsOnOutside, entryOf, orderOf } from "../types/inheritance.ts";
import { membersBelow } from "../types/implementations.ts";
import { typesBelow } from "../types/subtypes.ts";
import type { World } from "../world.ts";
import { membersAskedByName } from "./asked_by_name.ts";
import { membersHandedBeside } from "./handed_beside.ts";
import { isImportedPath, membersBehindProxy, membersOfFramework, packageFor } from "./made_by_framework.ts";
import { membersOutOfBase } from "./out_of_bases.ts";
import { type Outcome, outcome } from "./outcome.ts";
import { membersOfPut } from "./put_in_declared.ts";
import { functionsPutAbroad, membersOfUnknownStored, membersStoredByText, membersStoredElsewhere } from "./stored_abroad.ts";
import { membersStoredInField } from "./stored_in_fields.ts";
import { membersOfFilled, membersOfListed } from "./stored_elements.ts";
import { behindName, membersOfValuesBelow } from "./values_below.ts";

/** How many types are seen through on the way to one outside. */
const MOST_DEREFERENCES = 4;

/** What may be meant in place of a member from outside of `receiver`, the value of the expression `object`. */
export function membersInPlace(world: World, view: FileView, object: number, receiver: Meaning, name: string): readonly DefinitionId[] {
  if (receiver.tag === Tag.union) return [...new Set(receiver.items.flatMap((part) => membersInPlace(world, view, object, part, name)))];
  // A value of any class below the bound of a type parameter.
  if (receiver.tag === Tag.parameter && receiver.result !== undefined && world.rules.protocols.read !== undefined) {
    return membersInPlace(world, view, object, receiver.result, name);
  }
  if (receiver.tag !== Tag.external) {
    const found = membersBesideOwn(world, view, object, receiver, name);
    return found.length > 0 ? found : membersPutIntoUntold(world, view, object, receiver, name);
  }
  const put = functionsPutAbroad(world, receiver, name);
  if (put.length > 0) return put;
  if (world.callables(name).length === 0 && !hasClass(world, name)) return [];
  const found = membersOfGiven(world, view, object, receiver, name);
  append(found, membersStoredElsewhere(world, receiver, name));
  append(found, membersStoredByText(world, receiver, name));
  append(found, membersAskedByName(world, receiver, name));
  append(found, membersStoredInField(world, view, object, name));
  append(found, membersOfPut(world, view, object, name));
  const { b } = view.facts.expressions;
  const read = behindName(world, view, object);
  const holder = evaluateHolder(world, view, read);
  const isOwn = world.isOwnObject(holder);
  for (const one of membersOfValuesBelow(world, view, read, name)) {
    if (world.isOwnDefinition(one)) found.push(one.definition);
    else if (one.tag === Tag.unknown && isOwn && !world.isCommonMethod(name)) {
      if (firstDeclaring(world, holder.definition, view.text(b[read]!)) === undefined) append(found, world.methods(name));
    }
  }
  append(found, membersAdded(world, receiver, name));
  append(found, membersOfUnknownStored(world, receiver, name, isOwn));
  if (found.length === 0) append(found, membersOfFilled(world, view, object, name));
  if (found.length === 0) append(found, membersOfFramework(world, view, object, receiver, name));
  append(found, membersOfListed(world, view, object, name));
  if (found.length === 0) append(found, membersOutOfBase(world, view, object, name));
  if (found.length === 0) append(found, membersHandedBeside(world, receiver, name));
  return found.length === 0 ? membersPutIntoUntold(world, view, object, receiver, name) : [...new Set(found)];
}

/** Members called `name` that may be meant on a value of the repository, or of a type of the library. */
function membersBesideOwn(world: World, view: FileView, object: number, receiver: Meaning, name: string): readonly DefinitionId[] {
  const decorated = membersOfDecorated(world, receiver, name);
  if (decorated.length > 0) return decorated;
  const behind = membersBehindOutside(world, receiver, name);
  if (behind.length > 0) return behind;
  const pointed = pointedAbroad(world, receiver);
  if (pointed !== undefined) return membersOfGiven(world, view, object, pointed, name);
  const put = world.isOwnObject(receiver) && receiver.name !== ABOVE ? functionsPutAbroad(world, receiver, name) : NO_ROWS;
  if (put.length > 0 || world.methods(name).length === 0) return put;
  const below = membersBelowLibrary(world, receiver, name);
  if (below.length > 0 || world.isCommonMethod(name)) return below;
  if (hasUntoldPart(world, receiver)) return world.methods(name).slice(0, MOST_CANDIDATES);
  const told = membersToldToBase(world, receiver, name);
  if (told.length > 0) return told;
  const behindProxy = membersBehindProxy(world, receiver, name);
  return behindProxy.length > 0 ? behindProxy : membersOfField(world, view, object, receiver, name);
}

/** The type outside that an own object dereferences to, perhaps through others; undefined of all else. */
function pointedAbroad(world: World, receiver: Meaning): Meaning | undefined {
  if (world.rules.protocols.deref === undefined) return undefined;
  let at: Meaning | undefined = receiver;
  for (let step = 0; step < MOST_DEREFERENCES && at !== undefined && world.isOwnObject(at); step++) {
    at = dereferenced(world, instance(at.definition, at.items), at);
  }
  return at?.tag === Tag.external ? at : undefined;
}

/** Members called `name`, which a type of the library lacks, of classes that build on it: a value that is declared to be of it may be of those. */
function membersBelowLibrary(world: World, { tag, definition }: Meaning, name: string): readonly DefinitionId[] {
  const { linearization, separateTypes } = world.rules;
  const hasClasses = linearization === "c3" || (separateTypes && !world.isCommonMethod(name));
  if (!hasClasses || tag !== Tag.instance || !world.inLibrary(definition)) return NO_ROWS;
  return world.methods(name).filter((member) => {
    const owner = world.ownerOf(member);
    return world.kindOf(owner) === DefinitionKind.class && entryOf(world, owner, definition) !== undefined;
  }).slice(0, MOST_CANDIDATES);
}

/** Members called `name` of what the field `object` was made with, where its class builds on one outside, which may answer for it where it is read. */
function membersOfField(world: World, view: FileView, object: number, receiver: Meaning, name: string): readonly DefinitionId[] {
  if (world.rules.protocols.read === undefined || !world.isOwnObject(receiver) || !buildsOnOutside(world, receiver.definition)) {
    return NO_ROWS;
  }
  const declared = declaredAt(world, view, object);
  if (declared?.rows.length !== 1) return NO_ROWS;
  const { bindings, definitions } = declared.view.facts;
  return membersOfHanded(world, declared.view, definitions.value[bindings.definition[declared.rows[0]!]!]!, name);
}

/**
 * Members called `name` that are added to types outside: which of these build on the one that it is added to nothing says. A common name is of the
 * value's own type, unless it is added to one of the value's package.
 */
function membersAdded(world: World, receiver: Meaning, name: string): readonly DefinitionId[] {
  const { scriptsShareNames, separateTypes } = world.rules;
  if (!scriptsShareNames && !separateTypes) return NO_ROWS;
  const isCommon = world.isCommonMethod(name);
  const mayBeAdded = (member: DefinitionId): boolean => {
    const type = world.attachments.typeAddedTo(member);
    if (isCommon) return type !== "" && packageIn(type) === packageIn(receiver.name);
    return type !== "" || addsInNamespace(world, world.parentOf(member));
  };
  return world.callables(name).filter((member) =>
    addsToGlobals(world, world.parentOf(member)) || (separateTypes === true && mayBeAdded(member))
  );
}

/**
 * Members called `name` that the repository puts into something of which no type is known: whoever hands that over has them then. For its prototype
 * (`function plug(Target) { Target.prototype.run = …`) a function with a name is most likely handed a class of the repository, one without a name
 * (`days.extend((options, Days) => …)`) what something outside has; and what that one puts into the object itself is most likely a bundled module's.
 */
function membersPutIntoUntold(world: World, view: FileView, object: number, receiver: Meaning, name: string): readonly DefinitionId[] {
  const { separateTypes, globals } = world.rules;
  const isAbroad = receiver.tag === Tag.external;
  if (separateTypes !== true || world.isCommonMethod(name) || (isAbroad && globals?.has(receiver.name) === true)) return NO_ROWS;
  const mayHave = (there: FileView, owner: number, isOfPrototype: boolean): boolean => {
    if (isHandedIn(world, there, owner)) return isOfPrototype !== isHandedByName(world, there, owner);
    const holder = evaluateValue(world, there, owner);
    return holder.tag === Tag.external ? isOfPackage(world, holder, receiver) : !isImported(world, view, object);
  };
  return world.callables(name).filter((member) => {
    const there = world.viewOf(member);
    const owner = there.facts.definitions.owner[rowOf(member)]!;
    if (owner === 0) return false;
    world.askInside(there.index);
    const isOfPrototype = (world.flagsOf(member) & DefinitionFlag.static) === 0;
    return world.attachments.isPutIntoUntold(member) && isFromAfar(world, there, owner) &&
      (!isAbroad || mayHave(there, owner, isOfPrototype));
  }).slice(0, MOST_CANDIDATES);
}

/** Whether an expression names what is imported or required: that itself, and no value of it. */
function isImported(world: World, view: FileView, object: number): boolean {
  return isImportedPath(world, view, object) || view.facts.expressions.op[onlyValue(world, view, object)] === Op.module;
}

/** Whether two values from outside are of one package. */
function isOfPackage(world: World, one: Meaning, other: Meaning): boolean {
  return packageFor(world, one.name) === packageFor(world, other.name);
}

/** Members called `name` of classes below that of `receiver`, which calls them as its own. */
export function membersOfClassesBelow(world: World, receiver: Meaning, name: string): readonly DefinitionId[] {
  const isOwn = world.isOwnObject(receiver) && receiver.name !== ABOVE && world.rules.linearization === "c3";
  return isOwn ? membersBelow(world, receiver.definition, name, 0) : NO_ROWS;
}

/** The first member called `name` behind what lies outside in the order of the type of `receiver`, else those below; none where nothing lies outside. */
function membersBehindOutside(world: World, receiver: Meaning, name: string): readonly DefinitionId[] {
  if (world.rules.packageScope) return isObject(receiver) ? ownDefinition(promotedBehind(world, receiver, name)) : NO_ROWS;
  // What is only likely to be of a type of the library, which has no such member, may be of another.
  const isGuess = isObject(receiver) && receiver.weak && world.inLibrary(receiver.definition) && world.rules.linearization === "c3";
  if (isGuess) return world.methods(name).slice(0, MOST_CANDIDATES);
  const bases = behindOutside(world, receiver);
  if (bases === undefined) return NO_ROWS;
  const further = furtherMember(world, receiver, name);
  if (further !== undefined) return ownDefinition(further);
  const loaded = membersOfLoaded(world, receiver, name);
  const below = loaded.length > 0 ? loaded : membersOfClassesBelow(world, receiver, name);
  // A base that nothing tells may be of the repository.
  const mayBeGiven = below.length === 0 && bases.some(({ tag }) => tag === Tag.unknown);
  return mayBeGiven && !world.isCommonMethod(name) ? notFromBelow(world, receiver, world.methods(name)).slice(0, MOST_CANDIDATES) : below;
}

/**
 * Members called `name` of what a function of the repository gives that something outside makes another of: a decorator may run it where the name is
 * asked for a member (`@LocalProxy def job(): return Job()`, then `job.run()`).
 */
function membersOfDecorated(world: World, function_: Meaning, name: string): DefinitionId[] {
  if (world.rules.decoratorsKeeping === undefined || !world.isOwnFunction(function_)) return [];
  return world.ownDefinitions(typesWithin(world, [function_]).map((type) => memberMeaning(world, type, name, Space.value)));
}

/** Members called `name` of what a class builds on that is loaded by its name (`class Shop(get_class("shop.views", "Base"))`). */
function membersOfLoaded(world: World, receiver: Meaning, name: string): readonly DefinitionId[] {
  const types = orderOf(world, receiver.definition).flatMap((base) => namedByMaker(world, base));
  return types.length === 0 ? NO_ROWS : world.ownDefinitions(types.map((type) => memberMeaning(world, type, name, Space.value)));
}

function ownDefinition(member: Meaning | undefined): DefinitionId[] {
  return member?.tag === Tag.definition ? [member.definition] : [];
}

/** Whether a value is what `super` means, in a language where the order of a class below may put others behind a class. */
function isAbove(world: World, { tag, name }: Meaning): boolean {
  return tag === Tag.self && name === ABOVE && world.rules.linearization === "c3";
}

/**
 * What `super` means where no base of the class has the member: what stands behind it in the order of a class below (in `class Both(Left, Right)` what
 * `Left` calls so is of `Right`); undefined where nothing does, or something else than `super` is asked.
 */
export function outcomeOfSuper(world: World, receiver: Meaning, name: string): Outcome | undefined {
  if (!isAbove(world, receiver)) return undefined;
  const found: DefinitionId[] = [];
  for (const below of typesBelow(world, receiver.definition)) {
    world.ask(fileOf(below));
    append(found, ownDefinition(memberMeaning(world, behindIn(below, instance(beginning(receiver))), name, Space.value)));
  }
  const members = firstCandidates(found.filter((id) => !world.inLibrary(id)));
  if (members.length === 0) return undefined;
  return members.length === 1
    ? outcome("self", { targets: members, name, heuristic: true })
    : outcome("ambiguous", { name, candidates: members });
}

/** Those of `members` that may be called on `receiver`: `super` means none of the class itself, nor of those below it. */
export function notFromBelow(world: World, receiver: Meaning, members: readonly DefinitionId[]): readonly DefinitionId[] {
  if (!isAbove(world, receiver)) return members;
  return members.filter((member) => {
    const owner = world.parentOf(member);
    world.ask(fileOf(member));
    return world.kindOf(owner) !== DefinitionKind.class || entryOf(world, owner, beginning(receiver)) === undefined;
  });
}

/** The class behind which `super` begins. */
function beginning({ definition, items }: Meaning): DefinitionId {
  return items[0]?.definition || definition;
}
