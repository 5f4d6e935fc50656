/**
 * A symbol on one line.
 *
 * Stage: render. Invariant: the place can be pasted back as an argument.
 */
import type { SymbolObject } from "../symbol_row.ts";
import type { Style } from "./style.ts";

/** `app.io.load  function  app/io.py:3:5  id 0123456789abcdef`. */
export function renderHeading(symbol: SymbolObject, place: string, style: Style): string {
  const id = style.places === "grouped" ? `  id ${symbol.symbol_stable_id}` : "";
  return `${style.strong(symbol.qualified_name)}  ${symbol.kind}  ${style.path(place)}${id}`;
}
