/**
 * The result of one of several expressions: the branches of a condition, the operands of `or`, the elements of a list.
 *
 * Stage: resolve. Invariant: an alternative is dropped only if another one says the same and more.
 */
import { Op } from "../../facts/expressions.ts";
import { evaluateValue } from "../evaluate.ts";
import { type Meaning, Tag, union, UNKNOWN } from "../meaning.ts";
import type { FileView } from "../state/file_view.ts";
import { asInstance } from "../traits/traits.ts";
import { promotes } from "../types/fitting.ts";
import type { World } from "../world.ts";

/** The meanings of several expressions; an empty list beside another list is dropped (`jobs || []`). */
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

/** One of several: if the language gives branches the same type, the most complete one, with its open parts filled in from the others. */
export function oneOf(world: World, parts: readonly Meaning[]): Meaning {
  if (!world.rules.branchesAgree) return union(parts);
  const said = parts.filter((part) => part.tag !== Tag.unknown && part.tag !== Tag.nothing).map((part) => asInstance(world, part));
  const typed = said.filter((part) => !said.some((other) => promotes(world, part.definition, other.definition)));
  // An external value has no known type, and neither has a type parameter.
  const inside = typed.filter(({ tag }) => tag === Tag.instance || tag === Tag.tuple);
  const known = inside.length > 0 ? inside : typed;
  const most = known.find((part) => part.items.length > 0 && part.items.every((item) => item.tag !== Tag.unknown)) ?? known[0];
  return most === undefined ? union(parts) : completed(most, known);
}

/** A type whose type arguments come from several branches: `Result<Job, _>` of one and `Result<_, Failure>` of another. */
function completed(most: Meaning, others: readonly Meaning[]): Meaning {
  if (most.tag !== Tag.instance) return most;
  let items = most.items;
  for (const { tag, definition, items: known } of others) {
    if (tag !== most.tag || definition !== most.definition) continue;
    if (known.some((item, i) => saysMore(item, items[i]))) items = filledWith(items, known);
  }
  return items === most.items ? most : { ...most, items };
}

function filledWith(items: readonly Meaning[], known: readonly Meaning[]): readonly Meaning[] {
  const longer = known.length > items.length ? known : items;
  return longer.map((_, i) => saysMore(known[i], items[i]) ? known[i]! : items[i] ?? UNKNOWN);
}

function saysMore(known: Meaning | undefined, item: Meaning | undefined): boolean {
  return known !== undefined && known.tag !== Tag.unknown && (item === undefined || item.tag === Tag.unknown);
}
