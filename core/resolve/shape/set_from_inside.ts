/**
 * Assignments in functions to outer names: visible to other files, unlike the rest of a function's body.
 *
 * Stage: resolve. Pure.
 */
import { addAt } from "../../base/lists.ts";
import { BindingFlag, BindingKind, type Facts } from "../../facts.ts";

/**
 * Bindings in functions that assign a name declared in an enclosing scope (`global engine; engine = Engine()`), by the function around that
 * scope, or 0; and those that assign members of a constructor function's instances (`function Job() { this.queue = new Queue(); }`), by the
 * function around that one.
 * @param functionOf by scope: the innermost function whose body contains it, or 0
 */
export function findSetFromInside(
  { bindings, scopes, strings }: Facts,
  functionOf: ArrayLike<number>,
): ReadonlyMap<number, readonly number[]> {
  const keyOf = (scope: number, row: number): number => scope * strings.length + bindings.name[row]!;
  const outer = new Set<number>();
  const declared = new Set<number>();
  for (let row = 1; row < bindings.length; row++) {
    if (bindings.flags[row]! & BindingFlag.outer) outer.add(keyOf(bindings.scope[row]!, row));
  }
  const sets = (row: number): boolean => bindings.kind[row] === BindingKind.assignment || outer.has(keyOf(bindings.scope[row]!, row));
  for (let row = 1; row < bindings.length; row++) if (!sets(row)) declared.add(keyOf(bindings.scope[row]!, row));
  const found = new Map<number, number[]>();
  for (let row = 1; row < bindings.length; row++) {
    const own = bindings.scope[row]!;
    let scope = own;
    if (bindings.kind[row] === BindingKind.field) {
      while (scope !== 0 && functionOf[scope] === functionOf[own]) scope = scopes.parent[scope]!;
    } else if (sets(row)) { while (scope > 1 && !declared.has(keyOf(scope, row))) scope = scopes.parent[scope]!; }
    if (functionOf[scope] !== functionOf[own]) addAt(found, functionOf[scope]!, row);
  }
  return found;
}
