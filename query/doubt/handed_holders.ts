/**
 * Types that hold another in their fields, and of which a value is handed abroad: code there may come from a value to those of its fields, and to the
 * methods of these (`kong.Parse(&app)`).
 *
 * Stage: query. Types are told by their names alone: who follows is said to be possible. Asked only where a list would be complete.
 */
import { escapePattern } from "../../core/base/pattern_text.ts";
import { type Context, readRows } from "../context.ts";
import { readSymbol } from "../rows/symbol_row.ts";
import { readTakers, type Taker } from "./outside_takers.ts";

/** Fields that others see, in whose declaration a text stands, with their types. */
const FIELDS_LIKE = `SELECT DISTINCT sv.parent_id AS owner, sv.signature AS signature FROM ref_file rf
  CROSS JOIN symbol_version sv ON sv.file_version_id = rf.file_version_id AND sv.exported = 1 AND instr(sv.signature, ?) > 0
  CROSS JOIN symbol s ON s.id = sv.symbol_id AND s.kind = 'field' AND s.language = ? WHERE rf.ref_id = ? ORDER BY 1`;
/** Fields of fields that are followed, and types that hold one. */
const DEEPEST = 4;
const MOST_HOLDERS = 200;

/**
 * The nearest type that holds one of `type` (row of `symbol`), however deep, and of which a value is handed abroad; undefined: there is none.
 * @param without as `readTakers` has it
 * @param deepest how many fields behind one another are followed
 */
export function findHandedHolder(
  context: Context,
  type: number,
  language: string,
  without?: string,
  deepest = DEEPEST,
): { name: string; takers: Taker[] } | undefined {
  const seen = new Set([type]);
  let level = [type];
  for (let depth = 0; depth < deepest && level.length > 0 && seen.size < MOST_HOLDERS; depth++) {
    const names = new Set(level.flatMap((id) => readSymbol(context, id)?.name ?? []));
    level = [...new Set([...names].flatMap((name) => readHolders(context, name, language)))].filter((id) => !seen.has(id));
    for (const id of level) {
      seen.add(id);
      const takers = readTakers(context, JSON.stringify([id]), 1, without);
      if (takers.length > 0) return { name: readSymbol(context, id)!.name, takers };
    }
  }
  return undefined;
}

/** The name of a field before its type; an embedded one is nothing but its type. */
const FIELD_NAME = /^[\p{L}_][\p{L}\p{N}_]*\s+(?![`"'])/u;

/** Types with a field of a type of that name. */
function readHolders(context: Context, name: string, language: string): number[] {
  const isNamed = new RegExp(`\\b${escapePattern(name)}\\b`, "u");
  return readRows<{ owner: number; signature: string }>(context, FIELDS_LIKE, name, language, context.ref.id)
    .filter(({ signature }) => isNamed.test(signature.replace(FIELD_NAME, ""))).map(({ owner }) => owner);
}
