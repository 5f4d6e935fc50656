/**
 * Source lines for answers that show code.
 *
 * Stage: query. Invariant: only the indexed text is shown, so line numbers match; if that text is gone, nothing is shown.
 */
import { bytesOfJson } from "../../core/base/text_size.ts";
import { indentOf } from "../../core/base/lists.ts";
import { type Context, readRow } from "../context.ts";
import type { SymbolRow } from "./symbol_row.ts";

const BLOB_OF_PATH = `SELECT b.hash AS hash FROM path p JOIN ref_file rf ON rf.path_id = p.id AND rf.ref_id = ?
  JOIN file_version fv ON fv.id = rf.file_version_id JOIN blob b ON b.id = fv.blob_id WHERE p.path = ?`;

/** git's object id of the text at a path of the ref. */
function readHash(context: Context, path: string): string | undefined {
  return readRow<{ hash: string }>(context, BLOB_OF_PATH, context.ref.id, path)?.hash;
}

/** Consecutive lines of a file. */
export interface Excerpt {
  readonly path: string;
  readonly lineStart: number;
  readonly lineEnd: number;
  /** The lines without their common indentation. */
  readonly text: string;
  /** The number of the definition's lines that are not shown. */
  readonly leftOut: number;
}

/** The greatest length of a line before it is cut: generated and minified code. */
const LONGEST_LINE = 200;

/** The files of one answer, each read once. */
export class SourceReader {
  readonly #context: Context;
  readonly #files = new Map<string, readonly string[]>();

  constructor(context: Context) {
    this.#context = context;
  }

  /** One line, trimmed; "" if it is unavailable. */
  line(path: string, line: number): string {
    return cutLine((this.lines(path)[line - 1] ?? "").trim());
  }

  /** The first lines of a definition, up to `bytes` of JSON but at least one; undefined if the text is gone. */
  excerpt(row: Pick<SymbolRow, "path" | "lineStart" | "lineEnd">, bytes: number): Excerpt | undefined {
    const all = this.lines(row.path).slice(row.lineStart - 1, row.lineEnd);
    if (all.length === 0) return undefined;
    const indent = indentOf(all);
    const shown: string[] = [];
    let used = 0;
    for (const line of all) {
      const cut = cutLine(line.slice(indent).trimEnd());
      used += bytesOfJson(cut);
      if (used > bytes && shown.length > 0) break;
      shown.push(cut);
    }
    return {
      path: row.path,
      lineStart: row.lineStart,
      lineEnd: row.lineStart + shown.length - 1,
      text: shown.join("\n"),
      leftOut: all.length - shown.length,
    };
  }

  /** All lines of a file; empty if its text is gone. */
  lines(path: string): readonly string[] {
    let lines = this.#files.get(path);
    if (lines === undefined) {
      const hash = readHash(this.#context, path);
      const text = hash === undefined ? undefined : this.#context.readText(path, hash);
      lines = text === undefined ? [] : text.split(/\r\n|\n|\r/);
      this.#files.set(path, lines);
    }
    return lines;
  }
}

function cutLine(line: string): string {
  return line.length <= LONGEST_LINE ? line : `${line.slice(0, LONGEST_LINE)}…`;
}
