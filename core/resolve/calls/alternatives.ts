/**
 * What one of several expressions gives: the branches of a condition, what stands on both sides of `or`, the elements of a list.
 *
 * Stage: resolve. Invariant: an alternative is left out only where another says the same and more.
 */
import { Op } from "../../facts/expressions.ts";
import { evaluateValue } from "../evaluate.ts";
import { type Meaning, Tag, union } from "../meaning.ts";
import type { FileView } from "../state/file_view.ts";
import { asInstance } from "../traits/traits.ts";
import { promotes } from "../types/fitting.ts";
import type { World } from "../world.ts";

/** What each of several expressions gives; an empty list beside another list is one of those (`jobs || []`). */
export function alternativesOf(world: World, view: FileView, expressions: readonly number[]): readonly Meaning[] {
  const all = expressions.map((expression) => evaluateValue(world, view, expression));
  if (!expressions.some((expression) => isEmptyLiteral(view, expression))) return all;
  const saysLess = (one: Meaning, i: number): boolean =>
    isEmptyLiteral(view, expressions[i]!) &&
    all.some((other) => other.tag === one.tag && other.definition === one.definition && other.items.length > one.items.length);
  return all.filter((one, i) => !saysLess(one, i));
}

function isEmptyLiteral(view: FileView, expression: number): boolean {
  const { op, b, c } = view.facts.expressions;
  return op[expression] === Op.literal && b[expression] === 0 && c[expression] === 0;
}

/** One of several: where branches have one type by the language's rules, the one that says most. */
export function oneOf(world: World, parts: readonly Meaning[]): Meaning {
  if (!world.rules.branchesAgree) return union(parts);
  const told = parts.filter((part) => part.tag !== Tag.unknown && part.tag !== Tag.nothing).map((part) => asInstance(world, part));
  const known = told.filter((part) => !told.some((other) => promotes(world, part.definition, other.definition)));
  return known.find((part) => part.items.length > 0 && part.items.every((item) => item.tag !== Tag.unknown)) ?? known[0] ?? union(parts);
}
