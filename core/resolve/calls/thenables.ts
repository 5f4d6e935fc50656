/**
 * The result of awaiting an object that is not a promise, but has the method by which promises pass on their value (`then(done: (value: T)
 * => void)`).
 *
 * Stage: resolve. Invariant: if the method does not declare what it passes on, nothing is known.
 */
import { parameterOf } from "./expectations.ts";
import { isDeclaredIn, orderOf } from "../types/inheritance.ts";
import { type Meaning, Tag, UNKNOWN } from "../meaning.ts";
import { memberMeaning } from "../members/members.ts";
import { Space } from "../names/names.ts";
import type { World } from "../world.ts";

/** The value that `object`, of a repository type, passes on when awaited; undefined if that is the object itself. */
export function passedOn(world: World, object: Meaning): Meaning | undefined {
  const { passesOn } = world.rules;
  if (passesOn === undefined || world.inLibrary(object.definition)) return undefined;
  const method = memberMeaning(world, object, passesOn, Space.value);
  const done = method.tag === Tag.external ? UNKNOWN : parameterOf(world, method, 0);
  const value = done.tag === Tag.external ? UNKNOWN : parameterOf(world, done, 0);
  return value.tag !== Tag.unknown || isDeclaredIn(world, orderOf(world, object.definition), passesOn) ? value : undefined;
}
