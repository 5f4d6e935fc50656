/**
 * Types written with holes (`Vec<_>`, `collect::<Result<_, _>>()`), filled in from the value.
 *
 * Stage: resolve. Invariant: explicit parts stay; a hole is filled from the value, or from a bound that the written type satisfies.
 */
import { DefinitionKind } from "../../facts.ts";
import { isOfKind } from "../ownership.ts";
import { isSame } from "./fitting.ts";
import { orderOf } from "./inheritance.ts";
import { definitionId, type Meaning, rowOf, Tag, UNKNOWN } from "../meaning.ts";
import type { World } from "../world.ts";

const DEEPEST = 6;

/** A type with holes (`Vec<_>`), filled in from the value: its type, or its bound's elements. */
export function fillHoles(world: World, type: Meaning, value: Meaning, depth = 0): Meaning {
  if (depth > DEEPEST || !hasHole(type, depth)) return type;
  const isAlike = value.tag === type.tag && value.definition === type.definition;
  const given = isAlike ? value.items : type.tag === Tag.instance ? elementsAsked(world, type, value) : undefined;
  if (given === undefined) return type;
  return {
    ...type,
    items: type.items.map((item, i) =>
      item.tag === Tag.unknown ? given[i] ?? item : fillHoles(world, item, given[i] ?? UNKNOWN, depth + 1)
    ),
  };
}

/** Whether a part of a type is open. */
export function hasHole({ tag, items }: Meaning, depth = 0): boolean {
  if ((tag !== Tag.instance && tag !== Tag.tuple) || depth > DEEPEST) return false;
  return items.some((item) => item.tag === Tag.unknown || hasHole(item, depth + 1));
}

/** Type arguments with which `type` satisfies the bound of the parameter `value` (`collect` into what `FromIterator<T>` requires). */
function elementsAsked(world: World, type: Meaning, value: Meaning): Meaning[] | undefined {
  // Of an undetermined parameter only its bound is known.
  const isBound = isOfKind(world, value, DefinitionKind.trait);
  const bound = isBound ? value : value.tag === Tag.parameter ? value.result : undefined;
  if (bound?.tag !== Tag.instance) return undefined;
  const wrapped = elementsWrapped(world, type, bound);
  if (wrapped !== undefined) return wrapped;
  const base = orderOf(world, type.definition).find((entry) => isSame(entry, bound));
  if (base === undefined) return undefined;
  const view = world.viewOf(type.definition);
  const parameters = view.typeParameters(rowOf(type.definition)).map((row) => definitionId(view.index, row));
  const items = parameters.map((): Meaning => UNKNOWN);
  const note = (pattern: Meaning, given: Meaning | undefined): void => {
    if (given === undefined) return;
    const at = pattern.tag === Tag.parameter ? parameters.indexOf(pattern.definition) : -1;
    if (at >= 0) items[at] = given;
    else if (pattern.tag === given.tag && (pattern.tag === Tag.tuple || isSame(pattern, given))) {
      pattern.items.forEach((item, i) => note(item, given.items[i]));
    }
  };
  base.items.forEach((item, i) => note(item, bound.items[i]));
  return items;
}

/** The same for a wrapped collection (`Result<Vec<_>, _>`) built from elements wrapped alike: their contents form the collection. */
function elementsWrapped(world: World, type: Meaning, bound: Meaning): Meaning[] | undefined {
  const position = world.library.positionGiven("unwrap", type.definition);
  const [element] = bound.items;
  if (position === undefined || element === undefined || !isSame(element, type)) return undefined;
  return type.items.map((item, i) => {
    const part = element.items[i] ?? UNKNOWN;
    return i !== position ? part : item.tag === Tag.unknown ? UNKNOWN : { ...bound, items: [part] };
  });
}
