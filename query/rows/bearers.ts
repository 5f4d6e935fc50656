/**
 * How many symbols of a ref bear a name: of one that several bear, a name alone tells nothing.
 *
 * Stage: query. Invariant: what stands for one symbol in a file (overloads, what reads and what sets a property) counts once.
 */
import { type Context, readRow } from "../context.ts";

const count = (kinds: string): string =>
  `SELECT count(DISTINCT s.path_id || ' ' || s.qualified_name) AS n FROM symbol s INDEXED BY symbol_by_name
  CROSS JOIN ref_file rf ON rf.ref_id = ? AND rf.path_id = s.path_id
  CROSS JOIN symbol_version sv ON sv.file_version_id = rf.file_version_id AND sv.symbol_id = s.id
  WHERE s.name = ? AND s.language = ? AND s.kind ${kinds}`;
const ALONE = count("NOT IN ('method', 'field', 'enum_member', 'constructor')");
const MEMBERS = count("IN ('method', 'field')");

/** How many symbols of a name and a language are no members of a type. */
export function countBearers(context: Context, name: string, language: string): number {
  return readRow<{ n: number }>(context, ALONE, context.ref.id, name, language)!.n;
}

/** How many methods and fields bear a name in a language. */
export function countMembers(context: Context, name: string, language: string): number {
  return readRow<{ n: number }>(context, MEMBERS, context.ref.id, name, language)!.n;
}
