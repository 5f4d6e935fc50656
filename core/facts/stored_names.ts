/**
 * Under which names an outline keeps what is stored in other things than plain members: in elements, or with all its members.
 *
 * Stage: parse -> outline -> resolve. Invariant: no member of a language bears such a name.
 */
import type { Facts } from "../facts.ts";
import { Op } from "./expressions.ts";

/** The name under which values are stored in elements of what an expression names, or of an element of that; "" where it names nothing. */
export function nameOfElements({ expressions: { op, a, b }, strings }: Facts, holder: number): string {
  const isNested = op[holder] === Op.index || op[holder] === Op.item;
  if (isNested) holder = a[holder]!;
  const name = op[holder] === Op.name ? a[holder]! : op[holder] === Op.member ? b[holder]! : 0;
  if (name === 0) return "";
  return isNested ? elementsOf(elementsOf(strings[name]!)) : elementsOf(strings[name]!);
}

/** The last name of a name or member; "" of all else. */
export function nameOf({ expressions: { op, a, b }, strings }: Facts, expression: number): string {
  return strings[op[expression] === Op.name ? a[expression]! : op[expression] === Op.member ? b[expression]! : 0]!;
}

/** The name under which values are stored in elements of what bears a name; "" of none. */
export function elementsOf(name: string): string {
  return name === "" ? "" : `${name}[]`;
}

/** The name under which functions are stored in fields of that name where types are declared (`s.handle = index`); "" of none. */
export function functionsIn(name: string): string {
  return name === "" ? "" : `${name}()`;
}

/** The name under which functions are stored in literals of a type of that name that do not name their fields (`Step{"a", run}`); "" where it has none. */
export function functionsPlacedIn(type: string): string {
  return `${type}(,)`;
}

/** The last name of what a type says, with or without arguments; "" of one that is written out. */
export function nameOfType(facts: Facts, type: number): string {
  const { op, a } = facts.expressions;
  while (op[type] === Op.apply || op[type] === Op.reference) type = a[type]!;
  return nameOf(facts, type);
}

/** The name under which values are kept whose members all are put into what bears a name (`Object.assign(app, parts)`); "" of none. */
export function joinedTo(name: string): string {
  return name === "" ? "" : `${name}{}`;
}
