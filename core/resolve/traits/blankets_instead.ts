/**
 * What an impl for all that fulfil something gives under the name of a method that was found, where the search meets that impl before.
 *
 * Stage: resolve. Invariant: each rule tells what is met instead of `called`, a method of that name, or undefined where that is meant.
 */
import { blanketMember, memberOfBlanket } from "./blankets.ts";
import { borrowOfOwner, borrowOfValue } from "./borrows.ts";
import { evaluateValue } from "../evaluate.ts";
import { DefinitionFlag, DefinitionKind } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { implOf, implsGiving, ownerOfImpl, satisfies, seenThrough, traitDefinition, traitOfImpl } from "../types/fitting.ts";
import { memberTable } from "../types/inheritance.ts";
import { boundsIn, type DefinitionId, external, fileOf, instance, lastPart, type Meaning, rowOf, Tag, union, weaken } from "../meaning.ts";
import { membersNamed } from "../members/attachments.ts";
import { bindMember } from "../members/bind_member.ts";
import { isProjectedField } from "../members/pinned_fields.ts";
import { onlyValue } from "../names/names.ts";
import { dereferenced } from "../members/promotion.ts";
import type { FileView } from "../state/file_view.ts";
import { hasReceiver, receiverIn } from "../state/parameters.ts";
import type { World } from "../world.ts";
import { borrowOfReceiver, type DottedCall, MUTABLE, OWN, SHARED, stepsTo, TWICE } from "./probing.ts";
import { bringsIn, traitOf } from "./trait_scope.ts";
import { hasTrait } from "./traits.ts";

/**
 * What a blanket impl gives by value where `called`, a method of the library, asks for a reference: values themselves are searched before
 * references to them (`fn eq(self, …)` for all that fulfil something beside `PartialEq::eq`). Undefined where `called` is meant.
 */
export function takenByValue({ world, view, receiver, name, called }: DottedCall): Meaning | undefined {
  if (world.attachments.blanketsWith(name).length === 0) return undefined;
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
 * What a blanket impl surely gives to a type of the repository that dereferences to another, instead of `called`, which was found of that other and comes
 * later (`impl<T: Node> Dot for T` for a `Header: Node` before the `dot` of its target). Undefined where `called` is meant, or the trait is not in scope.
 */
export function givenBeforeTarget({ world, view, receiver, name, called }: DottedCall): Meaning | undefined {
  if (world.attachments.blanketsWith(name).length === 0) return undefined;
  const value = evaluateValue(world, view, receiver);
  if (!world.isOwnObject(value) || world.isOfKind(value, DefinitionKind.trait) || called.result?.definition === value.definition) {
    return undefined;
  }
  if (dereferenced(world, value, value) === undefined) return undefined;
  const found = blanketMember(world, value, value, name);
  if (found?.tag !== Tag.definition || found.weak || !hasReceiver(world, found.definition)) return undefined;
  const borrow = borrowOfValue(world, view, receiver, 0);
  const step = stepsTo(world, found.definition, OWN, borrow);
  if (step === undefined || step >= (borrow === OWN ? TARGET_OF_VALUE : TARGET_OF_REFERENCE)) return undefined;
  return bringsIn(world, view, traitOf(world, found.definition), receiver) === true ? found : undefined;
}
/** The steps of the search at which it comes to what a value, or what a reference to one, dereferences to. */
const [TARGET_OF_VALUE, TARGET_OF_REFERENCE] = [3, 6];

/** What the library gives to references to all that have one of its traits, where `called` is that trait's method of what a `&&T` leads to. */
export function referredByLibrary({ world, view, receiver, name, trait }: DottedCall): Meaning | undefined {
  if (world.rules.referredMethods?.includes(name) !== true) return undefined;
  return borrowOfValue(world, view, receiver, 0) === TWICE ? external(`${world.nameOf(trait)}.${name}`) : undefined;
}

/**
 * What a package outside gives to `&mut` references to all that have its trait, where `called` is that trait's method of what the reference leads to
 * and asks for `&self`. Undefined where `called` is meant.
 */
export function lentAbroad({ world, view, receiver, name, called }: DottedCall): Meaning | undefined {
  const impl = implOf(world, called.definition);
  if (impl === 0 || !hasTrait(world, impl) || world.rules.lentAbroad === undefined) return undefined;
  const trait = traitOfImpl(world, impl);
  if (trait.tag !== Tag.external || !world.rules.lentAbroad.includes(lastPart(trait.name))) return undefined;
  if (borrowOfReceiver(world, called.definition) !== SHARED) return undefined;
  const isLent = borrowOfValue(world, view, receiver, 0) === MUTABLE || isProjectedField(world, view, receiver);
  return isLent ? external(`${trait.name}.${name}`) : undefined;
}

/**
 * What an impl for all references of a kind gives (`impl<T: Input> Input for &mut T`) instead of `called`, a method of its trait that is found
 * behind the reference: `input.rest()` of a `&mut T` takes the reference itself where `rest` asks for `&self`. The trait has to be in scope, as
 * what a bound gives has not. Of a reference to what may be one both are likely. Undefined where `called` is meant.
 */
export function givenToReferences({ world, view, receiver, name, called, trait }: DottedCall): Meaning | undefined {
  const blankets = world.attachments.blanketsWith(name);
  const method = called.definition;
  if (blankets.length === 0) return undefined;
  const home = world.viewOf(method);
  const own = receiverIn(home, rowOf(method));
  if (own === 0 || home.facts.bindings.type[own] !== 0) return undefined;
  const holder = world.parentOf(method);
  const isOfImpl = world.kindOf(holder) === DefinitionKind.impl;
  for (const impl of blankets) {
    const owner = borrowOfOwner(world, impl);
    if ((owner !== SHARED && owner !== MUTABLE) || traitDefinition(world, impl) !== trait) continue;
    const borrow = borrowOfValue(world, view, receiver, 0);
    const steps = stepsTo(world, method, owner, borrow);
    const own = (isOfImpl ? borrowOfOwner(world, holder) : undefined) ?? OWN;
    const isOpen = borrow === undefined && owner === SHARED && isReferenceTo(world, view, receiver);
    if (!isOpen && (steps === undefined || steps >= stepsTo(world, method, own, borrow)!)) continue;
    if (!bringsIn(world, view, trait, receiver)) continue;
    const value = evaluateValue(world, view, receiver);
    // Of what has no size most such impls do not hold.
    if (world.isOfKind(value, DefinitionKind.trait)) return undefined;
    if (satisfies(world, value, ownerOfImpl(world, impl).result) === false) continue;
    const found = memberOfBlanket(world, impl, name, value);
    return isOpen && found !== undefined ? weaken(union([called, found])) : found;
  }
  return undefined;
}

/** Whether a receiver is written as a reference to something, or is a variable that a pattern binds so (`ref x`). */
function isReferenceTo(world: World, view: FileView, receiver: number): boolean {
  const { op } = view.facts.expressions;
  return op[receiver] === Op.reference || op[onlyValue(world, view, receiver)] === Op.reference;
}

/**
 * What an impl for all that fulfil something gives to a pointer of the library that fulfils it by an impl of its own (`impl Folder for Box<dyn Folder>`),
 * or by those of the library (`impl<T: Any> AsAny for T`), instead of `called`, that trait's method of the object behind the pointer, which comes later.
 * The trait has to be in scope, as what an object has itself has not. Undefined where `called` is meant.
 */
export function givenToPointer({ world, view, receiver, name, called, trait }: DottedCall): Meaning | undefined {
  const blankets = world.attachments.blanketsWith(name);
  if (blankets.length === 0 || world.kindOf(world.parentOf(called.definition)) !== DefinitionKind.trait) return undefined;
  const value = evaluateValue(world, view, receiver);
  const inner = world.isLibraryType(value) ? seenThrough(world, value) : undefined;
  if (inner === undefined || !world.isOfKind(inner, DefinitionKind.trait)) return undefined;
  for (const impl of blankets) {
    const owner = borrowOfOwner(world, impl);
    if (owner === SHARED || owner === MUTABLE || traitDefinition(world, impl) !== trait) continue;
    const all = boundsIn(ownerOfImpl(world, impl).result);
    const bounds = all.filter((bound) => asksMethods(world, bound));
    const isOwn = ({ definition }: Meaning): boolean => !world.inLibrary(definition);
    // No pointer to such an object is a function, and what traits outside hold of is not known.
    if (!bounds.some(isOwn) && all.some(({ tag }) => tag !== Tag.instance)) continue;
    // Of the library's traits a pointer has what the object has that it shows, but for those that ask that to have a size.
    const lacking = world.rules.ofSized?.[world.nameOf(value.definition)] ?? [];
    const met = bounds.map((bound) =>
      isOwn(bound)
        ? implementsItself(world, value, inner, bound)
        : !lacking.includes(world.nameOf(bound.definition)) && satisfies(world, value, bound)
    );
    if (met.includes(false) || bringsIn(world, view, trait, receiver) !== true) continue;
    const found = memberOfBlanket(world, impl, name, value);
    return found === undefined || met.every((one) => one === true) ? found : weaken(union([called, found]));
  }
  return undefined;
}

/** Whether a bound is a trait that asks for more than to be named. */
function asksMethods(world: World, { tag, definition }: Meaning): boolean {
  return tag === Tag.instance && (!world.inLibrary(definition) || memberTable(world, definition).size > 0);
}

/** Whether an impl of the repository gives a trait to the pointer `value` to objects of `inner`. */
function implementsItself(world: World, value: Meaning, inner: Meaning, { definition: trait }: Meaning): boolean {
  return implsGiving(world, value.definition, trait).some((impl) => {
    if (world.inLibrary(impl)) return false;
    world.ask(fileOf(impl));
    const shown = ownerOfImpl(world, impl).items[0];
    return shown?.tag === Tag.parameter || shown?.definition === inner.definition;
  });
}

/**
 * What a trait's method means that is called by its path (`Encode::encode(&self)`) on a reference to a reference: what an impl for all references of
 * a kind gives, where the trait has one; the library's own have (`Display::fmt`). Undefined where `called` is meant.
 */
export function givenToReferred(
  world: World,
  view: FileView,
  callee: number,
  args: readonly number[],
  called: Meaning,
): Meaning | undefined {
  const { op, a, b } = view.facts.expressions;
  if (op[callee] !== Op.path || called.tag !== Tag.definition || args.length === 0) return undefined;
  const name = view.text(b[callee]!);
  const blankets = world.attachments.blanketsWith(name);
  const isOfLibrary = world.rules.referredMethods?.includes(name) === true;
  if ((blankets.length === 0 && !isOfLibrary) || (world.flagsOf(called.definition) & DefinitionFlag.byReference) === 0) return undefined;
  const holder = evaluateValue(world, view, a[callee]!);
  if (holder.tag !== Tag.definition || world.kindOf(holder.definition) !== DefinitionKind.trait) return undefined;
  if (borrowOfValue(world, view, args[0]!, 0) !== TWICE) return undefined;
  const value = evaluateValue(world, view, args[0]!);
  if (isOfLibrary && world.inLibrary(holder.definition)) {
    return ofReference(world, value, holder.definition, name) ?? external(`${world.nameOf(holder.definition)}.${name}`);
  }
  for (const impl of blankets) {
    if (borrowOfOwner(world, impl) !== SHARED || traitDefinition(world, impl) !== holder.definition) continue;
    const own = ofReference(world, value, holder.definition, name);
    if (own !== undefined) return own;
    if (satisfies(world, value, ownerOfImpl(world, impl).result) !== false) return memberOfBlanket(world, impl, name, value);
  }
  return undefined;
}

/** What an impl of a trait for references to just this type gives (`impl Show for &str`): the type itself has not the trait then. */
function ofReference(world: World, value: Meaning, trait: DefinitionId, name: string): Meaning | undefined {
  if (value.tag !== Tag.instance) return undefined;
  const impl = implsGiving(world, value.definition, trait).find((one) => borrowOfOwner(world, one) === SHARED);
  const method = impl === undefined ? undefined : membersNamed(world, impl, name)[0];
  return method === undefined ? undefined : bindMember(world, method, instance(value.definition, value.items), value);
}
