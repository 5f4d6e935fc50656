/**
 * Places that read a member by a computed name (`getattr(module, name)`): what may be read there may be called unseen.
 *
 * Stage: query. Invariant: only what the read module shows, or what the read type, its bases and what builds on it have, under a name that fits.
 */
import { fitsComputed } from "../../core/facts/computed_names.ts";
import { COMPUTED_PART } from "../../core/facts/expressions.ts";
import { type Context, readRow, readRows } from "../context.ts";
import { keep } from "../rows/kept.ts";
import { listed } from "../rows/listed.ts";
import { readOwner } from "../rows/own_members.ts";
import { isAtTop, type SymbolRow } from "../rows/symbol_row.ts";

const READS = `SELECT p.path AS path, e.source_line AS line, f.language AS language, e.properties AS properties
  FROM name n CROSS JOIN edge e INDEXED BY edge_unresolved ON e.to_name_id = n.id AND e.to_symbol_id = 0 AND e.edge_type = 'references'
  CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ?
  JOIN symbol f ON f.id = e.from_symbol_id JOIN path p ON p.id = rf.path_id
  WHERE n.text = '${COMPUTED_PART}' ORDER BY p.path, e.source_line`;
/** Whether one of two types builds on the other, or some type on both. */
const RELATED = `WITH RECURSIVE given (id, ref) AS (SELECT ?, ?),
  heir (id) AS (SELECT id FROM given UNION SELECT e.from_symbol_id FROM heir CROSS JOIN edge e INDEXED BY edge_reverse ON e.to_symbol_id = heir.id
    AND e.edge_type IN ('extends', 'implements') CROSS JOIN ref_file r ON r.resolution_id = e.resolution_id AND r.ref_id = (SELECT ref FROM given)),
  kin (id) AS (SELECT id FROM heir UNION SELECT e.to_symbol_id FROM kin CROSS JOIN edge e INDEXED BY edge_forward ON e.from_symbol_id = kin.id
    AND e.edge_type IN ('extends', 'implements') AND e.to_symbol_id <> 0
    CROSS JOIN ref_file r ON r.resolution_id = e.resolution_id AND r.ref_id = (SELECT ref FROM given))
  SELECT 1 FROM kin JOIN symbol s ON s.id = kin.id JOIN path p ON p.id = s.path_id WHERE p.path = ? AND s.name = ? LIMIT 1`;
/** Places that are named. */
const SHOWN = 3;

interface Read {
  readonly path: string;
  readonly line: number;
  readonly language: string;
  /** Path of the file whose module, or type of that name, is read; both "" where nobody can say. */
  readonly of: string;
  readonly type: string;
  readonly begins: string;
  readonly ends: string;
}

/** Where `row` may be read by a computed name, in one sentence; "" where nothing does. */
export function describeComputedReads(context: Context, row: SymbolRow): string {
  if (row.kind !== "function" && row.kind !== "method" && row.kind !== "class") return "";
  const reads = keep(context, "computed reads", () =>
    readRows<Read & { properties: string }>(context, READS, context.ref.id)
      .map(({ properties, ...read }): Read => ({ ...read, ...JSON.parse(properties) as Pick<Read, "of" | "type" | "begins" | "ends"> })));
  const own = reads.filter((read) =>
    read.language === row.language && fitsComputed(row.name, read.begins, read.ends) && mayMean(context, read, row)
  );
  if (own.length === 0) return "";
  const places = [...new Set(own.map(({ path, line }) => `${path}:${line}`))];
  return `it may be read at ${listed(places, SHOWN)} by a name that is computed: what is called there is not all in the list`;
}

function mayMean(context: Context, { of, type }: Read, row: SymbolRow): boolean {
  const isMethod = row.kind === "method";
  // What nobody can say is most likely an object: modules have names.
  if (of === "") return isMethod;
  if (type === "") return !isMethod && row.path === of && isAtTop(context, row);
  return isMethod && isRelated(context, readOwner(context, row), of, type);
}

/** Whether the type `owner` is the one named, or has to do with it. */
function isRelated(context: Context, owner: number, of: string, type: string): boolean {
  return readRow(context, RELATED, owner, context.ref.id, of, type) !== undefined;
}
