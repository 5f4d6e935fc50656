/**
 * Methods passed as values of `self`, if only subtypes have them.
 *
 * Stage: resolve. Invariant: each is only likely to be meant.
 */
import { isCallable } from "../../facts.ts";
import type { FileView } from "../state/file_view.ts";
import { evaluateValue } from "../evaluate.ts";
import { Tag } from "../meaning.ts";
import { type Outcome, outcome } from "./outcome.ts";
import { membersBelow } from "../types/implementations.ts";
import type { World } from "../world.ts";

/** The methods that `self.step` may pass if the type itself has no such member; undefined if no subtype has one. */
export function passedBelow(world: World, view: FileView, expression: number): Outcome | undefined {
  const { expressions, strings } = view.facts;
  const object = evaluateValue(world, view, expressions.a[expression]!);
  if (object.tag !== Tag.self || world.inLibrary(object.definition)) return undefined;
  const below = membersBelow(world, object.definition, strings[expressions.b[expression]!]!, 0);
  const targets = below.filter((id) => isCallable(world.kindOf(id)));
  return targets.length === 0 ? undefined : outcome("dispatch", { targets });
}
