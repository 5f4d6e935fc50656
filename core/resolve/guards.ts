/**
 * What a test that held says of a value: the type that it names, or the parts of a union that are of it.
 *
 * Stage: resolve. Invariant: a test that names no type changes nothing.
 */
import { type Meaning, Tag, union, UNKNOWN } from "./meaning.ts";
import { orderOf } from "./inheritance.ts";
import type { World } from "./world.ts";

/** The type that a guard's result names. */
export function guardType(world: World, result: Meaning): Meaning {
  if (result.tag !== Tag.instance || !world.inLibrary(result.definition)) return UNKNOWN;
  const position = world.rules.operations.guard?.[world.nameOf(result.definition)];
  return position === undefined ? UNKNOWN : result.items[position] ?? UNKNOWN;
}

/** A value that a test has shown to be of a type: the parts of it that are, or else that type. */
export function guardedMeaning(world: World, value: Meaning, type: Meaning): Meaning {
  if (type.tag === Tag.unknown || type.tag === Tag.parameter) return value;
  const wanted = type.tag === Tag.union ? type.items : [type];
  const parts = value.tag === Tag.union ? value.items : [value];
  const kept = parts.filter((part) => wanted.some((one) => isKindOf(world, part, one)));
  return kept.length > 0 ? union(kept) : type;
}

function isKindOf(world: World, value: Meaning, type: Meaning): boolean {
  if (type.tag !== Tag.instance || (value.tag !== Tag.instance && value.tag !== Tag.self)) return false;
  return orderOf(world, value.definition).some((base) => base.tag === Tag.instance && base.definition === type.definition);
}
