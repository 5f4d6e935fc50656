/**
 * Tuples with a rest element, which stands for any number of values (`[A, ...B[]]`, `[...T, B]`).
 *
 * Stage: resolve. Invariant: positions before and after that element are distinguished; within it, any value may be any of its elements.
 */
import { ItemMode } from "../../facts/expressions.ts";
import { operate } from "../calls/operations.ts";
import { type Meaning, named, REST, Tag, tuple, union, UNKNOWN, weaken } from "../meaning.ts";
import type { World } from "../world.ts";

/** The index of the rest element; -1: none. */
function restOf(items: readonly Meaning[]): number {
  return items.findIndex(({ name }) => name === REST);
}

/** The values at a tuple's positions; for the rest element, one of its elements. */
export function valuesIn(world: World, { items }: Meaning): readonly Meaning[] {
  return restOf(items) < 0 ? items : items.map((item) => item.name === REST ? operate(world, item, "iterate") : item);
}

/** Position `at` of a tuple. `mode`: an `ItemMode`. */
export function partAt(world: World, whole: Meaning, at: number, mode: number): Meaning {
  const { items } = whole;
  const rest = restOf(items);
  if (mode === ItemMode.rest) return { ...whole, items: items.slice(rest < 0 ? at : Math.min(at, rest)) };
  const isFromEnd = mode === ItemMode.fromEnd;
  const known = rest < 0 ? items.length : isFromEnd ? items.length - 1 - rest : rest;
  if (at < known) return items[isFromEnd ? items.length - 1 - at : at]!;
  if (rest < 0) return UNKNOWN;
  const values = valuesIn(world, whole);
  const possible = isFromEnd ? values.slice(0, rest + 1) : values.slice(rest);
  return possible.length === 1 ? possible[0]! : weaken(union(possible));
}

/**
 * The type of a function type's parameter at a position; for a rest parameter, its element for that position.
 * @param evaluate evaluates a parameter at the call
 */
export function parameterAt(
  world: World,
  parameters: readonly Meaning[],
  position: number,
  evaluate = (parameter: Meaning): Meaning => parameter,
): Meaning {
  const last = parameters.length - 1;
  const isRest = position >= last && parameters[last]?.name === REST;
  const known = evaluate((isRest ? parameters[last] : parameters[position]) ?? UNKNOWN);
  if (!isRest) return known;
  return known.tag === Tag.tuple ? partAt(world, known, position - last, ItemMode.written) : operate(world, known, "iterate");
}

/** Pairs the parts of a tuple with those of `value`; undefined if they cannot be matched. */
export function partsBeside(pattern: Meaning, value: readonly Meaning[]): readonly (readonly [Meaning, Meaning])[] | undefined {
  const rest = restOf(pattern.items);
  const pairs = (parts: readonly Meaning[], others: readonly Meaning[]): (readonly [Meaning, Meaning])[] =>
    parts.flatMap((part, i) => others[i] === undefined ? [] : [[part, others[i]] as const]);
  if (rest < 0) return pairs(pattern.items, value);
  const behind = pattern.items.length - 1 - rest;
  const end = value.length - behind;
  if (end < rest) return undefined;
  const middle = value.slice(rest, end);
  const isAlike = middle.length === 1 && middle[0]!.name === REST;
  return [
    ...pairs(pattern.items.slice(0, rest), value),
    [pattern.items[rest]!, isAlike ? named(middle[0]!, "") : tuple(middle)],
    ...pairs(pattern.items.slice(rest + 1), value.slice(end)),
  ];
}

/** Whether a tuple has a rest element. */
export function isOpenEnded({ tag, items }: Meaning): boolean {
  return tag === Tag.tuple && restOf(items) >= 0;
}
