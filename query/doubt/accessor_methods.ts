/**
 * Methods that serve as the getter or setter of an attribute with another name (`size = property(_get_size, _set_size)`), and properties that
 * have another name (`length = size`): they run where the attribute is read or set.
 *
 * Stage: query.
 */
import { type Context, readRows } from "../context.ts";
import { readOwner } from "../rows/own_members.ts";
import { isAccessor, readSymbol, type SymbolRow } from "../rows/symbol_row.ts";
import { readAround } from "../rows/symbols_around.ts";

/** The built-in that turns the methods passed to it into an attribute. */
export const MAKES_ATTRIBUTE = "property";
const PASSED_VALUE = `SELECT DISTINCT e.source_line AS line FROM json_each(?) wanted CROSS JOIN edge e INDEXED BY edge_reverse
  ON e.to_symbol_id = wanted.value AND e.edge_type = 'references'
  CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ? JOIN path p ON p.id = rf.path_id
  WHERE p.path = ? AND instr(e.properties, '"given_to":"${MAKES_ATTRIBUTE}"') > 0`;
const NAMED_AGAIN = PASSED_VALUE.replace(/WHERE .*/, "JOIN symbol c ON c.id = e.from_symbol_id WHERE p.path = ? AND c.kind = 'class'");

/**
 * The attributes of its own class that a method gets or sets, of a property its other names. Empty for anything but a method.
 * @param ids rows of `symbol`: the method and its twins
 */
export function attributesOf(context: Context, row: SymbolRow, ids: readonly number[]): SymbolRow[] {
  if (row.kind !== "method") return [];
  const places = isAccessor(row) ? NAMED_AGAIN : PASSED_VALUE;
  const lines = readRows<{ line: number }>(context, places, JSON.stringify(ids), context.ref.id, row.path);
  if (lines.length === 0) return [];
  const owner = readOwner(context, row);
  return readAround(context, row.fileVersion).all.filter(({ kind, lineStart, lineEnd }) =>
    kind === "field" && lines.some(({ line }) => lineStart <= line && line <= lineEnd)
  ).flatMap(({ id }) => readSymbol(context, id) ?? []).filter((field) => readOwner(context, field) === owner);
}
