/**
 * Places where files import or re-export a symbol by name: not uses of it, but broken when the name goes.
 *
 * Stage: query. Read from the facts of files whose imports lead to the symbol's file, or to a file that re-exports it. Invariant: importing
 * a whole module does not name the symbol.
 */
import { VARIABLE_KINDS } from "../../core/store/symbol_directory.ts";
import { type Context, readRows } from "../context.ts";
import { type Match, readNamed } from "../names/find_symbol.ts";
import { NameReader } from "../names/name_reader.ts";
import { isType } from "../rows/node_types.ts";
import type { SymbolRow } from "../rows/symbol_row.ts";

const IMPORTING = `SELECT DISTINCT p.path AS path FROM path mp CROSS JOIN symbol m ON m.path_id = mp.id AND m.kind = 'module'
  CROSS JOIN edge e INDEXED BY edge_reverse ON e.to_symbol_id = m.id AND e.edge_type = 'imports'
  CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ? JOIN path p ON p.id = rf.path_id
  WHERE mp.path = ? ORDER BY p.path`;
/** The most importing files that are read. */
const MOST_FILES = 200;

/** `file:line` of each place, nearest files first. */
export function readImportPlaces(context: Context, { row }: Match): string[] {
  const places = [...importersOf(context, row)].flatMap(({ path, lines }) => lines.map((line) => `${path}:${line}`));
  return [...new Set(places)];
}

/** The same for a type, a constant or a variable. Empty for anything that is called: its callers show who imports it. */
export function readImportPlacesOfNamed(context: Context, match: Match): string[] {
  return isType(match.row) || VARIABLE_KINDS.has(match.row.kind) ? readImportPlaces(context, match) : [];
}

/**
 * Files whose imports lead to a symbol's file, or to a file that re-exports it, nearest first; each with the lines that import its name.
 */
export function* importersOf(context: Context, row: SymbolRow): Generator<{ readonly path: string; readonly lines: readonly number[] }> {
  const reader = new NameReader(context, (name) => readNamed(context, name));
  const asked = new Set([row.path]);
  let read = 0;
  for (const target of asked) {
    for (const { path } of readRows<{ path: string }>(context, IMPORTING, context.ref.id, target)) {
      if (path === target || ++read > MOST_FILES) continue;
      const found = reader.linesTaking(path, row.name, target);
      yield { path, lines: found.lines };
      if (found.isShown) asked.add(path);
    }
  }
}
