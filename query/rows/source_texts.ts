/**
 * The texts of a language's files, for what only the source can answer.
 *
 * Stage: query. Invariant: only indexed texts; a file that is gone or has changed since is left out.
 */
import { type Context, readRow, readRows } from "../context.ts";

const FILES = `SELECT p.path AS path, b.hash AS hash, rf.file_version_id AS fileVersion FROM ref_file rf
  JOIN file_version fv ON fv.id = rf.file_version_id JOIN blob b ON b.id = fv.blob_id AND b.language = ? JOIN path p ON p.id = rf.path_id
  WHERE rf.ref_id = ? ORDER BY p.path`;
const FILE = `SELECT b.hash AS hash, rf.file_version_id AS fileVersion FROM path p JOIN ref_file rf ON rf.path_id = p.id AND rf.ref_id = ?
  JOIN file_version fv ON fv.id = rf.file_version_id JOIN blob b ON b.id = fv.blob_id WHERE p.path = ?`;

/** A file of a ref with its text. */
export interface SourceText {
  readonly path: string;
  readonly fileVersion: number;
  readonly text: string;
}

/**
 * The texts of a language's files, by path, each read on demand.
 * @param among the only files to read
 */
export function* readSourceTexts(context: Context, language: string, among?: ReadonlySet<string>): Generator<SourceText> {
  const rows = readRows<{ path: string; hash: string; fileVersion: number }>(context, FILES, language, context.ref.id);
  for (const { path, hash, fileVersion } of rows) {
    if (among?.has(path) === false) continue;
    const text = context.readText(path, hash);
    if (text !== undefined) yield { path, fileVersion, text };
  }
}

/** The text of a file; undefined if it is gone or has changed since. */
export function readSourceText(context: Context, path: string): SourceText | undefined {
  const row = readRow<{ hash: string; fileVersion: number }>(context, FILE, context.ref.id, path);
  const text = row === undefined ? undefined : context.readText(path, row.hash);
  return row === undefined || text === undefined ? undefined : { path, fileVersion: row.fileVersion, text };
}

/** A line of a file, from 1; undefined if it is unavailable. */
export function readSourceLine(context: Context, path: string, line: number): string | undefined {
  return readSourceText(context, path)?.text.split("\n", line)[line - 1];
}
