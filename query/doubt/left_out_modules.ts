/**
 * Modules that an ordinary build leaves out. In builds that include them, calls may mean their symbols although an ordinary build resolves
 * them elsewhere.
 *
 * Stage: query. Invariant: what is visible only within the module is called only there.
 */
import { DefinitionFlag } from "../../core/facts.ts";
import type { Context } from "../context.ts";
import { LeftOut } from "../rows/left_out_files.ts";
import { readSymbol, type SymbolRow } from "../rows/symbol_row.ts";

const LEFT_OUT = "an ordinary build leaves its module out (a build condition): calls of it in other builds are not all in the list";

/** Why calls of a symbol may be missing: an ordinary build leaves out its file or a module around it; "" otherwise. */
export function describeLeftOut(context: Context, row: SymbolRow): string {
  if (row.kind === "module" || row.kind === "namespace" || (row.flags & DefinitionFlag.hidden) !== 0) return "";
  return isWithinLeftOut(context, row) || new LeftOut(context).has(row.pathId) ? LEFT_OUT : "";
}

/** Whether a module around a symbol, in the same file, is left out. */
function isWithinLeftOut(context: Context, row: SymbolRow): boolean {
  if ((row.flags & DefinitionFlag.inactive) === 0) return false;
  for (let around = readSymbol(context, row.parent ?? 0); around !== undefined; around = readSymbol(context, around.parent ?? 0)) {
    if ((around.flags & DefinitionFlag.inactive) !== 0 && around.kind === "namespace") return true;
  }
  return false;
}
