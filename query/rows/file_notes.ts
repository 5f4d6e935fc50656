/**
 * Remarks on single files: not UTF-8, extraction failed.
 *
 * Stage: query.
 */
import { type Context, readRows } from "../context.ts";
import { damagedLines } from "./damaged_code.ts";

const NOTES = `SELECT p.path AS path, b.note AS note FROM ref_file rf CROSS JOIN file_version fv ON fv.id = rf.file_version_id
  CROSS JOIN blob b ON b.id = fv.blob_id JOIN path p ON p.id = rf.path_id WHERE rf.ref_id = ? AND b.note <> ''`;

/** The prefix of the note on a file in which the program, or a language's own code, failed. */
export const FAILED_NOTE = "extraction failed: ";

/** `path: note` of all files of the ref that have one, by path, or of the file at `path`. */
export function readFileNotes(context: Context, path?: string): string[] {
  const rows = path === undefined
    ? readRows<{ path: string; note: string }>(context, `${NOTES} ORDER BY p.path`, context.ref.id)
    : readRows<{ path: string; note: string }>(context, `${NOTES} AND p.path = ?`, context.ref.id, path);
  return rows.map(({ path, note }) => `${path}: ${note}`);
}

/** Warnings for an answer about a file: the lines that did not parse, and its note. */
export function warningsOf(context: Context, path: string): string[] {
  const notes = readFileNotes(context, path);
  const lines = notes.some((note) => note.startsWith(`${path}: ${FAILED_NOTE}`)) ? "" : damagedLines(context, path);
  const damage = lines === "" ? [] : [`syntax errors at line ${lines}: what is defined there may be missing`];
  return [...damage, ...notes];
}
