/**
 * Methods whose receiver is declared as a library pointer (`self: Pin<&mut Self>`), beside others of the same name.
 *
 * Stage: resolve. Invariant: on such a pointer they precede methods behind it; on anything else they do not apply.
 */
import { listItems } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { evaluateType, evaluateValue } from "../evaluate.ts";
import { boundsIn, type DefinitionId, external, IMPLEMENTATIONS, instance, type Meaning, rowOf, Tag, union, weaken } from "../meaning.ts";
import { membersNamed } from "../members/attachments.ts";
import { bindMember } from "../members/bind_member.ts";
import { callBehindField, isProjectedField } from "../members/pinned_fields.ts";
import { isLibraryType, isOwnObject } from "../ownership.ts";
import type { FileView } from "../state/file_view.ts";
import { receiverType } from "../state/parameters.ts";
import { seenThrough, shownBy } from "../types/fitting.ts";
import { orderOf } from "../types/inheritance.ts";
import type { World } from "../world.ts";
import { blanketMember } from "./blankets.ts";
import { borrowOfValue } from "./borrows.ts";
import { type DottedCall, MUTABLE } from "./probing.ts";
import { bringsIn, traitOf } from "./trait_scope.ts";

/**
 * A blanket impl's method instead of `called`, which takes a pointer (`self: Pin<&mut Self>`) but is not called on one: `reader.consume(n)`
 * is not the `consume` of `Pin::new(&mut reader).consume(n)`. Undefined if `called` is meant.
 */
export function givenWithoutPointer({ world, view, receiver, name, called }: DottedCall): Meaning | undefined {
  if (world.attachments.blanketsWith(name).length === 0 || !takesPointer(world, called.definition)) return undefined;
  const value = evaluateValue(world, view, receiver);
  if (!isOwnObject(world, value)) return undefined;
  const plain = world.repository.traitsDeclaring(name).filter((trait) =>
    !membersNamed(world, trait, name).some((one) => takesPointer(world, one)) && bringsIn(world, view, trait, receiver) !== false
  );
  const found = plain.map((trait) => blanketMember(world, value, value, name, trait)).filter((one) => one !== undefined);
  if (found.length === 0) return undefined;
  // A field of a call's result may be pinned as well, which is not known from its type.
  return callBehindField(world, view, receiver) !== 0 ? weaken(union([called, ...found])) : union(found, IMPLEMENTATIONS);
}

/**
 * The method of a type parameter's bound, or of a supertrait of the enclosing trait, on the pointer `receiver`, instead of `called`, found
 * behind it: in a subtrait of `Pours`, `Pin::new(self).pour()` is its `pour(self: Pin<&mut Self>)`. Undefined if `called` is meant.
 */
export function takenByPointer(call: DottedCall): Meaning | undefined {
  const { world, view, receiver, name, called } = call;
  const pointer = evaluateValue(world, view, receiver);
  if (!isLibraryType(world, pointer)) return undefined;
  const inner = seenThrough(world, pointer);
  if (inner === undefined) return undefined;
  const given = givenToPinned(call, pointer, inner);
  if (given !== undefined) return given;
  if ((inner.tag !== Tag.self && inner.tag !== Tag.parameter) || takesPointer(world, called.definition)) return undefined;
  const taking = world.repository.methodsOfTraits(name).filter((method) => pointerOf(world, method) === pointer.definition);
  if (taking.length === 0) return undefined;
  const bounds = inner.tag === Tag.self ? [inner] : boundsIn(inner.result ?? inner);
  const traits = new Set(bounds.flatMap((bound) => orderOf(world, bound.definition)).map((entry) => entry.definition));
  const [method, other] = taking.filter((one) => traits.has(world.parentOf(one)));
  if (method === undefined || other !== undefined) return undefined;
  return bindMember(world, method, instance(world.parentOf(method)), inner);
}

/**
 * The library's method for its own pointers, and for references, instead of `called`, found behind `inner`: `Pin::new(&mut
 * self.delay).poll(cx)` is that of the pinned `Pin<Box<Sleep>>`.
 */
function givenToPinned({ world, view, receiver, name, called }: DottedCall, pointer: Meaning, inner: Meaning): Meaning | undefined {
  const { op, b } = view.facts.expressions;
  if (inner.tag !== Tag.instance || op[receiver] !== Op.call) return undefined;
  const [argument, ...others] = listItems(view.facts, b[receiver]!);
  if (argument === undefined || others.length > 0 || pointerOf(world, called.definition) !== pointer.definition) return undefined;
  if (!isPointerPinned(world, view, argument, inner)) return undefined;
  const trait = traitOf(world, called.definition);
  return trait === 0 || !world.inLibrary(trait) ? undefined : external(`${world.nameOf(trait)}.${name}`, pointer.weak);
}

/**
 * Whether what is pinned by reference is itself a pointer or a reference: `&mut x`, or a variable that is such a reference. @param inner
 * its target
 */
function isPointerPinned(world: World, view: FileView, argument: number, inner: Meaning): boolean {
  const { op, a } = view.facts.expressions;
  if (op[argument] !== Op.reference) {
    return op[argument] === Op.name && seenThrough(world, inner) !== undefined && borrowOfValue(world, view, argument, 0) === MUTABLE;
  }
  const pinned = a[argument]!;
  return seenThrough(world, inner) !== undefined || isProjectedField(world, view, pinned) ||
    borrowOfValue(world, view, pinned, 0) === MUTABLE;
}

/** Whether a method's receiver is declared as a library pointer. */
function takesPointer(world: World, method: DefinitionId): boolean {
  return pointerOf(world, method) !== 0;
}

/** The library pointer that a method's receiver is declared as, or 0. */
export function pointerOf(world: World, method: DefinitionId): DefinitionId {
  const view = world.viewOf(method);
  const type = receiverType(view, rowOf(method));
  const declared = type === 0 ? undefined : evaluateType(world, view, type);
  return declared?.tag === Tag.instance && shownBy(world, declared.definition) !== undefined ? declared.definition : 0;
}
