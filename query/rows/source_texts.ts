/**
 * The texts of a language's files, for what only the source tells.
 *
 * Stage: query. Invariant: as indexed; a file that is gone or has changed since is left out.
 */
import { type Context, readRows } from "../context.ts";

const FILES = `SELECT p.path AS path, b.hash AS hash, rf.file_version_id AS fileVersion FROM ref_file rf
  JOIN file_version fv ON fv.id = rf.file_version_id JOIN blob b ON b.id = fv.blob_id AND b.language = ? JOIN path p ON p.id = rf.path_id
  WHERE rf.ref_id = ? ORDER BY p.path`;

/** A file of a ref with its text. */
export interface SourceText {
  readonly path: string;
  readonly fileVersion: number;
  readonly text: string;
}

/** See the head of this file; by path, each read when it is asked for. */
export function* readSourceTexts(context: Context, language: string): Generator<SourceText> {
  const rows = readRows<{ path: string; hash: string; fileVersion: number }>(context, FILES, language, context.ref.id);
  for (const { path, hash, fileVersion } of rows) {
    const text = context.readText(path, hash);
    if (text !== undefined) yield { path, fileVersion, text };
  }
}
