/**
 * Members named by a type that inherits them: `Dog.bark` for `Animal.bark`.
 *
 * Stage: query. Invariants: not used for members that the type has itself; of several bases, all at the smallest distance count.
 */
import { type Context, readRows } from "../context.ts";
import { isType } from "../rows/node_types.ts";
import { SYMBOL_COLUMNS, type SymbolRow } from "../rows/symbol_row.ts";

const BASES = `SELECT DISTINCT e.to_symbol_id AS id FROM json_each(?) wanted
  CROSS JOIN edge e INDEXED BY edge_forward ON e.from_symbol_id = wanted.value AND e.edge_type IN ('extends', 'implements')
  CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ? WHERE e.to_symbol_id <> 0`;
/** Members in the body of a type, and those defined for it elsewhere. */
const MEMBERS = `SELECT ${SYMBOL_COLUMNS} FROM json_each(?) wanted CROSS JOIN symbol t ON t.id = wanted.value
  CROSS JOIN symbol s ON s.name = ? AND s.language = t.language CROSS JOIN ref_file rf ON rf.ref_id = ? AND rf.path_id = s.path_id
  CROSS JOIN symbol_version sv ON sv.file_version_id = rf.file_version_id AND sv.symbol_id = s.id JOIN path p ON p.id = s.path_id
  WHERE sv.parent_id = t.id OR EXISTS (SELECT 1 FROM edge e INDEXED BY edge_reverse CROSS JOIN ref_file o ON o.resolution_id = e.resolution_id
    AND o.ref_id = rf.ref_id WHERE e.to_symbol_id = s.id AND e.edge_type = 'contains' AND e.from_symbol_id = t.id)`;
/** The most levels of bases that are searched. */
const MOST_LEVELS = 20;

/** Rows of the members called `name` that these types inherit from their nearest bases. */
export function findInherited(context: Context, owners: readonly SymbolRow[], name: string): readonly SymbolRow[] {
  const found = owners.filter(isType).flatMap((owner) => findAbove(context, owner, name));
  return [...new Map(found.map((row) => [row.id, row])).values()];
}

/** Rows of the members called `name` that the types (rows of `symbol`) have themselves. */
export function readMembersNamed(context: Context, types: readonly number[], name: string): SymbolRow[] {
  return readRows<SymbolRow>(context, MEMBERS, JSON.stringify(types), name, context.ref.id);
}

function findAbove(context: Context, owner: SymbolRow, name: string): readonly SymbolRow[] {
  const seen = new Set<number>();
  let level = [owner.id];
  for (let depth = 0; depth < MOST_LEVELS && level.length > 0; depth++) {
    for (const id of level) seen.add(id);
    level = readRows<{ id: number }>(context, BASES, JSON.stringify(level), context.ref.id).map(({ id }) => id).filter((id) =>
      !seen.has(id)
    );
    const found = readMembersNamed(context, level, name);
    if (found.length > 0) return found;
  }
  return [];
}
