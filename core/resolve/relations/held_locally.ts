/**
 * Values that local variables hold, according to a file's own facts.
 *
 * Stage: resolve. Pure. Invariant: variables of one name in different scopes are distinct.
 */
import { addAt, NO_ROWS } from "../../base/lists.ts";
import { BindingKind, type Facts, isBlock, listItems, ScopeKind } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";

/** The values of the variable that an expression names; empty if it is not a name. */
type Held = (expression: number) => readonly number[];

/** For a file without such values. */
export const NOTHING: Held = (): readonly number[] => NO_ROWS;

/** The values (rows of `expressions`) selected by `isMeant` that local variables hold. */
export function heldLocally(facts: Facts, isMeant: (value: number) => boolean): Held {
  const { bindings, scopes, expressions: { op, a, b } } = facts;
  const found = new Map<number, number[]>();
  const names = new Set<number>();
  const keyOf = (name: number, scope: number): number => name * scopes.length + scope;
  const functionAround = (scope: number): number => {
    let around = scope;
    while (around !== 0 && scopes.kind[around] !== ScopeKind.function) around = scopes.parent[around]!;
    return around;
  };
  for (let row = 1; row < bindings.length; row++) {
    if (!isOfFunction(facts, row)) continue;
    eachValue(facts, bindings.value[row]!, (value) => {
      if (!isMeant(value)) return;
      names.add(bindings.name[row]!);
      addAt(found, keyOf(bindings.name[row]!, functionAround(bindings.scope[row]!)), value);
    });
  }
  if (found.size === 0) return NOTHING;
  return (expression) => {
    if (op[expression] !== Op.name || !names.has(a[expression]!)) return NO_ROWS;
    // A nested function may name the variable of an enclosing one.
    for (let scope = functionAround(b[expression]!); scope !== 0; scope = functionAround(scopes.parent[scope]!)) {
      const values = found.get(keyOf(a[expression]!, scope));
      if (values !== undefined) return values;
    }
    return NO_ROWS;
  };
}

/** Whether a binding is of a local variable of a function or of a block in it, which is visible nowhere else. */
export function isOfFunction({ bindings, scopes }: Facts, row: number): boolean {
  const kind = bindings.kind[row]!;
  let around = bindings.scope[row]!;
  while (isBlock(scopes.kind[around]!)) around = scopes.parent[around]!;
  return (kind === BindingKind.variable || kind === BindingKind.assignment) && scopes.kind[around] === ScopeKind.function;
}

/** Visits the possible values of an expression, each alternative separately. */
export function eachValue(facts: Facts, expression: number, visit: (value: number) => void): void {
  const { op, a, b } = facts.expressions;
  switch (op[expression]) {
    case Op.unwrap:
    case Op.guarded:
      return eachValue(facts, a[expression]!, visit);
    case Op.cast:
      return eachValue(facts, b[expression]!, visit);
    case Op.either:
      for (const item of listItems(facts, a[expression]!)) eachValue(facts, item, visit);
      return;
    default:
      return visit(expression);
  }
}
