/**
 * Calls of external symbols by their last name.
 *
 * Stage: query.
 */
import type { Confidence } from "../../core/edges.ts";
import { type Context, readRow } from "../context.ts";
import { escapeGlob } from "./globs.ts";
import type { SymbolRow } from "./symbol_row.ts";

const CALL = `SELECT n.text AS name, p.path || ':' || e.source_line AS place FROM name n
  CROSS JOIN edge e INDEXED BY edge_unresolved ON e.to_name_id = n.id AND e.to_symbol_id = 0 AND e.edge_type = 'calls' AND e.external = 1
  CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ? JOIN path p ON p.id = rf.path_id
  JOIN symbol f ON f.id = e.from_symbol_id AND f.language = ?
  WHERE n.text GLOB ? AND e.confidence IN (SELECT value FROM json_each(?)) AND rf.path_id NOT IN (SELECT value FROM json_each(?))
  ORDER BY p.path, e.source_line LIMIT 1`;

/** A call of an external symbol. */
export interface OutsideCall {
  /** The full name of what is called. */
  readonly name: string;
  /** `path:line`. */
  readonly place: string;
}

/**
 * The first call, by place, of an external symbol whose last name is that of a symbol, in code of its language.
 * @param apart rows of `path`, as a JSON array: calls in these do not count
 */
export function readOutsideCall(
  context: Context,
  { name, language }: SymbolRow,
  confidences: readonly Confidence[],
  apart: string,
): OutsideCall | undefined {
  return readRow<OutsideCall>(context, CALL, context.ref.id, language, `*.${escapeGlob(name)}`, JSON.stringify(confidences), apart);
}
