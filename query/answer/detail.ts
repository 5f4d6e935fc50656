/**
 * How much is said about each symbol of a list; decided here alone, and the same for every question.
 * Stage: query. Invariants: the level never changes which symbols are listed or their order; unknown values are left out, not null; symbols
 * that do not fit are counted, and none after the first of them is shown.
 */
import * as z from "zod";
import { bytesOf, bytesOfJson } from "../../core/base/text_size.ts";
import { append } from "../../core/base/lists.ts";
import { type Context, readRows } from "../context.ts";
import { count } from "../render/style.ts";
import { callersByFile, linksFrom } from "../rows/links.ts";
import { SourceReader } from "../rows/source.ts";
import { readStableId, readSymbol, scopedNameOf, type SymbolRow } from "../rows/symbol_row.ts";
import { keyAmong } from "./sites.ts";

const DETAIL_LEVELS = ["location", "signature", "context"] as const;
/** How much is said about each symbol of a list. */
export type DetailLevel = (typeof DETAIL_LEVELS)[number];

/** Parameters of every question that lists symbols. */
export const DETAIL_PARAMETERS = {
  detail_level: z.enum(DETAIL_LEVELS).optional().describe("Adds `details`."),
  compact: z.boolean().optional().describe("No bodies."),
};

/** A symbol listed by an answer. */
export interface Listed {
  /** Its row of `symbol`, or its stable id. */
  readonly key: number | string;
  /** The call sites that connect it to the subject, as the answer states them. */
  readonly sites?: { readonly path: string; readonly lines: readonly number[] };
}

/** What is said about one symbol; its path and name are the keys above it. */
export interface Detail {
  readonly id: string;
  readonly kind: string;
  readonly line_start: number;
  readonly line_end: number;
  readonly qualified_name?: string;
  readonly signature?: string;
  readonly language?: string;
  readonly visibility?: "public" | "private";
  readonly parent?: string;
  /** The doc comment, unless the body already begins with it. */
  readonly doc?: string;
  /** Line -> text of that line: call sites of the list that lie outside the shown part of the body. */
  readonly snippet?: Readonly<Record<string, string>>;
  readonly body_preview?: string;
  readonly related_symbols?: Related;
}
/** Neighbours by their relation to the symbol: callers and callees as `path:line name`; members, or else the nearest siblings, by name. */
export type Related = Readonly<Partial<Record<"called_by" | "calls" | "members" | "beside", readonly string[]>>>;
/** Path -> name -> detail. */
export type DetailMap = Readonly<Record<string, Readonly<Record<string, Detail>>>>;

/** The details of an answer, as far as its size allows. */
export interface Details {
  readonly map: DetailMap;
  /** Number of listed symbols whose details did not fit. */
  readonly leftOut: number;
}

/** Most bytes of JSON about one symbol: under 500 tokens. */
const CONTEXT_BYTES = 1_500;
const LEAST_PREVIEW = 600;
const DOC_SHOWN = 300;
const SNIPPET_LINES = 3;
const NEIGHBOURS = 4;
const NAMES = 6;
const MEMBERS = `SELECT s.name AS name FROM symbol_version sv JOIN symbol s ON s.id = sv.symbol_id
  WHERE sv.file_version_id = ? AND sv.parent_id = ? AND s.id <> ? ORDER BY abs(sv.line_start - ?), sv.line_start LIMIT ${NAMES}`;

/** @param bytes most bytes of JSON for all details together */
export function readDetails(context: Context, listed: readonly Listed[], level: DetailLevel, compact: boolean, bytes: number): Details {
  const source = new SourceReader(context);
  const map: Record<string, Record<string, Detail>> = {};
  const seen = new Set<Listed["key"]>();
  const symbols = listed.filter((one) => seen.size < seen.add(one.key).size);
  let used = 0;
  for (const [i, one] of symbols.entries()) {
    const row = typeof one.key === "number" ? readSymbol(context, one.key) : readStableId(context, one.key);
    if (row === undefined) continue;
    const detail = toDetail(context, row, one, compact ? "location" : level, source);
    const name = scopedNameOf(context, row);
    used += bytesOfJson(detail) + bytesOf(name) + 5 + (row.path in map ? 0 : bytesOf(row.path) + 6);
    if (used > bytes && i > 0) return { map, leftOut: symbols.length - i };
    const names = map[row.path] ??= {};
    names[keyAmong(names, name, row.nameLine)] = detail;
  }
  return { map, leftOut: 0 };
}

function toDetail(context: Context, row: SymbolRow, listed: Listed, level: DetailLevel, source: SourceReader): Detail {
  const place = { id: row.stableId, kind: row.kind, line_start: row.lineStart, line_end: row.lineEnd };
  if (level === "location") return place;
  const signature: Detail = {
    ...place,
    qualified_name: row.qualifiedName,
    ...(row.signature === "" ? {} : { signature: row.signature.slice(0, 300) }),
    language: row.language,
    visibility: row.exported === 1 ? "public" : "private",
  };
  return level === "signature" ? signature : { ...signature, ...readSurroundings(context, row, listed, source, signature) };
}

/** What level `context` adds: the first lines of the body get the room that the rest leaves. */
function readSurroundings(context: Context, row: SymbolRow, { sites }: Listed, source: SourceReader, signature: Detail): Partial<Detail> {
  const parent = row.parent === null ? undefined : readSymbol(context, row.parent);
  const related = readRelated(context, row);
  const about = {
    ...(parent === undefined ? {} : { parent: scopedNameOf(context, parent) }),
    ...(Object.keys(related).length === 0 ? {} : { related_symbols: related }),
  };
  const doc = row.doc.slice(0, DOC_SHOWN);
  const lines = (sites?.lines ?? []).slice(0, SNIPPET_LINES).map((line) => [line, source.line(sites!.path, line)] as const);
  const left = CONTEXT_BYTES - bytesOfJson({ ...signature, ...about, doc, lines });
  const body = source.excerpt(row, Math.max(LEAST_PREVIEW, left));
  const isShown = (line: number): boolean => sites!.path === row.path && line >= row.lineStart && line <= (body?.lineEnd ?? 0);
  const snippet = lines.filter(([line, text]) => text !== "" && !isShown(line));
  return {
    ...about,
    ...(doc === "" || body?.text.includes(doc.split("\n")[0]!) === true ? {} : { doc }),
    ...(snippet.length === 0 ? {} : { snippet: Object.fromEntries(snippet) }),
    ...(body === undefined ? {} : { body_preview: body.leftOut === 0 ? body.text : `${body.text}\n… ${count(body.leftOut, "more line")}` }),
  };
}

function readRelated(context: Context, row: SymbolRow): Related {
  const callers: number[] = [];
  for (const { links } of callersByFile(context, [row.id])) {
    append(callers, links.map((link) => link.id));
    if (callers.length > NEIGHBOURS) break;
  }
  const callees = linksFrom(context, row.id).map((link) => link.id);
  const namesUnder = (parent: number): string[] =>
    readRows<{ name: string }>(context, MEMBERS, row.fileVersion, parent, row.id, row.lineStart).map((one) => one.name);
  const members = namesUnder(row.id);
  const related = {
    called_by: toNeighbours(context, row, callers),
    calls: toNeighbours(context, row, callees),
    members,
    beside: members.length > 0 ? [] : namesUnder(row.parent ?? 0),
  };
  return Object.fromEntries(Object.entries(related).filter(([, names]) => names.length > 0));
}

/** `path:line name` of the first of these symbols, without the symbol itself. */
function toNeighbours(context: Context, row: SymbolRow, ids: readonly number[]): string[] {
  return ids.filter((id) => id !== 0 && id !== row.id).slice(0, NEIGHBOURS).flatMap((id) => {
    const other = readSymbol(context, id);
    return other === undefined ? [] : `${other.path}:${other.nameLine} ${scopedNameOf(context, other)}`;
  });
}
