/**
 * Who calls a symbol at head.
 *
 * Stage: query. Invariant: where head is not indexed, callers are those of the ref that is asked, which is said.
 */
import { FUNCTION_KINDS } from "../../core/store/symbol_directory.ts";
import { type Context, readList, readRow, readRows } from "../context.ts";
import { readMissing } from "../doubt/missing_callers.ts";
import { readPossible } from "../doubt/possible_callers.ts";
import { remembered } from "../rows/kept.ts";
import { isType } from "../rows/node_types.ts";
import { readOwnMembers } from "../rows/own_members.ts";
import { SYMBOL_COLUMNS, SYMBOL_FROM, type SymbolRow } from "../rows/symbol_row.ts";
import type { RefTree } from "./ref_reader.ts";

/** Calls that lead to a symbol, by ref and handle. */
export const CALLS =
  `SELECT p.path AS path, b.hash AS hash, b.id AS blob, e.source_line AS line, e.source_column AS "column", f.name AS name,
    f.stable_id AS caller, t.text AS text
  FROM symbol s JOIN edge e ON e.to_symbol_id = s.id AND e.edge_type = 'calls'
  CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ?
  JOIN file_version fv ON fv.id = rf.file_version_id JOIN blob b ON b.id = fv.blob_id JOIN path p ON p.id = rf.path_id
  JOIN symbol f ON f.id = e.from_symbol_id JOIN name t ON t.id = e.text_id WHERE s.stable_id = ? ORDER BY p.path, e.source_line, e.source_column`;
/** Rows of `symbol` by handle. */
const ROWS = "SELECT id, kind FROM symbol WHERE stable_id = ?";
/** Who calls targets, of which some count only where an instance is made. */
const CALLERS = `FROM json_each(?) wanted CROSS JOIN edge e INDEXED BY edge_reverse
    ON e.to_symbol_id = json_extract(wanted.value, '$.id') AND e.edge_type = 'calls'
  CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ? JOIN symbol f ON f.id = e.from_symbol_id
  WHERE json_extract(wanted.value, '$.instances') = 0 OR e.rule = 'constructor'`;
/** As lists of callers count them: by name and file. */
const COUNT = `SELECT count(DISTINCT f.path_id || ' ' || f.qualified_name) AS n ${CALLERS}`;
const IDS = `SELECT json_group_array(DISTINCT f.id) AS list ${CALLERS}`;
const PRESENT = `SELECT 1 FROM symbol s JOIN symbol_version sv ON sv.symbol_id = s.id
  JOIN ref_file rf ON rf.file_version_id = sv.file_version_id AND rf.ref_id = ? WHERE s.stable_id = ? LIMIT 1`;
/** Facts of a text, with its id. */
export const FACTS = "SELECT f.encoded AS encoded, b.hash AS hash FROM facts f JOIN blob b ON b.id = f.blob_id WHERE f.blob_id = ?";

/** A row of `CALLS`. */
export interface CallRow {
  readonly path: string;
  readonly hash: string;
  readonly blob: number;
  readonly line: number;
  readonly column: number;
  readonly name: string;
  readonly caller: string;
  readonly text: string;
}

/** Row of `ref` by which callers are counted: that of the tree, else the working tree's. */
export function callerRef(context: Context, { refId, formerId }: RefTree): number {
  return refId ?? formerId ?? context.ref.id;
}

/** Whether the index has that tree as it is now: as a ref of its own, or as the working tree that is asked about. */
export function isInIndex({ ref }: Context, { refId, asLive }: RefTree): boolean {
  return refId !== undefined || (asLive && ref.isLive);
}

/** The same question, asked of the ref by which callers are counted. */
export function asHead(context: Context, tree: RefTree): Context {
  return ofRef(context, callerRef(context, tree));
}

/**
 * The same question, asked of another ref: one for all that is asked of it, so that what is found out is found once. Only rows are those of that
 * ref; what `ref` says besides stays as it was.
 * @param id row of `ref`
 */
export function ofRef(context: Context, id: number): Context {
  if (id === context.ref.id) return context;
  return remembered(context, `as ref ${id}`, () => {
    // Files that the working tree has changed since are none of another ref's.
    const { pending: _pending, ...rest } = context;
    return { ...rest, ref: { ...context.ref, id } };
  });
}

/** The name of that ref. */
export function callerRefName(context: Context, { refId, formerId, name }: RefTree): string {
  return refId === undefined && formerId === undefined ? context.ref.name : name;
}

/**
 * Number of callers of the symbol with that handle, as `get_callers` counts them: those of a type make it, and namesakes of one file are one;
 * undefined where the ref that they are counted in has no such symbol.
 */
export function countCallers(context: Context, tree: RefTree, stableId: string): number | undefined {
  const ref = callerRef(context, tree);
  if (ref !== tree.refId && readRow(context, PRESENT, ref, stableId) === undefined) return undefined;
  return readRow<{ n: number }>(context, COUNT, targetsIn(context, ref, stableId), ref)!.n;
}

/** What a symbol's list of callers would say of it that has none for certain. */
export interface Uncertain {
  /** There may be some that are not known. */
  readonly isOpen: boolean;
  /** Symbols that may call it. */
  readonly possible: number;
}

/** Nothing is uncertain. */
export const NONE_UNCERTAIN: Uncertain = { isOpen: false, possible: 0 };

/** See `Uncertain`; in the ref in which callers are counted. */
export function readUncertain(context: Context, tree: RefTree, stableId: string): Uncertain {
  const asked = asHead(context, tree);
  const row = readRow<SymbolRow>(asked, `SELECT ${SYMBOL_COLUMNS} ${SYMBOL_FROM} WHERE s.stable_id = ?`, asked.ref.id, stableId);
  if (row === undefined || !FUNCTION_KINDS.has(row.kind)) return NONE_UNCERTAIN;
  const match = { row, ids: [row.id], twins: [] };
  return { isOpen: readMissing(asked, match).completeness !== "complete", possible: readPossible(asked, match).length };
}

/** Rows of `symbol` of these callers. */
export function readCallerIds(context: Context, tree: RefTree, stableId: string): ReadonlySet<number> {
  const ref = callerRef(context, tree);
  return new Set(readList<number>(context, IDS, targetsIn(context, ref, stableId), ref));
}

/** What a call of a symbol leads to, as JSON: of a type its constructors, too. */
function targetsIn(context: Context, ref: number, stableId: string): string {
  const rows = readRows<{ id: number; kind: string }>(context, ROWS, stableId);
  const own = rows.map(({ id }) => ({ id, instances: 0 }));
  const types = rows.filter(isType).map(({ id }) => id);
  const members = types.length === 0 ? [] : readOwnMembers(ofRef(context, ref), types);
  return JSON.stringify([...own, ...members.map(({ id, kind }) => ({ id, instances: kind === "constructor" ? 0 : 1 }))]);
}

/** What is said where callers are not those of the head. */
export function describeCallerRef(context: Context, tree: RefTree): string[] {
  if (tree.live || isInIndex(context, tree)) return [];
  const { name } = tree;
  return [
    `callers are those of "${context.ref.name}", as far as it has the symbol: "${name}" is not indexed; its own: callgrove index --ref ${name}`,
  ];
}
