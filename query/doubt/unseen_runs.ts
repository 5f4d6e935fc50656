/**
 * Symbols that also run without a call site: operators, properties, functions the language calls by itself, and methods that override an
 * external one.
 *
 * Stage: query. Read once per index state.
 */
import { DefinitionFlag } from "../../core/facts.ts";
import { type Context, readList } from "../context.ts";
import { keep } from "../rows/kept.ts";
import { readSymbol, scopedNameOf } from "../rows/symbol_row.ts";

const UNSEEN = `SELECT json_group_array(s.id) AS list FROM ref_file rf
  CROSS JOIN symbol_version sv ON sv.file_version_id = rf.file_version_id
  CROSS JOIN symbol s ON s.id = sv.symbol_id AND s.kind IN ('method', 'function')
  WHERE rf.ref_id = :ref AND ((sv.flags & :flags) <> 0 OR EXISTS (SELECT 1 FROM edge e INDEXED BY edge_forward
    CROSS JOIN ref_file o ON o.resolution_id = e.resolution_id AND o.ref_id = rf.ref_id
    WHERE e.from_symbol_id = s.id AND e.edge_type = 'overrides' AND e.external = 1))`;
const FLAGS = DefinitionFlag.property | DefinitionFlag.setter | DefinitionFlag.implicit;
/** The most symbols an answer names. */
const SHOWN = 3;

/** Names those of the symbols that also run without a call site; "" if there are none. */
export function describeUnseen(context: Context, ids: readonly number[]): string {
  const unseen = keep(context, "unseen", () => new Set(readList<number>(context, UNSEEN, { ref: context.ref.id, flags: FLAGS })));
  const found = ids.filter((id) => unseen.has(id));
  if (found.length === 0) return "";
  const names = [...new Set(found.slice(0, SHOWN).map((id) => scopedNameOf(context, readSymbol(context, id)!)))];
  const more = found.length > SHOWN ? ` and ${found.length - SHOWN} more` : "";
  return `${names.join(", ")}${more}, which operators, the language or code outside may run without a call site`;
}
