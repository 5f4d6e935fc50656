/**
 * Who calls a symbol at head.
 * Stage: query. Invariant: if head is not indexed, callers are those of the ref that was asked about, and the answer says so.
 */
import { indexingRef } from "../../core/base/shell_word.ts";
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
/** Callers of targets; of some targets only calls that create an instance count. */
const CALLERS = `FROM json_each(?) wanted CROSS JOIN edge e INDEXED BY edge_reverse
    ON e.to_symbol_id = json_extract(wanted.value, '$.id') AND e.edge_type = 'calls'
  CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ? JOIN symbol f ON f.id = e.from_symbol_id
  WHERE json_extract(wanted.value, '$.instances') = 0 OR e.rule = 'constructor'`;
/** The number of callers as lists count them: by name and file. */
const COUNT = `SELECT count(DISTINCT f.path_id || ' ' || f.qualified_name) AS n ${CALLERS}`;
const IDS = `SELECT json_group_array(DISTINCT f.id) AS list ${CALLERS}`;
const PRESENT = `SELECT 1 FROM symbol s JOIN symbol_version sv ON sv.symbol_id = s.id
  JOIN ref_file rf ON rf.file_version_id = sv.file_version_id AND rf.ref_id = ? WHERE s.stable_id = ? LIMIT 1`;
/** The facts of a text, and the text's id. */
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

/** The row of `ref` in which callers are counted: the tree's own, else the working tree's. */
export function callerRef(context: Context, { refId, formerId }: RefTree): number {
  return refId ?? formerId ?? context.ref.id;
}

/** Whether the index has that tree in its current state: as a ref of its own, or as the working tree. */
export function isInIndex({ ref }: Context, { refId, asLive }: RefTree): boolean {
  return refId !== undefined || (asLive && ref.isLive);
}

/** The context with the ref in which callers are counted. */
export function asHead(context: Context, tree: RefTree): Context {
  return ofRef(context, callerRef(context, tree));
}

/**
 * The context of another ref: one per ref, so that whatever is cached by context is computed once. Only rows come from that ref; the other
 * properties of `ref` stay.
 * @param id row of `ref`
 */
export function ofRef(context: Context, id: number): Context {
  if (id === context.ref.id) return context;
  return remembered(context, `as ref ${id}`, () => {
    // Pending changes of the working tree do not concern another ref.
    const { pending: _pending, ...rest } = context;
    return { ...rest, ref: { ...context.ref, id } };
  });
}

/** The name of the ref in which callers are counted. */
export function callerRefName(context: Context, { refId, formerId, name }: RefTree): string {
  return refId === undefined && formerId === undefined ? context.ref.name : name;
}

/**
 * Number of callers of the symbol with that handle, counted like in `get_callers`: those of a type create it, and namesakes of one file are
 * one; undefined if the ref in which callers are counted has no such symbol.
 */
export function countCallers(context: Context, tree: RefTree, stableId: string): number | undefined {
  const ref = callerRef(context, tree);
  if (ref !== tree.refId && readRow(context, PRESENT, ref, stableId) === undefined) return undefined;
  return readRow<{ n: number }>(context, COUNT, targetsIn(context, ref, stableId), ref)!.n;
}

/** What the list of callers of a symbol without certain callers says. */
export interface Uncertain {
  /** Whether there may be callers that are not known. */
  readonly isOpen: boolean;
  /** Number of symbols that may call it. */
  readonly possible: number;
}

/** Nothing is uncertain. */
export const NONE_UNCERTAIN: Uncertain = { isOpen: false, possible: 0 };

/** Reads `Uncertain` in the ref in which callers are counted. */
export function readUncertain(context: Context, tree: RefTree, stableId: string): Uncertain {
  const asked = asHead(context, tree);
  const row = readRow<SymbolRow>(asked, `SELECT ${SYMBOL_COLUMNS} ${SYMBOL_FROM} WHERE s.stable_id = ?`, asked.ref.id, stableId);
  if (row === undefined || !FUNCTION_KINDS.has(row.kind)) return NONE_UNCERTAIN;
  const match = { row, ids: [row.id], twins: [] };
  return { isOpen: readMissing(asked, match).completeness !== "complete", possible: readPossible(asked, match).length };
}

/** Rows of `symbol` of the callers. */
export function readCallerIds(context: Context, tree: RefTree, stableId: string): ReadonlySet<number> {
  const ref = callerRef(context, tree);
  return new Set(readList<number>(context, IDS, targetsIn(context, ref, stableId), ref));
}

/** The targets of calls of a symbol, as JSON: for a type its constructors, too. */
function targetsIn(context: Context, ref: number, stableId: string): string {
  const rows = readRows<{ id: number; kind: string }>(context, ROWS, stableId);
  const own = rows.map(({ id }) => ({ id, instances: 0 }));
  const types = rows.filter(isType).map(({ id }) => id);
  const members = types.length === 0 ? [] : readOwnMembers(ofRef(context, ref), types);
  return JSON.stringify([...own, ...members.map(({ id, kind }) => ({ id, instances: kind === "constructor" ? 0 : 1 }))]);
}

/** A remark if callers are not counted at head. */
export function describeCallerRef(context: Context, tree: RefTree): string[] {
  if (tree.live || isInIndex(context, tree)) return [];
  const { name } = tree;
  return [
    `callers are those of "${context.ref.name}", as far as it has the symbol: "${name}" is not indexed; its own: ${indexingRef(name)}`,
  ];
}
