/**
 * Everything that reaches a symbol, step by step against the calls: what a change of it may affect. What implements or overrides a changed
 * method has to follow it, and is one step away.
 *
 * Stage: query. Invariants: each symbol once, at its least distance, with the weakest evidence of the best path to it; a call through an
 * interface, a base, a trait or a variable is followed to everything it may run and never counts as certain.
 */
import { SymbolMark } from "../../core/store/symbol_directory.ts";
import type { Context } from "../context.ts";
import { readStanding } from "../rows/standing.ts";
import { readSymbol, scopedNameOf } from "../rows/symbol_row.ts";
import { readUseGraph, type UseGraph, UseRank } from "../rows/use_graph.ts";
import { dispatchOf } from "./dispatch.ts";
import { readImporters } from "./importers.ts";

/**
 * What a path rests on, strongest first: certain calls; a use of the symbol as a value; a likely call; a call that may run one of several
 * symbols (`dispatch.ts`).
 */
export const EVIDENCE = ["static", "reference", "heuristic", "dispatch"] as const;
/** The weakest link on the best path from a dependent. */
export type Evidence = (typeof EVIDENCE)[number];

/** One symbol that depends on the one asked for. */
export interface Dependent {
  /** Row of `symbol`. */
  readonly id: number;
  readonly path: string;
  readonly line: number;
  readonly distance: number;
  readonly evidence: Evidence;
  readonly test: boolean;
  /** It runs, and nothing in the repository but itself calls it, not even through an interface. */
  readonly entry: boolean;
}
/** A dependent with its name, as shown. */
export interface NamedDependent extends Dependent {
  readonly name: string;
}
/** The result of a walk against the calls. */
export interface Dependents {
  /** The symbols that the walk began with: where each is, and whether it is a test. */
  readonly changed: readonly Pick<Dependent, "id" | "path" | "test">[];
  /** Code before tests, nearer ones first in each, then by place. */
  readonly found: readonly Dependent[];
  /** The walk ended early: there are more. */
  readonly stopped: boolean;
}

const MOST_VISITED = 50_000;
const CERTAIN = EVIDENCE.indexOf("static");
const LIKELY = EVIDENCE.indexOf("heuristic");
/** Index in `EVIDENCE` for each rank of a use. */
const EVIDENCE_OF_RANK = [0, 2, 1, 2] as const;

/**
 * Walks from a symbol against the calls.
 * @param start rows of `symbol` that stand for the one asked for
 * @param depth the greatest distance
 * @param naming rows of `symbol` that name or read what `start` stands for, which is no edge; at distance 1
 */
export function readDependents(
  context: Context,
  start: readonly number[],
  depth: number,
  naming: ReadonlyMap<number, Evidence> = new Map(),
): Dependents {
  const graph = readUseGraph(context);
  const dispatch = dispatchOf(context, graph);
  const first = graph.nodesOf(start);
  const weakest = new Map<number, number>(first.map((node) => [node, 0]));
  const found: Dependent[] = [];
  let frontier: readonly number[] = first;
  let stopped = false;
  for (let distance = 1; distance <= depth && frontier.length > 0 && !stopped; distance++) {
    const level = new Map<number, number>();
    const reach = (node: number, near: number, evidence: number): void => {
      if (weakest.has(node)) return;
      level.set(node, Math.min(level.get(node) ?? Infinity, Math.max(near, evidence)));
    };
    if (distance === 1) {
      for (const [id, evidence] of naming) {
        const node = graph.nodeOf(id);
        if (node >= 0) reach(node, CERTAIN, EVIDENCE.indexOf(evidence));
      }
    }
    for (const near of frontier) {
      const path = weakest.get(near)!;
      for (const { starts, others, ranks } of [graph.users, graph.heirs]) {
        for (let i = starts[near]!; i < starts[near + 1]!; i++) {
          if (ranks[i] !== UseRank.test) reach(others[i]!, path, EVIDENCE_OF_RANK[ranks[i]!]!);
        }
      }
      for (const node of dispatch.callersByName(near)) reach(node, path, EVIDENCE.indexOf("dispatch"));
      // If the type changes as a whole, its subtypes are reached by themselves.
      if (!weakest.has(dispatch.typeMadeBy(near))) {
        for (const node of dispatch.makersOf(near)) reach(node, path, EVIDENCE.indexOf("dispatch"));
      }
      // Overrides of a changed method have to follow it; overrides of its callers do not.
      if (distance === 1) { for (const node of dispatch.redefining(near)) reach(node, path, dispatch.isLikely(node) ? LIKELY : CERTAIN); }
      // A module runs where it is imported.
      if (distance === 1) {
        for (const { id } of readImporters(context, [graph.ids[near]!])) reach(graph.nodeOf(id), path, EVIDENCE.indexOf("reference"));
      }
      stopped = weakest.size + level.size > MOST_VISITED;
      if (stopped) break;
    }
    for (const [node, evidence] of level) weakest.set(node, evidence);
    for (const node of Int32Array.from(level.keys()).sort()) {
      found.push({
        id: graph.ids[node]!,
        ...placeOf(graph, node),
        line: graph.lines[node]!,
        distance,
        evidence: EVIDENCE[level.get(node)!]!,
        entry: (graph.marks[node]! & SymbolMark.type) === 0 && !isUsed(graph, node) && !dispatch.hasCallers(node),
      });
    }
    frontier = [...level.keys()];
  }
  return {
    changed: first.map((node) => ({ id: graph.ids[node]!, ...placeOf(graph, node) })),
    found: shippedFirst(context, found),
    stopped,
  };
}

/** Code, tests, and packed or copied code, each in the order given. */
function shippedFirst(context: Context, found: readonly Dependent[]): Dependent[] {
  const standingOf = readStanding(context);
  const classes: Dependent[][] = [];
  for (const one of found) (classes[standingOf(one.path, one.test)] ??= []).push(one);
  return classes.flat();
}

function placeOf({ paths, files, marks }: UseGraph, node: number): Pick<Dependent, "path" | "test"> {
  return { path: paths[files[node]!]!, test: (marks[node]! & SymbolMark.test) !== 0 };
}

/** Whether anything but the symbol itself calls it or passes it as a value. */
function isUsed({ users: { starts, others, ranks } }: UseGraph, node: number): boolean {
  for (let i = starts[node]!; i < starts[node + 1]!; i++) if (others[i] !== node && ranks[i] !== UseRank.test) return true;
  return false;
}

/** A dependent with its name. */
export function nameDependent(context: Context, one: Dependent): NamedDependent {
  const row = readSymbol(context, one.id);
  return { ...one, name: row === undefined ? "" : scopedNameOf(context, row) };
}

/** Counts of dependents, shown before any list of them. */
export interface Reach {
  readonly symbols: number;
  readonly files: number;
  readonly tests: number;
  readonly entryPoints: number;
  readonly byEvidence: Readonly<Record<string, number>>;
  /** The number of dependents by distance. */
  readonly byDistance: Readonly<Record<string, number>>;
}

/** Counts dependents. */
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
