/**
 * An observer that derives data of its own from what is written into a new index.
 *
 * Stage: write. Why: what the writing thread has in memory costs less than reading it again, and it has time while others resolve.
 * Invariants: the index does not depend on a follower, which never fails; it receives every file, symbols first.
 */
import type { SymbolColumns } from "../facts/symbol_columns.ts";
import type { EdgeRow } from "./edge_writer.ts";

/** A file of the index: rows of `file_version` and `resolution`. */
export interface WrittenFile {
  readonly path: string;
  readonly version: number;
  readonly resolution: number;
}

/** Identifies an index: when it was made, of which ref, and as of when. */
export interface IndexSource {
  readonly made: string;
  readonly ref: string;
  readonly indexedAt: string;
}

/** Receives what is written into a new index. */
export interface Follower {
  /**
   * Receives the symbols of a file. Those of all files of a language come before the first edge of it.
   * @param symbols row of `symbol` by row of `definitions`
   */
  addSymbols(path: string, language: string, columns: SymbolColumns, symbols: Int32Array): void;
  /** Receives the edges of a file, in source order. */
  addEdges(file: WrittenFile, rows: readonly EdgeRow[]): void;
  /** Called when all rows are written and the index is being saved. */
  finish(source: IndexSource): Promise<void>;
}
