/**
 * Members that a library type declares itself.
 *
 * Stage: resolve. Invariant: they take precedence over those that the repository adds to the type.
 */
import { NO_ROWS } from "../../base/lists.ts";
import { DefinitionFlag, DefinitionKind } from "../../facts.ts";
import { type DefinitionId, fileOf, instance, type Meaning, rowOf, sameMeaning, Tag, weaken } from "../meaning.ts";
import { Space } from "../names/names.ts";
import { isLibraryType } from "../ownership.ts";
import { hasReceiver, parametersOf } from "../state/parameters.ts";
import { hasTrait, selectAttached } from "../traits/traits.ts";
import { substituteParameters } from "../types/environments.ts";
import { couldBe, implOf, ownerOfImpl, traitDefinition } from "../types/fitting.ts";
import { firstMember, orderOf } from "../types/inheritance.ts";
import type { World } from "../world.ts";
import { isGeneric, membersNamed } from "./attachments.ts";
import { bindMember, enclosingEntry } from "./bind_member.ts";
import type { MemberQuery } from "./own_members.ts";
import { dereferenced } from "./promotion.ts";

/**
 * A library type's own member, which takes precedence over those of the repository's traits; for a path (`Vec::read(r)`), associated
 * functions take precedence over methods of what the type dereferences to.
 */
export function ownOfLibrary(world: World, order: readonly Meaning[], type: Meaning, query: MemberQuery): Meaning | undefined {
  const { receiver, name, space, isStatic } = query;
  const isCalled = space === Space.call && world.rules.fieldsApart === true;
  for (let i = 0; i < order.length; i++) {
    const base = order[i]!;
    if (!isLibraryType(world, base)) continue;
    const itself = i === 0 ? givenItself(world, type, name) : undefined;
    if (itself !== undefined) {
      world.ask(fileOf(itself));
      return bindMember(world, itself, type, receiver);
    }
    // An associated function is not called through a value (`shared.strong_count()` is of the target of an `Arc`).
    const given = world.attachments.get(base.definition)?.members.get(name);
    const inherent = given === undefined
      ? NO_ROWS
      : given.filter((member) =>
        isInherent(world, member) && (isStatic !== false || (world.flagsOf(member) & DefinitionFlag.static) === 0)
      );
    const first = firstMember(world, base.definition, name);
    const declared = isCalled && first !== 0 && world.kindOf(first) === DefinitionKind.field ? 0 : first;
    if (inherent.length === 0 && (declared === 0 || isGivenForArguments(world, type.definition, declared, query))) continue;
    if (i > 0 && isStatic === false && isGivenMethod(world, type, name) && isBehind(world, type, base)) return undefined;
    const entry = i === 0 ? type : type.items.length > 0 ? substituteParameters(world, base, type.definition, type.items) : base;
    const fitting = inherent.length < 2 ? inherent : selectAttached(world, base.definition, entry, inherent);
    const member = fitting[0] ?? inherent[0] ?? declared;
    if (isStatic === true && i > 0 && hasReceiver(world, member) && isGivenFunction(world, type.definition, name)) return undefined;
    return bindMember(world, member, enclosingEntry(world, entry), receiver);
  }
  return undefined;
}

/** The function of a library trait that creates values of a type (`Job::try_from(text)`), which macros probably implement for `type`. */
export function makerOf(world: World, type: Meaning, name: string): Meaning | undefined {
  for (const trait of world.rules.makingTraits ?? []) {
    const definition = world.library.definition(trait);
    const member = definition === 0 ? 0 : firstMember(world, definition, name);
    if (member !== 0) return weaken(bindMember(world, member, instance(definition), type));
  }
  return undefined;
}

/**
 * What the repository implements for exactly this type, or with such arguments, of a library trait (`impl<W> Clone for Box<dyn Job<W>>`),
 * which the library then does not.
 */
function givenItself(world: World, type: Meaning, name: string): DefinitionId | undefined {
  const given = type.items.length === 0 ? undefined : world.attachments.get(type.definition)?.members.get(name);
  return given?.find((member) => {
    const impl = world.inLibrary(member) ? 0 : implOf(world, member);
    const trait = impl === 0 ? 0 : traitDefinition(world, impl);
    return trait !== 0 && world.inLibrary(trait) && !isGeneric(world, trait) &&
      isOneOf(ownerOfImpl(world, impl), instance(type.definition, type.items));
  });
}

/** Whether a type matches the type of an impl, for some values of its parameters. */
function isOneOf(pattern: Meaning, value: Meaning): boolean {
  if (pattern.tag === Tag.parameter || sameMeaning(pattern, value)) return true;
  return pattern.tag === Tag.instance && value.tag === Tag.instance && pattern.definition === value.definition &&
    pattern.items.length === value.items.length && pattern.items.every((item, i) => isOneOf(item, value.items[i]!));
}

/**
 * Whether the repository also implements the trait of `declared` for a type (`impl Mul<Job> for f64`): the method's arguments then select
 * the impl.
 */
function isGivenForArguments(world: World, type: DefinitionId, declared: DefinitionId, { name, isStatic }: MemberQuery): boolean {
  const given = isStatic === true ? undefined : world.attachments.get(type)?.members.get(name);
  if (given === undefined || parametersOf(world, declared).length === 0) return false;
  return given.some((member) => {
    const impl = world.inLibrary(member) ? 0 : implOf(world, member);
    return impl !== 0 && traitDefinition(world, impl) === world.parentOf(declared);
  });
}

/** Whether a type has the methods of `base` through dereferencing (`Vec<T>` those of `[T]`). */
function isBehind(world: World, type: Meaning, base: Meaning): boolean {
  const target = dereferenced(world, type, type);
  return target?.tag === Tag.instance && orderOf(world, target.definition).some(({ definition }) => definition === base.definition);
}

/**
 * Whether the repository implements a trait method for exactly this type: it takes precedence over methods of what the type dereferences
 * to.
 */
function isGivenMethod(world: World, type: Meaning, name: string): boolean {
  const given = world.attachments.get(type.definition);
  // A type that dereferences to nothing has only what the library declares for it.
  const isPointer = given !== undefined && world.rules.protocols.deref?.some((method) => given.members.has(method)) === true;
  const declaring = isPointer ? world.repository.traitsDeclaring(name) : [];
  if (declaring.length === 0) return false;
  const entry = instance(type.definition, type.items);
  return given!.traits.some((impl) => {
    const trait = world.inLibrary(impl) ? 0 : traitDefinition(world, impl);
    return declaring.includes(trait) && membersNamed(world, trait, name).some((member) => hasReceiver(world, member)) &&
      couldBe(world, ownerOfImpl(world, impl), entry);
  });
}

/** Whether the repository adds an associated function of that name to a type. */
function isGivenFunction(world: World, type: DefinitionId, name: string): boolean {
  const given = world.attachments.get(type)?.members.get(name) ?? [];
  return given.some((member) => !world.inLibrary(member) && !hasReceiver(world, member));
}

/** A member of an inherent impl of the library. */
function isInherent(world: World, member: DefinitionId): boolean {
  const impl = world.parentOf(member);
  return world.inLibrary(member) && impl !== 0 && !hasTrait(world, impl);
}

/**
 * Whether a value of the library type may have a member that the library does not declare. @param isNamed whether the type itself is named
 */
export function saysLittle(world: World, type: DefinitionId, member: string, isNamed: boolean): boolean {
  const { wideTypes, globalTypes, globals } = world.rules;
  const name = world.nameOf(type);
  // A type known only by a bound (`T::Error: Into<Fault>`) is some type that satisfies it; the type of an operand without bounds is
  // determined elsewhere.
  if (!isNamed && world.rules.implementations && world.kindOf(type) === DefinitionKind.trait) {
    const { index, iterate } = world.rules.protocols;
    if (world.repository.methods(member).length > 0 || index?.includes(member) === true || iterate?.includes(member) === true) return true;
  }
  // Parts that are type parameters may have further members (`T & Given`).
  if (name === "" && world.viewOf(type).facts.definitions.supertypes[rowOf(type)] !== 0) return true;
  // A class itself has the members of functions, too.
  const isClosed = !isNamed || world.rules.separateTypes !== true;
  return wideTypes?.includes(name) === true || (isClosed && isNoneOfClosed(world, name, member)) ||
    (globalTypes?.includes(name) === true && globals?.has(member) !== true);
}

/** Whether a library type declares all its members: an undeclared one belongs to another, unknown value. */
export function isClosedType(world: World, type: Meaning): boolean {
  return isLibraryType(world, type) && world.rules.closedTypes?.types[world.nameOf(type.definition)] !== undefined;
}

/** Whether the code declares that a value is of such a type, in languages with declared types. */
export function isSaidOtherwise(world: World, value: Meaning): boolean {
  return world.rules.separateTypes === true && isClosedType(world, value);
}

/** Whether the library type called `type` declares all members of its values, and `member` is not one of them. */
function isNoneOfClosed(world: World, type: string, member: string): boolean {
  const { closedTypes } = world.rules;
  const others = closedTypes?.types[type];
  return others !== undefined && !closedTypes!.except.test(member) &&
    !others.some((other) => firstMember(world, world.library.definition(other), member) !== 0);
}
