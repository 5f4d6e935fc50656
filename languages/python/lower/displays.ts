/**
 * Displays: list, set, tuple and dictionary literals, and comprehensions.
 *
 * Stage: parse -> facts. Invariant: their elements are used there.
 */
import { tableOf } from "../../../core/base/tables.ts";
import { Op, SpreadMode } from "../../../core/facts/expressions.ts";
import type { Lowering } from "../../../core/lower/lower.ts";
import type { Roles } from "../../../core/plugin.ts";

/** The types of displays and comprehensions. */
const SEQUENCE_TYPES: Readonly<Record<string, string>> = tableOf({
  list: "list",
  list_comprehension: "list",
  set: "set",
  set_comprehension: "set",
  generator_expression: "Generator",
});

/** Lists, sets and comprehensions. If there is a single element, the grammar attaches the star to the first name in it (`[*load(x)]`). */
export function lowerSequence(lowering: Lowering, node: number, roles: Roles): number {
  const elements = roles.element ?? [];
  for (const element of elements) lowering.addUse(element);
  const [first = 0] = elements;
  const isSpread = elements.length === 1 && lowering.kind(first) !== "list_splat" &&
    lowering.tree.source[lowering.tree.start[first]!] === "*";
  const values = lowering.lowerAll(elements);
  return lowering.literal(SEQUENCE_TYPES[lowering.kind(node)]!, isSpread ? [lowering.facts.expression(Op.spread, values[0]!)] : values);
}

/** A tuple; with a spread element, positions are not known. */
export function lowerTuple(lowering: Lowering, _node: number, roles: Roles): number {
  const elements = roles.element ?? [];
  for (const element of elements) lowering.addUse(element);
  const values = lowering.lowerAll(elements);
  const isOpen = elements.some((element) => lowering.kind(element) === "list_splat");
  return isOpen ? lowering.literal("tuple", values) : lowering.facts.expression(Op.tuple, lowering.facts.list(values));
}

/** Whether brackets only group one pattern or target (`case (Dog() | Cat()):`, `(x) = 1`): the grammar takes them for a tuple, which needs a comma. */
export function isParenthesized(lowering: Lowering, node: number): boolean {
  return lowering.kind(node) === "tuple_pattern" && lowering.codeIn(node).length === 1 && lowering.childOfKind(node, ",") === 0;
}

/** `**options`, in a dictionary or among arguments. */
export function lowerDictionarySplat(lowering: Lowering, _node: number, roles: Roles): number {
  return lowering.facts.expression(Op.spread, lowering.lowerExpression(roles.operand?.[0] ?? 0), SpreadMode.mapping);
}

/** Dictionaries: entries of equal types are kept once. */
export function lowerDictionary(lowering: Lowering, node: number, roles: Roles): number {
  const { facts } = lowering;
  const entries: number[] = [];
  const known = new Set<string>();
  for (const pair of roles.own_pair ?? lowering.codeIn(node)) {
    const kind = lowering.kind(pair);
    if (kind === "dictionary_splat") {
      entries.push(lowering.lowerExpression(pair));
    }
    if (kind !== "pair") continue;
    const value = lowering.child(pair, "value");
    const key = lowering.child(pair, "key");
    lowering.addUse(key);
    lowering.addUse(value);
    const entry = [lowering.lowerExpression(key), lowering.lowerExpression(value)] as const;
    const text = entry.join();
    if (known.has(text)) continue;
    known.add(text);
    entries.push(facts.expression(Op.pair, entry[0], entry[1], 1));
  }
  return lowering.literal("dict", entries);
}
