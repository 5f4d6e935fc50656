/**
 * Types that hold another type in their fields, and of which a value is passed to external code: that code may reach the fields' values and
 * call their methods (`kong.Parse(&app)`).
 *
 * Stage: query. Types are matched by name alone, so a match is only a possibility. Used only where a list would otherwise be complete.
 */
import { escapePattern } from "../../core/base/pattern_text.ts";
import { type Context, readRows } from "../context.ts";
import { readSymbol } from "../rows/symbol_row.ts";
import { readTakers, type Taker } from "./outside_takers.ts";

/** Exported fields whose declaration contains a text, with the type that has them. */
const FIELDS_LIKE = `SELECT DISTINCT sv.parent_id AS owner, sv.signature AS signature FROM ref_file rf
  CROSS JOIN symbol_version sv ON sv.file_version_id = rf.file_version_id AND sv.exported = 1 AND instr(sv.signature, ?) > 0
  CROSS JOIN symbol s ON s.id = sv.symbol_id AND s.kind = 'field' AND s.language = ? WHERE rf.ref_id = ? ORDER BY 1`;
/** Limits: the depth of fields within fields, and the number of holder types visited. */
const DEEPEST = 4;
const MOST_HOLDERS = 200;

/**
 * The nearest type that holds a `type` (row of `symbol`) in its fields, at any depth, and of which a value is passed to external code;
 * undefined if there is none.
 * @param without see `readTakers`
 * @param deepest how many levels of fields are followed
 */
export function findPassedHolder(
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

/** The name before a field's type; an embedded field consists of its type alone. */
const FIELD_NAME = /^[\p{L}_][\p{L}\p{N}_]*\s+(?![`"'])/u;

/** Types that have a field whose type bears the name. */
function readHolders(context: Context, name: string, language: string): number[] {
  const isNamed = new RegExp(`\\b${escapePattern(name)}\\b`, "u");
  return readRows<{ owner: number; signature: string }>(context, FIELDS_LIKE, name, language, context.ref.id)
    .filter(({ signature }) => isNamed.test(signature.replace(FIELD_NAME, ""))).map(({ owner }) => owner);
}
