/**
 * The meanings of `self`, `super` and `Self` at a place.
 *
 * Stage: resolve.
 */
import { DefinitionKind } from "../../facts.ts";
import { Op, SelfMode } from "../../facts/expressions.ts";
import { expectedReceiver, isMadeForOutside } from "../calls/expectations.ts";
import { evaluateType } from "../evaluate.ts";
import {
  ABOVE,
  type DefinitionId,
  definitionId,
  definitionMeaning,
  external,
  fileOf,
  instance,
  isInstanceOf,
  type Meaning,
  ownType,
  rowOf,
  selfMeaning,
  Tag,
  UNKNOWN,
  weaken,
} from "../meaning.ts";
import type { FileView } from "../state/file_view.ts";
import { receiverAround } from "../state/parameters.ts";
import { seenThrough } from "../types/fitting.ts";
import { aboveOf } from "../types/inheritance.ts";
import type { World } from "../world.ts";
import { enclosingType } from "./bindings.ts";

/** What follows `other` in the inheritance order of a type. */
export function behindIn(type: DefinitionId, other: Meaning): Meaning {
  return { ...selfMeaning(type), name: ABOVE, items: [other] };
}

/** What follows a type in its inheritance order, or follows `other` in it. */
function superOf(world: World, type: Meaning | undefined, other?: Meaning): Meaning {
  if (other !== undefined) {
    const isAbove = other.tag === Tag.instance && type?.tag === Tag.instance &&
      aboveOf(world, type.definition).some((base) => isInstanceOf(base, other.definition));
    return isAbove ? behindIn(type.definition, other) : superOf(world, other);
  }
  if (type?.tag === Tag.external) return external(ABOVE);
  if (type?.tag !== Tag.instance) return UNKNOWN;
  if (aboveOf(world, type.definition).length > 0) return { ...selfMeaning(type.definition), name: ABOVE };
  // An object literal may be given a prototype anywhere.
  return world.kindOf(type.definition) === DefinitionKind.object ? UNKNOWN : external(ABOVE);
}

/**
 * The meaning of `self`, `super` or `Self`. @param other for `Op.super` the class after which it starts, if not the enclosing one; for the
 * others their mode
 */
export function selfOf(world: World, view: FileView, op: number, scope: number, other: number): Meaning {
  if (op === Op.self) {
    if (other === SelfMode.made || other === SelfMode.shared) {
      const made = ownType(instance(definitionId(view.index, view.facts.scopes.definition[scope]!)));
      return other === SelfMode.shared ? weaken(made) : made;
    }
    const asked = expectedReceiver(world, view, scope);
    if (asked !== undefined) return asked;
    if (other === SelfMode.asked) return UNKNOWN;
  }
  const type = enclosingType(world, view, scope);
  if (op === Op.super) return superOf(world, type, other === 0 ? undefined : evaluateType(world, view, other));
  if (type === undefined) return UNKNOWN;
  const self = ownType(type);
  // If the impl is for a pointer itself, one level of pointers suffices.
  const pointer = op === Op.self && seenThrough(world, type) === undefined ? pointerToSelf(world, view, scope) : undefined;
  if (pointer !== undefined) return pointer;
  if (op === Op.self && isOfPassedObject(world, view, type)) return weaken(self);
  if (op === Op.self) return self;
  const made = type.tag === Tag.instance ? definitionMeaning(type.definition, self, type.items) : type;
  return other === SelfMode.asked ? weaken(made) : made;
}

/** Whether `this` is that of an object literal that was passed to external code. */
function isOfPassedObject(world: World, view: FileView, { tag, definition }: Meaning): boolean {
  return world.rules.separateTypes === true && tag === Tag.instance && world.kindOf(definition) === DefinitionKind.object &&
    fileOf(definition) === view.index && isMadeForOutside(world, view, rowOf(definition));
}

/** A receiver declared as a library smart pointer (`self: Pin<&mut Self>`); otherwise undefined. */
function pointerToSelf(world: World, view: FileView, scope: number): Meaning | undefined {
  if (world.rules.operations.transparent === undefined) return undefined;
  const type = view.facts.bindings.type[receiverAround(view, scope)?.receiver ?? 0]!;
  if (type === 0) return undefined;
  const declared = evaluateType(world, view, type);
  return seenThrough(world, declared) === undefined ? undefined : declared;
}
