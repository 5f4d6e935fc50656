/**
 * Members that a type of the library has by itself.
 *
 * Stage: resolve. Invariant: they come before what the repository gives to the type.
 */
import { NO_ROWS } from "../../base/lists.ts";
import { DefinitionFlag, DefinitionKind } from "../../facts.ts";
import { type DefinitionId, fileOf, instance, type Meaning, rowOf, sameMeaning, Tag, weaken } from "../meaning.ts";
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
 * What a type of the library has by itself comes before what the repository's traits give it; of a path (`Vec::read(r)`) what is called on
 * no value comes before the methods of what the type dereferences to.
 */
export function ownOfLibrary(world: World, order: readonly Meaning[], type: Meaning, query: MemberQuery): Meaning | undefined {
  const { receiver, name, isStatic } = query;
  for (let i = 0; i < order.length; i++) {
    const base = order[i]!;
    if (!world.isLibraryType(base)) continue;
    const itself = i === 0 ? givenItself(world, type, name) : undefined;
    if (itself !== undefined) {
      world.ask(fileOf(itself));
      return bindMember(world, itself, type, receiver);
    }
    // What takes no receiver is not called through one (`shared.strong_count()` is of what an `Arc` points at).
    const given = world.attachments.get(base.definition)?.members.get(name);
    const inherent = given === undefined
      ? NO_ROWS
      : given.filter((member) =>
        isInherent(world, member) && (isStatic !== false || (world.flagsOf(member) & DefinitionFlag.static) === 0)
      );
    const declared = firstMember(world, base.definition, name);
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

/** The function of a library's trait that makes values of a type (`Job::try_from(text)`), which macros most likely implement for `type`. */
export function makerOf(world: World, type: Meaning, name: string): Meaning | undefined {
  for (const trait of world.rules.makingTraits ?? []) {
    const definition = world.libraryDefinition(trait);
    const member = definition === 0 ? 0 : firstMember(world, definition, name);
    if (member !== 0) return weaken(bindMember(world, member, instance(definition), type));
  }
  return undefined;
}

/**
 * What the repository gives just this type, or one of such arguments, by a trait of the library (`impl<W> Clone for Box<dyn Job<W>>`), which the library
 * then does not.
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

/** Whether a type is what an impl is for, whatever the parameters of that stand for. */
function isOneOf(pattern: Meaning, value: Meaning): boolean {
  if (pattern.tag === Tag.parameter || sameMeaning(pattern, value)) return true;
  return pattern.tag === Tag.instance && value.tag === Tag.instance && pattern.definition === value.definition &&
    pattern.items.length === value.items.length && pattern.items.every((item, i) => isOneOf(item, value.items[i]!));
}

/** Whether the repository implements the trait of `declared` for a type as well (`impl Mul<Job> for f64`): what is given to the method tells whose it is. */
function isGivenForArguments(world: World, type: DefinitionId, declared: DefinitionId, { name, isStatic }: MemberQuery): boolean {
  const given = isStatic === true ? undefined : world.attachments.get(type)?.members.get(name);
  if (given === undefined || parametersOf(world, declared).length === 0) return false;
  return given.some((member) => {
    const impl = world.inLibrary(member) ? 0 : implOf(world, member);
    return impl !== 0 && traitDefinition(world, impl) === world.parentOf(declared);
  });
}

/** Whether a type has what `base` declares from what it dereferences to (`Vec<T>` the methods of `[T]`). */
function isBehind(world: World, type: Meaning, base: Meaning): boolean {
  const target = dereferenced(world, type, type);
  return target?.tag === Tag.instance && orderOf(world, target.definition).some(({ definition }) => definition === base.definition);
}

/** Whether the repository gives a method to just this type, by a trait: it is met before those of what the type dereferences to. */
function isGivenMethod(world: World, type: Meaning, name: string): boolean {
  const given = world.attachments.get(type.definition);
  // What dereferences to nothing has all that the library tells of it itself.
  const isPointer = given !== undefined && world.rules.protocols.deref?.some((method) => given.members.has(method)) === true;
  const declaring = isPointer ? world.traitsDeclaring(name) : [];
  if (declaring.length === 0) return false;
  const entry = instance(type.definition, type.items);
  return given!.traits.some((impl) => {
    const trait = world.inLibrary(impl) ? 0 : traitDefinition(world, impl);
    return declaring.includes(trait) && membersNamed(world, trait, name).some((member) => hasReceiver(world, member)) &&
      couldBe(world, ownerOfImpl(world, impl), entry);
  });
}

/** Whether the repository gives a type a function of that name that is called on no value. */
function isGivenFunction(world: World, type: DefinitionId, name: string): boolean {
  const given = world.attachments.get(type)?.members.get(name) ?? [];
  return given.some((member) => !world.inLibrary(member) && !hasReceiver(world, member));
}

/** A member that the library's own impl gives, not for a trait. */
function isInherent(world: World, member: DefinitionId): boolean {
  const impl = world.parentOf(member);
  return world.inLibrary(member) && impl !== 0 && !hasTrait(world, impl);
}

/** Whether a value of the library's type may have a member that the library does not tell. @param isNamed whether the type itself stands there */
export function saysLittle(world: World, type: DefinitionId, member: string, isNamed: boolean): boolean {
  const { wideTypes, globalTypes, globals } = world.rules;
  const name = world.nameOf(type);
  // What only a bound tells (`T::Error: Into<Fault>`) is of some type that fulfils it, and what takes part in an operation that it does
  // not ask for is of a type that others tell.
  if (!isNamed && world.rules.implementations && world.kindOf(type) === DefinitionKind.trait) {
    const { index, iterate } = world.rules.protocols;
    if (world.methods(member).length > 0 || index?.includes(member) === true || iterate?.includes(member) === true) return true;
  }
  // Parts that are type parameters may have more than what was told of them (`T & Given`).
  if (name === "" && world.viewOf(type).facts.definitions.supertypes[rowOf(type)] !== 0) return true;
  // A class itself has what functions have, too.
  const isClosed = !isNamed || world.rules.separateTypes !== true;
  return wideTypes?.includes(name) === true || (isClosed && isNoneOfClosed(world, name, member)) ||
    (globalTypes?.includes(name) === true && globals?.has(member) !== true);
}

/** Whether a type is one of the library that declares all its members: what it lacks is asked of another value, which nothing tells. */
export function isClosedType(world: World, type: Meaning): boolean {
  return world.isLibraryType(type) && world.rules.closedTypes?.types[world.nameOf(type.definition)] !== undefined;
}

/** Whether the code says that a value is of such a type, where languages say what values are. */
export function isSaidOtherwise(world: World, value: Meaning): boolean {
  return world.rules.separateTypes === true && isClosedType(world, value);
}

/** Whether the type of the library called `type` tells all that its values have, and `member`, which it does not declare, is none of it. */
function isNoneOfClosed(world: World, type: string, member: string): boolean {
  const { closedTypes } = world.rules;
  const others = closedTypes?.types[type];
  return others !== undefined && !closedTypes!.except.test(member) &&
    !others.some((other) => firstMember(world, world.libraryDefinition(other), member) !== 0);
}
