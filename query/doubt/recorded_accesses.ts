/**
 * Reads and writes of properties that the index records: either with the property they run, or as unresolved.
 *
 * Stage: query.
 */
import type { SiteRow } from "../answer/sites.ts";
import { type Context, readRows } from "../context.ts";
import { readNamed } from "../names/find_symbol.ts";
import { readOwner } from "../rows/own_members.ts";
import { readStanding, Standing } from "../rows/standing.ts";
import { isAccessor, isTest, readSymbol, scopedNameOf, type SymbolRow } from "../rows/symbol_row.ts";

const COLUMNS =
  `SELECT e.to_symbol_id AS target, e.from_symbol_id AS id, p.path AS path, e.source_line AS line, e.source_column AS "column",
    e.confidence AS confidence, e.rule AS rule`;
const OF_REF = "CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ? JOIN path p ON p.id = rf.path_id";
const ACCESSES = `${COLUMNS} FROM json_each(?) wanted
  CROSS JOIN edge e INDEXED BY edge_reverse ON e.to_symbol_id = wanted.value AND e.edge_type = 'accesses' ${OF_REF}`;
const OPEN = `${COLUMNS} FROM name n
  CROSS JOIN edge e INDEXED BY edge_unresolved ON e.to_name_id = n.id AND e.to_symbol_id = 0 AND e.edge_type = 'accesses' ${OF_REF}
  JOIN symbol s ON s.id = e.from_symbol_id AND s.language = ? WHERE n.text = ?`;

/** An access as recorded in the index; `target` is 0 if unresolved. */
interface Access {
  readonly target: number;
  readonly id: number;
  readonly path: string;
  readonly line: number;
  readonly column: number;
  readonly confidence: "static" | "heuristic";
  readonly rule: string;
}

/**
 * Places that read or set the accessor `row`, certainly or possibly: an access of the accessor it overrides may run it as well.
 * @param ids rows of `symbol`: the accessor and its twins
 * @param above bases of its type
 */
export function readRecordedAccesses(context: Context, row: SymbolRow, ids: readonly number[], above: ReadonlySet<number>): SiteRow[] {
  const redefined = readNamed(context, row.name).filter((one) =>
    isAccessor(one) && one.language === row.language && !ids.includes(one.id) &&
    above.has(readOwner(context, one))
  );
  const known = readRows<Access>(context, ACCESSES, JSON.stringify([...ids, ...redefined.map(({ id }) => id)]), context.ref.id);
  return known.map((read) => ids.includes(read.target) ? read : { ...read, confidence: "heuristic" as const, rule: "dispatch" })
    .flatMap((read) => toSite(context, read));
}

/** Unresolved places that read or set a member of that name. */
export function readUnresolvedAccesses(context: Context, { name, language }: SymbolRow): SiteRow[] {
  return readRows<Access>(context, OPEN, context.ref.id, language, name).flatMap((read) => toSite(context, read));
}

function toSite(context: Context, { id, path, line, column, confidence, rule }: Access): SiteRow[] {
  const user = readSymbol(context, id);
  if (user === undefined) return [];
  const test = readStanding(context)(path) === Standing.tests || isTest(user);
  return [{ id, path, name: scopedNameOf(context, user), definitionLine: 0, test, line, column, confidence, rule }];
}
