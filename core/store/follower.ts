/**
 * Who keeps something of their own of a new index, and hears what is written into it.
 *
 * Stage: write. Why: what the writing thread has in hand costs less than what it would have to read again, and it has time while others
 * resolve. Invariants: nothing of the index rests on a follower, which never fails; it hears of every file, of its symbols first.
 */
import type { SymbolColumns } from "../facts/symbol_columns.ts";
import type { EdgeRow } from "./edge_writer.ts";

/** A file of the index: rows of `file_version` and `resolution`. */
export interface WrittenFile {
  readonly path: string;
  readonly version: number;
  readonly resolution: number;
}

/** What an index is: when it was made, of which ref, and as of when. */
export interface IndexSource {
  readonly made: string;
  readonly ref: string;
  readonly indexedAt: string;
}

/** See the head of this file. */
export interface Follower {
  /**
   * The symbols of a file. Those of all files of a language come before the first edge of it.
   * @param symbols row of `symbol` by row of `definitions`
   */
  addSymbols(path: string, language: string, columns: SymbolColumns, symbols: Int32Array): void;
  /** The edges of a file, in the order of their places. */
  addEdges(file: WrittenFile, rows: readonly EdgeRow[]): void;
  /** All rows are there, and the index is on its way to the disk. */
  finish(source: IndexSource): Promise<void>;
}
