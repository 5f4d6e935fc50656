/**
 * What is handed to code outside, which may call it, or its methods, where no call site says so.
 *
 * Stage: resolve. Invariant: what takes it is named by its full name; a built-in function, which keeps nothing to call, is none.
 */
import { DefinitionKind, listItems } from "../facts.ts";
import { evaluateValue } from "./evaluate.ts";
import type { FileView } from "./file_view.ts";
import { libraryName } from "./library_name.ts";
import { type DefinitionId, type Meaning, Tag } from "./meaning.ts";
import { isStructural } from "./structural.ts";
import { isType, type World } from "./world.ts";

/** The full name of what lies outside and is handed something: a function, a type, a field; "" for all else. @param taker an expression */
export function takerAbroad(world: World, view: FileView, taker: number): string {
  const { tag, definition, name } = evaluateValue(world, view, taker);
  const full = tag === Tag.external ? name : tag === Tag.definition && world.inLibrary(definition) ? libraryName(world, definition) : "";
  return full.includes(".") ? full : "";
}

/** The type of the repository that a value has, which may be handed abroad for its methods; 0 for all else. */
export function typeHanded(world: World, { tag, definition }: Meaning): DefinitionId {
  if (tag !== Tag.instance || world.inLibrary(definition)) return 0;
  const kind = world.kindOf(definition);
  return isType(kind) && kind !== DefinitionKind.object && !isStructural(world, definition) ? definition : 0;
}

/** Types of the repository whose values a call hands to a function outside, each once. @param args a row of `lists` */
export function typesHanded(world: World, view: FileView, args: number): DefinitionId[] {
  const types = listItems(view.facts, args).map((argument) => typeHanded(world, evaluateValue(world, view, argument)));
  return [...new Set(types)].filter((type) => type !== 0);
}
