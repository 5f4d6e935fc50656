/**
 * The knowledge graph of an index under construction, filled with the rows that are written to the index.
 *
 * Stage: beside the pipeline. Invariants: a graph small enough for memory takes no disk space before the index is written, so that the
 * index is not short of space; whatever fails is left to `settle_index.ts`, which has nothing to do if this succeeds.
 */
import type { DatabaseSync } from "node:sqlite";
import { SYMBOL_NUMBERS, SYMBOL_TEXTS, type SymbolColumns, SymbolNumber, SymbolText } from "../core/facts/symbol_columns.ts";
import { sizeOf } from "../core/store/database_files.ts";
import { EdgeColumn, type EdgeRow } from "../core/store/edge_writer.ts";
import type { Follower, IndexSource, WrittenFile } from "../core/store/follower.ts";
import { FUNCTION_KINDS } from "../core/store/symbol_directory.ts";
import { dropTargetIndex, makeTargetIndex } from "../memory/graph/edge_indexes.ts";
import { noteSource } from "../memory/graph/fill_functions.ts";
import { type CallRow, type FunctionRow, GraphWriter } from "../memory/graph/graph_writer.ts";
import { beginStore, type UnseenStore } from "../memory/store/new_store.ts";
import { ORG } from "../memory/store/org_store.ts";

/** The size of the memory cache: enough for a graph of 350,000 lines. */
const HELD_KB = 49_152;

/** Fills a knowledge graph while the index is written. */
export class EarlyGraph implements Follower {
  #graph: { readonly store: UnseenStore; readonly writer: GraphWriter } | undefined;
  #tookSpace = false;

  /** Begins a graph in `folder`, unless one exists that others may be using. */
  constructor(folder: string) {
    this.#try(() => {
      const store = beginStore(folder, ORG);
      if (store === undefined) return;
      // All functions of a language are added before its first call, so a call's target that is not among them is no function.
      this.#graph = { store, writer: new GraphWriter(store.db, () => "") };
      store.db.exec(`PRAGMA cache_size = -${HELD_KB}`);
      dropTargetIndex(store.db);
    });
  }

  addSymbols(path: string, language: string, columns: SymbolColumns, symbols: Int32Array): void {
    this.#write((writer) => writer.addFunctions(path, functionsOf(language, columns, symbols)));
  }

  addEdges(file: WrittenFile, rows: readonly EdgeRow[]): void {
    this.#write((writer) => writer.addCalls(file, callsOf(rows)));
  }

  async finish(source: IndexSource): Promise<void> {
    this.#write((writer, db) => {
      writer.flush();
      makeTargetIndex(db);
      noteSource(db, source);
    });
    await this.#graph?.store.settle();
  }

  /** Makes the graph visible to others if it is complete. */
  publish(): void {
    this.#graph?.store.publish();
    this.#graph = undefined;
  }

  /** Whether it took disk space that the index may have lacked; known once it is abandoned. */
  get tookSpace(): boolean {
    return this.#tookSpace;
  }

  abandon(): void {
    const store = this.#graph?.store;
    this.#graph = undefined;
    if (store === undefined) return;
    this.#tookSpace = tookSpace(store.db);
    store.abandon();
  }

  #write(work: (writer: GraphWriter, db: DatabaseSync) => void): void {
    this.#try(() => {
      if (this.#graph === undefined) return;
      const { store: { db }, writer } = this.#graph;
      work(writer, db);
    });
  }

  /** Failures are ignored: a missing graph is filled later. */
  #try(work: () => void): void {
    try {
      work();
    } catch {
      this.abandon();
    }
  }
}

function tookSpace(db: DatabaseSync): boolean {
  try {
    return sizeOf(db) > HELD_KB * 1024;
  } catch {
    // It was closed, so all of it is on the disk.
    return true;
  }
}

function functionsOf(language: string, { numbers, texts, count }: SymbolColumns, symbols: Int32Array): FunctionRow[] {
  /** Index of each symbol, from 1, by row of `definitions`. */
  const places = new Int32Array(symbols.length);
  for (let i = 0; i < count; i++) places[numbers[i * SYMBOL_NUMBERS + SymbolNumber.definition]!] = i + 1;
  const functions: FunctionRow[] = [];
  for (let i = 0; i < count; i++) {
    if (!FUNCTION_KINDS.has(texts[i * SYMBOL_TEXTS + SymbolText.kind]!)) continue;
    const owner = (places[numbers[i * SYMBOL_NUMBERS + SymbolNumber.parent]!] ?? 0) - 1;
    functions.push({
      id: symbols[numbers[i * SYMBOL_NUMBERS + SymbolNumber.definition]!]!,
      name: texts[i * SYMBOL_TEXTS + SymbolText.scopedName]!.replaceAll("::", "."),
      language,
      lineStart: numbers[i * SYMBOL_NUMBERS + SymbolNumber.lineStart]!,
      lineEnd: numbers[i * SYMBOL_NUMBERS + SymbolNumber.lineEnd]!,
      signature: texts[i * SYMBOL_TEXTS + SymbolText.signature]!,
      doc: texts[i * SYMBOL_TEXTS + SymbolText.doc]!,
      owner: owner < 0 ? null : texts[owner * SYMBOL_TEXTS + SymbolText.name]!,
      ownerKind: owner < 0 ? null : texts[owner * SYMBOL_TEXTS + SymbolText.kind]!,
    });
  }
  return functions.sort((a, b) => a.lineStart - b.lineStart);
}

function callsOf(rows: readonly EdgeRow[]): CallRow[] {
  const calls: CallRow[] = [];
  for (const row of rows) {
    if (row[EdgeColumn.type] !== "calls" || row[EdgeColumn.to] === 0) continue;
    calls.push([row[EdgeColumn.from], row[EdgeColumn.to], row[EdgeColumn.line], row[EdgeColumn.confidence], row[EdgeColumn.rule]]);
  }
  return calls;
}
