/**
 * A symbol on one line.
 *
 * Stage: render. Invariant: the place is accepted as an argument.
 */
import type { SymbolObject } from "../rows/symbol_row.ts";
import type { Style } from "./style.ts";

/** `app.io.load  function  app/io.py:3:5  lines 3-9  id 0123456789abcdef`; for people without lines and id. */
export function renderHeading(symbol: SymbolObject, place: string, style: Style): string {
  const more = style.places === "grouped" ? `  lines ${symbol.line_start}-${symbol.line_end}  id ${symbol.symbol_stable_id}` : "";
  return `${style.strong(symbol.qualified_name)}  ${symbol.kind}  ${style.path(place)}${more}`;
}
