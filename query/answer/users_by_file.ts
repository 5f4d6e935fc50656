/**
 * The users of symbols, counted per file without reading an edge.
 * Stage: query. Invariant: a file is given once if anything in it uses one of the symbols; files come in no particular order.
 */
import type { USE_TYPES } from "../../core/store/packed_uses.ts";
import { type Context, readRows } from "../context.ts";

const FILES = `SELECT rf.resolution_id AS resolution, p.path AS path, u.encoded AS uses, fv.directory AS directory
  FROM (SELECT DISTINCT e.resolution_id AS id FROM json_each(?) wanted
    CROSS JOIN edge e INDEXED BY edge_reverse ON e.to_symbol_id = wanted.value AND e.edge_type IN (SELECT value FROM json_each(?))) r
  CROSS JOIN ref_file rf ON rf.resolution_id = r.id AND rf.ref_id = ? JOIN path p ON p.id = rf.path_id
  JOIN uses u ON u.resolution_id = r.id JOIN file_version fv ON fv.id = rf.file_version_id`;

/** A file in which the symbols are used. */
export interface UsingFile {
  readonly resolution: number;
  readonly path: string;
  /** Packed as in core/store/packed_uses.ts. */
  readonly uses: Uint8Array;
  /** Packed as in core/store/symbol_directory.ts. */
  readonly directory: Uint8Array;
}

/** @param ids rows of `symbol`. */
export function readUsingFiles(context: Context, ids: readonly number[], types: readonly (typeof USE_TYPES)[number][]): UsingFile[] {
  return readRows<UsingFile>(context, FILES, JSON.stringify(ids), JSON.stringify(types), context.ref.id);
}
