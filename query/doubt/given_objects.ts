/**
 * Members of objects without a name of their own: what a function makes and gives back, what a module exports as a whole, what stands in a list.
 *
 * Stage: query. Invariant: said only of a member that nothing is known to call, by itself or through what it redefines: where an object is given to
 * code outside, or to what loads the module, that code calls its members where no call site says so.
 */
import { type Context, readRow } from "../context.ts";
import { readOwner } from "../rows/own_members.ts";
import { readSymbol, scopedNameOf, type SymbolRow } from "../rows/symbol_row.ts";
import { readRedefined } from "./possible_callers.ts";

const CALLED =
  `SELECT 1 FROM json_each(?) wanted CROSS JOIN edge e INDEXED BY edge_reverse ON e.to_symbol_id = wanted.value AND e.edge_type = 'calls'
  CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ? LIMIT 1`;
/** In what an object stands that no variable holds. */
const MAKERS: ReadonlySet<string> = new Set(["function", "method", "constructor", "module"]);

/** A sentence about who may call such a member; "" for all other symbols, and where something is known to call it. */
export function describeGivenObject(context: Context, row: SymbolRow, ids: readonly number[]): string {
  if (row.kind !== "method") return "";
  const maker = readSymbol(context, readOwner(context, row));
  if (maker === undefined || !MAKERS.has(maker.kind)) return "";
  const called = JSON.stringify([...ids, ...readRedefined(context, ids)]);
  if (readRow(context, CALLED, called, context.ref.id) !== undefined) return "";
  const object = maker.kind === "module" ? "an object that has no name" : `an object that ${scopedNameOf(context, maker)} makes`;
  return `it is a member of ${object}: whoever gets that may call it, which no call site may say`;
}
