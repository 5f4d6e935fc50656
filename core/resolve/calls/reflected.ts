/**
 * Operators implemented by another method: that of the right operand, because the left one does not support it (Python's `__radd__`), or
 * the plain one, because the left operand does not change in place (`__iadd__`).
 *
 * Stage: resolve. Invariant: another method is used only if the left operand is known, and certainly does not support a repository type.
 */
import { listItems } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { evaluateValue } from "../evaluate.ts";
import { isObject, type Meaning, Tag } from "../meaning.ts";
import { memberMeaning } from "../members/members.ts";
import { Space } from "../names/names.ts";
import { isLibraryType, isOwnDefinition, isOwnObject } from "../ownership.ts";
import type { FileView } from "../state/file_view.ts";
import { asInstance } from "../traits/traits.ts";
import type { World } from "../world.ts";

/** The method called in place of `called`, a member of the left operand; undefined if that one is called. */
export function reflectedMethod(world: World, view: FileView, callee: number, list: number, called: Meaning): Meaning | undefined {
  const { expressions, strings } = view.facts;
  const { reflected, inPlace } = world.rules;
  if (reflected === undefined || expressions.op[callee] !== Op.member) return undefined;
  if (isOwnDefinition(world, called)) return undefined;
  const written = strings[expressions.b[callee]!]!;
  const plain = inPlace !== undefined && Object.hasOwn(inPlace, written) ? inPlace[written]! : written;
  if (!Object.hasOwn(reflected, plain)) return undefined;
  const left = evaluateValue(world, view, expressions.a[callee]!);
  const own = plain === written ? called : memberMeaning(world, asInstance(world, left), plain, Space.value);
  if (isOwnDefinition(world, own)) return own;
  if (own.tag === Tag.definition && own !== called && growsAnew(world, left)) return own;
  return reflectedOf(world, view, list, left, own, reflected[plain]!);
}

/** The arguments of an operator's method: for the right operand's method, the left operand. */
export function passedOperands(world: World, view: FileView, callee: number, list: number, called: Meaning): readonly number[] {
  const items = listItems(view.facts, list);
  const { op, a, b } = view.facts.expressions;
  const { reflected, inPlace } = world.rules;
  if (reflected === undefined || items.length !== 1 || op[callee] !== Op.member || !isOwnDefinition(world, called)) return items;
  const written = view.text(b[callee]!);
  if (!Object.hasOwn(reflected, written) && (inPlace === undefined || !Object.hasOwn(inPlace, written))) return items;
  return isForeign(world, asInstance(world, evaluateValue(world, view, a[callee]!))) ? [a[callee]!] : items;
}

/** Whether a value certainly has no method declared in the repository. */
function isForeign(world: World, value: Meaning): boolean {
  return value.tag === Tag.tuple || value.tag === Tag.nothing || isLibraryType(world, value);
}

/** Whether a value is a tuple, which an in-place operator replaces by a longer one. */
export function growsAnew(world: World, { tag, definition }: Meaning): boolean {
  if (world.rules.inPlace === undefined) return false;
  return tag === Tag.tuple || (tag === Tag.instance && definition === world.library.definition(world.rules.restType));
}

/** The member `name` of the only argument, if the left operand certainly does not support the operator. */
function reflectedOf(world: World, view: FileView, list: number, left: Meaning, called: Meaning, name: string): Meaning | undefined {
  if (!isKnown(world, left, called)) return undefined;
  const operand = asInstance(world, evaluateValue(world, view, listItems(view.facts, list)[0] ?? 0));
  if (!isOwnObject(world, operand)) return undefined;
  const method = memberMeaning(world, operand, name, Space.value);
  return isOwnDefinition(world, method) ? method : undefined;
}

/** Whether the left operand's operators are determined by the repository and the library alone. */
function isKnown(world: World, left: Meaning, called: Meaning): boolean {
  return isForeign(world, left) || (isObject(left) && called.tag === Tag.unknown && called.name === "");
}
