/**
 * Functions that are put into a parameter, for the case that nothing was handed over: who reads that calls them.
 *
 * Stage: query. Invariant: a name that nothing in the file reads uses nothing.
 */
import { BindingKind, rowsWith } from "../../core/facts.ts";
import { Op } from "../../core/facts/expressions.ts";
import { decodeFacts } from "../../core/facts/stored_facts.ts";
import { type Context, readRow } from "../context.ts";
import type { SymbolRow } from "../rows/symbol_row.ts";

const STORED =
  `SELECT f.encoded AS encoded, sv.definition AS definition FROM symbol_version sv JOIN file_version fv ON fv.id = sv.file_version_id
  JOIN facts f ON f.blob_id = fv.blob_id WHERE sv.file_version_id = ? AND sv.symbol_id = ?`;

/** See the head of this file. */
export function isReadAsParameter(context: Context, { kind, name, signature, fileVersion, id }: SymbolRow): boolean {
  if (kind !== "function" || !signature.startsWith(`${name} =`)) return false;
  const stored = readRow<{ encoded: Uint8Array; definition: number }>(context, STORED, fileVersion, id);
  if (stored === undefined) return false;
  const { strings, bindings, expressions, definitions } = decodeFacts(stored.encoded);
  const { definition } = stored;
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
