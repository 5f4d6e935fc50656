/**
 * Modules that an ordinary build leaves out: in the builds that take them, calls may mean what stands there that an ordinary build leads elsewhere.
 *
 * Stage: query. Invariant: what only the module itself sees is called there, and nowhere else.
 */
import { DefinitionFlag } from "../../core/facts.ts";
import type { Context } from "../context.ts";
import { LeftOut } from "../rows/left_out_files.ts";
import { readSymbol, type SymbolRow } from "../rows/symbol_row.ts";

const LEFT_OUT =
  "an ordinary build leaves its module out (a build condition): calls that mean it where another build takes it are not all in the list";

/** Why calls of a symbol may be missing: its file, or a module around it there, is left out by an ordinary build; "" where neither is. */
export function describeLeftOut(context: Context, row: SymbolRow): string {
  if (row.kind === "module" || row.kind === "namespace" || (row.flags & DefinitionFlag.hidden) !== 0) return "";
  return isWithinLeftOut(context, row) || new LeftOut(context).has(row.pathId) ? LEFT_OUT : "";
}

/** Whether a module around a symbol, in its own file, is left out. */
function isWithinLeftOut(context: Context, row: SymbolRow): boolean {
  if ((row.flags & DefinitionFlag.inactive) === 0) return false;
  for (let around = readSymbol(context, row.parent ?? 0); around !== undefined; around = readSymbol(context, around.parent ?? 0)) {
    if ((around.flags & DefinitionFlag.inactive) !== 0 && around.kind === "namespace") return true;
  }
  return false;
}
