/**
 * Members that a type gets from impls and traits: selects those that apply to its type arguments.
 *
 * Stage: resolve. Invariant: an impl is excluded only by a type that certainly does not match; several remaining ones are a union, and an
 * impl that only the library has is never taken for the repository's.
 */
import { NO_ROWS } from "../../base/lists.ts";
import { DefinitionFlag, DefinitionKind, isCallable } from "../../facts.ts";
import { evaluateType } from "../evaluate.ts";
import {
  type DefinitionId,
  definitionId,
  fileOf,
  firstPart,
  instance,
  isInstanceOf,
  type Meaning,
  rowOf,
  sameMeaning,
  Tag,
  typeParameter,
  weaken,
} from "../meaning.ts";
import { isGeneric } from "../members/attachments.ts";
import { bindMember, settle } from "../members/bind_member.ts";
import { isOfKind } from "../ownership.ts";
import { Environment } from "../state/environment.ts";
import { hasReceiver, receiverType } from "../state/parameters.ts";
import { substitute } from "../substitution.ts";
import { couldBe, implOf, isForOneType, isPromoted, ownerOfImpl, shownBy, traitDefinition, traitOfImpl } from "../types/fitting.ts";
import { memberTable } from "../types/inheritance.ts";
import { withDefaults } from "../types/type_arguments.ts";
import type { World } from "../world.ts";

/** Whether an impl is of a trait. */
export function hasTrait(world: World, impl: DefinitionId): boolean {
  return world.viewOf(impl).facts.definitions.type[rowOf(impl)]! !== 0;
}

/** The trait of an impl in terms of the type parameters of its type. */
export function traitFor(world: World, impl: DefinitionId, type: DefinitionId): Meaning {
  const trait = traitOfImpl(world, impl);
  if (trait.tag !== Tag.instance || trait.items.length === 0) return trait;
  const owner = ownerOfImpl(world, impl);
  if (owner.tag !== Tag.instance || owner.items.length === 0) return trait;
  const view = world.viewOf(type);
  const environment = new Environment();
  for (const [i, row] of view.typeParameters(rowOf(type)).entries()) {
    const item = owner.items[i];
    if (item?.tag !== Tag.parameter) continue;
    const bound = view.facts.bindings.type[row]!;
    environment.values.set(item.definition, typeParameter(view.index, row, bound === 0 ? undefined : evaluateType(world, view, bound)));
  }
  return substitute(trait, environment);
}

/** Of the members that impls attach to a type, those that match its arguments, inherent ones before those of traits. */
export function selectAttached(
  world: World,
  type: DefinitionId,
  entry: Meaning,
  members: readonly DefinitionId[],
): readonly DefinitionId[] {
  // A pointer has the methods of its target if its own do not match.
  const isPointer = shownBy(world, type) !== undefined;
  const isAlone = members.length < 2 && !isPointer;
  let fitting = members.filter((member) => {
    const impl = implOf(world, member);
    return impl === 0 ||
      (!(isPointer && (asksForPointer(world, type, entry, member) || isOfOtherObjects(world, ownerOfImpl(world, impl), entry))) &&
        ((isAlone && !isForOneType(world, impl)) || couldBe(world, ownerOfImpl(world, impl), entry)));
  });
  if (fitting.length < 2) return fitting;
  const own = fitting.filter((member) => {
    const impl = implOf(world, member);
    return impl === 0 || !hasTrait(world, impl);
  });
  const seen = own.filter((member) => isSeen(world, member));
  if (seen.length > 0) fitting = seen;
  else if (own.length < fitting.length) fitting = fitting.filter((member) => !own.includes(member));
  return withoutPromotion(world, withoutGeneral(world, fitting, entry), entry);
}

/**
 * Of several members, those of impls for exactly this type, before those of the same trait for all of its kind: no two impls of one trait
 * are for one type.
 */
function withoutGeneral(world: World, members: readonly DefinitionId[], entry: Meaning): readonly DefinitionId[] {
  if (members.length < 2 || entry.items.length === 0 || !entry.items.every(isDetermined)) return members;
  const impls = members.map((member) => implOf(world, member));
  const special = impls.filter((impl) => impl !== 0 && isForOneType(world, impl) && !isPromoted(world, ownerOfImpl(world, impl), entry));
  if (special.length === 0 || special.length === impls.length) return members;
  return members.filter((_, i) => {
    const impl = impls[i]!;
    return impl === 0 || special.includes(impl) || !special.some((one) => isOfOneTrait(world, one, impl));
  });
}

function isDetermined({ tag, items }: Meaning): boolean {
  return tag !== Tag.unknown && tag !== Tag.parameter && items.every(isDetermined);
}

/** Whether two impls are of one trait, whatever its arguments. */
function isOfOneTrait(world: World, impl: DefinitionId, other: DefinitionId): boolean {
  const [one, two] = [traitOfImpl(world, impl), traitOfImpl(world, other)];
  if (one.tag !== Tag.instance || two.tag !== Tag.instance || one.definition !== two.definition) return false;
  return one.items.every((item, i) => item.tag === two.items[i]?.tag && (item.tag === Tag.parameter || sameMeaning(item, two.items[i]!)));
}

/**
 * A member attached by an impl. A method of a generic trait that the library implements for all types as well (`into`) is one of several:
 * the expected result selects.
 */
function attachedMember(world: World, member: DefinitionId, entry: Meaning, receiver: Meaning): Meaning {
  const bound = bindMember(world, member, entry, receiver);
  const impl = implOf(world, member);
  const given = impl === 0 || !hasTrait(world, impl) ? [] : world.attachments.blanketsWith(world.nameOf(member), true);
  if (given.length === 0 || world.inLibrary(member) || !hasReceiver(world, member)) return bound;
  const trait = traitDefinition(world, impl);
  return trait !== 0 && isGeneric(world, trait) && given.some((one) => traitDefinition(world, one) === trait) ? weaken(bound) : bound;
}

/**
 * The members that impls attach to a type, bound to a value. If another impl of the same generic trait leaves the method to the trait
 * (`impl Compare for Kind {}` beside `impl Compare<Other> for Kind`), the trait's default is one of them: the arguments select.
 */
export function attachedMembers(
  world: World,
  type: DefinitionId,
  entry: Meaning,
  members: readonly DefinitionId[],
  receiver: Meaning,
): Meaning[] {
  const chosen = selectAttached(world, type, entry, members);
  const found = chosen.map((member) => {
    world.ask(fileOf(member));
    return attachedMember(world, member, entry, receiver);
  });
  const generic = world.rules.implementations ? genericTraitsOf(world, chosen) : NO_ROWS;
  if (generic.length === 0) return found;
  const impls = world.attachments.get(type)!.traits;
  const writing = new Set(chosen.map((member) => implOf(world, member)));
  for (const trait of generic) {
    const own = ownOfTrait(world, trait, world.nameOf(chosen[0]!));
    if (own === undefined) continue;
    for (const impl of impls) {
      if (writing.has(impl) || world.inLibrary(impl) || memberTable(world, impl).has(world.nameOf(own))) continue;
      const given = traitFor(world, impl, type);
      if (given.definition !== trait || !couldBe(world, ownerOfImpl(world, impl), entry)) continue;
      world.ask(fileOf(impl));
      const settled = settle(world, { ...given, items: withDefaults(world, trait, given.items) }, entry, receiver);
      found.push(bindMember(world, own, settled, receiver));
    }
  }
  return found;
}

/** The generic repository traits that members belong to, each once. */
function genericTraitsOf(world: World, members: readonly DefinitionId[]): readonly DefinitionId[] {
  let traits = NO_ROWS;
  for (const member of members) {
    const impl = world.inLibrary(member) ? 0 : implOf(world, member);
    if (impl === 0 || !hasTrait(world, impl)) continue;
    const { tag, definition, items } = traitOfImpl(world, impl);
    const isGeneric = tag === Tag.instance && items.length > 0 && !world.inLibrary(definition);
    if (isGeneric && !traits.includes(definition)) traits = [...traits, definition];
  }
  return traits;
}

/** A method of a trait that has a body. */
function ownOfTrait(world: World, trait: DefinitionId, name: string): DefinitionId | undefined {
  const view = world.viewOf(trait);
  const { bindings, definitions } = view.facts;
  const own = (memberTable(world, trait).get(name) ?? []).map((row) => bindings.definition[row]!).find((definition) =>
    isCallable(definitions.kind[definition]!) && (definitions.flags[definition]! & DefinitionFlag.bodiless) === 0
  );
  if (own !== undefined) world.ask(view.index);
  return own === undefined ? undefined : definitionId(view.index, own);
}

/** Of several members of impls, those whose types match directly, before those that match by promotion. */
export function withoutPromotion(world: World, members: readonly DefinitionId[], entry: Meaning): readonly DefinitionId[] {
  if (members.length < 2) return members;
  const met = members.filter((member) => {
    const impl = implOf(world, member);
    return impl === 0 || !isPromoted(world, ownerOfImpl(world, impl), entry);
  });
  return met.length === 0 ? members : met;
}

/** Whether a member is visible to the current file: a private one in its module and nested ones, a crate-private one in its crate. */
function isSeen(world: World, member: DefinitionId): boolean {
  const { file } = world.reliance;
  const flags = world.flagsOf(member);
  const isHidden = (flags & DefinitionFlag.hidden) !== 0;
  const isForAll = !isHidden && ((flags & DefinitionFlag.exported) !== 0 || !world.rules.hidesItems);
  if (isForAll || fileOf(member) === file) return true;
  const { separator } = world.rules;
  const home = world.modules.nameOf(world.viewOf(member).path);
  const here = world.modules.nameOf(world.view(file).path);
  if (!isHidden) return firstPart(here, separator) === firstPart(home, separator);
  const shown = flags & DefinitionFlag.shownAbove ? home.slice(0, home.lastIndexOf(separator)) : home;
  return here === shown || here.startsWith(`${shown}${separator}`);
}

/**
 * Whether an impl is for pointers to objects of another trait than the pointer's: `impl Encode for Box<dyn Encode>` does not apply to a
 * `Box<dyn Metric>`.
 */
function isOfOtherObjects(world: World, owner: Meaning, pointer: Meaning): boolean {
  const [asked] = owner.items;
  const [given] = pointer.items;
  if (asked === undefined || given === undefined || asked.definition === given.definition) return false;
  return isOfKind(world, asked, DefinitionKind.trait) && isOfKind(world, given, DefinitionKind.trait);
}

/**
 * A method of a smart pointer whose receiver is that pointer again (`self: Pin<&mut Self>` in `impl … for Pin<P>`): the pointer's target is
 * meant.
 */
function asksForPointer(world: World, type: DefinitionId, entry: Meaning, member: DefinitionId): boolean {
  if (shownBy(world, type) === undefined || entry.items.length === 0) return false;
  const view = world.viewOf(member);
  const asked = receiverType(view, rowOf(member));
  if (asked === 0) return false;
  const declared = evaluateType(world, view, asked);
  const inner = entry.items[0]!;
  return isInstanceOf(declared, type) && declared.items.length > 0 && inner.definition !== type;
}

/** A unit struct or a variant used as a value is an instance of it. */
export function asInstance(world: World, meaning: Meaning): Meaning {
  if (meaning.tag !== Tag.definition || meaning.held || !world.rules.callingTypeConverts) return meaning;
  const kind = world.kindOf(meaning.definition);
  if (isMaker(world, meaning)) return meaning;
  if (kind === DefinitionKind.struct) return instance(meaning.definition, meaning.items, meaning.weak);
  return kind === DefinitionKind.enum_member ? instance(world.parentOf(meaning.definition), meaning.items, meaning.weak) : meaning;
}

/** Whether a name is a constructor function: the type, or the variant, has positional fields (`Wrap` of `struct Wrap<T>(T)`). */
export function isMaker(world: World, { tag, definition }: Meaning): boolean {
  if (tag !== Tag.definition || !world.rules.kindsApart) return false;
  const kind = world.kindOf(definition);
  return (kind === DefinitionKind.struct || kind === DefinitionKind.enum_member) && memberTable(world, definition).has("0");
}

/** The function type among the bounds of a type parameter, or the meaning itself. */
export function asFunction(meaning: Meaning): Meaning {
  if (meaning.tag !== Tag.parameter || meaning.result === undefined) return meaning;
  const { result } = meaning;
  return result.tag === Tag.tuple || result.tag === Tag.union
    ? result.items.find((item) => item.tag === Tag.function) ?? meaning
    : result.tag === Tag.function
    ? result
    : meaning;
}
