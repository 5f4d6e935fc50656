/** The symbols around a location are the same as those found by searching all symbols of the file, wherever these begin. */
import assert from "node:assert/strict";
import { type Around, FileSymbols } from "../query/rows/symbols_around.ts";
import { makeRandom } from "./support/random_edits.ts";

/** All that stand around a place, by one look at each. */
function lookedFor(symbols: readonly Around[], line: number, column: number): Around[] {
  const around = symbols.filter(({ lineStart, lineEnd }) => lineStart <= line && line <= lineEnd);
  const isOnLine = ({ kind, lineStart, nameLine }: Around): boolean => kind !== "module" && lineStart === line && nameLine === line;
  const isBegun = around.some((one) => isOnLine(one) && one.nameColumn <= column);
  return isBegun ? around.filter((one) => !isOnLine(one) || one.nameColumn <= column) : around;
}

Deno.test("the symbols around a location, on many lines and on one", () => {
  const random = makeRandom(7);
  for (const lines of [1, 2, 5, 30]) {
    const upTo = (count: number): number => Math.floor(random() * count);
    const symbols = Array.from({ length: 40 }, (_, id): Around => {
      const lineStart = 1 + upTo(lines);
      const lineEnd = lineStart + upTo(lines - lineStart + 1);
      const nameLine = Math.min(lineEnd, lineStart + upTo(2));
      const kind = id === 0 ? "module" : "function";
      return { id, name: "", qualifiedName: "", kind, pathId: 1, lineStart, lineEnd, nameLine, nameColumn: 1 + upTo(50), flags: 0 };
    }).sort((a, b) => b.lineStart - a.lineStart || a.lineEnd - b.lineEnd);
    const file = new FileSymbols(symbols);
    for (let line = 1; line <= lines; line++) {
      for (const column of [1, 10, 25, 50, 60]) assert.deepEqual([...file.around(line, column)], lookedFor(symbols, line, column));
    }
  }
});
