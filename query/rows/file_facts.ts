/**
 * The facts of files, and the definition of a symbol within them.
 *
 * Stage: query. Edges hold only what could be resolved; facts hold what is written in a file. Invariant: a file is read once per question.
 */
import type { Facts } from "../../core/facts.ts";
import { decodeFacts } from "../../core/facts/stored_facts.ts";
import { type Context, readRow } from "../context.ts";
import { remembered } from "./kept.ts";
import type { SymbolRow } from "./symbol_row.ts";

const FACTS = `SELECT f.encoded AS encoded, b.language AS language FROM path p JOIN ref_file rf ON rf.ref_id = ? AND rf.path_id = p.id
  JOIN file_version fv ON fv.id = rf.file_version_id JOIN blob b ON b.id = fv.blob_id JOIN facts f ON f.blob_id = b.id WHERE p.path = ?`;
const DEFINITION = `SELECT definition FROM symbol_version WHERE file_version_id = ? AND symbol_id = ?`;
const DEFINED_AT = `SELECT sv.symbol_id AS id FROM path p CROSS JOIN ref_file rf ON rf.path_id = p.id AND rf.ref_id = ?
  CROSS JOIN symbol_version sv ON sv.file_version_id = rf.file_version_id AND sv.definition = ? WHERE p.path = ?`;

/** The facts of a file, and its language. */
export interface FileFacts {
  readonly language: string;
  readonly facts: Facts;
}

/** The facts of a file of the ref; undefined if the index has none. */
export function readFacts(context: Context, path: string): FileFacts | undefined {
  return remembered(context, `facts of ${path}`, () => {
    const row = readRow<{ encoded: Uint8Array; language: string }>(context, FACTS, context.ref.id, path);
    return row === undefined ? undefined : { language: row.language, facts: decodeFacts(row.encoded) };
  });
}

/** A symbol's definition: the facts of its file, and the row of `definitions` in them. */
export interface Defining {
  readonly facts: Facts;
  readonly definition: number;
}

/** The definition of a symbol; undefined if the index does not have it. */
export function readDefining(
  context: Context,
  { path, fileVersion, id }: Pick<SymbolRow, "path" | "fileVersion" | "id">,
): Defining | undefined {
  const facts = readFacts(context, path)?.facts;
  const definition = readRow<{ definition: number }>(context, DEFINITION, fileVersion, id)?.definition;
  return facts === undefined || definition === undefined || definition >= facts.definitions.length ? undefined : { facts, definition };
}

/** The symbol (row of `symbol`) of a file's definition; undefined if it has none. */
export function symbolDefinedAt(context: Context, path: string, definition: number): number | undefined {
  return readRow<{ id: number }>(context, DEFINED_AT, context.ref.id, definition, path)?.id;
}
