/**
 * The symbols of a file's text, as it was at some time.
 *
 * Stage: memory. Invariant: the same parser, lowering and handles as the index, so that a handle found here is that of the index if the
 * symbol still has its name at that path.
 */
import * as crypto from "node:crypto";
import { indentOf } from "../../core/base/lists.ts";
import type { LanguageTable } from "../../core/scan/languages_of.ts";
import { readRows } from "../../query/context.ts";
import type { Rows } from "../../query/rows/symbol_row.ts";
import { displayName } from "../graph/fill_functions.ts";
import { hashBody } from "./body_hash.ts";
import { rememberedSymbols } from "./remembered_symbols.ts";
import { REMEMBERED_KINDS } from "./resolve_mention.ts";

const encoder = new TextEncoder();
const SYMBOLS = `SELECT s.stable_id AS stableId, s.kind AS kind, s.name AS name, s.qualified_name AS qualifiedName, s.path_id AS pathId,
    sv.line_start AS lineStart, sv.line_end AS lineEnd
  FROM path p JOIN file_version fv ON fv.path_id = p.id JOIN blob b ON b.id = fv.blob_id AND b.hash = ? AND b.language = ?
  JOIN symbol_version sv ON sv.file_version_id = fv.id JOIN symbol s ON s.id = sv.symbol_id WHERE p.path = ?`;
type SymbolPlace = Omit<TextSymbol, "name"> & Parameters<typeof displayName>[1];

/** A function, method or type of a text. */
export interface TextSymbol {
  readonly stableId: string;
  readonly kind: string;
  /** `Class.method`, whatever the separator. */
  readonly name: string;
  readonly lineStart: number;
  readonly lineEnd: number;
}
/** A text with its symbols. */
export interface KnownText {
  readonly text: string;
  readonly lines: readonly string[];
  readonly symbols: readonly TextSymbol[];
}

const LARGEST = 1_000_000;
/** Limits of the cached texts: number, and characters. */
const KEPT = 200;
const KEPT_CHARACTERS = 8_000_000;

/** Reads texts, and caches the last ones. */
export class SymbolReader {
  readonly #table: LanguageTable;
  readonly #index: Rows | undefined;
  /** Texts of each file, the last one last. */
  readonly #known = new Map<string, KnownText[]>();
  #kept = 0;
  #characters = 0;

  /** @param index where texts are looked up before they are parsed */
  constructor(table: LanguageTable, index?: Rows) {
    this.#table = table;
    this.#index = index;
  }

  /** Whether a path has a supported language. */
  reads(path: string): boolean {
    return this.#table.languageOf(path) !== undefined;
  }

  /** Symbols of `text` as the file at `path`. */
  async read(path: string, text: string): Promise<KnownText> {
    const known = this.#known.get(path)?.find((one) => one.text === text);
    if (known !== undefined) return known;
    const made = { text, lines: text.split("\n"), symbols: this.#lookUp(path, text) ?? await this.#parse(path, text) };
    this.keep(path, made);
    return made;
  }

  /** Caches a text whose symbols are known. */
  keep(path: string, known: KnownText): void {
    const texts = this.#known.get(path) ?? [];
    this.#known.delete(path);
    this.#known.set(path, texts);
    if (texts.some((one) => one.text === known.text)) return;
    texts.push(known);
    this.#kept++;
    this.#characters += known.text.length;
    while (this.#kept > KEPT || (this.#kept > 1 && this.#characters > KEPT_CHARACTERS)) this.#dropOldest();
  }

  /** Drops the oldest text of the file that was not updated for the longest time. */
  #dropOldest(): void {
    const [path, texts] = this.#known.entries().next().value!;
    this.#characters -= texts.shift()!.text.length;
    this.#kept--;
    if (texts.length === 0) this.#known.delete(path);
  }

  /** Whether a piece of a file's text defines something, parsed by itself. */
  async definesAny(path: string, piece: string): Promise<boolean> {
    return piece.trim() !== "" && (await this.#parse(path, dedent(piece))).length > 0;
  }

  /** Symbols of a text that the index has at this path, in any ref. */
  #lookUp(path: string, text: string): TextSymbol[] | undefined {
    const language = this.#table.languageOf(path);
    if (this.#index === undefined || language === undefined) return undefined;
    const bytes = encoder.encode(text);
    const hash = crypto.createHash("sha1").update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
    const index = this.#index;
    const rows = readRows<SymbolPlace>(index, SYMBOLS, hash, language.plugin.name, path);
    if (rows.length === 0) return undefined;
    return rows.filter((row) => REMEMBERED_KINDS.has(row.kind)).map(({ stableId, kind, lineStart, lineEnd, ...row }) => ({
      stableId,
      kind,
      name: displayName(index, row),
      lineStart,
      lineEnd,
    }));
  }

  async #parse(path: string, text: string): Promise<TextSymbol[]> {
    const language = this.#table.languageOf(path);
    if (language === undefined || text.length > LARGEST) return [];
    return (await rememberedSymbols(language, path, text)).map(({ stableId, kind, scopedName, lineStart, lineEnd }) => ({
      stableId,
      kind,
      name: scopedName.replaceAll("::", "."),
      lineStart,
      lineEnd,
    }));
  }
}

function dedent(piece: string): string {
  const lines = piece.split("\n");
  const indent = indentOf(lines);
  return lines.map((line) => line.slice(indent)).join("\n");
}

/** The innermost symbol around a line. */
export function symbolAt(symbols: readonly TextSymbol[], line: number): TextSymbol | undefined {
  let best: TextSymbol | undefined;
  for (const symbol of symbols) {
    if (symbol.lineStart > line || symbol.lineEnd < line) continue;
    if (best === undefined || symbol.lineEnd - symbol.lineStart <= best.lineEnd - best.lineStart) best = symbol;
  }
  return best;
}

/** Hash of a symbol's own text. */
export function bodyOf(known: KnownText, symbol: TextSymbol): string {
  return hashBody(known.lines, symbol.lineStart, symbol.lineEnd);
}
