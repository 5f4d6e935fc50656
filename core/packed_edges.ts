/**
 * Edges of many files in one set of columns: what a resolving thread hands to the writing one.
 *
 * Stage: resolve -> write. Invariants: every text is sent once; a file's edges keep the order of
 * `FileEdges`.
 */
import type { Asked } from "./asked.ts";
import type { FileEdges } from "./edges.ts";

/** Edges of the files `indices`, end to end; file k has the rows from `ends[k - 1]` to `ends[k]`. */
export interface PackedEdges {
  readonly indices: Int32Array;
  readonly ends: Int32Array;
  readonly type: Uint8Array;
  readonly confidence: Uint8Array;
  readonly rule: Uint8Array;
  readonly external: Uint8Array;
  readonly from: Int32Array;
  readonly fromFile: Int32Array;
  readonly toFile: Int32Array;
  readonly toDefinition: Int32Array;
  readonly line: Int32Array;
  readonly column: Int32Array;
  /** Index of `texts`; 0 is "". */
  readonly toName: Int32Array;
  readonly text: Int32Array;
  readonly properties: Int32Array;
  /** Ends of each edge's part of `candidates`: pairs (file, definition). */
  readonly candidateEnds: Int32Array;
  readonly candidates: Int32Array;
  readonly texts: readonly string[];
  /** What file k rests on: numbers of files from `askedFileEnds[k - 1]` to `askedFileEnds[k]`, indices of `texts` likewise. */
  readonly askedFileEnds: Int32Array;
  readonly askedFiles: Int32Array;
  readonly askedNameEnds: Int32Array;
  readonly askedNames: Int32Array;
}

/** What the resolver says of one file. */
export interface ResolvedFile {
  readonly edges: FileEdges;
  readonly asked: Asked;
}

/** Resolves `indices` one after the other and packs what comes. `undefined`: a file that gives no edges. */
export function packEdges(indices: readonly number[], resolve: (index: number) => ResolvedFile | undefined): PackedEdges {
  const numbers = new Map<string, number>([["", 0]]);
  const numberOf = (text: string): number => {
    let number = numbers.get(text);
    if (number === undefined) numbers.set(text, number = numbers.size);
    return number;
  };
  const files: {
    edges: FileEdges | undefined;
    toName: number[];
    text: number[];
    properties: number[];
    asked: readonly number[];
    names: number[];
  }[] = [];
  let rows = 0;
  let candidates = 0;
  for (const index of indices) {
    const found = resolve(index);
    const edges = found?.edges;
    rows += edges?.type.length ?? 0;
    candidates += edges?.candidates.length ?? 0;
    files.push({
      edges,
      toName: edges?.toName.map(numberOf) ?? [],
      text: edges?.text.map(numberOf) ?? [],
      properties: edges?.properties.map(numberOf) ?? [],
      asked: found?.asked.files ?? [],
      names: found?.asked.names.map(numberOf) ?? [],
    });
  }
  const bytes = (name: "type" | "confidence" | "rule" | "external"): Uint8Array =>
    putInRow(new Uint8Array(rows), files.map(({ edges }) => edges?.[name]));
  const wide = (name: "from" | "fromFile" | "toFile" | "toDefinition" | "line" | "column"): Int32Array =>
    putInRow(new Int32Array(rows), files.map(({ edges }) => edges?.[name]));
  const packed = packCandidates(files.map((file) => file.edges), rows, candidates);
  return {
    indices: Int32Array.from(indices),
    ends: endsOf(files.map((file) => file.edges?.type.length ?? 0)),
    type: bytes("type"),
    confidence: bytes("confidence"),
    rule: bytes("rule"),
    external: bytes("external"),
    from: wide("from"),
    fromFile: wide("fromFile"),
    toFile: wide("toFile"),
    toDefinition: wide("toDefinition"),
    line: wide("line"),
    column: wide("column"),
    toName: joined(files.map((file) => file.toName)),
    text: joined(files.map((file) => file.text)),
    properties: joined(files.map((file) => file.properties)),
    ...packed,
    texts: [...numbers.keys()],
    askedFileEnds: endsOf(files.map((file) => file.asked.length)),
    askedFiles: joined(files.map((file) => file.asked)),
    askedNameEnds: endsOf(files.map((file) => file.names.length)),
    askedNames: joined(files.map((file) => file.names)),
  };
}

/** Fills `all` with the columns, one behind the other. */
function putInRow<A extends Uint8Array | Int32Array>(all: A, columns: readonly (A | undefined)[]): A {
  let at = 0;
  for (const column of columns) {
    if (column === undefined) continue;
    all.set(column, at);
    at += column.length;
  }
  return all;
}

function packCandidates(
  files: readonly (FileEdges | undefined)[],
  rows: number,
  count: number,
): Pick<PackedEdges, "candidateEnds" | "candidates"> {
  const candidateEnds = new Int32Array(rows);
  const candidates = new Int32Array(count);
  let row = 0;
  let base = 0;
  for (const edges of files) {
    if (edges === undefined) continue;
    candidates.set(edges.candidates, base);
    for (let i = 0; i < edges.type.length; i++) candidateEnds[row++] = base + edges.candidateStart[i + 1]!;
    base += edges.candidates.length;
  }
  return { candidateEnds, candidates };
}

function endsOf(lengths: readonly number[]): Int32Array {
  const ends = new Int32Array(lengths.length);
  let end = 0;
  for (const [i, length] of lengths.entries()) ends[i] = end += length;
  return ends;
}

function joined(lists: readonly (readonly number[])[]): Int32Array {
  const all = new Int32Array(lists.reduce((sum, list) => sum + list.length, 0));
  let at = 0;
  for (const list of lists) {
    all.set(list, at);
    at += list.length;
  }
  return all;
}
