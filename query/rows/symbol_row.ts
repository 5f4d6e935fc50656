/**
 * A symbol as questions read it, and as answers show it.
 *
 * Stage: query. Invariant: rows are read through `ref_file`, so a symbol of another ref is never returned.
 */
import { DefinitionFlag } from "../../core/facts.ts";
import { symbolId } from "../../core/facts/symbol_ids.ts";
import { MODULE_NAME } from "../../core/facts/symbols.ts";
import { type Context, readRow, readRows } from "../context.ts";

const KIND_OF = "SELECT kind FROM symbol WHERE id = ?";
/** Columns of `SymbolRow`; needs s, sv, rf and p in scope. */
export const SYMBOL_COLUMNS = `s.id AS id, s.stable_id AS stableId, s.language AS language, s.kind AS kind, s.name AS name,
  s.qualified_name AS qualifiedName, p.path AS path, s.path_id AS pathId, rf.file_version_id AS fileVersion, sv.parent_id AS parent,
  sv.line_start AS lineStart, sv.line_end AS lineEnd, sv.name_line AS nameLine, sv.name_column AS nameColumn, sv.signature AS signature,
  sv.doc AS doc, sv.exported AS exported, sv.flags AS flags, sv.complexity AS complexity, sv.parameters AS parameters`;

/** From a symbol to its state in a ref; the ref's id is the first parameter. */
export const SYMBOL_FROM = `FROM symbol s
  JOIN ref_file rf ON rf.ref_id = ? AND rf.path_id = s.path_id
  JOIN symbol_version sv ON sv.file_version_id = rf.file_version_id AND sv.symbol_id = s.id
  JOIN path p ON p.id = s.path_id`;

/** The same for few symbols that are found first: fixes the join order to start with them. */
export const FOUND_SYMBOL_FROM: string = SYMBOL_FROM.replaceAll(/\n\s*JOIN/g, "\n  CROSS JOIN");

const HEADS =
  `SELECT s.id AS id, s.stable_id AS stableId, s.kind AS kind, s.name AS name, s.qualified_name AS qualifiedName, p.path AS path,
    s.path_id AS pathId, sv.line_start AS lineStart, sv.line_end AS lineEnd, sv.name_line AS nameLine, sv.name_column AS nameColumn,
    sv.flags AS flags
  FROM json_each(?) wanted CROSS JOIN symbol s ON s.id = wanted.value CROSS JOIN ref_file rf ON rf.ref_id = ? AND rf.path_id = s.path_id
  CROSS JOIN symbol_version sv ON sv.file_version_id = rf.file_version_id AND sv.symbol_id = s.id JOIN path p ON p.id = s.path_id`;
const BY_ID = `SELECT ${SYMBOL_COLUMNS} ${SYMBOL_FROM} WHERE s.id = ?`;
const BY_STABLE_ID = `SELECT ${SYMBOL_COLUMNS} ${SYMBOL_FROM} WHERE s.stable_id = ?`;
const MODULE_OF_PATH = `SELECT fv.module AS name FROM ref_file rf JOIN file_version fv ON fv.id = rf.file_version_id
  WHERE rf.ref_id = ? AND rf.path_id = ?`;

/** A symbol as stored in the index. */
export interface SymbolRow {
  readonly id: number;
  readonly stableId: string;
  readonly language: string;
  readonly kind: string;
  readonly name: string;
  readonly qualifiedName: string;
  readonly path: string;
  readonly pathId: number;
  readonly fileVersion: number;
  readonly parent: number | null;
  readonly lineStart: number;
  readonly lineEnd: number;
  readonly nameLine: number;
  readonly nameColumn: number;
  readonly signature: string;
  readonly doc: string;
  readonly exported: number;
  readonly flags: number;
  readonly complexity: number;
  readonly parameters: number;
}

/** The columns that a list shows of each symbol. */
export type SymbolHead = Pick<
  SymbolRow,
  "id" | "stableId" | "kind" | "name" | "qualifiedName" | "path" | "pathId" | "lineStart" | "lineEnd" | "nameLine" | "nameColumn" | "flags"
>;

/** The symbols of the ref with those rows, by row. */
export function readHeads(context: Context, ids: Iterable<number>): Map<number, SymbolHead> {
  const rows = readRows<SymbolHead>(context, HEADS, JSON.stringify([...new Set(ids)]), context.ref.id);
  return new Map(rows.map((row) => [row.id, row]));
}

/** The symbol with that row; undefined if the ref does not have it. */
export function readSymbol(context: Context, id: number): SymbolRow | undefined {
  return readRows<SymbolRow>(context, BY_ID, context.ref.id, id)[0];
}

/** The symbol with that `symbol_stable_id`; undefined if the ref does not have it. */
export function readStableId(context: Context, stableId: string): SymbolRow | undefined {
  return readRows<SymbolRow>(context, BY_STABLE_ID, context.ref.id, stableId)[0];
}

/** A symbol as answers show it. `name` is short, `qualified_name` full. */
export interface SymbolObject {
  readonly symbol_id: string;
  readonly symbol_stable_id: string;
  readonly name: string;
  readonly qualified_name: string;
  readonly kind: string;
  readonly path: string;
  readonly line_start: number;
  readonly line_end: number;
}

/** Rows of `symbol` by the symbol_id that was shown and may come back as an argument. Limited in size; a miss only costs time. */
const shown = new Map<string, number>();
/** What handles of both kinds stood for when they were shown. Kept small; a miss only says less. */
const shownNames = new Map<string, ShownName>();
const SHOWN_LIMIT = 20_000;

/** The `symbol_id` of a row in the context's ref. */
export function symbolIdOf(context: Context, row: Pick<SymbolRow, "id" | "stableId" | "lineStart">): string {
  const id = symbolId(context.ref.name, row.stableId, row.lineStart);
  if (shown.size >= SHOWN_LIMIT) shown.clear();
  shown.set(id, row.id);
  return id;
}

/** Row of `symbol` last shown with this `symbol_id`; callers must check that it still has that id. */
export function recallSymbolId(id: string): number | undefined {
  return shown.get(id);
}

/** A symbol as it was when its handles were shown. */
export interface ShownName {
  readonly qualifiedName: string;
  readonly path: string;
}

/** What a `symbol_id` or `symbol_stable_id` stood for when this process last showed it: an edit since may have taken the symbol away. */
export function recallShownName(handle: string): ShownName | undefined {
  return shownNames.get(handle);
}

/** Converts a row to the form that answers show. */
export function toSymbolObject(context: Context, row: SymbolHead): SymbolObject {
  const id = symbolIdOf(context, row);
  if (shownNames.size >= SHOWN_LIMIT) shownNames.clear();
  for (const handle of [id, row.stableId]) shownNames.set(handle, { qualifiedName: row.qualifiedName, path: row.path });
  return {
    symbol_id: id,
    symbol_stable_id: row.stableId,
    name: row.name,
    qualified_name: row.qualifiedName,
    kind: row.kind,
    path: row.path,
    line_start: row.lineStart,
    line_end: row.lineEnd,
  };
}

/** `path:line:column` of a symbol's name. */
export function placeOf(row: Pick<SymbolRow, "path" | "nameLine" | "nameColumn">): string {
  return `${row.path}:${row.nameLine}:${row.nameColumn}`;
}

/** What is needed to read names of rows. */
export type Rows = Pick<Context, "db" | "ref">;

const modules = new WeakMap<Rows, Map<number, string>>();

/** The qualified name of a file's module, read once per question; "" if it has none. */
export function moduleNameOf(context: Rows, pathId: number): string {
  let names = modules.get(context);
  if (names === undefined) modules.set(context, names = new Map());
  let name = names.get(pathId);
  if (name === undefined) {
    names.set(pathId, name = readRows<{ name: string }>(context, MODULE_OF_PATH, context.ref.id, pathId)[0]?.name ?? "");
  }
  return name;
}

/** A name without its module, which distinguishes the symbols of one file. The module itself keeps its own name. */
export function scopedNameOf(context: Rows, row: Pick<SymbolRow, "pathId" | "name" | "qualifiedName">): string {
  if (row.name === MODULE_NAME) return MODULE_NAME;
  const module = moduleNameOf(context, row.pathId);
  if (module === "" || !row.qualifiedName.startsWith(module)) return row.qualifiedName;
  return row.qualifiedName.slice(module.length).replace(/^(::|\.)/, "");
}

/** Whether a symbol is a property, a getter or a setter, which runs where it is read or set. */
export function isAccessor({ flags }: Pick<SymbolRow, "flags">): boolean {
  return (flags & (DefinitionFlag.property | DefinitionFlag.setter)) !== 0;
}

/** Whether a row is a test. */
export function isTest(row: Pick<SymbolRow, "flags">): boolean {
  return (row.flags & DefinitionFlag.test) !== 0;
}

/** Whether a symbol is at the top level of its file. */
export function isAtTop(context: Context, { parent }: Pick<SymbolRow, "parent">): boolean {
  return parent === null || readRow<{ kind: string }>(context, KIND_OF, parent)?.kind === "module";
}
