/**
 * What a structural interface asks a type to be, beside the methods that it asks for.
 *
 * Stage: resolve.
 */
import { listItems } from "../../facts.ts";
import { evaluateType } from "../evaluate.ts";
import { type Meaning, rowOf, Tag } from "../meaning.ts";
import type { World } from "../world.ts";
import { substituteParameters } from "./environments.ts";
import { isStructural } from "./structural.ts";

/** So many interfaces stand within each other. */
const DEEPEST = 6;

/** The one type that a structural interface asks for beside methods (`interface{ *T; Set(string) }`); undefined where it asks for none. */
export function coreType(world: World, { tag, definition, items }: Meaning, depth = 0): Meaning | undefined {
  // Elsewhere what a protocol names beside its methods are its bases.
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
