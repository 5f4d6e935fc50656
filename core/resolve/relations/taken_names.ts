/**
 * The members used of a module that a file loads: `const { start } = await import(path)`, `load(name).Reader`.
 *
 * Stage: resolve. Pure. Invariant: known only if the module is not used as a whole.
 */
import { type Facts, listItems } from "../../facts.ts";
import { ModuleUse, Op } from "../../facts/expressions.ts";
import { operandsOf } from "../shape/expression_parts.ts";
import { heldLocally, isOfFunction } from "./held_locally.ts";

/**
 * The names used of the module that the expression yields; undefined if it is used as a whole, or by something that is not a name
 * (`default`).
 */
export function namesTaken(facts: Facts, module: number): readonly string[] | undefined {
  const { calls, bindings, definitions, uses, strings, expressions: { op, a, b } } = facts;
  const wholes = new Set([module]);
  for (let row = module + 1; row < op.length; row++) {
    if ((op[row] === Op.await || op[row] === Op.unwrap) && wholes.has(a[row]!)) wholes.add(row);
  }
  const held = heldLocally(facts, (one) => wholes.has(one));
  const isWhole = (expression: number): boolean => wholes.has(expression) || held(expression).length > 0;
  const isAnyWhole = (list: number): boolean => listItems(facts, list).some(isWhole);
  const isPromised = b[module] === ModuleUse.promised;
  const names = new Set<string>();
  for (let row = 1; row < op.length; row++) {
    // A promise has members of its own.
    if (op[row] === Op.member && isPromised && a[row] === module) return undefined;
    if (op[row] === Op.member && isWhole(a[row]!)) names.add(strings[b[row]!]!);
    else if (!wholes.has(row) && op[row] !== Op.name && operandsOf(facts, row).some(isWhole)) return undefined;
  }
  for (let row = 1; row < bindings.length; row++) {
    const value = bindings.value[row]!;
    if (isWhole(value) && !(wholes.has(value) && isOfFunction(facts, row))) return undefined;
  }
  for (let row = 1; row < uses.length; row++) if (isWhole(uses.expression[row]!)) return undefined;
  for (let row = 1; row < calls.length; row++) {
    if (isWhole(calls.expression[row]!) || isAnyWhole(calls.arguments[row]!)) return undefined;
  }
  for (let row = 1; row < definitions.length; row++) {
    if (isAnyWhole(definitions.returns[row]!) || isAnyWhole(definitions.yields[row]!) || isWhole(definitions.value[row]!)) return undefined;
  }
  return names.size === 0 || names.has("default") ? undefined : [...names];
}
