/**
 * Values that the variables of functions hold, as a file's own facts tell.
 *
 * Stage: resolve. Pure. Invariant: what stands in another scope under the same name is another variable.
 */
import { BindingKind, type Facts, isBlock, listItems, ScopeKind } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";

/** What variables of functions hold of the values (rows of `expressions`) that `isMeant`, by an expression that names one. */
export function heldLocally(facts: Facts, isMeant: (value: number) => boolean): (expression: number) => readonly number[] {
  const { bindings, scopes, expressions: { op, a, b } } = facts;
  const found = new Map<string, number[]>();
  const functionAround = (scope: number): number => {
    let around = scope;
    while (around !== 0 && scopes.kind[around] !== ScopeKind.function) around = scopes.parent[around]!;
    return around;
  };
  for (let row = 1; row < bindings.length; row++) {
    if (!isOfFunction(facts, row)) continue;
    const values = valuesOf(facts, bindings.value[row]!).filter(isMeant);
    if (values.length === 0) continue;
    const key = `${bindings.name[row]} ${functionAround(bindings.scope[row]!)}`;
    found.set(key, [...found.get(key) ?? [], ...values]);
  }
  return (expression) => {
    if (op[expression] !== Op.name) return [];
    // A function within may name the variable of the one around it.
    for (let scope = functionAround(b[expression]!); scope !== 0; scope = functionAround(scopes.parent[scope]!)) {
      const values = found.get(`${a[expression]} ${scope}`);
      if (values !== undefined) return values;
    }
    return [];
  };
}

/** Whether a binding is that of a variable that a function, or a part of its body, has for itself: what is bound there is seen nowhere else. */
export function isOfFunction({ bindings, scopes }: Facts, row: number): boolean {
  const kind = bindings.kind[row]!;
  let around = bindings.scope[row]!;
  while (isBlock(scopes.kind[around]!)) around = scopes.parent[around]!;
  return (kind === BindingKind.variable || kind === BindingKind.assignment) && scopes.kind[around] === ScopeKind.function;
}

/** What an expression may give, alternatives apart. */
export function valuesOf(facts: Facts, expression: number): readonly number[] {
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
