/**
 * What reading a field gives whose value answers for itself (Python's `__get__`).
 *
 * Stage: resolve. Invariant: only a declared result counts; without one the field is its value.
 */
import { ownerEnvironment } from "../types/inference.ts";
import { functionResult } from "../calls/results.ts";
import { isDeclaredIn, orderOf } from "../types/inheritance.ts";
import { held, type Meaning, NOTHING, rowOf, substitute, Tag, UNKNOWN } from "../meaning.ts";
import { memberMeaning } from "./members.ts";
import { Space } from "../names/names.ts";
import { givenInPlaces } from "../calls/given_arguments.ts";
import { overloadFor } from "../calls/overloads.ts";
import type { World } from "../world.ts";

/** What a field that holds `value` gives where it is read from `owner`; undefined: from the class itself. */
export function readThrough(world: World, value: Meaning, owner: Meaning | undefined): Meaning {
  const name = world.rules.protocols.read?.[0];
  if (name === undefined || value.tag !== Tag.instance || !isDeclaredIn(world, orderOf(world, value.definition), name)) return value;
  const getter = memberMeaning(world, value, name, Space.value);
  if (getter.tag !== Tag.definition) return value;
  const declared = overloadFor(world, getter.definition, () => givenInPlaces(2, (place) => place === 0 ? owner ?? NOTHING : UNKNOWN));
  if (world.viewOf(declared).facts.definitions.type[rowOf(declared)] === 0) return value;
  const environment = ownerEnvironment(world, declared, getter);
  environment.self = value;
  const result = substitute(functionResult(world, declared), environment);
  if (result.tag === Tag.unknown || result.tag === Tag.parameter || result.tag === Tag.nothing) return value;
  return result.tag === Tag.definition ? held(result) : result;
}
