/**
 * Where what is read by a computed name is called, if it goes nowhere else: `getattr(self, "on_" + kind)(…)`, `step = getattr(…); step()`.
 *
 * Stage: resolve. Invariant: a read that is handed over, given, kept or given another name is none of these, nor is one held by a variable of which the
 * file does any of this under that name.
 */
import { BindingKind, type Facts, isBlock, listItems, ScopeKind } from "../../facts.ts";
import { isOfLanguage } from "../../facts/computed_names.ts";
import { Op } from "../../facts/expressions.ts";

/** The calls (rows of `calls`) of what each read (row of `expressions`) gives; a read that goes elsewhere, or is never called, has none here. */
export function followedReads(facts: Facts): ReadonlyMap<number, readonly number[]> {
  const { calls, bindings, definitions, uses, expressions: { op, a, b } } = facts;
  const held = heldReads(facts);
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

/** The reads that variables of functions hold, by an expression that names one. */
function heldReads(facts: Facts): (expression: number) => readonly number[] {
  const { bindings, scopes, expressions: { op, a, b } } = facts;
  const found = new Map<string, number[]>();
  const functionAround = (scope: number): number => {
    let around = scope;
    while (around !== 0 && scopes.kind[around] !== ScopeKind.function) around = scopes.parent[around]!;
    return around;
  };
  for (let row = 1; row < bindings.length; row++) {
    const isVariable = bindings.kind[row] === BindingKind.variable || bindings.kind[row] === BindingKind.assignment;
    const owner = isVariable && isInFunction(facts, bindings.scope[row]!) ? functionAround(bindings.scope[row]!) : 0;
    if (owner === 0) continue;
    const reads = valuesOf(facts, bindings.value[row]!).filter((one) => op[one] === Op.computed);
    const key = `${bindings.name[row]} ${owner}`;
    if (reads.length > 0) found.set(key, [...found.get(key) ?? [], ...reads]);
  }
  return (expression) => {
    if (op[expression] !== Op.name) return [];
    // A function within may name the variable of the one around it.
    for (let scope = functionAround(b[expression]!); scope !== 0; scope = functionAround(scopes.parent[scope]!)) {
      const reads = found.get(`${a[expression]} ${scope}`);
      if (reads !== undefined) return reads;
    }
    return [];
  };
}

/** Whether a scope is a function's own, or that of a part of its body: what is bound there is seen nowhere else. */
function isInFunction({ scopes }: Facts, scope: number): boolean {
  let around = scope;
  while (isBlock(scopes.kind[around]!)) around = scopes.parent[around]!;
  return scopes.kind[around] === ScopeKind.function;
}

/** What an expression may give, alternatives apart. */
function valuesOf(facts: Facts, expression: number): readonly number[] {
  const { op, a, b } = facts.expressions;
  switch (op[expression]) {
    case Op.unwrap:
    case Op.guarded:
      return valuesOf(facts, a[expression]!);
    case Op.cast:
      return valuesOf(facts, b[expression]!);
    case Op.either:
      return listItems(facts, a[expression]!).flatMap((item) => valuesOf(facts, item));
    default:
      return [expression];
  }
}
