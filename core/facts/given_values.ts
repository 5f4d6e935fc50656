/**
 * The values that calls hand over, as a file's own facts tell.
 *
 * Pure: rows of facts in, rows out.
 */
import { type Facts, listItems } from "../facts.ts";
import { Op } from "./expressions.ts";

/** What a call hands over, named and spread ones too; nothing of other expressions. */
export function argumentsOf(facts: Facts, call: number): readonly number[] {
  const { op, b } = facts.expressions;
  return (op[call] === Op.call || op[call] === Op.new) && b[call] !== 0 ? valuesIn(facts, b[call]!) : [];
}

/** The values that a list of arguments hands over, named and spread ones too. */
export function valuesIn(facts: Facts, list: number): number[] {
  const { op, a, b } = facts.expressions;
  return listItems(facts, list).map((item) => (op[item] === Op.pair ? b[item]! : op[item] === Op.spread ? a[item]! : item));
}
