/**
 * Lines of source for answers that show code.
 *
 * Stage: query. Invariant: what is shown is the text that was indexed, so lines fit; where that text is gone nothing is shown.
 */
import { bytesOfJson } from "../../core/base/text_size.ts";
import { indentOf } from "../../core/base/lists.ts";
import { type Context, readRow } from "../context.ts";
import type { SymbolRow } from "./symbol_row.ts";

const BLOB_OF_PATH = `SELECT b.hash AS hash FROM path p JOIN ref_file rf ON rf.path_id = p.id AND rf.ref_id = ?
  JOIN file_version fv ON fv.id = rf.file_version_id JOIN blob b ON b.id = fv.blob_id WHERE p.path = ?`;

/** git's object id of the text that the ref has at a path. */
function readHash(context: Context, path: string): string | undefined {
  return readRow<{ hash: string }>(context, BLOB_OF_PATH, context.ref.id, path)?.hash;
}

/** A run of lines, from `line_start` on. */
export interface Excerpt {
  readonly path: string;
  readonly lineStart: number;
  readonly lineEnd: number;
  /** Lines without their common indentation. */
  readonly text: string;
  /** Lines of the definition that are not shown. */
  readonly leftOut: number;
}

/** Lines longer than this are cut: generated and minified code. */
const LONGEST_LINE = 200;

/** The files that one answer reads, each read once. */
export class SourceReader {
  readonly #context: Context;
  readonly #files = new Map<string, readonly string[]>();

  constructor(context: Context) {
    this.#context = context;
  }

  /** One line, trimmed; "" if it cannot be had. */
  line(path: string, line: number): string {
    return cutLine((this.lines(path)[line - 1] ?? "").trim());
  }

  /** The first lines of a definition, as many as take up to `bytes` of JSON; undefined where the text is gone. */
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

  /** All lines of a file; none where its text is gone. */
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
