/**
 * Trait methods that method lookup finds before the method that was found.
 *
 * Stage: resolve. Invariant: only repository traits in scope are considered; if it is not known how a value is borrowed, nothing is
 * certain.
 */
import { NO_ROWS } from "../../base/lists.ts";
import { BindingFlag, DefinitionFlag, DefinitionKind } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { withoutArguments } from "../../facts/written_names.ts";
import { evaluateValue } from "../evaluate.ts";
import { type DefinitionId, fileOf, IMPLEMENTATIONS, instance, type Meaning, rowOf, Tag, union, weaken } from "../meaning.ts";
import { membersNamed } from "../members/attachments.ts";
import { bindMember } from "../members/bind_member.ts";
import { isOfKind } from "../ownership.ts";
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
 * The method of a repository trait with the name of `called`, the type's own, if it is found before that: `fn take(&self)` of a trait
 * before `fn take(&mut self)` of the type on a value, after it on a `&mut`. Undefined if `called` is meant.
 */
export function metBefore({ world, view, receiver, name, called }: DottedCall): Meaning | undefined {
  const impl = implOf(world, called.definition);
  const value = called.result;
  if (impl === 0 || value === undefined || hasTrait(world, impl)) return undefined;
  const declaring = world.repository.traitsDeclaring(name);
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
  // Pointers to the type are dereferenced first: it is found as a value.
  const isPointer = evaluateValue(world, view, receiver).definition !== value.definition;
  const borrow = isPointer ? OWN : borrowOfValue(world, view, receiver, 0);
  if (borrow === undefined) return weaken(called);
  const first = seen.filter((one) => isBefore(one, borrow));
  if (first.length === 0) return undefined;
  const isSure = first.length === 1 && bringsIn(world, view, first[0]!.trait, receiver) === true;
  return isSure ? first[0]!.given ?? boundTo(world, first[0]!.member, value) : weaken(called);
}

/**
 * The method of the enclosing external trait's impl in a call on `self`, with the name of `called`, the type's own, if that impl is for
 * references and therefore found first (`self.grow(n)` in an `impl Allocator for &Arena` that has a `fn grow(&self, …)`). Undefined if
 * `called` is meant.
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
  // A trait that the impl names without a path is in scope there.
  const isSeen = op[withoutArguments(view.facts, view.facts.definitions.type[rowOf(around)]!)] === Op.name;
  return isSeen && traitDefinition(world, around) === 0 ? boundTo(world, member, value) : undefined;
}

/**
 * The by-value method of a library trait that a type has, with the name of `called`, which takes the type by reference (`Iterator::count`
 * of a value before `fn count(&self)`, which a `&` of it finds first). Undefined if `called` is meant.
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
  // A `&mut self` method of the type itself precedes those of `&mut` references.
  if (borrow === MUTABLE && borrowOfReceiver(world, called.definition) === MUTABLE) return undefined;
  const [trait] = impls.map((impl) => traitDefinition(world, impl));
  // A type with a trait that is visible everywhere has it for a `&mut` of itself, too.
  if (borrow !== OWN && (borrow !== MUTABLE || !everywhere.includes(world.nameOf(trait!)))) return undefined;
  const members = impls.map((impl) => membersNamed(world, impl, name)[0] ?? firstMember(world, trait!, name));
  return union(members.map((member) => boundTo(world, member, value)), IMPLEMENTATIONS);
}

/** Whether a library trait may precede an inherent method: checked for every dot call of one. */
export function mayBeTaken(world: World, method: DefinitionId, name: string): boolean {
  const { takingTraits } = world.rules;
  if (takingTraits === undefined || (world.flagsOf(method) & DefinitionFlag.byReference) === 0) return false;
  return (world.kept.namesTaken ??= namesTaken(world, [...takingTraits.everywhere, ...takingTraits.imported])).has(name);
}

function namesTaken(world: World, traits: readonly string[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const trait of traits) {
    const id = world.library.definition(trait);
    for (const name of memberTable(world, id).keys()) if (takesByName(world, id, name)) names.add(name);
  }
  return names;
}

function takesByName(world: World, trait: DefinitionId, name: string): boolean {
  const method = firstMember(world, trait, name);
  return method !== 0 && hasReceiver(world, method) && (world.flagsOf(method) & DefinitionFlag.byReference) === 0;
}

/**
 * The method of another repository trait with the name of `called`, which is of a repository trait that is not in scope, or found later
 * (`fn name(self, …)` of one before `fn name(&self)` of the other). Undefined if `called` is meant.
 */
export function givenByOther({ world, view, receiver, name, called, trait }: DottedCall): Meaning | undefined {
  const value = called.result;
  const declaring = value === undefined ? NO_ROWS : world.repository.traitsDeclaring(name);
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
    // On a reference, impls for references come first, if their bounds hold.
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

/** The methods that blanket impls of the traits `declaring` a name certainly give to a type. */
function blanketRivals(world: World, value: Meaning, name: string, declaring: readonly DefinitionId[]): Rival[] {
  if (world.attachments.blanketsWith(name).length === 0) return [];
  const self = instance(value.definition, value.items);
  return declaring.filter((trait) => isGivenToValues(world, trait, name)).flatMap((trait) => {
    const given = blanketMember(world, self, value, name, trait);
    if (given?.tag !== Tag.definition || given.weak || !hasReceiver(world, given.definition)) return [];
    return [{ member: given.definition, trait, owner: OWN, given }];
  });
}

/** Whether the blanket impls by which a trait gives a name are all for values, and none for references. */
function isGivenToValues(world: World, trait: DefinitionId, name: string): boolean {
  return world.attachments.blanketsWith(name).every((impl) => traitDefinition(world, impl) !== trait || !isForReferences(world, impl));
}

/** Whether it is a value of a type, and not a trait object. */
function isOfType(world: World, { tag, definition }: Meaning): boolean {
  return (tag === Tag.instance || tag === Tag.self) && world.kindOf(definition) !== DefinitionKind.trait;
}

/**
 * The method of a repository trait in scope on a library type, instead of `called`, of a library trait that is not in scope
 * (`AsyncBufReadExt::read_line` of a `Cursor` beside `BufRead::read_line`). Undefined if `called` is meant.
 */
export function givenByImport({ world, view, receiver, name, trait }: DottedCall): Meaning | undefined {
  if (trait === 0 || world.rules.importedTraits?.includes(world.nameOf(trait)) !== true) return undefined;
  const seen = world.repository.traitsDeclaring(name).filter((one) => bringsIn(world, view, one, receiver) === true);
  if (seen.length === 0 || isImported(world, view, trait, receiver)) return undefined;
  const value = evaluateValue(world, view, receiver);
  // Methods of bounds and trait objects need no import, but those of a trait that stands for the extensions of other packages.
  const { madeUpTypes } = world.rules;
  const isMadeUp = madeUpTypes !== undefined && world.nameOf(trait).endsWith(madeUpTypes);
  if (isMadeUp && value.tag === Tag.parameter) return unionOf(seen.map((one) => blanketMember(world, value, value, name, one)));
  if (value.tag !== Tag.instance || (!isMadeUp && isOfKind(world, value, DefinitionKind.trait))) return undefined;
  const inner = seenThrough(world, value);
  const taking = inner?.tag !== Tag.instance ? [] : rivalsOf(world, inner, inner.definition, name, seen)
    .filter(({ member }) => pointerOf(world, member) === value.definition);
  if (taking.length === 1) return boundTo(world, taking[0]!.member, inner!);
  const rivals = rivalsOf(world, value, value.definition, name, seen);
  const given = rivals.map(({ member }) => boundTo(world, member, value));
  const sure = rivals.filter(({ member }) => isForAllOfKind(world, world.parentOf(member)));
  // Impls for references come after those for the type itself; an uncertain impl does not apply beside a certain one.
  const isMet = (one: Meaning | undefined): one is Meaning =>
    one !== undefined && (given.length === 0 || !isForReferences(world, world.parentOf(one.definition))) &&
    !(one.weak && sure.some(({ member }) => borrowOfReceiver(world, member) === borrowOfReceiver(world, one.definition)));
  const all = [...given, ...seen.map((one) => blanketMember(world, value, value, name, one)).filter(isMet)];
  const plain = inner !== undefined ? [] : all.filter(({ definition }) => pointerOf(world, definition) === 0);
  return unionOf(plain.length > 0 ? plain : all);
}

/** One of several methods; undefined if there are none. */
function unionOf(methods: readonly (Meaning | undefined)[]): Meaning | undefined {
  const found = methods.filter((one) => one !== undefined);
  return found.length === 0 ? undefined : union(found, IMPLEMENTATIONS);
}

/** Whether an impl is for a type whatever its arguments: only parts of the impl constrain these. */
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
  /** Its meaning, if it comes from a blanket impl. */
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
