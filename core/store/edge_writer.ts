/**
 * Writes resolutions and their edges.
 *
 * Stage: write. Invariants: every edge starts at a symbol and has a target or a name; no edge occurs twice. Edges are written in the order
 * of their key.
 */
import type { DatabaseSync } from "node:sqlite";
import { CONFIDENCES, EDGE_TYPES, RULE_NAMES } from "../edges.ts";
import type { PackedEdges } from "../threads/packed_edges.ts";
import { encodeAsked } from "./stored_asked.ts";
import { BulkInsert } from "./bulk_insert.ts";
import { countEdge, type EdgeCounts, encodeCounts, noCounts } from "./edge_counts.ts";
import type { IndexWriter } from "./index_writer.ts";
import { UsePacker } from "./packed_uses.ts";
import { SameResolution } from "./same_resolution.ts";

/** What is needed about the files that edges refer to by number. */
export interface EdgeContext {
  /** The symbol of each row of a file's `definitions`; 0 or beyond the end: none. */
  symbolsOf(file: number): Int32Array;
  fileVersionId(file: number): number;
  packageOf(file: number): string;
  pathId(file: number): number;
  /** The id of the name for a text of the packed edges; "" has one too. */
  nameId(text: number): number;
}

/** The columns of `edge` in order, without the resolution. */
export type EdgeRow = readonly [
  line: number,
  column: number,
  type: string,
  from: number,
  to: number,
  name: number,
  confidence: string,
  rule: string,
  external: number,
  text: number,
  candidates: string,
  properties: string,
];

/** Indices into an `EdgeRow`, for code that reads many rows: destructuring costs four times as much. */
export const EdgeColumn = { line: 0, type: 2, from: 3, to: 4, confidence: 6, rule: 7, candidates: 10 } as const;

/** Writes resolutions with their edges and packed uses. */
export class EdgeWriter {
  readonly #resolutions: BulkInsert;
  readonly #edges: BulkInsert;
  readonly #uses: BulkInsert;
  /** The next free id. */
  #next: number;
  readonly #same: SameResolution | undefined;

  constructor(readonly writer: IndexWriter, db: DatabaseSync) {
    this.#resolutions = new BulkInsert(db, "resolution", ["id", "file_version_id", "asked", "counts", "package"]);
    this.#edges = new BulkInsert(db, "edge", [
      "resolution_id",
      "source_line",
      "source_column",
      "edge_type",
      "from_symbol_id",
      "to_symbol_id",
      "to_name_id",
      "confidence",
      "rule",
      "external",
      "text_id",
      "candidates",
      "properties",
    ]);
    this.#uses = new BulkInsert(db, "uses", ["resolution_id", "encoded"]);
    const row = writer.fresh ? undefined : db.prepare("SELECT max(id) AS id FROM resolution").get() as { id: number | null };
    this.#next = (row?.id ?? 0) + 1;
    this.#same = writer.fresh ? undefined : new SameResolution(db);
  }

  /** Reserves `count` resolution ids and returns the first. Files that are resolved out of order thus keep their order in the table. */
  reserve(count: number): number {
    this.#next += count;
    return this.#next - count;
  }

  /**
   * Writes the edges of file number k of `packed` under a reserved id.
   * @returns the id of the resolution, which is a different one if the index already has identical edges; the rows, and their counts
   */
  addResolution(
    reserved: number,
    packed: PackedEdges,
    k: number,
    context: EdgeContext,
  ): { readonly id: number; readonly rows: readonly EdgeRow[]; readonly counts: EdgeCounts } {
    const file = packed.indices[k]!;
    const { rows, counts } = this.#makeRows(packed, k, context);
    const files: number[] = [];
    for (let i = k === 0 ? 0 : packed.askedFileEnds[k - 1]!; i < packed.askedFileEnds[k]!; i++) {
      files.push(context.pathId(packed.askedFiles[i]!));
    }
    const names: string[] = [];
    for (let i = k === 0 ? 0 : packed.askedNameEnds[k - 1]!; i < packed.askedNameEnds[k]!; i++) {
      names.push(packed.texts[packed.askedNames[i]!]!);
    }
    const [version, encoded, packageName] = [context.fileVersionId(file), encodeCounts(counts), context.packageOf(file)];
    const known = this.#same?.find(version, { files, names }, encoded, packageName, rows);
    if (known !== undefined) return { id: known, rows, counts };
    this.#resolutions.add(reserved, version, encodeAsked({ files, names }), encoded, packageName);
    const id = [reserved];
    for (const row of rows) {
      this.#edges.addAll(id);
      this.#edges.addAll(row);
    }
    const packedUses = packUses(rows);
    if (packedUses.length > 0) this.#uses.add(reserved, packedUses);
    return { id: reserved, rows, counts };
  }

  /** The rows of `edge` without the resolution. */
  #makeRows(packed: PackedEdges, k: number, context: EdgeContext): { readonly rows: EdgeRow[]; readonly counts: EdgeCounts } {
    const counts = noCounts();
    const rows: EdgeRow[] = [];
    const { line, column, type, external, confidence, rule } = packed;
    const ownFile = packed.indices[k]!;
    const own = context.symbolsOf(ownFile);
    let site = -1;
    /** Type, start, target and name of the edges of one site. */
    const written: number[] = [];
    for (let i = k === 0 ? 0 : packed.ends[k - 1]!; i < packed.ends[k]!; i++) {
      const sameSite = site >= 0 && line[site] === line[i] && column[site] === column[i];
      if (!sameSite) written.length = 0;
      const target = packed.toFile[i]! < 0 ? 0 : context.symbolsOf(packed.toFile[i]!)[packed.toDefinition[i]!] ?? 0;
      const name = target !== 0 ? 0 : this.#nameOf(packed, i, context);
      // Code outside every symbol belongs to the module.
      const symbols = packed.fromFile[i] === ownFile ? own : context.symbolsOf(packed.fromFile[i]!);
      const from = symbols[packed.from[i]!] || symbols[1]!;
      if (isWritten(written, type[i]!, from, target, name)) continue;
      written.push(type[i]!, from, target, name);
      countEdge(counts, {
        type: EDGE_TYPES[type[i]!]!,
        confidence: CONFIDENCES[confidence[i]!]!,
        rule: RULE_NAMES[rule[i]!]!,
        resolved: target !== 0,
        external: external[i] === 1,
        sameSite: sameSite && type[site] === type[i],
      });
      site = i;
      rows.push([
        line[i]!,
        column[i]!,
        EDGE_TYPES[type[i]!]!,
        from,
        target,
        name,
        CONFIDENCES[confidence[i]!]!,
        RULE_NAMES[rule[i]!]!,
        target === 0 ? external[i]! : 0,
        context.nameId(packed.text[i]!),
        describeCandidates(packed, i, target, context),
        packed.texts[packed.properties[i]!]!,
      ]);
    }
    return { rows, counts };
  }

  /** The best available name for a target without a symbol. */
  #nameOf(packed: PackedEdges, i: number, context: EdgeContext): number {
    const text = packed.toName[i]! || packed.text[i]!;
    return text === 0 ? this.writer.nameId("?") : context.nameId(text);
  }

  /** Writes the buffered rows. */
  flush(): void {
    this.#resolutions.flush();
    this.#edges.flush();
    this.#uses.flush();
  }
}

function packUses(rows: readonly EdgeRow[]): Uint8Array {
  const packer = new UsePacker();
  for (const row of rows) {
    packer.add({
      type: row[EdgeColumn.type],
      from: row[EdgeColumn.from],
      to: row[EdgeColumn.to],
      confidence: row[EdgeColumn.confidence],
      rule: row[EdgeColumn.rule],
      candidates: row[EdgeColumn.candidates],
    });
  }
  return packer.pack();
}

function isWritten(written: readonly number[], type: number, from: number, target: number, name: number): boolean {
  for (let i = 0; i < written.length; i += 4) {
    if (written[i] === type && written[i + 1] === from && written[i + 2] === target && written[i + 3] === name) return true;
  }
  return false;
}

function describeCandidates(packed: PackedEdges, i: number, target: number, context: EdgeContext): string {
  let text = "";
  const seen: number[] = [target];
  for (let c = i === 0 ? 0 : packed.candidateEnds[i - 1]!; c < packed.candidateEnds[i]!; c += 2) {
    const symbol = context.symbolsOf(packed.candidates[c]!)[packed.candidates[c + 1]!] ?? 0;
    if (symbol === 0 || seen.includes(symbol)) continue;
    seen.push(symbol);
    text += text === "" ? symbol : `,${symbol}`;
  }
  return text === "" ? "" : `[${text}]`;
}
