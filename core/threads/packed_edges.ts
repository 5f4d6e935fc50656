/**
 * The edges of many files in one set of columns, sent from a resolving thread to the writing one.
 *
 * Stage: resolve -> write. One entry in each column is an edge. Invariants: every text is sent once; a file's edges are sorted by line,
 * column, type, from, target and name; a definition is given as (file, row of `definitions`), a file as its index in the sorted list of the
 * ref's files.
 */
import type { Asked } from "../asked.ts";
import { type Rule, RULE_NAMES } from "../edges.ts";
import { fileOf, rowOf } from "../resolve/meaning.ts";
import type { EdgeRow } from "../resolve/sites/edge_rows.ts";

/** The edges of the files `indices`, concatenated; file k has the rows from `ends[k - 1]` to `ends[k]`. */
export interface PackedEdges {
  readonly indices: Int32Array;
  readonly ends: Int32Array;
  /** Index into `EDGE_TYPES`, `CONFIDENCES`, `RULE_NAMES`. */
  readonly type: Uint8Array;
  readonly confidence: Uint8Array;
  readonly rule: Uint8Array;
  readonly external: Uint8Array;
  readonly from: Int32Array;
  readonly fromFile: Int32Array;
  /** -1 if there is no target; the same for `toDefinition`. */
  readonly toFile: Int32Array;
  readonly toDefinition: Int32Array;
  readonly line: Int32Array;
  readonly column: Int32Array;
  /** Index into `texts`; 0 is "". */
  readonly toName: Int32Array;
  readonly text: Int32Array;
  readonly properties: Int32Array;
  /** Ends of each edge's part of `candidates`: pairs (file, definition). */
  readonly candidateEnds: Int32Array;
  readonly candidates: Int32Array;
  readonly texts: readonly string[];
  /** What file k depends on: file numbers from `askedFileEnds[k - 1]` to `askedFileEnds[k]`, indices into `texts` likewise. */
  readonly askedFileEnds: Int32Array;
  readonly askedFiles: Int32Array;
  readonly askedNameEnds: Int32Array;
  readonly askedNames: Int32Array;
}

/** The resolver's result for one file. */
export interface ResolvedFile {
  readonly edges: readonly EdgeRow[];
  readonly asked: Asked;
}

const NOTHING: ResolvedFile = { edges: [], asked: { files: [], names: [] } };
const RULE_NUMBERS = Object.fromEntries(RULE_NAMES.map((rule, i) => [rule, i])) as Record<Rule, number>;

/**
 * Resolves `indices` one after the other and packs the results.
 * @param resolve returns undefined for a file without edges
 */
export function packEdges(indices: readonly number[], resolve: (index: number) => ResolvedFile | undefined): PackedEdges {
  const files = indices.map((index) => resolve(index) ?? NOTHING);
  const texts = new Texts();
  const ends = endsOf(files.map((file) => file.edges.length));
  const count = ends.at(-1) ?? 0;
  const candidates: number[] = [];
  const packed = {
    ends,
    type: new Uint8Array(count),
    confidence: new Uint8Array(count),
    rule: new Uint8Array(count),
    external: new Uint8Array(count),
    from: new Int32Array(count),
    fromFile: new Int32Array(count),
    toFile: new Int32Array(count),
    toDefinition: new Int32Array(count),
    line: new Int32Array(count),
    column: new Int32Array(count),
    toName: new Int32Array(count),
    text: new Int32Array(count),
    properties: new Int32Array(count),
    candidateEnds: new Int32Array(count),
  };
  let at = 0;
  for (const { edges } of files) {
    for (const row of edges) {
      packed.type[at] = row.type;
      packed.confidence[at] = row.heuristic ? 1 : 0;
      packed.rule[at] = RULE_NUMBERS[row.rule];
      packed.external[at] = row.external ? 1 : 0;
      packed.from[at] = rowOf(row.from);
      packed.fromFile[at] = fileOf(row.from);
      packed.toFile[at] = row.target < 0 ? -1 : fileOf(row.target);
      packed.toDefinition[at] = row.target < 0 ? -1 : rowOf(row.target);
      packed.line[at] = row.line;
      packed.column[at] = row.column;
      packed.toName[at] = texts.number(row.name);
      packed.text[at] = texts.number(row.text);
      packed.properties[at] = texts.number(row.properties);
      for (const id of row.candidates) candidates.push(fileOf(id), rowOf(id));
      packed.candidateEnds[at++] = candidates.length;
    }
  }
  return {
    indices: new Int32Array(indices),
    ...packed,
    candidates: new Int32Array(candidates),
    askedFileEnds: endsOf(files.map(({ asked }) => asked.files.length)),
    askedFiles: new Int32Array(files.flatMap(({ asked }) => asked.files)),
    askedNameEnds: endsOf(files.map(({ asked }) => asked.names.length)),
    askedNames: new Int32Array(files.flatMap(({ asked }) => asked.names.map((name) => texts.number(name)))),
    texts: texts.all,
  };
}

/** Numbers texts, each once; 0 is "". */
class Texts {
  readonly all: string[] = [""];
  readonly #numbers = new Map<string, number>();

  number(text: string): number {
    if (text === "") return 0;
    let number = this.#numbers.get(text);
    if (number === undefined) this.#numbers.set(text, number = this.all.push(text) - 1);
    return number;
  }
}

function endsOf(lengths: readonly number[]): Int32Array {
  const ends = new Int32Array(lengths.length);
  let end = 0;
  for (let i = 0; i < lengths.length; i++) ends[i] = end += lengths[i]!;
  return ends;
}
