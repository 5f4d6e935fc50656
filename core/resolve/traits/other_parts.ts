/**
 * What is called where an implementation is for a type of other parts than the receiver has (`impl<T> Grid for Vec<Vec<T>>`, on a `Vec<T>`).
 *
 * Stage: resolve. Invariant: a type parameter of the code around stands for itself alone there; one that a call left open may stand for anything.
 */
import { external, fileOf, isInstanceOf, type Meaning, rowOf, Tag } from "../meaning.ts";
import { memberMeaning } from "../members/members.ts";
import { dereferenced } from "../members/promotion.ts";
import { Space } from "../names/names.ts";
import { isLibraryType } from "../ownership.ts";
import type { FileView } from "../state/file_view.ts";
import { implOf, ownerOfImpl } from "../types/fitting.ts";
import { LEFT_OPEN } from "../types/type_arguments.ts";
import type { World } from "../world.ts";
import type { DottedCall } from "./probing.ts";
import { scopeOf } from "./trait_scope.ts";

/**
 * What a value of the library's type has instead of `called`, a method that the repository gives to that type with other parts. Undefined where `called`
 * may be meant.
 */
export function beyondParts({ world, view, receiver, name, called }: DottedCall): Meaning | undefined {
  const value = called.result;
  const impl = implOf(world, called.definition);
  if (value?.tag !== Tag.instance || impl === 0 || !isLibraryType(world, value)) return undefined;
  const owner = ownerOfImpl(world, impl);
  const scope = owner.definition === value.definition ? scopeOf(view, receiver) : 0;
  if (scope === 0 || !owner.items.some((item, i) => isNever(world, view, scope, item, value.items[i]))) return undefined;
  const target = dereferenced(world, value, value);
  return target === undefined
    ? external(world.library.shownName(`${world.nameOf(value.definition)}.${name}`), value.weak)
    : memberMeaning(world, target, name, Space.value);
}

/** Whether a part that an impl asks for is none that the receiver has: a type that is written out, where the receiver has a parameter of the code around. */
function isNever(world: World, view: FileView, scope: number, asked: Meaning, held: Meaning | undefined): boolean {
  if (held === undefined) return false;
  if (held.tag === Tag.parameter) {
    const isWritten = asked.tag === Tag.instance || asked.tag === Tag.tuple || asked.tag === Tag.external;
    return isWritten && held.applied === undefined && held.name !== LEFT_OPEN && fileOf(held.definition) === view.index &&
      view.within(scope, view.facts.bindings.scope[rowOf(held.definition)]!);
  }
  return isInstanceOf(asked, held.definition) &&
    asked.items.some((item, i) => isNever(world, view, scope, item, held.items[i]));
}
