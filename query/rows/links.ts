/**
 * One step along the call graph.
 *
 * Stage: query. Invariant: one link per neighbor, with its first call site and its best evidence; in a fixed order.
 */
import type { Confidence } from "../../core/edges.ts";
import { type Context, readRows } from "../context.ts";
import type { Match } from "../names/find_symbol.ts";
import { isType } from "./node_types.ts";
import { readOwnMembers } from "./own_members.ts";
import { readStanding, type Standing } from "./standing.ts";

/** Instead of a rule: the function is not called, but passed as a value. */
export const PASSED_AS_VALUE = "passed as a value";

const TO = `SELECT e.from_symbol_id AS id, p.path AS path, e.source_line AS line, e.source_column AS "column", e.confidence AS confidence,
    e.rule AS rule, e.to_symbol_id AS target, e.candidates AS candidates
  FROM edge e CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ?
  JOIN path p ON p.id = rf.path_id
  WHERE e.to_symbol_id = ? AND e.edge_type = 'calls' ORDER BY p.path, e.source_line, e.source_column`;
/** The same in one file; in index order, so nothing is sorted. */
const TO_IN_FILE = `SELECT e.from_symbol_id AS id, p.path AS path, e.source_line AS line, e.source_column AS "column",
    e.confidence AS confidence, e.rule AS rule, e.to_symbol_id AS target, e.candidates AS candidates
  FROM edge e INDEXED BY edge_reverse CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ?
  JOIN path p ON p.id = rf.path_id
  WHERE e.to_symbol_id = ? AND e.edge_type = 'calls' AND e.resolution_id = ? ORDER BY e.source_line, e.source_column`;
const CALLING_FILES = `SELECT r.id AS id, p.path AS path
  FROM (SELECT DISTINCT resolution_id AS id FROM edge INDEXED BY edge_reverse WHERE to_symbol_id = ? AND edge_type = 'calls') r
  CROSS JOIN ref_file rf ON rf.resolution_id = r.id AND rf.ref_id = ? JOIN path p ON p.id = rf.path_id ORDER BY p.path`;
const from = (types: string): string =>
  `SELECT e.to_symbol_id AS id, p.path AS path, e.source_line AS line, e.source_column AS "column", e.confidence AS confidence,
    e.rule AS rule, e.to_symbol_id AS target, e.candidates AS candidates, e.external AS external, n.text AS toName, e.edge_type = 'accesses' AS isAccess
  FROM edge e CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ?
  JOIN path p ON p.id = rf.path_id
  LEFT JOIN name n ON n.id = e.to_name_id AND e.to_symbol_id = 0
  WHERE e.from_symbol_id = ? AND e.edge_type IN (${types}) ORDER BY e.source_line, e.source_column`;
const CALLED = from("'calls'");
/** Includes the properties that it reads or sets, which run there. */
const RUN = from("'calls', 'accesses'");

/** Functions and methods that a symbol passes as values. */
const PASSED_VALUE =
  `SELECT e.to_symbol_id AS id, p.path AS path, e.source_line AS line, e.source_column AS "column", 'heuristic' AS confidence,
    '${PASSED_AS_VALUE}' AS rule, e.to_symbol_id AS target, '' AS candidates
  FROM edge e INDEXED BY edge_forward CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ?
  JOIN path p ON p.id = rf.path_id JOIN symbol t ON t.id = e.to_symbol_id AND t.kind IN ('function', 'method')
  WHERE e.from_symbol_id = ? AND e.edge_type = 'references' ORDER BY e.source_line, e.source_column`;

/** A step from a symbol to a caller or a callee, or to a property that it reads or sets. */
export interface Link {
  /** Row of `symbol`; 0 for an external or unknown callee. */
  readonly id: number;
  /** Name of a callee that is no symbol, else "". */
  readonly name: string;
  readonly external: boolean;
  readonly path: string;
  readonly line: number;
  readonly column: number;
  readonly confidence: Confidence;
  readonly rule: string;
  /** The number of call sites behind the link. */
  readonly sites: number;
  /** Their distinct lines. */
  readonly lines: readonly number[];
  /** Row of the target of the first call site (0 if unknown), and a JSON array of its candidates, "" if there are none. */
  readonly target: number;
  readonly candidates: string;
  /** Not a call, but an access of a property. */
  readonly isAccess: boolean;
}

/** One call site; for a callee also whether it is external, and its name if it is no symbol. */
interface Row extends Omit<Link, "name" | "external" | "sites" | "lines" | "isAccess"> {
  readonly external?: number;
  readonly isAccess?: number;
  readonly toName?: string | null;
}

/** The callers of `id`. */
export function linksTo(context: Context, id: number): Link[] {
  return mergeRows(readRows<Row>(context, TO, context.ref.id, id));
}

/** The callers in one file of one of several symbols. */
export interface FileOfCallers {
  readonly standing: Standing;
  readonly near: number;
  readonly links: readonly Link[];
}

/**
 * The callers of `ids`, file by file, code before tests. Lazy, since a symbol may have thousands of callers. A caller belongs to one file,
 * so each link is complete.
 */
export function* callersByFile(context: Context, ids: readonly number[]): Generator<FileOfCallers> {
  const standingOf = readStanding(context);
  const files = ids.flatMap((near) =>
    readRows<{ id: number; path: string }>(context, CALLING_FILES, near, context.ref.id)
      .map(({ id, path }) => ({ near, id, standing: standingOf(path) }))
  );
  for (const { near, id, standing } of files.sort((a, b) => a.standing - b.standing)) {
    yield { standing, near, links: mergeRows(readRows<Row>(context, TO_IN_FILE, context.ref.id, near, id)) };
  }
}

/** What `id` calls: symbols, and names without a symbol. */
export function linksFrom(context: Context, id: number): Link[] {
  return mergeRows(readRows<Row>(context, CALLED, context.ref.id, id));
}

/** What `id` runs: its callees, and the properties that it reads or sets. */
export function linksRun(context: Context, id: number): Link[] {
  return mergeRows(readRows<Row>(context, RUN, context.ref.id, id));
}

/** Functions that `id` passes as values, to code that may call them. */
export function linksPassed(context: Context, id: number): Link[] {
  return mergeRows(readRows<Row>(context, PASSED_VALUE, context.ref.id, id));
}

/** What `id` runs, and what it may run besides: through an interface, a base, or a variable that holds a function. */
export function linksWithPossible(context: Context, id: number): { readonly links: Link[]; readonly possible: Link[] } {
  const rows = readRows<Row>(context, RUN, context.ref.id, id);
  return { links: mergeRows(rows), possible: mergeRows(rows.flatMap(toCandidates)) };
}

function toCandidates(row: Row): Row[] {
  if (row.candidates === "" || row.rule === "ambiguous") return [];
  const rule = row.id === 0 ? row.rule : "dispatch";
  return (JSON.parse(row.candidates) as number[]).map((id): Row => ({ ...row, id, confidence: "heuristic", rule, candidates: "" }));
}

/** All rows of `symbol` whose callers count as a match's: its twins, and a type's own constructors. */
export function calledIds(context: Context, match: Match): number[] {
  const constructors = readOwnMembers(context, match.ids).filter(({ kind }) => kind === "constructor");
  return [...match.ids, ...constructors.map(({ id }) => id)];
}

/** All rows of `symbol` that change with a match: the type's methods, or what its callers call. */
export function changedIds(context: Context, match: Match): number[] {
  return isType(match.row) ? [...match.ids, ...readOwnMembers(context, match.ids).map(({ id }) => id)] : calledIds(context, match);
}

function mergeRows(rows: readonly Row[]): Link[] {
  const links = new Map<string, Link>();
  for (const row of rows) {
    const key = row.id === 0 ? `0 ${row.external} ${row.toName}` : String(row.id);
    const before = links.get(key);
    const link: Link = {
      id: row.id,
      name: row.id === 0 ? row.toName ?? "?" : "",
      external: row.external === 1,
      path: row.path,
      line: row.line,
      column: row.column,
      confidence: row.confidence,
      rule: row.rule,
      sites: 1,
      lines: [row.line],
      target: row.target,
      candidates: row.candidates,
      isAccess: row.isAccess === 1,
    };
    if (before === undefined) links.set(key, link);
    else {
      const lines = before.lines.includes(row.line) ? before.lines : [...before.lines, row.line];
      links.set(key, { ...(isBetter(link, before) ? link : before), sites: before.sites + 1, lines });
    }
  }
  return [...links.values()];
}

/** Certain calls are better evidence than likely ones; of equals the first is kept. */
function isBetter(a: Link, b: Link): boolean {
  return a.confidence === "static" && b.confidence === "heuristic";
}
