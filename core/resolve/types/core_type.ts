/**
 * The core type of a structural interface, beside its methods.
 *
 * Stage: resolve.
 */
import { listItems } from "../../facts.ts";
import { evaluateType } from "../evaluate.ts";
import { type Meaning, rowOf, Tag } from "../meaning.ts";
import type { World } from "../world.ts";
import { substituteParameters } from "./environments.ts";
import { isStructural } from "./structural.ts";

/** Maximum nesting of interfaces. */
const DEEPEST = 6;

/** The single type that a structural interface requires beside methods (`interface{ *T; Set(string) }`); undefined if it requires none. */
export function coreType(world: World, { tag, definition, items }: Meaning, depth = 0): Meaning | undefined {
  // In other languages the types beside a protocol's methods are its bases.
  if (!world.rules.callingTypeConverts || tag !== Tag.instance || depth > DEEPEST || !isStructural(world, definition)) return undefined;
  const view = world.viewOf(definition);
  world.ask(view.index);
  for (const part of listItems(view.facts, view.facts.definitions.supertypes[rowOf(definition)]!)) {
    const type = substituteParameters(world, evaluateType(world, view, part), definition, items);
    const isInterface = type.tag === Tag.instance && isStructural(world, type.definition);
    const core = isInterface
      ? coreType(world, type, depth + 1)
      : type.tag === Tag.instance || type.tag === Tag.parameter || type.tag === Tag.function
      ? type
      : undefined;
    if (core !== undefined) return core;
  }
  return undefined;
}
