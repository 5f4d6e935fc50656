/**
 * Completions of a half-typed name or path.
 * Stage: query. Invariant: every completion means something in the ref and can be asked for; shortest first, at most `MOST`.
 */
import { type Context, readRows } from "./context.ts";

/** The most that the protocol accepts. */
const MOST = 100;
const NAMES = `SELECT DISTINCT s.name AS text FROM symbol s JOIN ref_file rf ON rf.path_id = s.path_id AND rf.ref_id = ?
  WHERE s.name >= ? AND s.name < ? AND s.kind NOT IN ('module', 'field', 'variable') ORDER BY length(s.name), s.name LIMIT ${MOST}`;
const PATHS = `SELECT p.path AS text FROM ref_file rf JOIN path p ON p.id = rf.path_id
  WHERE rf.ref_id = ? AND instr(p.path, ?) > 0 ORDER BY instr(p.path, ?) > 1, length(p.path), p.path LIMIT ${MOST}`;

/** Names of symbols that begin with `written`. */
export function completeNames(context: Context, written: string): string[] {
  return readRows<{ text: string }>(context, NAMES, context.ref.id, written, `${written}\u{10ffff}`).map((row) => row.text);
}

/** Paths that begin with `written`, then those that contain it. */
export function completePaths(context: Context, written: string): string[] {
  return readRows<{ text: string }>(context, PATHS, context.ref.id, written, written).map((row) => row.text);
}
