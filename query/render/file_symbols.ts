/**
 * The text of `query_file_symbols`.
 *
 * Stage: render. Invariant: one row per symbol: type, signature or name, lines, exported, the first line of its doc comment.
 */
import type { FileSymbolsValue } from "../file_symbols.ts";
import { alignRows, count, goOnWith, type Style } from "./style.ts";

/** Header, rows, closing count. */
export function renderFileSymbols(value: FileSymbolsValue, style: Style): string {
  if (value.total === 0) return `No symbols found in ${style.path(value.path)}: the file is indexed, but defines nothing that has a name.`;
  const about = [value.language, value.package === "" ? "" : `package: ${value.package}`].filter((part) => part !== "").join(", ");
  const header = `Symbols in ${style.path(value.path)}${about === "" ? "" : ` (${about})`}`;
  const depths = new Map<string, number>();
  const rows = value.symbols.map((symbol) => {
    const parent = symbol.properties["parent"];
    const depth = parent === undefined ? 0 : (depths.get(String(parent)) ?? 0) + 1;
    depths.set(symbol.qualified_name, depth);
    const name = "  ".repeat(depth) + (symbol.signature === "" || value.compact ? symbol.name : symbol.signature);
    const lines = symbol.line === symbol.end_line ? `line ${symbol.line}` : `line ${symbol.line}-${symbol.end_line}`;
    const doc = value.compact ? "" : symbol.doc_comment.split("\n", 1)[0]!;
    return [symbol.type, name, lines, symbol.exported ? "exported" : "", doc === "" ? "" : `"${doc}"`];
  });
  const body = style.places === "full" ? alignRows(rows, "  ") : rows.map((row) => `  ${row.filter((cell) => cell !== "").join("  ")}`);
  const inner = value.inner === 0 ? "" : `; ${count(value.inner, "field")} of objects in functions left out (json_output has them)`;
  const more = value.cursor === "" ? "" : `, ${value.symbols.length} shown; more with ${goOnWith(value.cursor, style)}`;
  return [header, "", ...body, "", `${count(value.total, "symbol")}${inner}${more}`].join("\n");
}
