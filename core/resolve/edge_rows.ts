/**
 * Edges of one file while they are collected, and their columns.
 *
 * Stage: resolve. Invariant: sorted as `FileEdges` says, no edge twice.
 */
import { type FileEdges, type Rule, RULE_NAMES } from "../edges.ts";
import { type DefinitionId, fileOf, rowOf } from "./meaning.ts";

export interface EdgeRow {
  type: number;
  from: number;
  target: DefinitionId;
  name: string;
  heuristic: boolean;
  rule: Rule;
  external: boolean;
  line: number;
  column: number;
  text: string;
  candidates: readonly DefinitionId[];
}

/** Rows as columns, in the order of `FileEdges`. */
export function pack(rows: EdgeRow[]): FileEdges {
  rows.sort((a, b) =>
    a.line - b.line || a.column - b.column || a.type - b.type || a.from - b.from || a.target - b.target ||
    (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)
  );
  const unique = rows.filter((row, i) => {
    const before = rows[i - 1];
    return before === undefined || before.line !== row.line || before.column !== row.column || before.type !== row.type ||
      before.from !== row.from ||
      before.target !== row.target || before.name !== row.name;
  });
  const count = unique.length;
  const candidates: number[] = [];
  const candidateStart = new Int32Array(count + 1);
  for (const [i, row] of unique.entries()) {
    for (const id of row.candidates) candidates.push(fileOf(id), rowOf(id));
    candidateStart[i + 1] = candidates.length;
  }
  const column = (value: (row: EdgeRow) => number): Int32Array => Int32Array.from(unique, value);
  return {
    type: Uint8Array.from(unique, (row) => row.type),
    from: column((row) => row.from),
    toFile: column((row) => (row.target < 0 ? -1 : fileOf(row.target))),
    toDefinition: column((row) => (row.target < 0 ? -1 : rowOf(row.target))),
    toName: unique.map((row) => row.name),
    confidence: Uint8Array.from(unique, (row) => (row.heuristic ? 1 : 0)),
    rule: Uint8Array.from(unique, (row) => RULE_NAMES.indexOf(row.rule)),
    external: Uint8Array.from(unique, (row) => (row.external ? 1 : 0)),
    line: column((row) => row.line),
    column: column((row) => row.column),
    text: unique.map((row) => row.text),
    candidateStart,
    candidates: Int32Array.from(candidates),
  };
}
