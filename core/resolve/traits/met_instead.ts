/**
 * What a trait gives under the name of a method that was found, where the search meets that trait before.
 *
 * Stage: resolve. Invariant: only a trait of the repository that is brought in is met; where it is not told how a value is borrowed, nothing is sure.
 */
import { NO_ROWS } from "../../base/lists.ts";
import { BindingFlag, DefinitionFlag, DefinitionKind } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { withoutArguments } from "../../facts/written_names.ts";
import { evaluateValue } from "../evaluate.ts";
import { type DefinitionId, fileOf, IMPLEMENTATIONS, instance, type Meaning, rowOf, Tag, union, weaken } from "../meaning.ts";
import { membersNamed } from "../members/attachments.ts";
import { bindMember } from "../members/bind_member.ts";
import { hasReceiver } from "../state/parameters.ts";
import { couldBe, implOf, isForReferences, ownerOfImpl, seenThrough, traitDefinition, traitImpls } from "../types/fitting.ts";
import { firstMember, memberTable } from "../types/inheritance.ts";
import type { World } from "../world.ts";
import { blanketMember } from "./blankets.ts";
import { borrowOfOwner, borrowOfValue, implAround } from "./borrows.ts";
import { pointerOf } from "./pointer_receivers.ts";
import { type Borrow, borrowOfReceiver, BORROWS, type DottedCall, MUTABLE, OWN, stepsTo } from "./probing.ts";
import { bringsIn, isImported } from "./trait_scope.ts";
import { hasTrait } from "./traits.ts";

/**
 * What a trait of the repository gives under the name of `called`, which a type has itself, where it is met before that: `fn take(&self)` of a trait
 * before `fn take(&mut self)` of the type on a value, after it on a `&mut`. Undefined where `called` is meant.
 */
export function metBefore({ world, view, receiver, name, called }: DottedCall): Meaning | undefined {
  const impl = implOf(world, called.definition);
  const value = called.result;
  if (impl === 0 || value === undefined || hasTrait(world, impl)) return undefined;
  const declaring = world.traitsDeclaring(name);
  if (declaring.length === 0) return undefined;
  const rivals = [
    ...rivalsOf(world, value, ownerOfImpl(world, impl).definition, name, declaring),
    ...blanketRivals(world, value, name, declaring),
  ];
  if (rivals.length === 0) return undefined;
  const own = borrowOfOwner(world, impl);
  const isBefore = ({ member, owner }: Rival, borrow: Borrow): boolean =>
    stepsTo(world, member, owner, borrow)! < stepsTo(world, called.definition, own, borrow)!;
  const ahead = rivals.filter((one) => BORROWS.some((borrow) => isBefore(one, borrow)));
  const seen = ahead.filter(({ trait }) => bringsIn(world, view, trait, receiver) !== false);
  if (seen.length === 0) return undefined;
  // Whatever points at the type is taken off first: it is met as a value.
  const isPointer = evaluateValue(world, view, receiver).definition !== value.definition;
  const borrow = isPointer ? OWN : borrowOfValue(world, view, receiver, 0);
  if (borrow === undefined) return weaken(called);
  const first = seen.filter((one) => isBefore(one, borrow));
  if (first.length === 0) return undefined;
  const isSure = first.length === 1 && bringsIn(world, view, first[0]!.trait, receiver) === true;
  return isSure ? first[0]!.given ?? boundTo(world, first[0]!.member, value) : weaken(called);
}

/**
 * What the impl of a trait from outside around a call on `self` has under the name of `called`, which the type has itself, where that impl is for
 * references and so met before (`self.grow(n)` in an `impl Allocator for &Arena` that has a `fn grow(&self, …)`). Undefined where `called` is meant.
 */
export function metAround({ world, view, receiver, name, called }: DottedCall): Meaning | undefined {
  const { op, a } = view.facts.expressions;
  const around = op[receiver] === Op.self ? implAround(view, a[receiver]!) : 0;
  const value = called.result;
  if (around === 0 || value === undefined || !isForReferences(world, around)) return undefined;
  const [member] = membersNamed(world, around, name);
  const own = implOf(world, called.definition);
  if (member === undefined || member === called.definition || own === 0 || !hasReceiver(world, member)) return undefined;
  const borrow = borrowOfValue(world, view, receiver, 0);
  const [step, later] = [
    stepsTo(world, member, borrowOfOwner(world, around), borrow),
    stepsTo(world, called.definition, borrowOfOwner(world, own), borrow),
  ];
  if (step === undefined || later === undefined || step >= later) return undefined;
  // What the impl names without a path is in scope there.
  const isSeen = op[withoutArguments(view.facts, view.facts.definitions.type[rowOf(around)]!)] === Op.name;
  return isSeen && traitDefinition(world, around) === 0 ? boundTo(world, member, value) : undefined;
}

/**
 * What a trait of the library that a type has takes by value under the name of `called`, for which the type itself asks by reference
 * (`Iterator::count` of a value before `fn count(&self)`, which a `&` of it meets first). Undefined where `called` is meant.
 */
export function takenBefore({ world, view, receiver, name, called }: DottedCall): Meaning | undefined {
  const value = called.result;
  if (value === undefined || !mayBeTaken(world, called.definition, name)) return undefined;
  const { everywhere, imported } = world.rules.takingTraits!;
  const impls = traitImpls(world, value.definition).filter((impl) => {
    const trait = traitDefinition(world, impl);
    if (!world.inLibrary(trait) || !takesByName(world, trait, name) || borrowOfOwner(world, impl) !== OWN) return false;
    const isThere = everywhere.includes(world.nameOf(trait)) ||
      (imported.includes(world.nameOf(trait)) && isImported(world, view, trait, receiver));
    return isThere && couldBe(world, ownerOfImpl(world, impl), instance(value.definition, value.items));
  });
  if (impls.length === 0) return undefined;
  const borrow = borrowOfValue(world, view, receiver, 0);
  if (borrow === undefined) return weaken(called);
  // What the type itself asks of a `&mut` comes before what such a reference is given.
  if (borrow === MUTABLE && borrowOfReceiver(world, called.definition) === MUTABLE) return undefined;
  const [trait] = impls.map((impl) => traitDefinition(world, impl));
  // What has one that is there everywhere has it for a `&mut` of itself too.
  if (borrow !== OWN && (borrow !== MUTABLE || !everywhere.includes(world.nameOf(trait!)))) return undefined;
  const members = impls.map((impl) => membersNamed(world, impl, name)[0] ?? firstMember(world, trait!, name));
  return union(members.map((member) => boundTo(world, member, value)), IMPLEMENTATIONS);
}

/** Whether a trait of the library may be met before the method of a type itself: asked of all such methods that are called by a dot. */
export function mayBeTaken(world: World, method: DefinitionId, name: string): boolean {
  const { takingTraits } = world.rules;
  if (takingTraits === undefined || (world.flagsOf(method) & DefinitionFlag.byReference) === 0) return false;
  return (world.kept.namesTaken ??= namesTaken(world, [...takingTraits.everywhere, ...takingTraits.imported])).has(name);
}

function namesTaken(world: World, traits: readonly string[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const trait of traits) {
    const id = world.libraryDefinition(trait);
    for (const name of memberTable(world, id).keys()) if (takesByName(world, id, name)) names.add(name);
  }
  return names;
}

function takesByName(world: World, trait: DefinitionId, name: string): boolean {
  const method = firstMember(world, trait, name);
  return method !== 0 && hasReceiver(world, method) && (world.flagsOf(method) & DefinitionFlag.byReference) === 0;
}

/**
 * What another trait of the repository gives under the name of `called`, which a type has by a trait of the repository that nothing brings in there, or that
 * is met later (`fn name(self, …)` of one before `fn name(&self)` of the other). Undefined where `called` is meant.
 */
export function givenByOther({ world, view, receiver, name, called, trait }: DottedCall): Meaning | undefined {
  const value = called.result;
  const declaring = value === undefined ? NO_ROWS : world.traitsDeclaring(name);
  if (value === undefined || declaring.length < 2) return undefined;
  const holder = world.parentOf(called.definition);
  if (holder === trait && !isOfType(world, value)) return undefined;
  const type = holder === trait ? value.definition : ownerOfImpl(world, holder).definition;
  const further = declaring.filter((one) => one !== trait);
  const own = rivalsOf(world, value, type, name, further);
  const others = [...own, ...blanketRivals(world, value, name, further)];
  if (others.length === 0) return undefined;
  const isSeen = (one: Rival): boolean => bringsIn(world, view, one.trait, receiver) === true;
  if (bringsIn(world, view, trait, receiver) !== false) {
    // Of a reference what is given to references is met first, if what that asks of the type holds.
    const isReferred = view.facts.expressions.op[receiver] === Op.reference;
    const ofHolder = holder === trait ? OWN : borrowOfOwner(world, holder);
    if (isReferred && ofHolder === OWN && own.some(({ owner }) => owner !== OWN)) return weaken(called);
    const borrow = borrowOfValue(world, view, receiver, 0);
    const step = stepsTo(world, called.definition, ofHolder, borrow);
    if (step === undefined) return undefined;
    const first = others.filter((one) => stepsTo(world, one.member, one.owner, borrow)! < step && isSeen(one));
    return first.length === 1 ? first[0]!.given ?? boundTo(world, first[0]!.member, value) : undefined;
  }
  const seen = others.filter(isSeen);
  return seen.length === 1 ? seen[0]!.given ?? boundTo(world, seen[0]!.member, value) : undefined;
}

/** What the traits `declaring` a name surely give under it to a type as to all that fulfil something. */
function blanketRivals(world: World, value: Meaning, name: string, declaring: readonly DefinitionId[]): Rival[] {
  if (world.attachments.blanketsWith(name).length === 0) return [];
  const self = instance(value.definition, value.items);
  return declaring.filter((trait) => isGivenToValues(world, trait, name)).flatMap((trait) => {
    const given = blanketMember(world, self, value, name, trait);
    if (given?.tag !== Tag.definition || given.weak || !hasReceiver(world, given.definition)) return [];
    return [{ member: given.definition, trait, owner: OWN, given }];
  });
}

/** Whether the impls by which a trait gives a name to all that fulfil something are for values, and none for references to these. */
function isGivenToValues(world: World, trait: DefinitionId, name: string): boolean {
  return world.attachments.blanketsWith(name).every((impl) => traitDefinition(world, impl) !== trait || !isForReferences(world, impl));
}

/** Whether it is a value of a type, and no trait object. */
function isOfType(world: World, { tag, definition }: Meaning): boolean {
  return (tag === Tag.instance || tag === Tag.self) && world.kindOf(definition) !== DefinitionKind.trait;
}

/**
 * What a trait of the repository that is brought in gives to a type of the library instead of `called`, a method of one of the library's traits that
 * nothing brings in there (`AsyncBufReadExt::read_line` of a `Cursor` beside `BufRead::read_line`). Undefined where `called` is meant.
 */
export function givenByImport({ world, view, receiver, name, trait }: DottedCall): Meaning | undefined {
  if (trait === 0 || world.rules.importedTraits?.includes(world.nameOf(trait)) !== true) return undefined;
  const seen = world.traitsDeclaring(name).filter((one) => bringsIn(world, view, one, receiver) === true);
  if (seen.length === 0 || isImported(world, view, trait, receiver)) return undefined;
  const value = evaluateValue(world, view, receiver);
  // What a bound or a trait object has is there without an import.
  if (value.tag !== Tag.instance || world.isOfKind(value, DefinitionKind.trait)) return undefined;
  const inner = seenThrough(world, value);
  const taking = inner?.tag !== Tag.instance ? [] : rivalsOf(world, inner, inner.definition, name, seen)
    .filter(({ member }) => pointerOf(world, member) === value.definition);
  if (taking.length === 1) return boundTo(world, taking[0]!.member, inner!);
  const rivals = rivalsOf(world, value, value.definition, name, seen);
  const given = rivals.map(({ member }) => boundTo(world, member, value));
  const sure = rivals.filter(({ member }) => isForAllOfKind(world, world.parentOf(member)));
  // What is given to references is met after what the type is given itself; what only may hold of a type does not beside what surely does.
  const isMet = (one: Meaning | undefined): one is Meaning =>
    one !== undefined && (given.length === 0 || !isForReferences(world, world.parentOf(one.definition))) &&
    !(one.weak && sure.some(({ member }) => borrowOfReceiver(world, member) === borrowOfReceiver(world, one.definition)));
  const all = [...given, ...seen.map((one) => blanketMember(world, value, value, name, one)).filter(isMet)];
  const plain = inner !== undefined ? [] : all.filter(({ definition }) => pointerOf(world, definition) === 0);
  const found = plain.length > 0 ? plain : all;
  return found.length === 0 ? undefined : union(found, IMPLEMENTATIONS);
}

/** Whether an impl is for a type whatever its arguments are: only parts of the impl ask anything of these. */
function isForAllOfKind(world: World, impl: DefinitionId): boolean {
  const { items } = ownerOfImpl(world, impl);
  const isFree = ({ tag, definition, result }: Meaning): boolean =>
    tag === Tag.parameter &&
    (result === undefined || (world.viewOf(definition).facts.bindings.flags[rowOf(definition)]! & BindingFlag.boundInParts) !== 0);
  return items.every(isFree) && new Set(items.map(({ definition }) => definition)).size === items.length;
}

function boundTo(world: World, member: DefinitionId, value: Meaning): Meaning {
  world.ask(fileOf(member));
  return bindMember(world, member, instance(value.definition, value.items), value);
}

/** A method that a trait gives to a type. */
interface Rival {
  readonly member: DefinitionId;
  readonly trait: DefinitionId;
  readonly owner: Borrow | undefined;
  /** What it means, where an impl for all that fulfil something gives it. */
  readonly given?: Meaning;
}

/** Methods called `name` that the traits `declaring` it give to `type`, that of `value`. */
function rivalsOf(world: World, value: Meaning, type: DefinitionId, name: string, declaring: readonly DefinitionId[]): Rival[] {
  const rivals: Rival[] = [];
  for (const given of traitImpls(world, type)) {
    const trait = traitDefinition(world, given);
    if (!declaring.includes(trait)) continue;
    const member = membersNamed(world, given, name)[0] ?? membersNamed(world, trait, name)[0];
    if (member === undefined || !hasReceiver(world, member)) continue;
    if (couldBe(world, ownerOfImpl(world, given), instance(value.definition, value.items))) {
      rivals.push({ member, trait, owner: borrowOfOwner(world, given) });
    }
  }
  return rivals;
}
