/**
 * A hash of a symbol's own text, to detect changes later.
 *
 * Stage: memory. Invariant: independent of the symbol's position, its indentation and trailing blanks.
 */
import * as crypto from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { indentOf } from "../../core/base/lists.ts";

/** Hash of lines `start` to `end` of a text; "" if the text is shorter. */
export function hashBody(lines: readonly string[], start: number, end: number): string {
  if (start < 1 || end > lines.length || end < start) return "";
  const body = lines.slice(start - 1, end).map((line) => line.trimEnd());
  const indent = indentOf(body);
  return crypto.hash("sha256", body.map((line) => line.slice(indent)).join("\n"), "hex").slice(0, 16);
}

/** The files of a working tree, each read once. */
export class TreeText {
  readonly #files = new Map<string, readonly string[] | undefined>();

  constructor(readonly root: string) {}

  /** Lines of a file; undefined if it cannot be read. */
  linesOf(path: string): readonly string[] | undefined {
    if (!this.#files.has(path)) this.#files.set(path, this.#read(path));
    return this.#files.get(path);
  }

  /** Hash of a symbol's text; "" if the file cannot be read. */
  hashOf(symbol: { readonly path: string; readonly lineStart: number; readonly lineEnd: number }): string {
    const lines = this.linesOf(symbol.path);
    return lines === undefined ? "" : hashBody(lines, symbol.lineStart, symbol.lineEnd);
  }

  /** When a file was last written, ms since 1970; 0 if it does not exist. */
  writtenAt(path: string): number {
    return statSync(join(this.root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  }

  #read(path: string): readonly string[] | undefined {
    try {
      return readFileSync(join(this.root, path), "utf8").split("\n");
    } catch {
      return undefined;
    }
  }
}
