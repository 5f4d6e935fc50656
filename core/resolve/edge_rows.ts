/**
 * Edges of one file while they are collected, and their columns.
 *
 * Stage: resolve. Invariant: sorted as `FileEdges` says, no edge twice.
 */
import { EDGE_TYPES, type EdgeType, type FileEdges, type Rule, RULE_NAMES } from "../edges.ts";
import { type DefinitionId, fileOf, rowOf } from "./meaning.ts";

/** One edge while it is collected; `target` is -1 where there is none. */
export interface EdgeRow {
  /** Place in `EDGE_TYPES`. */
  type: number;
  from: DefinitionId;
  target: DefinitionId;
  name: string;
  heuristic: boolean;
  rule: Rule;
  external: boolean;
  line: number;
  column: number;
  text: string;
  candidates: readonly DefinitionId[];
  /** JSON, or "". */
  properties: string;
}

/** Numbers of edge types. */
export const EDGE_NUMBERS = Object.fromEntries(EDGE_TYPES.map((type, i) => [type, i])) as Readonly<Record<EdgeType, number>>;

/** Rows as columns, in the order of `FileEdges`. */
export function pack(rows: EdgeRow[]): FileEdges {
  rows.sort((a, b) =>
    a.line - b.line || a.column - b.column || a.type - b.type || a.from - b.from || a.target - b.target ||
    (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)
  );
  const unique = rows.filter((row, i) => {
    const before = rows[i - 1];
    return before === undefined || before.line !== row.line || before.column !== row.column || before.type !== row.type ||
      before.from !== row.from || before.target !== row.target || before.name !== row.name;
  });
  const count = unique.length;
  const candidates: number[] = [];
  const candidateStart = new Int32Array(count + 1);
  for (const [i, row] of unique.entries()) {
    for (const id of row.candidates) candidates.push(fileOf(id), rowOf(id));
    candidateStart[i + 1] = candidates.length;
  }
  // Filled by hand: `from` with a function walks an iterator, four times as slow.
  const fill = <T extends Int32Array | Uint8Array>(column: T, value: (row: EdgeRow) => number): T => {
    for (let i = 0; i < count; i++) column[i] = value(unique[i]!);
    return column;
  };
  const wide = (value: (row: EdgeRow) => number): Int32Array<ArrayBuffer> => fill(new Int32Array(count), value);
  const narrow = (value: (row: EdgeRow) => number): Uint8Array<ArrayBuffer> => fill(new Uint8Array(count), value);
  return {
    type: narrow((row) => row.type),
    from: wide((row) => rowOf(row.from)),
    fromFile: wide((row) => fileOf(row.from)),
    toFile: wide((row) => (row.target < 0 ? -1 : fileOf(row.target))),
    toDefinition: wide((row) => (row.target < 0 ? -1 : rowOf(row.target))),
    toName: unique.map((row) => row.name),
    confidence: narrow((row) => (row.heuristic ? 1 : 0)),
    rule: narrow((row) => RULE_NUMBERS[row.rule]),
    external: narrow((row) => (row.external ? 1 : 0)),
    line: wide((row) => row.line),
    column: wide((row) => row.column),
    text: unique.map((row) => row.text),
    candidateStart,
    candidates: Int32Array.from(candidates),
    properties: unique.map((row) => row.properties),
  };
}

const RULE_NUMBERS = Object.fromEntries(RULE_NAMES.map((rule, i) => [rule, i])) as Record<Rule, number>;
