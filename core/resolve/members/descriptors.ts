/**
 * The result of reading a field whose value is a descriptor (Python's `__get__`).
 *
 * Stage: resolve. Invariant: without a declared result nothing is certain; read from the class, it is the field's value if the method may
 * return that.
 */
import { ownerEnvironment, parameterTypes } from "../types/inference.ts";
import { unify } from "../types/unify.ts";
import { functionResult } from "../calls/results.ts";
import { isDeclaredIn, orderOf } from "../types/inheritance.ts";
import { definitionMeaning, held, isObject, type Meaning, NOTHING, partsOf, rowOf, Tag, union, UNKNOWN, weaken } from "../meaning.ts";
import { substitute } from "../substitution.ts";
import { memberMeaning } from "./members.ts";
import { Space } from "../names/names.ts";
import { givenInPlaces } from "../calls/given_arguments.ts";
import { overloadFor } from "../calls/overloads.ts";
import type { World } from "../world.ts";

/** The method that is called when a value is read from an object or class that holds it; undefined if it has none. */
export function readerOf(world: World, value: Meaning): string | undefined {
  const name = world.rules.protocols.read?.[0];
  const has = name !== undefined && value.tag === Tag.instance && isDeclaredIn(world, orderOf(world, value.definition), name);
  return has ? name : undefined;
}

/**
 * The result of reading a field that holds `value` from `owner`; undefined `owner`: from the class itself.
 * @param made an instance of the class through which it is read
 */
export function readThrough(world: World, value: Meaning, owner: Meaning | undefined, made = owner): Meaning {
  const name = readerOf(world, value);
  if (name === undefined) return value;
  const getter = memberMeaning(world, value, name, Space.value);
  if (getter.tag !== Tag.definition) return value;
  const declared = overloadFor(world, getter.definition, () => givenInPlaces(2, (place) => place === 0 ? owner ?? NOTHING : UNKNOWN));
  const environment = ownerEnvironment(world, declared, getter);
  environment.self = value;
  if (made !== undefined && world.viewOf(declared).typeParameters(rowOf(declared)).length > 0) {
    const [instanceType = UNKNOWN, classType = UNKNOWN] = parameterTypes(world, declared);
    unify(world, instanceType, owner ?? NOTHING, environment);
    unify(world, classType, definitionMeaning(made.definition, made, made.items), environment);
  }
  const result = substitute(functionResult(world, declared), environment);
  if (world.viewOf(declared).facts.definitions.type[rowOf(declared)] === 0) return inferredRead(value, owner, result);
  if (result.tag === Tag.unknown || result.tag === Tag.parameter || result.tag === Tag.nothing) return value;
  return result.tag === Tag.definition ? held(result) : result;
}

/**
 * The same without a declared result: most descriptors return themselves when read from the class, and something else from its instances.
 */
function inferredRead(value: Meaning, owner: Meaning | undefined, result: Meaning): Meaning {
  const given = partsOf(result).filter(({ tag }) => tag !== Tag.unknown && tag !== Tag.nothing);
  const others = given.filter((one) => !isObject(one) || one.definition !== value.definition);
  if (owner === undefined && others.length < given.length) return value;
  return others.length === 0 ? UNKNOWN : weaken(union(others));
}
