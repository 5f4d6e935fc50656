/**
 * Members that may be meant where a class has a member from an external base: one of a further base (`class Stamp(datetime, Formatted)`),
 * which the external base may have itself, or one of a subclass, which the class may call on itself.
 *
 * Stage: resolve. Invariant: these are candidates: which one is meant depends on the external base, or on the object's class.
 */
import { append, NO_ROWS } from "../../base/lists.ts";
import { firstCandidates, MOST_CANDIDATES } from "../../edges.ts";
import { DefinitionFlag, DefinitionKind } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { evaluateHolder, evaluateValue } from "../evaluate.ts";
import { namedByMaker } from "../calls/class_fields.ts";
import { hasClass, membersOfGiven, membersOfPassed } from "../calls/given_members.ts";
import { membersGivenToBase } from "../calls/given_to_bases.ts";
import { typesWithin } from "../calls/types_within.ts";
import { ABOVE, type DefinitionId, fileOf, instance, isObject, type Meaning, packageIn, rowOf, Tag } from "../meaning.ts";
import { declaredAt, firstDeclaring } from "../members/first_declaring.ts";
import { behindOutside, furtherMember } from "../members/further_bases.ts";
import { hasUnknownPart } from "../members/instance_members.ts";
import { memberMeaning } from "../members/members.ts";
import { dereferenced, promotedBehind } from "../members/promotion.ts";
import { onlyValue, Space } from "../names/names.ts";
import { addsInNamespace, addsToGlobals } from "../names/script_names.ts";
import { behindIn } from "../names/self.ts";
import { isFromAfar, isPassedByName, isPassedIn } from "../names/undeclared_types.ts";
import { isOwnDefinition, isOwnFunction, isOwnObject, ownDefinitions } from "../ownership.ts";
import type { FileView } from "../state/file_view.ts";
import { buildsOnOutside, entryOf, orderOf } from "../types/inheritance.ts";
import { membersBelow } from "../types/implementations.ts";
import { typesBelow } from "../types/subtypes.ts";
import type { World } from "../world.ts";
import { membersAskedByName } from "./asked_by_name.ts";
import { membersPassedBeside } from "./passed_beside.ts";
import { isImportedPath, membersBehindProxy, membersOfFramework, packageFor } from "./made_by_framework.ts";
import { membersOutOfBase } from "./out_of_bases.ts";
import { type Outcome, outcome } from "./outcome.ts";
import { membersOfPut } from "./put_in_declared.ts";
import { functionsStoredOutside, membersOfUnknownStored, membersStoredByText, membersStoredElsewhere } from "./stored_outside.ts";
import { membersStoredInField } from "./stored_in_fields.ts";
import { membersOfFilled, membersOfListed } from "./stored_elements.ts";
import { behindName, membersOfValuesBelow } from "./values_below.ts";

/** Maximum number of dereferences on the way to an external type. */
const MOST_DEREFERENCES = 4;

/** The members that may be meant in place of an external member of `receiver`, the value of the expression `object`. */
export function membersInPlace(world: World, view: FileView, object: number, receiver: Meaning, name: string): readonly DefinitionId[] {
  if (receiver.tag === Tag.union) return [...new Set(receiver.items.flatMap((part) => membersInPlace(world, view, object, part, name)))];
  // A value of any subtype of a type parameter's bound.
  if (receiver.tag === Tag.parameter && receiver.result !== undefined && world.rules.protocols.read !== undefined) {
    return membersInPlace(world, view, object, receiver.result, name);
  }
  if (receiver.tag !== Tag.external) {
    const found = membersBesideOwn(world, view, object, receiver, name);
    return found.length > 0 ? found : membersPutIntoUnknown(world, view, object, receiver, name);
  }
  const put = functionsStoredOutside(world, receiver, name);
  if (put.length > 0) return put;
  if (world.repository.callables(name).length === 0 && !hasClass(world, name)) return [];
  const found = membersOfGiven(world, view, object, receiver, name);
  append(found, membersStoredElsewhere(world, receiver, name));
  append(found, membersStoredByText(world, receiver, name));
  append(found, membersAskedByName(world, receiver, name));
  append(found, membersStoredInField(world, view, object, name));
  append(found, membersOfPut(world, view, object, name));
  const { b } = view.facts.expressions;
  const read = behindName(world, view, object);
  const holder = evaluateHolder(world, view, read);
  const isOwn = isOwnObject(world, holder);
  for (const one of membersOfValuesBelow(world, view, read, name)) {
    if (isOwnDefinition(world, one)) found.push(one.definition);
    else if (one.tag === Tag.unknown && isOwn && !world.isCommonMethod(name)) {
      if (firstDeclaring(world, holder.definition, view.text(b[read]!)) === undefined) append(found, world.repository.methods(name));
    }
  }
  append(found, membersAdded(world, receiver, name));
  append(found, membersOfUnknownStored(world, receiver, name, isOwn));
  if (found.length === 0) append(found, membersOfFilled(world, view, object, name));
  if (found.length === 0) append(found, membersOfFramework(world, view, object, receiver, name));
  append(found, membersOfListed(world, view, object, name));
  if (found.length === 0) append(found, membersOutOfBase(world, view, object, name));
  if (found.length === 0) append(found, membersPassedBeside(world, receiver, name));
  return found.length === 0 ? membersPutIntoUnknown(world, view, object, receiver, name) : [...new Set(found)];
}

/** Members called `name` that may be meant on a value of a repository type or a library type. */
function membersBesideOwn(world: World, view: FileView, object: number, receiver: Meaning, name: string): readonly DefinitionId[] {
  const decorated = membersOfDecorated(world, receiver, name);
  if (decorated.length > 0) return decorated;
  const behind = membersBehindOutside(world, receiver, name);
  if (behind.length > 0) return behind;
  const pointed = externalPointee(world, receiver);
  if (pointed !== undefined) return membersOfGiven(world, view, object, pointed, name);
  const put = isOwnObject(world, receiver) && receiver.name !== ABOVE ? functionsStoredOutside(world, receiver, name) : NO_ROWS;
  if (put.length > 0 || world.repository.methods(name).length === 0) return put;
  const below = membersBelowLibrary(world, receiver, name);
  if (below.length > 0 || world.isCommonMethod(name)) return below;
  if (hasUnknownPart(world, receiver)) return world.repository.methods(name).slice(0, MOST_CANDIDATES);
  const known = membersGivenToBase(world, receiver, name);
  if (known.length > 0) return known;
  const behindProxy = membersBehindProxy(world, receiver, name);
  return behindProxy.length > 0 ? behindProxy : membersOfField(world, view, object, receiver, name);
}

/** The external type that a repository object dereferences to, directly or through others; otherwise undefined. */
function externalPointee(world: World, receiver: Meaning): Meaning | undefined {
  if (world.rules.protocols.deref === undefined) return undefined;
  let at: Meaning | undefined = receiver;
  for (let step = 0; step < MOST_DEREFERENCES && at !== undefined && isOwnObject(world, at); step++) {
    at = dereferenced(world, instance(at.definition, at.items), at);
  }
  return at?.tag === Tag.external ? at : undefined;
}

/** Members called `name`, which a library type lacks, of its subclasses: a value declared with the library type may be of one of those. */
function membersBelowLibrary(world: World, { tag, definition }: Meaning, name: string): readonly DefinitionId[] {
  const { linearization, separateTypes } = world.rules;
  const hasClasses = linearization === "c3" || (separateTypes && !world.isCommonMethod(name));
  if (!hasClasses || tag !== Tag.instance || !world.inLibrary(definition)) return NO_ROWS;
  return world.repository.methods(name).filter((member) => {
    const owner = world.ownerOf(member);
    return world.kindOf(owner) === DefinitionKind.class && entryOf(world, owner, definition) !== undefined;
  }).slice(0, MOST_CANDIDATES);
}

/** Members called `name` of what the field `object` was created with, if its class has an external base and may act as a descriptor. */
function membersOfField(world: World, view: FileView, object: number, receiver: Meaning, name: string): readonly DefinitionId[] {
  if (world.rules.protocols.read === undefined || !isOwnObject(world, receiver) || !buildsOnOutside(world, receiver.definition)) {
    return NO_ROWS;
  }
  const declared = declaredAt(world, view, object);
  if (declared?.rows.length !== 1) return NO_ROWS;
  const { bindings, definitions } = declared.view.facts;
  return membersOfPassed(world, declared.view, definitions.value[bindings.definition[declared.rows[0]!]!]!, name);
}

/**
 * Members called `name` that are added to external types: which types extend the one they are added to is not known. A common name belongs
 * to the value's own type, unless it is added to a type of the value's package.
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
  return world.repository.callables(name).filter((member) =>
    addsToGlobals(world, world.parentOf(member)) || (separateTypes === true && mayBeAdded(member))
  );
}

/**
 * Members called `name` that the repository adds to an object of unknown type, which its caller has afterwards. Members added to a
 * prototype (`function plug(Target) { Target.prototype.run = …`) by a named function are probably added to a class of the repository, those
 * added by an anonymous function (`days.extend((options, Days) => …)`) to something external; those it adds to the object itself are
 * probably a bundled module's.
 */
function membersPutIntoUnknown(world: World, view: FileView, object: number, receiver: Meaning, name: string): readonly DefinitionId[] {
  const { separateTypes, globals } = world.rules;
  const isOutsideRepository = receiver.tag === Tag.external;
  if (separateTypes !== true || world.isCommonMethod(name) || (isOutsideRepository && globals?.has(receiver.name) === true)) return NO_ROWS;
  const mayHave = (there: FileView, owner: number, isOfPrototype: boolean): boolean => {
    if (isPassedIn(world, there, owner)) return isOfPrototype !== isPassedByName(world, there, owner);
    const holder = evaluateValue(world, there, owner);
    return holder.tag === Tag.external ? isOfPackage(world, holder, receiver) : !isImported(world, view, object);
  };
  return world.repository.callables(name).filter((member) => {
    const there = world.viewOf(member);
    const owner = there.facts.definitions.owner[rowOf(member)]!;
    if (owner === 0) return false;
    world.askInside(there.index);
    const isOfPrototype = (world.flagsOf(member) & DefinitionFlag.static) === 0;
    return world.attachments.isPutIntoUnknown(member) && isFromAfar(world, there, owner) &&
      (!isOutsideRepository || mayHave(there, owner, isOfPrototype));
  }).slice(0, MOST_CANDIDATES);
}

/** Whether an expression names an import or required module itself, not a value of it. */
function isImported(world: World, view: FileView, object: number): boolean {
  return isImportedPath(world, view, object) || view.facts.expressions.op[onlyValue(world, view, object)] === Op.module;
}

/** Whether two external values are of the same package. */
function isOfPackage(world: World, one: Meaning, other: Meaning): boolean {
  return packageFor(world, one.name) === packageFor(world, other.name);
}

/** Members called `name` of subclasses of the class of `receiver`, which it calls on itself. */
export function membersOfClassesBelow(world: World, receiver: Meaning, name: string): readonly DefinitionId[] {
  const isOwn = isOwnObject(world, receiver) && receiver.name !== ABOVE && world.rules.linearization === "c3";
  return isOwn ? membersBelow(world, receiver.definition, name, 0) : NO_ROWS;
}

/**
 * The first member called `name` after an external base in the inheritance order of `receiver`, otherwise those of subclasses; empty if the
 * order has no external base.
 */
function membersBehindOutside(world: World, receiver: Meaning, name: string): readonly DefinitionId[] {
  if (world.rules.packageScope) return isObject(receiver) ? ownDefinition(promotedBehind(world, receiver, name)) : NO_ROWS;
  // A value that is only guessed to be of a library type without such a member may be of another type.
  const isGuess = isObject(receiver) && receiver.weak && world.inLibrary(receiver.definition) && world.rules.linearization === "c3";
  if (isGuess) return world.repository.methods(name).slice(0, MOST_CANDIDATES);
  const bases = behindOutside(world, receiver);
  if (bases === undefined) return NO_ROWS;
  const further = furtherMember(world, receiver, name);
  if (further !== undefined) return ownDefinition(further);
  const loaded = membersOfLoaded(world, receiver, name);
  const below = loaded.length > 0 ? loaded : membersOfClassesBelow(world, receiver, name);
  // An unknown base may be of the repository.
  const mayBeGiven = below.length === 0 && bases.some(({ tag }) => tag === Tag.unknown);
  return mayBeGiven && !world.isCommonMethod(name)
    ? notFromBelow(world, receiver, world.repository.methods(name)).slice(0, MOST_CANDIDATES)
    : below;
}

/**
 * Members called `name` of the result of a repository function that something external wraps: a decorator may call the function where a
 * member is read (`@LocalProxy def job(): return Job()`, then `job.run()`).
 */
function membersOfDecorated(world: World, function_: Meaning, name: string): DefinitionId[] {
  if (world.rules.decoratorsKeeping === undefined || !isOwnFunction(world, function_)) return [];
  return ownDefinitions(world, typesWithin(world, [function_]).map((type) => memberMeaning(world, type, name, Space.value)));
}

/** Members called `name` of a base class that is loaded by its name (`class Shop(get_class("shop.views", "Base"))`). */
function membersOfLoaded(world: World, receiver: Meaning, name: string): readonly DefinitionId[] {
  const types = orderOf(world, receiver.definition).flatMap((base) => namedByMaker(world, base));
  return types.length === 0 ? NO_ROWS : ownDefinitions(world, types.map((type) => memberMeaning(world, type, name, Space.value)));
}

function ownDefinition(member: Meaning | undefined): DefinitionId[] {
  return member?.tag === Tag.definition ? [member.definition] : [];
}

/** Whether a value is that of `super`, in a language where a subclass's order may put other classes after a class. */
function isAbove(world: World, { tag, name }: Meaning): boolean {
  return tag === Tag.self && name === ABOVE && world.rules.linearization === "c3";
}

/**
 * The outcome for `super` if no base of the class has the member: a member of a class that follows it in the order of a subclass (in `class
 * Both(Left, Right)`, `super` in `Left` reaches `Right`); undefined if there is none, or the receiver is not `super`.
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

/** The `members` that may be called on `receiver`: `super` reaches none of the class itself or its subclasses. */
export function notFromBelow(world: World, receiver: Meaning, members: readonly DefinitionId[]): readonly DefinitionId[] {
  if (!isAbove(world, receiver)) return members;
  return members.filter((member) => {
    const owner = world.parentOf(member);
    world.ask(fileOf(member));
    return world.kindOf(owner) !== DefinitionKind.class || entryOf(world, owner, beginning(receiver)) === undefined;
  });
}

/** The class after which `super` starts. */
function beginning({ definition, items }: Meaning): DefinitionId {
  return items[0]?.definition || definition;
}
