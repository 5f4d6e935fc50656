/**
 * Where what is read by a computed name is called, if it goes nowhere else: `getattr(self, "on_" + kind)(…)`, `step = getattr(…); step()`.
 *
 * Stage: resolve. Invariant: a read that is handed over, given, kept or given another name is none of these, nor is one held by a variable of which the
 * file does any of this under that name.
 */
import { type Facts, listItems } from "../../facts.ts";
import { isOfLanguage } from "../../facts/computed_names.ts";
import { Op } from "../../facts/expressions.ts";
import { heldLocally, valuesOf } from "./held_locally.ts";

/** The calls (rows of `calls`) of what each read (row of `expressions`) gives; a read that goes elsewhere, or is never called, has none here. */
export function followedReads(facts: Facts): ReadonlyMap<number, readonly number[]> {
  const { calls, bindings, definitions, uses, expressions: { op, a, b } } = facts;
  const held = heldLocally(facts, (one) => op[one] === Op.computed);
  const sites = new Map<number, number[]>();
  const gone = new Set<number>();
  /** Whatever may be the value at `expression` goes where nobody follows it. */
  const leaves = (expression: number): void => {
    for (const one of valuesOf(facts, expression)) for (const read of held(one)) gone.add(read);
  };
  for (let call = 1; call < calls.length; call++) {
    for (const one of valuesOf(facts, calls.expression[call]!)) {
      for (const read of op[one] === Op.computed ? [one] : held(one)) sites.set(read, [...sites.get(read) ?? [], call]);
    }
    for (const given of listItems(facts, calls.arguments[call]!)) leaves(given);
  }
  for (let row = 1; row < bindings.length; row++) leaves(bindings.value[row]!);
  for (let row = 1; row < uses.length; row++) {
    const used = uses.expression[row]!;
    leaves(op[used] === Op.given ? a[used]! : used);
  }
  for (let row = 1; row < definitions.length; row++) {
    for (const given of [...listItems(facts, definitions.returns[row]!), ...listItems(facts, definitions.yields[row]!)]) leaves(given);
  }
  for (let row = 1; row < op.length; row++) {
    if (op[row] === Op.member && !isOfLanguage(facts.strings[b[row]!]!)) leaves(a[row]!);
  }
  for (const read of gone) sites.delete(read);
  return sites;
}
