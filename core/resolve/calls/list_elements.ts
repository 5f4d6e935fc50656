/**
 * The type that is expected of the elements of a list literal, according to that which is expected of the list.
 *
 * Stage: resolve. Invariant: of several expected types only those that a list is of count (`Job | Job[]`).
 */
import { isLibraryType } from "../ownership.ts";
import { type Meaning, Tag, union } from "../meaning.ts";
import type { World } from "../world.ts";
import { operate } from "./operations.ts";

/** The expected types among `type` that a list literal may be of; `type` itself if none is known to be one. */
export function listsAmong(world: World, type: Meaning): Meaning {
  if (type.tag !== Tag.union) return type;
  const lists = type.items.filter((part) => part.tag === Tag.tuple || (part.items.length > 0 && isLibraryType(world, part)));
  return lists.length === 0 ? type : union(lists);
}

/** The type expected of the elements of a list literal that is expected to be of `type`. */
export function expectedElement(world: World, type: Meaning): Meaning {
  return operate(world, listsAmong(world, type), "iterate");
}
