/**
 * Every symbol, one line each: `export symbols`.
 *
 * Stage: query. Invariant: order and bytes depend only on the source, never on the history of the index.
 */
import { jsonLine } from "../core/base/json_line.ts";
import { symbolId } from "../core/facts/symbol_ids.ts";
import { type Context, readRows } from "./context.ts";

const FILES = `SELECT p.path AS path, rf.file_version_id AS version FROM ref_file rf JOIN path p ON p.id = rf.path_id
  WHERE rf.ref_id = ? ORDER BY p.path`;
const IN_VERSION =
  `SELECT s.stable_id AS stableId, s.kind AS kind, s.name AS name, s.qualified_name AS qualifiedName, s.language AS language,
    sv.line_start AS lineStart, sv.line_end AS lineEnd, sv.signature AS signature, sv.doc AS doc, sv.exported AS exported
  FROM symbol_version sv JOIN symbol s ON s.id = sv.symbol_id WHERE sv.file_version_id = ?
  ORDER BY sv.line_start, sv.name_line, sv.name_column, s.stable_id`;

interface Row {
  readonly stableId: string;
  readonly kind: string;
  readonly name: string;
  readonly qualifiedName: string;
  readonly language: string;
  readonly lineStart: number;
  readonly lineEnd: number;
  readonly signature: string;
  readonly doc: string;
  readonly exported: number;
}

/** JSON without line ends, one text per symbol, file by file. */
export function* exportSymbols(context: Context): Generator<string> {
  for (const { path, version } of readRows<{ path: string; version: number }>(context, FILES, context.ref.id)) {
    for (const row of readRows<Row>(context, IN_VERSION, version)) {
      yield jsonLine({
        symbol_id: symbolId(context.ref.name, row.stableId, row.lineStart),
        symbol_stable_id: row.stableId,
        kind: row.kind,
        name: row.name,
        qualified_name: row.qualifiedName,
        path,
        line_start: row.lineStart,
        line_end: row.lineEnd,
        signature: row.signature,
        doc: row.doc,
        exported: row.exported === 1,
        language: row.language,
      });
    }
  }
}
