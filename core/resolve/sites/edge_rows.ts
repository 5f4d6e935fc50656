/**
 * Edges of one file while they are collected, and their columns.
 *
 * Stage: resolve. Invariant: sorted as `FileEdges` says, no edge twice.
 */
import { EDGE_TYPES, type EdgeType, type FileEdges, type Rule, RULE_NAMES } from "../../edges.ts";
import { type DefinitionId, fileOf, rowOf } from "../meaning.ts";

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
  // What lies outside has one name, by whichever path it is imported (`use std::task; task::ready()`, `use std::task::ready;`).
  for (const row of rows) if (row.external && row.name.includes("::")) row.name = row.name.replaceAll("::", ".");
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
  for (let i = 0; i < count; i++) {
    const row = unique[i]!;
    for (const id of row.candidates) candidates.push(fileOf(id), rowOf(id));
    candidateStart[i + 1] = candidates.length;
  }
  const edges = {
    type: new Uint8Array(count),
    from: new Int32Array(count),
    fromFile: new Int32Array(count),
    toFile: new Int32Array(count).fill(-1),
    toDefinition: new Int32Array(count).fill(-1),
    toName: unique.map((row) => row.name),
    confidence: new Uint8Array(count),
    rule: new Uint8Array(count),
    external: new Uint8Array(count),
    line: new Int32Array(count),
    column: new Int32Array(count),
    text: unique.map((row) => row.text),
    candidateStart,
    candidates: Int32Array.from(candidates),
    properties: unique.map((row) => row.properties),
  };
  for (let i = 0; i < count; i++) {
    const row = unique[i]!;
    edges.type[i] = row.type;
    edges.from[i] = rowOf(row.from);
    edges.fromFile[i] = fileOf(row.from);
    edges.confidence[i] = row.heuristic ? 1 : 0;
    edges.rule[i] = RULE_NUMBERS[row.rule];
    edges.external[i] = row.external ? 1 : 0;
    edges.line[i] = row.line;
    edges.column[i] = row.column;
    if (row.target < 0) continue;
    edges.toFile[i] = fileOf(row.target);
    edges.toDefinition[i] = rowOf(row.target);
  }
  return edges;
}

const RULE_NUMBERS = Object.fromEntries(RULE_NAMES.map((rule, i) => [rule, i])) as Record<Rule, number>;
