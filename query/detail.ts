/**
 * How much is said about each symbol of a list (rows P-16, P-17): the same for every question, made here alone.
 *
 * Stage: query. Invariants: the level never changes which symbols are listed or their order; what is not known is left out, not null;
 * symbols that do not fit are counted.
 */
import { z } from "zod";
import { type Context, readRows } from "./context.ts";
import { SourceReader } from "./source.ts";
import { readStableId, readSymbol, scopedNameOf, type SymbolRow } from "./symbol_row.ts";

export const DETAIL_LEVELS = ["location", "signature", "context"] as const;
export type DetailLevel = (typeof DETAIL_LEVELS)[number];

/** Parameters of every question that lists symbols. */
export const DETAIL_PARAMETERS = {
  detail_level: z.enum(DETAIL_LEVELS).optional().describe("Adds `details`."),
  compact: z.boolean().optional().describe("No bodies."),
};

/** A symbol by row of `symbol` or by stable id. */
export type SymbolKey = number | string;

/** What is said about one symbol. Its path and name are the keys that lead to it. */
export interface Detail {
  readonly id: string;
  readonly kind: string;
  readonly line_start: number;
  readonly line_end: number;
  readonly qualified_name?: string;
  readonly signature?: string;
  readonly language?: string;
  readonly visibility?: "public" | "private";
  readonly body_preview?: string;
  readonly parent?: string;
  readonly related_symbols?: readonly string[];
}
/** Path -> name -> detail. */
export type DetailMap = Readonly<Record<string, Readonly<Record<string, Detail>>>>;

export interface Details {
  readonly map: DetailMap;
  /** Symbols of the answer that no longer fitted. */
  readonly leftOut: number;
}

const PREVIEW_BYTES = 900;
const RELATED = 6;
const SIBLINGS = `SELECT s.name AS name FROM symbol_version sv JOIN symbol s ON s.id = sv.symbol_id
  WHERE sv.file_version_id = ? AND sv.parent_id = ? AND s.id <> ? ORDER BY sv.line_start LIMIT ${RELATED}`;

/** @param bytes of JSON that all of it may take. */
export function readDetails(context: Context, keys: readonly SymbolKey[], level: DetailLevel, compact: boolean, bytes: number): Details {
  const source = new SourceReader(context);
  const map: Record<string, Record<string, Detail>> = {};
  let used = 0;
  let leftOut = 0;
  for (const key of new Set(keys)) {
    const row = typeof key === "number" ? readSymbol(context, key) : readStableId(context, key);
    if (row === undefined) continue;
    const detail = toDetail(context, row, level, compact, source);
    const name = scopedNameOf(context, row);
    used += JSON.stringify(detail).length + name.length + 5 + (row.path in map ? 0 : row.path.length + 6);
    if (used > bytes && leftOut + Object.keys(map).length > 0) {
      leftOut++;
      continue;
    }
    const names = map[row.path] ??= {};
    names[name in names ? `${name}:${row.nameLine}` : name] = detail;
  }
  return { map, leftOut };
}

function toDetail(context: Context, row: SymbolRow, level: DetailLevel, compact: boolean, source: SourceReader): Detail {
  const place = { id: row.stableId, kind: row.kind, line_start: row.lineStart, line_end: row.lineEnd };
  if (level === "location") return place;
  const signature: Detail = {
    ...place,
    qualified_name: row.qualifiedName,
    ...(row.signature === "" ? {} : { signature: row.signature.slice(0, 300) }),
    language: row.language,
    visibility: row.exported === 1 ? "public" : "private",
  };
  if (level === "signature" || compact) return signature;
  const body = source.excerpt(row, PREVIEW_BYTES);
  const parent = row.parent === null ? undefined : readSymbol(context, row.parent);
  const related = readRows<{ name: string }>(context, SIBLINGS, row.fileVersion, row.parent ?? 0, row.id).map((one) => one.name);
  return {
    ...signature,
    ...(body === undefined ? {} : { body_preview: body.leftOut === 0 ? body.text : `${body.text}\n… ${body.leftOut} more lines` }),
    ...(parent === undefined ? {} : { parent: scopedNameOf(context, parent) }),
    ...(related.length === 0 ? {} : { related_symbols: related }),
  };
}
