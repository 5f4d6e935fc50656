/**
 * Operators that another method answers: the right side's, because the left one does not know what it is given (Python's `__radd__`), or
 * the plain one, because the left side does not change in place (`__iadd__`).
 *
 * Stage: resolve. Invariant: only a left side that is known, and surely has no answer for a type of the repository, gives way.
 */
import { listItems } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { evaluateValue } from "../evaluate.ts";
import { isObject, type Meaning, Tag } from "../meaning.ts";
import { memberMeaning } from "../members/members.ts";
import { Space } from "../names/names.ts";
import type { FileView } from "../state/file_view.ts";
import { asInstance } from "../traits/traits.ts";
import type { World } from "../world.ts";

/** The method that is called in place of `called`, the member of its left side; undefined: that one is. */
export function reflectedMethod(world: World, view: FileView, callee: number, list: number, called: Meaning): Meaning | undefined {
  const { expressions, strings } = view.facts;
  const { reflected, inPlace } = world.rules;
  if (reflected === undefined || expressions.op[callee] !== Op.member) return undefined;
  if (world.isOwnDefinition(called)) return undefined;
  const written = strings[expressions.b[callee]!]!;
  const plain = inPlace !== undefined && Object.hasOwn(inPlace, written) ? inPlace[written]! : written;
  if (!Object.hasOwn(reflected, plain)) return undefined;
  const left = evaluateValue(world, view, expressions.a[callee]!);
  const own = plain === written ? called : memberMeaning(world, asInstance(world, left), plain, Space.value);
  if (world.isOwnDefinition(own)) return own;
  if (own.tag === Tag.definition && own !== called && growsAnew(world, left)) return own;
  return reflectedOf(world, view, list, left, own, reflected[plain]!);
}

/** The expressions that a call hands to what is called: to the right side's method its left side. */
export function handedOperands(world: World, view: FileView, callee: number, list: number, called: Meaning): readonly number[] {
  const items = listItems(view.facts, list);
  const { op, a, b } = view.facts.expressions;
  const { reflected, inPlace } = world.rules;
  if (reflected === undefined || items.length !== 1 || op[callee] !== Op.member || !world.isOwnDefinition(called)) return items;
  const written = view.text(b[callee]!);
  if (!Object.hasOwn(reflected, written) && (inPlace === undefined || !Object.hasOwn(inPlace, written))) return items;
  return isForeign(world, asInstance(world, evaluateValue(world, view, a[callee]!))) ? [a[callee]!] : items;
}

/** Whether a value surely has no method of the repository's own. */
function isForeign(world: World, value: Meaning): boolean {
  return value.tag === Tag.tuple || value.tag === Tag.nothing || world.isLibraryType(value);
}

/** Whether a value is a tuple, which an operator in place replaces by another one with more parts. */
export function growsAnew(world: World, { tag, definition }: Meaning): boolean {
  if (world.rules.inPlace === undefined) return false;
  return tag === Tag.tuple || (tag === Tag.instance && definition === world.libraryDefinition(world.rules.restType));
}

/** What the one argument has under `name`, where the left side surely does not answer itself. */
function reflectedOf(world: World, view: FileView, list: number, left: Meaning, called: Meaning, name: string): Meaning | undefined {
  if (!isKnown(world, left, called)) return undefined;
  const operand = asInstance(world, evaluateValue(world, view, listItems(view.facts, list)[0] ?? 0));
  if (!world.isOwnObject(operand)) return undefined;
  const method = memberMeaning(world, operand, name, Space.value);
  return world.isOwnDefinition(method) ? method : undefined;
}

/** Whether nothing but what is written here and in the library decides what the left side can do. */
function isKnown(world: World, left: Meaning, called: Meaning): boolean {
  return isForeign(world, left) || (isObject(left) && called.tag === Tag.unknown && called.name === "");
}
