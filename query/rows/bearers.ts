/**
 * How many symbols of a ref have a name: if several do, the name alone decides nothing.
 *
 * Stage: query. Invariant: rows that stand for one symbol in a file (overloads, a getter and its setter) count once.
 */
import { type Context, readRow } from "../context.ts";

const count = (kinds: string): string =>
  `SELECT count(DISTINCT s.path_id || ' ' || s.qualified_name) AS n FROM symbol s INDEXED BY symbol_by_name
  CROSS JOIN ref_file rf ON rf.ref_id = ? AND rf.path_id = s.path_id
  CROSS JOIN symbol_version sv ON sv.file_version_id = rf.file_version_id AND sv.symbol_id = s.id
  WHERE s.name = ? AND s.language = ? AND s.kind ${kinds}`;
const ALONE = count("NOT IN ('method', 'field', 'enum_member', 'constructor')");
const MEMBERS = count("IN ('method', 'field')");

/** The number of symbols with a name in a language that are not members of a type. */
export function countBearers(context: Context, name: string, language: string): number {
  return readRow<{ n: number }>(context, ALONE, context.ref.id, name, language)!.n;
}

/** The number of methods and fields with a name in a language. */
export function countMembers(context: Context, name: string, language: string): number {
  return readRow<{ n: number }>(context, MEMBERS, context.ref.id, name, language)!.n;
}
