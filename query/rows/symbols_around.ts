/**
 * The symbols of one file by line: what surrounds a place in it.
 *
 * Stage: query. Invariant: innermost first; of symbols with the same lines, the nested one first.
 */
import { leastOf } from "../../core/base/lists.ts";
import { type Context, readRows } from "../context.ts";
import type { SymbolRow } from "./symbol_row.ts";

const AROUND =
  `SELECT s.id AS id, s.name AS name, s.qualified_name AS qualifiedName, s.kind AS kind, s.path_id AS pathId, sv.line_start AS lineStart,
    sv.line_end AS lineEnd, sv.name_line AS nameLine, sv.name_column AS nameColumn, sv.flags AS flags
  FROM symbol_version sv JOIN symbol s ON s.id = sv.symbol_id WHERE sv.file_version_id = ? ORDER BY sv.line_start DESC, sv.line_end, sv.definition DESC`;

/** A symbol with its place. */
export type Around = Pick<
  SymbolRow,
  "id" | "name" | "qualifiedName" | "kind" | "pathId" | "lineStart" | "lineEnd" | "nameLine" | "nameColumn" | "flags"
>;

/** The symbols of a file version. */
export function readAround(context: Context, fileVersion: number): FileSymbols {
  return new FileSymbols(readRows<Around>(context, AROUND, fileVersion));
}

/** Symbols that begin on one line, as a range of all symbols. */
interface LineSymbols {
  readonly start: number;
  /** Index of the first symbol that begins on an earlier line. */
  readonly end: number;
  /** The column of each symbol's name if it is on the line, else 0. */
  readonly columns: readonly number[];
  /** The running minimum of the columns, which allows binary search for the first symbol that has begun at a column. */
  readonly leasts: readonly number[];
  /** The smallest column of a name; Infinity if there is none. */
  readonly first: number;
}

/** The symbols of one file by line. */
export class FileSymbols {
  readonly #lines = new Map<number, LineSymbols>();

  /** @param all sorted with later lines first */
  constructor(readonly all: readonly Around[]) {}

  /**
   * The symbols around a place, innermost first; of those that begin on its line, only those whose name is not after it. Lazy: in packed
   * code a place may be surrounded by all symbols of the file, of which usually only the first is needed.
   */
  *around(line: number, column: number): Generator<Around> {
    const { all } = this;
    const { start, end, columns, leasts, first } = this.#beginningOn(line);
    const isBegun = first <= column;
    for (let i = isBegun ? firstAtMost(column, leasts.length, (at) => leasts[at]!) : 0; i < columns.length; i++) {
      if (!isBegun || columns[i]! <= column) yield all[start + i]!;
    }
    for (let at = end; at < all.length; at++) if (line <= all[at]!.lineEnd) yield all[at]!;
  }

  #beginningOn(line: number): LineSymbols {
    let found = this.#lines.get(line);
    if (found !== undefined) return found;
    const { all } = this;
    const [start, end] = [line, line - 1].map((one) => firstAtMost(one, all.length, (at) => all[at]!.lineStart)) as [number, number];
    const columns = all.slice(start, end).map(({ kind, nameLine, nameColumn }) => kind !== "module" && nameLine === line ? nameColumn : 0);
    let least = Infinity;
    const leasts = columns.map((column) => least = Math.min(least, column));
    found = { start, end, columns, leasts, first: leastOf(columns.filter((column) => column > 0)) };
    this.#lines.set(line, found);
    return found;
  }
}

/** The index of the first number that is not above `value`, in a list that never rises; `length` if all are above. */
function firstAtMost(value: number, length: number, numberAt: (place: number) => number): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numberAt(middle) <= value) high = middle;
    else low = middle + 1;
  }
  return low;
}
