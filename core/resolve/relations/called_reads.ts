/**
 * Which reads of computed names are called, `getattr(self, "on_" + kind)(…)` and `step = getattr(…); step()`: the possible ones, and the
 * calls of those that are used in no other way.
 *
 * Stage: resolve. Pure. Invariant: a read whose value is passed, returned, stored or aliased is used otherwise, and so is one held by a
 * variable if the file does any of this under the variable's name.
 */
import { addAt } from "../../base/lists.ts";
import { type Facts, listItems } from "../../facts.ts";
import { isOfLanguage } from "../../facts/computed_names.ts";
import { Op } from "../../facts/expressions.ts";
import { eachValue, heldLocally, NOTHING } from "./held_locally.ts";

/** By read (row of `expressions`): the calls (rows of `calls`) of its value; a read that is used otherwise, or never called, is absent. */
export function followedReads(facts: Facts): ReadonlyMap<number, readonly number[]> {
  const { calls, expressions: { op } } = facts;
  const held = heldLocally(facts, (one) => op[one] === Op.computed);
  const sites = new Map<number, number[]>();
  for (let call = 1; call < calls.length; call++) {
    eachValue(facts, calls.expression[call]!, (one) => {
      if (op[one] === Op.computed) addAt(sites, one, call);
      else for (const read of held(one)) addAt(sites, read, call);
    });
  }
  // A value that is called directly is not used otherwise.
  if (held !== NOTHING) eachLeaving(facts, (one) => held(one).forEach((read) => sites.delete(read)));
  return sites;
}

/** Visits the values that are used in ways that are not followed: passed, returned, stored, aliased, or their members read. */
function eachLeaving(facts: Facts, visit: (value: number) => void): void {
  const { calls, bindings, definitions, uses, strings, expressions: { op, a, b } } = facts;
  const leaves = (expression: number): void => eachValue(facts, expression, visit);
  const allLeave = (list: number): void => listItems(facts, list).forEach(leaves);
  for (let call = 1; call < calls.length; call++) allLeave(calls.arguments[call]!);
  for (let row = 1; row < bindings.length; row++) leaves(bindings.value[row]!);
  for (let row = 1; row < uses.length; row++) {
    const used = uses.expression[row]!;
    leaves(op[used] === Op.given ? a[used]! : used);
  }
  for (let row = 1; row < definitions.length; row++) {
    allLeave(definitions.returns[row]!);
    allLeave(definitions.yields[row]!);
  }
  for (let row = 1; row < op.length; row++) {
    if (op[row] === Op.member && !isOfLanguage(strings[b[row]!]!)) leaves(a[row]!);
  }
}

/**
 * Values (rows of `expressions`) that may be called: directly, through a variable of that name anywhere in the file, or as the result of a
 * function of that name; including too many is harmless.
 */
export function calledReads(facts: Facts): ReadonlySet<number> {
  const { calls, bindings, definitions, expressions } = facts;
  const found = new Set<number>();
  const names = new Set<number>();
  for (let call = 1; call < calls.length; call++) {
    const callee = calls.expression[call]!;
    found.add(callee);
    if (expressions.op[callee] === Op.name) names.add(expressions.a[callee]!);
  }
  for (let row = 1; row < bindings.length; row++) {
    if (!names.has(bindings.name[row]!)) continue;
    found.add(bindings.value[row]!);
    found.add(goneThrough(facts, bindings.value[row]!));
  }
  const givers = new Set<number>();
  for (const value of found) if (expressions.op[value] === Op.call) givers.add(nameAt(facts, expressions.a[value]!));
  const given = new Set<number>();
  for (let row = 1; row < definitions.length; row++) {
    if (!givers.has(definitions.name[row]!)) continue;
    for (const value of listItems(facts, definitions.returns[row]!)) addGiven(facts, value, found, given);
  }
  for (let row = 1; row < bindings.length; row++) if (given.has(bindings.name[row]!)) found.add(bindings.value[row]!);
  return found;
}

/** The collection that a value is an element of: `members.items()` for `list(members.items())`. */
function goneThrough(facts: Facts, value: number): number {
  const { op, a, b } = facts.expressions;
  let one = value;
  while (op[one] === Op.item) one = a[one]!;
  if (op[one] !== Op.iterate) return 0;
  one = a[one]!;
  while (op[one] === Op.call && op[a[one]!] === Op.name) one = listItems(facts, b[one]!)[0] ?? 0;
  return one;
}

/** The last name of an expression, as a row of `strings`; 0 if it has none. */
function nameAt({ expressions: { op, a, b } }: Facts, expression: number): number {
  if (op[expression] === Op.name) return a[expression]!;
  return op[expression] === Op.member ? b[expression]! : 0;
}

/** Adds the possible results of a function to `values`, and the variables among them to `names`. */
function addGiven(facts: Facts, value: number, values: Set<number>, names: Set<number>): void {
  const { op, a, b } = facts.expressions;
  if (op[value] === Op.either) { for (const one of listItems(facts, a[value]!)) addGiven(facts, one, values, names); }
  else if (op[value] === Op.cast) addGiven(facts, b[value]!, values, names);
  else if (op[value] === Op.name) names.add(a[value]!);
  else values.add(value);
}
