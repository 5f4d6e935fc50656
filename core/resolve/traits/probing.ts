/**
 * In which order methods of one name are met that are called by a dot.
 *
 * Stage: resolve. What is called is tried as it is, then by reference, then by reference for a change, and so on for each thing that it dereferences
 * to; at each of these steps what a type has itself comes before what its traits give. Invariant: where it is not told how a value is borrowed,
 * nothing is sure that hangs on it.
 */
import { hasReceiver, receiverIn } from "../state/parameters.ts";
import { Op } from "../../expressions.ts";
import { BindingFlag, DefinitionFlag, DefinitionKind, listItems } from "../../facts.ts";
import { membersNamed } from "../members/attachments.ts";
import { blanketMember, memberOfBlanket } from "./blankets.ts";
import { borrowOfOwner, borrowOfValue } from "./borrowing.ts";
import { evaluateType, evaluateValue } from "../evaluate.ts";
import type { FileView } from "../state/file_view.ts";
import { couldBe, ownerOfImpl, satisfies, shownBy, traitDefinition } from "../types/fitting.ts";
import { type DefinitionId, fileOf, IMPLEMENTATIONS, instance, type Meaning, rowOf, Tag, union, weaken } from "../meaning.ts";
import { bindMember } from "../members/members.ts";
import { callBehindField } from "../members/pinned_fields.ts";
import { bringsIn, isImported, traitOf } from "./trait_scope.ts";
import { hasTrait } from "./traits.ts";
import type { World } from "../world.ts";

/** How a value or a type is borrowed; undefined where that is not told. */
export type Borrow = 0 | 1 | 2;
/** Itself, `&`, `&mut`. */
export const [OWN, SHARED, MUTABLE] = [0, 1, 2] as const;
const BORROWS: readonly Borrow[] = [OWN, SHARED, MUTABLE];
/** A step that the search does not come to. */
export const NEVER = 9;

/** In which step of the search a method is found whose impl is for `owner`, called on `receiver`: three for each thing that it dereferences to. */
export function stepsTo(world: World, method: DefinitionId, owner: Borrow | undefined, receiver: Borrow | undefined): number | undefined {
  if (owner === undefined || receiver === undefined) return undefined;
  if ((world.flagsOf(method) & DefinitionFlag.byReference) !== 0) {
    // `&self` and `&mut self`: of a `&mut T` the first is found by one more dereference, of a `&T` the second.
    const isForChange = isChanging(world, method);
    if (owner === OWN) return (isForChange ? [2, 5, 0] : [1, 0, 4])[receiver]!;
    return owner !== receiver ? NEVER : isForChange ? 2 : 1;
  }
  if (owner === receiver) return 0;
  if (receiver === OWN) return owner;
  return owner === OWN ? 3 : receiver === MUTABLE ? 4 : NEVER;
}

/** How a method asks for its receiver. */
export function borrowOfReceiver(world: World, method: DefinitionId): Borrow {
  if ((world.flagsOf(method) & DefinitionFlag.byReference) === 0) return OWN;
  return isChanging(world, method) ? MUTABLE : SHARED;
}

/** Whether a method asks for `&mut self`. */
function isChanging(world: World, method: DefinitionId): boolean {
  const { facts } = world.viewOf(method);
  return listItems(facts, facts.definitions.parameters[rowOf(method)]!).some((row) =>
    (facts.bindings.flags[row]! & BindingFlag.mutable) !== 0
  );
}

/**
 * What a trait of the repository gives under the name of `called`, which a type has itself or by another trait, where it is met instead of that:
 * `fn take(&self)` of a trait before `fn take(&mut self)` of the type on a value, after it on a `&mut`; or where nothing brings the other trait in.
 * Undefined where `called` is meant.
 */
export function metInstead(world: World, view: FileView, receiver: number, name: string, called: Meaning): Meaning | undefined {
  const holder = world.parentOf(called.definition);
  const value = called.result;
  if (holder === 0 || world.inLibrary(holder) || value === undefined) return undefined;
  const declaring = world.traitsDeclaring(name);
  if (declaring.length === 0) return undefined;
  const isOwn = world.kindOf(holder) === DefinitionKind.impl && !hasTrait(world, holder);
  const trait = isOwn ? 0 : traitHolding(world, holder, value);
  // The library's traits that matter are brought in everywhere.
  if (!isOwn && (trait === 0 || world.inLibrary(trait) || declaring.length === 1)) return undefined;
  const type = isOwn || trait !== holder ? ownerOfImpl(world, holder).definition : value.definition;
  const others = rivalsOf(world, value, type, name, declaring.filter((one) => one !== trait));
  if (others.length === 0) return undefined;
  if (isOwn) return metBefore(world, view, receiver, holder, called, others);
  if (bringsIn(world, view, trait, receiver) !== false) return undefined;
  const seen = others.filter((one) => bringsIn(world, view, one.trait, receiver) === true);
  return seen.length === 1 ? boundTo(world, seen[0]!, value) : undefined;
}

/** The trait of an impl, or one itself whose own method a type has that it is given to; 0 for others. */
function traitHolding(world: World, holder: DefinitionId, { tag, definition }: Meaning): DefinitionId {
  const kind = world.kindOf(holder);
  if (kind === DefinitionKind.impl) return traitDefinition(world, holder);
  const isType = (tag === Tag.instance || tag === Tag.self) && world.kindOf(definition) !== DefinitionKind.trait;
  return kind === DefinitionKind.trait && isType ? holder : 0;
}

/** The same of a type's own method. */
function metBefore(
  world: World,
  view: FileView,
  receiver: number,
  impl: DefinitionId,
  called: Meaning,
  rivals: readonly Rival[],
): Meaning | undefined {
  const own = borrowOfOwner(world, impl);
  const isBefore = ({ member, owner }: Rival, borrow: Borrow): boolean =>
    stepsTo(world, member, owner, borrow)! < stepsTo(world, called.definition, own, borrow)!;
  const ahead = rivals.filter((one) => BORROWS.some((borrow) => isBefore(one, borrow)));
  const seen = ahead.filter(({ trait }) => bringsIn(world, view, trait, receiver) !== false);
  if (seen.length === 0) return undefined;
  // Whatever points at the type is taken off first: it is met as a value.
  const isPointer = evaluateValue(world, view, receiver).definition !== called.result!.definition;
  const borrow = isPointer ? OWN : borrowOfValue(world, view, receiver, 0);
  if (borrow === undefined) return weaken(called);
  const first = seen.filter((one) => isBefore(one, borrow));
  if (first.length === 0) return undefined;
  const isSure = first.length === 1 && bringsIn(world, view, first[0]!.trait, receiver) === true;
  return isSure ? boundTo(world, first[0]!, called.result!) : weaken(called);
}

function boundTo(world: World, { member }: Rival, value: Meaning): Meaning {
  world.ask(fileOf(member));
  return bindMember(world, member, instance(value.definition, value.items), value);
}

/** A method that a trait gives to a type. */
interface Rival {
  readonly member: DefinitionId;
  readonly trait: DefinitionId;
  readonly owner: Borrow | undefined;
}

/** Methods called `name` that the traits `declaring` it give to `type`, that of `value`. */
function rivalsOf(world: World, value: Meaning, type: DefinitionId, name: string, declaring: readonly DefinitionId[]): Rival[] {
  const rivals: Rival[] = [];
  for (const given of world.attachments.get(type)?.traits ?? []) {
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

/**
 * What a blanket impl gives by value where `called`, a method of the library, asks for a reference: values themselves are searched before
 * references to them (`fn eq(self, …)` for all that fulfil something beside `PartialEq::eq`). Undefined where `called` is meant.
 */
export function takenByValue(world: World, view: FileView, receiver: number, name: string, called: Meaning): Meaning | undefined {
  if (!world.inLibrary(called.definition) || world.attachments.blanketsWith(name).length === 0) return undefined;
  if ((world.flagsOf(called.definition) & DefinitionFlag.byReference) === 0) return undefined;
  if (borrowOfValue(world, view, receiver, 0) !== OWN) return undefined;
  const value = evaluateValue(world, view, receiver);
  // What the library's own types point at is found before what may hold of the pointer.
  if (!world.isOwnObject(value)) return undefined;
  const found = blanketMember(world, value, value, name);
  if (found?.tag !== Tag.definition || found.weak || !hasReceiver(world, found.definition)) return undefined;
  return (world.flagsOf(found.definition) & DefinitionFlag.byReference) === 0 ? found : undefined;
}

/**
 * What a trait of the repository that is brought in gives to a type of the library instead of `called`, a method of one of the library's traits that
 * nothing brings in there (`AsyncBufReadExt::read_line` of a `Cursor` beside `BufRead::read_line`). Undefined where `called` is meant.
 */
export function givenByImport(world: World, view: FileView, receiver: number, name: string, called: Meaning): Meaning | undefined {
  const trait = traitOf(world, called.definition);
  if (trait === 0 || !world.inLibrary(trait) || world.rules.importedTraits?.includes(world.nameOf(trait)) !== true) return undefined;
  const seen = world.traitsDeclaring(name).filter((one) => bringsIn(world, view, one, receiver) === true);
  if (seen.length === 0 || isImported(world, view, trait)) return undefined;
  const value = evaluateValue(world, view, receiver);
  // What a bound or a trait object has is there without an import.
  if (value.tag !== Tag.instance || world.kindOf(value.definition) === DefinitionKind.trait) return undefined;
  const given = rivalsOf(world, value, value.definition, name, seen).map((one) => boundTo(world, one, value));
  const ofBlankets = seen.map((one) => blanketMember(world, value, value, name, one)).filter((one) => one !== undefined);
  const found = [...given, ...ofBlankets];
  return found.length === 0 ? undefined : union(found, IMPLEMENTATIONS);
}

/**
 * What a trait gives to all that fulfil something instead of `called`, which takes a pointer (`self: Pin<&mut Self>`) where it is called on none:
 * `reader.consume(n)` is not the one of `Pin::new(&mut reader).consume(n)`. Undefined where `called` is meant.
 */
export function givenWithoutPointer(world: World, view: FileView, receiver: number, name: string, called: Meaning): Meaning | undefined {
  if (world.attachments.blanketsWith(name).length === 0 || world.inLibrary(called.definition)) return undefined;
  if (!takesPointer(world, called.definition)) return undefined;
  const value = evaluateValue(world, view, receiver);
  if (!world.isOwnObject(value)) return undefined;
  const plain = world.traitsDeclaring(name).filter((trait) => !membersNamed(world, trait, name).some((one) => takesPointer(world, one)));
  const found = plain.map((trait) => blanketMember(world, value, value, name, trait)).filter((one) => one !== undefined);
  if (found.length === 0) return undefined;
  // A field of what a call gives may be pinned as well, which its type does not tell here.
  return callBehindField(world, view, receiver) !== 0 ? weaken(union([called, ...found])) : union(found, IMPLEMENTATIONS);
}

/** Whether a method's receiver is declared to be one of the library's pointers. */
function takesPointer(world: World, method: DefinitionId): boolean {
  const view = world.viewOf(method);
  const row = receiverIn(view, rowOf(method));
  const type = row === 0 ? 0 : view.facts.bindings.type[row]!;
  const declared = type === 0 ? undefined : evaluateType(world, view, type);
  return declared?.tag === Tag.instance && shownBy(world, declared.definition) !== undefined;
}

/**
 * What an impl for all references of a kind gives (`impl<T: Input> Input for &mut T`) instead of `called`, a method of its trait that is found
 * behind the reference: `input.rest()` of a `&mut T` takes the reference itself where `rest` asks for `&self`. The trait has to be in scope, as
 * what a bound gives has not. Undefined where `called` is meant.
 */
export function givenToReferences(world: World, view: FileView, receiver: number, name: string, called: Meaning): Meaning | undefined {
  const blankets = world.attachments.blanketsWith(name);
  const method = called.definition;
  if (blankets.length === 0 || world.inLibrary(method)) return undefined;
  const home = world.viewOf(method);
  const own = receiverIn(home, rowOf(method));
  if (own === 0 || home.facts.bindings.type[own] !== 0) return undefined;
  const holder = world.parentOf(method);
  const isOfImpl = world.kindOf(holder) === DefinitionKind.impl;
  const trait = isOfImpl ? traitDefinition(world, holder) : holder;
  for (const impl of blankets) {
    const owner = borrowOfOwner(world, impl);
    const isOfReferences = (owner === SHARED || owner === MUTABLE) && !isOfReferencesTwice(world, impl);
    if (!isOfReferences || traitDefinition(world, impl) !== trait) continue;
    const borrow = borrowOfValue(world, view, receiver, 0);
    const steps = stepsTo(world, method, owner, borrow);
    const own = (isOfImpl ? borrowOfOwner(world, holder) : undefined) ?? OWN;
    if (steps === undefined || steps >= stepsTo(world, method, own, borrow)! || !bringsIn(world, view, trait, receiver)) continue;
    const value = evaluateValue(world, view, receiver);
    // Of what has no size most such impls do not hold.
    if (value.tag === Tag.instance && world.kindOf(value.definition) === DefinitionKind.trait) return undefined;
    if (satisfies(world, value, ownerOfImpl(world, impl).result) !== false) return memberOfBlanket(world, impl, name, value);
  }
  return undefined;
}

/** Whether an impl is for references to references, whatever these lead to (`impl<T> Give for &&T`). */
function isOfReferencesTwice(world: World, impl: DefinitionId): boolean {
  const { definitions, expressions: { op, a } } = world.viewOf(impl).facts;
  const owner = definitions.owner[rowOf(impl)]!;
  return op[owner] === Op.reference && op[a[owner]!] === Op.reference;
}
