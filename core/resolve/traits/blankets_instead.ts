/**
 * Methods of blanket impls that method lookup finds before the method that was found.
 *
 * Stage: resolve. Invariant: each rule returns the method found before `called`, of the same name, or undefined if `called` is meant.
 */
import { isLibraryType, isOfKind, isOwnObject } from "../ownership.ts";
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
 * A blanket impl's method by value, if `called`, of the library, takes a reference: values are probed before references to them (`fn
 * eq(self, …)` of a blanket impl beside `PartialEq::eq`). Undefined if `called` is meant.
 */
export function takenByValue({ world, view, receiver, name, called }: DottedCall): Meaning | undefined {
  if (world.attachments.blanketsWith(name).length === 0) return undefined;
  if ((world.flagsOf(called.definition) & DefinitionFlag.byReference) === 0) return undefined;
  if (borrowOfValue(world, view, receiver, 0) !== OWN) return undefined;
  const value = evaluateValue(world, view, receiver);
  // Methods of a library pointer's target are found before those that may apply to the pointer.
  if (!isOwnObject(world, value)) return undefined;
  const found = blanketMember(world, value, value, name);
  if (found?.tag !== Tag.definition || found.weak || !hasReceiver(world, found.definition)) return undefined;
  return (world.flagsOf(found.definition) & DefinitionFlag.byReference) === 0 ? found : undefined;
}

/**
 * A method that a blanket impl certainly gives to a repository type that dereferences to another, instead of `called`, which is a method of
 * the latter (`impl<T: Node> Dot for T` for a `Header: Node` before the `dot` of its target). Undefined if `called` is meant, or the trait
 * is not in scope.
 */
export function givenBeforeTarget({ world, view, receiver, name, called }: DottedCall): Meaning | undefined {
  if (world.attachments.blanketsWith(name).length === 0) return undefined;
  const value = evaluateValue(world, view, receiver);
  if (!isOwnObject(world, value) || isOfKind(world, value, DefinitionKind.trait) || called.result?.definition === value.definition) {
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
/** The lookup steps at which the targets of a value, or of a reference to one, are reached. */
const [TARGET_OF_VALUE, TARGET_OF_REFERENCE] = [3, 6];

/** A library method for references to all types with one of its traits, if `called` is that trait's method behind a `&&T`. */
export function referredByLibrary({ world, view, receiver, name, trait }: DottedCall): Meaning | undefined {
  if (world.rules.referredMethods?.includes(name) !== true) return undefined;
  return borrowOfValue(world, view, receiver, 0) === TWICE ? external(`${world.nameOf(trait)}.${name}`) : undefined;
}

/**
 * An external package's method for `&mut` references to all types with its trait, if `called` is that trait's method of the reference's
 * target and takes `&self`. Undefined if `called` is meant.
 */
export function lentOutside({ world, view, receiver, name, called }: DottedCall): Meaning | undefined {
  const impl = implOf(world, called.definition);
  if (impl === 0 || !hasTrait(world, impl) || world.rules.lentOutside === undefined) return undefined;
  const trait = traitOfImpl(world, impl);
  if (trait.tag !== Tag.external || !world.rules.lentOutside.includes(lastPart(trait.name))) return undefined;
  if (borrowOfReceiver(world, called.definition) !== SHARED) return undefined;
  const isLent = borrowOfValue(world, view, receiver, 0) === MUTABLE || isProjectedField(world, view, receiver);
  return isLent ? external(`${trait.name}.${name}`) : undefined;
}

/**
 * The method of an impl for all references of a kind (`impl<T: Input> Input for &mut T`) instead of `called`, a method of its trait found
 * behind the reference: `input.rest()` of a `&mut T` takes the reference itself if `rest` takes `&self`. The trait must be in scope, unlike
 * for methods from bounds. If the receiver only may be a reference, both are likely. Undefined if `called` is meant.
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
    // Most such impls do not apply to unsized types.
    if (isOfKind(world, value, DefinitionKind.trait)) return undefined;
    if (satisfies(world, value, ownerOfImpl(world, impl).result) === false) continue;
    const found = memberOfBlanket(world, impl, name, value);
    return isOpen && found !== undefined ? weaken(union([called, found])) : found;
  }
  return undefined;
}

/** Whether a receiver is written as a reference, or is a variable that a pattern binds by reference (`ref x`). */
function isReferenceTo(world: World, view: FileView, receiver: number): boolean {
  const { op } = view.facts.expressions;
  return op[receiver] === Op.reference || op[onlyValue(world, view, receiver)] === Op.reference;
}

/**
 * The method of a blanket impl on a library pointer that satisfies it by an impl of its own (`impl Folder for Box<dyn Folder>`), or by
 * those of the library (`impl<T: Any> AsAny for T`), instead of `called`, that trait's method of the object behind the pointer. The trait
 * must be in scope, unlike for methods of the object. Undefined if `called` is meant.
 */
export function givenToPointer({ world, view, receiver, name, called, trait }: DottedCall): Meaning | undefined {
  const blankets = world.attachments.blanketsWith(name);
  if (blankets.length === 0 || world.kindOf(world.parentOf(called.definition)) !== DefinitionKind.trait) return undefined;
  const value = evaluateValue(world, view, receiver);
  const inner = isLibraryType(world, value) ? seenThrough(world, value) : undefined;
  if (inner === undefined || !isOfKind(world, inner, DefinitionKind.trait)) return undefined;
  for (const impl of blankets) {
    const owner = borrowOfOwner(world, impl);
    if (owner === SHARED || owner === MUTABLE || traitDefinition(world, impl) !== trait) continue;
    const all = boundsIn(ownerOfImpl(world, impl).result);
    const bounds = all.filter((bound) => asksMethods(world, bound));
    const isOwn = ({ definition }: Meaning): boolean => !world.inLibrary(definition);
    // A pointer to such an object is not a function, and external traits are not known.
    if (!bounds.some(isOwn) && all.some(({ tag }) => tag !== Tag.instance)) continue;
    // A pointer has the library traits of its target, except those that require it to be sized.
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

/** Whether a bound is a trait with required methods. */
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
 * The meaning of a trait's method called by its path (`Encode::encode(&self)`) on a reference to a reference: that of an impl for all
 * references of a kind, if there is one; library traits have such (`Display::fmt`). Undefined if `called` is meant.
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

/**
 * The method of a trait's impl for references to exactly this type (`impl Show for &str`): the type itself does not have the trait then.
 */
function ofReference(world: World, value: Meaning, trait: DefinitionId, name: string): Meaning | undefined {
  if (value.tag !== Tag.instance) return undefined;
  const impl = implsGiving(world, value.definition, trait).find((one) => borrowOfOwner(world, one) === SHARED);
  const method = impl === undefined ? undefined : membersNamed(world, impl, name)[0];
  return method === undefined ? undefined : bindMember(world, method, instance(value.definition, value.items), value);
}
