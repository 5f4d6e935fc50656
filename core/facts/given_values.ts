/**
 * The values that calls pass, according to the facts of the file alone.
 *
 * Pure: rows of facts in, rows out.
 */
import { type Facts, listItems } from "../facts.ts";
import { Op } from "./expressions.ts";

/** The arguments of a call, including named and spread ones; empty for other expressions. */
export function argumentsOf(facts: Facts, call: number): readonly number[] {
  const { op, b } = facts.expressions;
  return (op[call] === Op.call || op[call] === Op.new) && b[call] !== 0 ? valuesIn(facts, b[call]!) : [];
}

/** The values in a list of arguments, including named and spread ones. */
export function valuesIn(facts: Facts, list: number): number[] {
  const { op, a, b } = facts.expressions;
  return listItems(facts, list).map((item) => (op[item] === Op.pair ? b[item]! : op[item] === Op.spread ? a[item]! : item));
}

/** What a function with one of the given names goes through: its first argument (`reversed(parts)`); 0 if the callee is no such function. */
export function iteratedArgument(facts: Facts, callee: number, list: number, names: ReadonlySet<string> | undefined): number {
  const { strings, expressions: { op, a } } = facts;
  const isOne = names !== undefined && list !== 0 && op[callee] === Op.name && names.has(strings[a[callee]!]!);
  const [first = 0] = isOne ? listItems(facts, list) : [];
  return op[first] === Op.pair || op[first] === Op.spread ? 0 : first;
}
