/**
 * The names under which an outline lists values stored elsewhere than in plain members: in elements, or with all their members.
 *
 * Stage: parse -> outline -> resolve. Invariant: no member in any language has such a name.
 */
import type { Facts } from "../facts.ts";
import { Op } from "./expressions.ts";

/** The name for values stored in elements of what an expression names, or in elements of such an element; "" if it names nothing. */
export function nameOfElements({ expressions: { op, a, b }, strings }: Facts, holder: number): string {
  const isNested = op[holder] === Op.index || op[holder] === Op.item;
  if (isNested) holder = a[holder]!;
  const name = op[holder] === Op.name ? a[holder]! : op[holder] === Op.member ? b[holder]! : 0;
  if (name === 0) return "";
  return isNested ? elementsOf(elementsOf(strings[name]!)) : elementsOf(strings[name]!);
}

/** The last name of a name or member; "" for everything else. */
export function nameOf({ expressions: { op, a, b }, strings }: Facts, expression: number): string {
  return strings[op[expression] === Op.name ? a[expression]! : op[expression] === Op.member ? b[expression]! : 0]!;
}

/** The name for values stored in elements of the container `name`; "" for "". */
export function elementsOf(name: string): string {
  return name === "" ? "" : `${name}[]`;
}

/**
 * The name for functions stored in fields named `name` in languages with declared types (`s.handle = index`), and for what lists get by their
 * methods (`HOOKS.append(load)`); "" for "".
 */
export function functionsIn(name: string): string {
  return name === "" ? "" : `${name}()`;
}

/** The name for functions stored in literals of the type `type` without field names (`Step{"a", run}`). */
export function functionsPlacedIn(type: string): string {
  return `${type}(,)`;
}

/** The last name in a type expression, with or without type arguments; "" if it has none. */
export function nameOfType(facts: Facts, type: number): string {
  const { op, a } = facts.expressions;
  while (op[type] === Op.apply || op[type] === Op.reference) type = a[type]!;
  return nameOf(facts, type);
}

/** The name for values all of whose members are copied into what `name` refers to (`Object.assign(app, parts)`); "" for "". */
export function joinedTo(name: string): string {
  return name === "" ? "" : `${name}{}`;
}

/** Whether a list gets one more element that may be a function (`HOOKS.append(load)`): a name or a member, of which its type is not known. */
export function isListed({ expressions: { op, a, b } }: Facts, given: number): boolean {
  const value = op[a[given]!]!;
  return op[b[given]!] === Op.item && (value === Op.name || value === Op.member);
}
