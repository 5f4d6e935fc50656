/**
 * The symbols of one file by their lines: what a place in it stands in.
 *
 * Stage: query. Invariant: the innermost first; of the same lines what is defined in another thing before that.
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

/** See the head of this file. */
export function readAround(context: Context, fileVersion: number): FileSymbols {
  return new FileSymbols(readRows<Around>(context, AROUND, fileVersion));
}

/** Symbols that begin on one line, as a stretch of all. */
interface LineSymbols {
  readonly start: number;
  /** The place of the first that begins on a line before. */
  readonly end: number;
  /** Where the name of each begins that has it on the line; 0: it is none of these. */
  readonly columns: readonly number[];
  /** The least of the columns up to each: where the first stands that has begun at a column is found in no more than a few steps. */
  readonly leasts: readonly number[];
  /** The least column of a name; Infinity: there is none. */
  readonly first: number;
}

/** The symbols of one file by their lines. */
export class FileSymbols {
  readonly #lines = new Map<number, LineSymbols>();

  /** @param all those of later lines first */
  constructor(readonly all: readonly Around[]) {}

  /**
   * Those that stand around a place, in the order that the head of this file tells; of several that begin in its line none whose name comes behind it.
   * One after the other: around a place in packed code there are all of the file, of which hardly more than the first is asked for.
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

/** Of numbers that never rise, the place of the first that is not above `value`; `length`: all are. */
function firstAtMost(value: number, length: number, numberAt: (place: number) => number): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numberAt(middle) <= value) high = middle;
    else low = middle + 1;
  }
  return low;
}
