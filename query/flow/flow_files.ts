/**
 * Files as values are followed through them: their facts, and where these say that values go.
 *
 * Stage: query. Invariant: each is read once a question.
 */
import type { Facts } from "../../core/facts.ts";
import { decodeFacts } from "../../core/facts/stored_facts.ts";
import { type Context, readRow } from "../context.ts";
import { remembered } from "../rows/kept.ts";
import { ValuePlaces } from "./value_places.ts";

const FACTS = `SELECT f.encoded AS encoded, b.language AS language FROM path p JOIN ref_file rf ON rf.ref_id = ? AND rf.path_id = p.id
  JOIN file_version fv ON fv.id = rf.file_version_id JOIN blob b ON b.id = fv.blob_id JOIN facts f ON f.blob_id = b.id WHERE p.path = ?`;
const DEFINED_AT = `SELECT sv.symbol_id AS id FROM path p CROSS JOIN ref_file rf ON rf.path_id = p.id AND rf.ref_id = ?
  CROSS JOIN symbol_version sv ON sv.file_version_id = rf.file_version_id AND sv.definition = ? WHERE p.path = ?`;

/** See the head of this file. */
export interface File {
  readonly path: string;
  readonly language: string;
  readonly facts: Facts;
  readonly places: ValuePlaces;
}

/** A file of the ref; undefined where the index has no facts of it. */
export function readFile(context: Context, path: string): File | undefined {
  return remembered(context, `values of ${path}`, () => {
    const row = readRow<{ encoded: Uint8Array; language: string }>(context, FACTS, context.ref.id, path);
    if (row === undefined) return undefined;
    const facts = decodeFacts(row.encoded);
    return { path, language: row.language, facts, places: new ValuePlaces(facts) };
  });
}

/** The symbol (row of `symbol`) of a file's definition; undefined where that has none. */
export function symbolDefinedAt(context: Context, path: string, definition: number): number | undefined {
  return readRow<{ id: number }>(context, DEFINED_AT, context.ref.id, definition, path)?.id;
}
