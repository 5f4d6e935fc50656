/**
 * Everything that reaches a symbol, step by step upwards: what a change of it can be felt in.
 *
 * Stage: query. Invariants: each symbol once, at its least distance, with the weakest evidence of the best path to it; a call through an
 * interface, a base or a trait is followed to the implementations that it may reach and never counted as certain.
 */
import { type Context, readRows } from "./context.ts";
import { isUsed, usersOf } from "./links.ts";
import { testFilesAmong } from "./test_files.ts";
import { isType } from "./node_types.ts";
import { isTest, readSymbol, scopedNameOf, type SymbolRow } from "./symbol_row.ts";

/**
 * What a path rests on, strongest first: certain calls; somewhere the symbol is handed over as a value; a likely call; a call through an
 * interface that may end in one of several implementations.
 */
export const EVIDENCE = ["static", "reference", "heuristic", "dispatch"] as const;
export type Evidence = (typeof EVIDENCE)[number];

/** One symbol that depends on the one asked for. */
export interface Dependent {
  /** Row of `symbol`. */
  readonly id: number;
  readonly name: string;
  readonly path: string;
  readonly line: number;
  readonly distance: number;
  readonly evidence: Evidence;
  readonly test: boolean;
  /** It runs, and nothing in the repository calls it but itself, not even through an interface. */
  readonly entry: boolean;
}
export interface Dependents {
  /** Near ones first, code before tests, then by place. */
  readonly found: readonly Dependent[];
  /** The walk ended early: there are more. */
  readonly stopped: boolean;
}

const MOST_VISITED = 50_000;
const POSSIBLE = `SELECT e.from_symbol_id AS id, e.candidates AS candidates FROM symbol o
  JOIN edge e ON e.to_symbol_id = o.id AND e.edge_type = 'calls' AND e.candidates <> ''
  CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ?
  WHERE o.name = ? AND o.language = ?`;

/** @param start rows of `symbol` that stand for the one asked for. */
export function readDependents(context: Context, start: readonly number[], depth: number): Dependents {
  const dispatched = makeDispatchReader(context);
  const weakest = new Map<number, number>(start.map((id) => [id, 0]));
  const found: Dependent[] = [];
  let frontier: readonly number[] = start;
  let stopped = false;
  for (let distance = 1; distance <= depth && frontier.length > 0 && !stopped; distance++) {
    const level = new Map<number, number>();
    const reach = (id: number, near: number, rank: number): void => {
      if (weakest.has(id)) return;
      const path = Math.max(weakest.get(near)!, rank);
      level.set(id, Math.min(level.get(id) ?? Infinity, path));
    };
    for (const near of frontier) {
      for (const user of usersOf(context, near)) reach(user.id, near, EVIDENCE.indexOf(user.evidence));
      for (const id of dispatched(near)) reach(id, near, EVIDENCE.indexOf("dispatch"));
      stopped = weakest.size + level.size > MOST_VISITED;
      if (stopped) break;
    }
    for (const [id, rank] of level) {
      weakest.set(id, rank);
      const row = readSymbol(context, id);
      if (row !== undefined) found.push(toDependent(context, row, distance, EVIDENCE[rank]!, dispatched));
    }
    frontier = [...level.keys()];
  }
  const tests = testFilesAmong(context, found.map((one) => one.path));
  const isLate = (one: Dependent): number => (tests.has(one.path) ? 2 : 0) + (one.test ? 1 : 0);
  found.sort((a, b) => a.distance - b.distance || isLate(a) - isLate(b) || (a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line));
  return { found, stopped };
}

/** Callers of a namesake (an interface's method) whose call may end in the symbol. Edges of a name are read once. */
function makeDispatchReader(context: Context): (id: number) => readonly number[] {
  const byName = new Map<string, Map<number, number[]>>();
  return (id) => {
    const row = readSymbol(context, id);
    if (row === undefined) return [];
    const key = `${row.language} ${row.name}`;
    let callers = byName.get(key);
    if (callers === undefined) byName.set(key, callers = readPossible(context, row));
    return callers.get(id) ?? [];
  };
}

/** Candidate -> callers whose call may end in it. */
function readPossible(context: Context, { name, language }: SymbolRow): Map<number, number[]> {
  const callers = new Map<number, number[]>();
  for (const row of readRows<{ id: number; candidates: string }>(context, POSSIBLE, context.ref.id, name, language)) {
    for (const candidate of JSON.parse(row.candidates) as number[]) {
      const known = callers.get(candidate);
      if (known === undefined) callers.set(candidate, [row.id]);
      else if (known.at(-1) !== row.id) known.push(row.id);
    }
  }
  return callers;
}

function toDependent(
  context: Context,
  row: SymbolRow,
  distance: number,
  evidence: Evidence,
  dispatched: (id: number) => readonly number[],
): Dependent {
  const entry = !isType(row) && !isUsed(context, row.id) && dispatched(row.id).length === 0;
  return { id: row.id, name: scopedNameOf(context, row), path: row.path, line: row.nameLine, distance, evidence, test: isTest(row), entry };
}

/** Dependents counted: what stands before any list of them. */
export interface Reach {
  readonly symbols: number;
  readonly files: number;
  readonly tests: number;
  readonly entryPoints: number;
  readonly byEvidence: Readonly<Record<string, number>>;
  /** Distance -> dependents. */
  readonly byDistance: Readonly<Record<string, number>>;
}

/** See `Reach`. */
export function countDependents(found: readonly Dependent[]): Reach {
  const byDistance: Record<string, number> = {};
  const byEvidence: Record<string, number> = {};
  for (const one of found) {
    byDistance[one.distance] = (byDistance[one.distance] ?? 0) + 1;
    byEvidence[one.evidence] = (byEvidence[one.evidence] ?? 0) + 1;
  }
  return {
    symbols: found.length,
    files: new Set(found.map((one) => one.path)).size,
    tests: found.filter((one) => one.test).length,
    entryPoints: found.filter((one) => one.entry && !one.test).length,
    byEvidence,
    byDistance,
  };
}
