/**
 * The symbols of one file by their lines: what a place in it stands in.
 *
 * Stage: query. Invariant: the innermost first; of the same lines what is defined in another thing before that.
 */
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
export function readAround(context: Context, fileVersion: number): Around[] {
  return readRows<Around>(context, AROUND, fileVersion);
}

/** The symbols of a file that stand around a place, in the same order; of several that begin in its line none whose name comes behind it. */
export function symbolsAround(symbols: readonly Around[], line: number, column: number): Around[] {
  const around = symbols.filter(({ lineStart, lineEnd }) => lineStart <= line && line <= lineEnd);
  const isOnLine = ({ kind, lineStart, nameLine }: Around): boolean => kind !== "module" && lineStart === line && nameLine === line;
  const isBegun = around.some((one) => isOnLine(one) && one.nameColumn <= column);
  return isBegun ? around.filter((one) => !isOnLine(one) || one.nameColumn <= column) : around;
}
