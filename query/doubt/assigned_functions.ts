/**
 * Functions that are assigned to a parameter, as a default for callers that pass nothing: code that reads the parameter calls them.
 *
 * Stage: query. Invariant: a function whose name is never read in its file is not used this way.
 */
import { BindingKind, rowsWith } from "../../core/facts.ts";
import { Op } from "../../core/facts/expressions.ts";
import type { Context } from "../context.ts";
import { readDefining } from "../rows/file_facts.ts";
import type { SymbolRow } from "../rows/symbol_row.ts";

/** Whether `symbol` is a function assigned to a parameter of the same name that is read elsewhere in the file. */
export function isReadAsParameter(context: Context, symbol: SymbolRow): boolean {
  const { kind, name, signature } = symbol;
  const own = kind === "function" && signature.startsWith(`${name} =`) ? readDefining(context, symbol) : undefined;
  if (own === undefined) return false;
  const { facts: { strings, bindings, expressions, definitions }, definition } = own;
  const text = strings.indexOf(name);
  if (text <= 0) return false;
  const bound = rowsWith(bindings.name, text);
  const isPut = (row: number): boolean =>
    bindings.kind[row] === BindingKind.assignment && expressions.op[bindings.value[row]!] === Op.definition &&
    expressions.a[bindings.value[row]!] === definition;
  const put = bound.find(isPut);
  const isParameter = bound.some((row) => bindings.kind[row] === BindingKind.parameter && bindings.scope[row] === bindings.scope[put ?? 0]);
  return isParameter &&
    rowsWith(expressions.a, text).some((row) => expressions.op[row] === Op.name && expressions.c[row] !== definitions.start[definition]);
}
