/**
 * Symbols related to the one asked for, which may have what its answer lacks.
 *
 * Stage: query. Invariant: read only from edges and enclosing definitions of the ref; in a fixed order, the most called first.
 */
import { type Context, readRows } from "../context.ts";
import { countCalls } from "../rows/count_calls.ts";
import { readOwnMembers } from "../rows/own_members.ts";
import { readSymbol, type SymbolRow } from "../rows/symbol_row.ts";

const IN_REF = `CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ?`;
const OVERRIDDEN = `SELECT DISTINCT e.to_symbol_id AS id FROM edge e ${IN_REF}
  WHERE e.from_symbol_id = ? AND e.edge_type IN ('overrides', 'implements', 'extends') AND e.to_symbol_id <> 0`;
const OVERRIDING = `SELECT DISTINCT e.from_symbol_id AS id FROM edge e ${IN_REF}
  WHERE e.to_symbol_id = ? AND e.edge_type IN ('overrides', 'implements', 'extends')`;
const NAMESAKE_CANDIDATES = `SELECT DISTINCT o.id AS id, e.candidates AS candidates FROM symbol o
  JOIN edge e ON e.to_symbol_id = o.id AND e.edge_type = 'calls' AND e.candidates <> '' ${IN_REF}
  WHERE o.name = ? AND o.language = ? AND o.id <> ? AND instr(e.candidates, ?) > 0 LIMIT 50`;
const OWN_CANDIDATES = `SELECT DISTINCT e.candidates AS candidates FROM edge e ${IN_REF}
  WHERE e.to_symbol_id = ? AND e.edge_type = 'calls' AND e.candidates <> '' LIMIT 50`;
const HOLDERS = `SELECT DISTINCT e.from_symbol_id AS id FROM edge e ${IN_REF} WHERE e.to_symbol_id = ? AND e.edge_type = 'references'`;

const MOST = 5;

function toRows(context: Context, ids: Iterable<number>): SymbolRow[] {
  const rows = [...new Set(ids)].slice(0, 40).flatMap((id) => readSymbol(context, id) ?? []);
  const calls = countCalls(context, rows.map((row) => row.id));
  return rows.sort((a, b) => calls.get(b.id)! - calls.get(a.id)! || a.id - b.id).slice(0, MOST);
}

const idsOf = (rows: readonly { id: number }[]): number[] => rows.map((row) => row.id);

/** What it implements or overrides: a method of an interface, base or trait, or the bases of a type. */
export function basesOf(context: Context, row: SymbolRow): SymbolRow[] {
  const said = readRows<{ id: number }>(context, OVERRIDDEN, context.ref.id, row.id);
  const called = readRows<{ id: number; candidates: string }>(
    context,
    NAMESAKE_CANDIDATES,
    context.ref.id,
    row.name,
    row.language,
    row.id,
    String(row.id),
  ).filter((one) => (JSON.parse(one.candidates) as number[]).includes(row.id));
  return toRows(context, [...idsOf(said), ...idsOf(called)]);
}

/** What implements or overrides it: implementations of an interface's method, subtypes of a type. */
export function implementationsOf(context: Context, row: SymbolRow): SymbolRow[] {
  const said = readRows<{ id: number }>(context, OVERRIDING, context.ref.id, row.id);
  const called = readRows<{ candidates: string }>(context, OWN_CANDIDATES, context.ref.id, row.id)
    .flatMap((one) => JSON.parse(one.candidates) as number[]);
  return toRows(context, [...idsOf(said), ...called]);
}

/** Methods of a type. */
export function membersOf(context: Context, row: SymbolRow): SymbolRow[] {
  return toRows(context, readOwnMembers(context, [row.id]).map(({ id }) => id));
}

/** Functions that pass it as a value. */
export function holdersOf(context: Context, row: SymbolRow): SymbolRow[] {
  return toRows(context, idsOf(readRows<{ id: number }>(context, HOLDERS, context.ref.id, row.id)));
}
