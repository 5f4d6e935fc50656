/**
 * The calls around a symbol, several steps far: the question `get_call_graph`, the command `graph`.
 *
 * Stage: query. Invariants (rows C-20 … C-30): breadth first, each edge once, a cycle ends where it began; out-of-range wishes are
 * clamped and said; callees without a symbol are shown behind those that have one.
 */
import { z } from "zod";
import type { Context } from "./context.ts";
import { findOneSymbol, type Match } from "./find_symbol.ts";
import { calledIds, type Link, linksFrom, linksTo } from "./links.ts";
import { budgetOf, clamp } from "./page.ts";
import { renderCallGraph } from "./render/call_graph.ts";
import { placeOf, readSymbol, type SymbolObject, type SymbolRow, toSymbolObject } from "./symbol_row.ts";
import { defineTool, limitOf, NAME_FORMS, symbolName } from "./tool.ts";

/** An edge of the graph. `symbol` is the other end: the caller in `callers`, the callee in `callees`. */
export interface GraphEdge {
  readonly symbol: SymbolObject | { readonly name: string; readonly external?: true; readonly unresolved?: true };
  readonly place: string;
  readonly callSite: { readonly file: string; readonly line: number; readonly column: number };
  readonly sites: number;
  readonly confidence: "static" | "heuristic";
  readonly rule: string;
  readonly depth: number;
  /** Symbol id of the near end, "" where that is the symbol asked for. */
  readonly via: string;
  readonly viaName: string;
}
export interface GraphValue {
  readonly symbol: SymbolObject;
  readonly place: string;
  readonly callers: readonly GraphEdge[];
  readonly callees: readonly GraphEdge[];
  readonly hiddenCallers: number;
  readonly hiddenCallees: number;
  readonly truncated: boolean;
  readonly depthApplied: number;
}

const DIRECTIONS = ["callers", "callees", "both"] as const;
const MOST_DEPTH = 5;
const STANDARD_LIMIT = 20;
const MOST_LIMIT = 200;
/** A walk ends after so many edges; more could not be shown. */
const MOST_EDGES = 5_000;

export const getCallGraph = defineTool({
  name: "get_call_graph",
  title: "Call graph around a symbol",
  description:
    "The neighbourhood of a function, method or class: who calls it, what it calls, and what lies behind those, up to 5 steps. " +
    "Every edge has its call site, confidence (static: certain, heuristic: likely), the rule it rests on and its distance (`depth`); " +
    "`via` names the symbol in between. Callees outside the repository or unresolved come last. For all direct callers: get_callers; " +
    "for what a change can break: get_impact.",
  parameters: {
    symbol_name: symbolName.describe(`The symbol: ${NAME_FORMS}.`),
    path: z.string().min(1).max(4000).optional().describe("Only a definition in this file."),
    direction: z.enum(DIRECTIONS).optional().describe("callers, callees or both (default)."),
    depth: z.number().int().optional().describe("Steps in each direction, 1 to 5 (default 1)."),
    limit: limitOf(STANDARD_LIMIT).describe(`Edges each way at most (default ${STANDARD_LIMIT}).`),
  },
  output: {
    symbol: z.looseObject({}),
    callers: z.array(z.looseObject({})).describe("Edges {symbol, call_site {file, line}, confidence, rule, depth, via}."),
    callees: z.array(z.looseObject({})).describe("The same in the other direction."),
    total_edges: z.int(),
    truncated: z.boolean(),
    depth_applied: z.int(),
  },
  command: {
    name: "graph",
    summary: "callers and callees, several steps far",
    arguments: ["symbol_name"],
    options: { path: "--file <path>", direction: "--direction <direction>", depth: "--depth <n>", limit: "--limit <n>" },
    examples: [
      ["callgrove graph Job.go", "one step in both directions"],
      ["callgrove graph load --direction callers --depth 3", "three steps up"],
    ],
  },
  run(context, params) {
    const match = findOneSymbol(context, params.symbol_name, params.path);
    const depth = clamp("depth", params.depth, 1, 1, MOST_DEPTH);
    const limit = clamp("limit", params.limit, STANDARD_LIMIT, 1, MOST_LIMIT);
    const direction = params.direction ?? "both";
    const callers = direction === "callees" ? [] : walk(context, match, depth.value, "callers");
    const callees = direction === "callers" ? [] : walk(context, match, depth.value, "callees");
    const shown = fit(callers.slice(0, limit.value), callees.slice(0, limit.value), budgetOf(context, params.limit));
    const hiddenCallers = callers.length - shown.callers.length;
    const hiddenCallees = callees.length - shown.callees.length;
    const truncated = hiddenCallers + hiddenCallees > 0;
    return {
      value: {
        symbol: toSymbolObject(context, match.row),
        place: placeOf(match.row),
        ...shown,
        hiddenCallers,
        hiddenCallees,
        truncated,
        depthApplied: depth.value,
      },
      notes: {
        warnings: [...depth.warnings, ...limit.warnings],
        safetyLimit: shown.cut && params.limit !== undefined,
        ...(truncated ? { completeness: "truncated", suggestedAction: howToSeeMore(hiddenCallers, hiddenCallees, depth.value) } : {}),
      },
    };
  },
  structure: (value: GraphValue) => ({
    symbol: value.symbol,
    callers: value.callers.map(structureEdge),
    callees: value.callees.map(structureEdge),
    total_edges: value.callers.length + value.callees.length,
    truncated: value.truncated,
    depth_applied: value.depthApplied,
    ...(value.hiddenCallers > 0 ? { hidden_callers: value.hiddenCallers } : {}),
    ...(value.hiddenCallees > 0 ? { hidden_callees: value.hiddenCallees } : {}),
  }),
  render: renderCallGraph,
});

function howToSeeMore(callers: number, callees: number, depth: number): string {
  const hidden = `${callers} callers and ${callees} callees are not shown`;
  return `${hidden}: raise limit${depth > 1 ? ", lower depth" : ""}, ask for one direction, or use get_callers / get_callees with a cursor`;
}

/** Breadth first from the match. Edges with a symbol in order of distance, then unresolved, then external ones. */
function walk(context: Context, match: Match, depth: number, direction: "callers" | "callees"): GraphEdge[] {
  const start = direction === "callers" ? calledIds(context, match) : match.ids;
  const visited = new Set(start);
  const rows = new Map<number, SymbolRow>();
  const read = (id: number): SymbolRow | undefined => {
    const known = rows.get(id) ?? readSymbol(context, id);
    if (known !== undefined) rows.set(id, known);
    return known;
  };
  const found: GraphEdge[] = [];
  const loose: GraphEdge[] = [];
  let frontier: readonly number[] = start;
  for (let step = 1; step <= depth && frontier.length > 0 && found.length < MOST_EDGES; step++) {
    const next: number[] = [];
    const level: GraphEdge[] = [];
    for (const near of frontier) {
      const via = step === 1 ? undefined : read(near);
      for (const link of direction === "callers" ? linksTo(context, near) : linksFrom(context, near)) {
        const row = link.id === 0 ? undefined : read(link.id);
        if (link.id === 0) loose.push(toEdge(context, link, undefined, via, step));
        if (row === undefined) continue;
        level.push(toEdge(context, link, row, via, step));
        if (!visited.has(link.id)) next.push(link.id);
        visited.add(link.id);
      }
    }
    level.sort((a, b) => a.confidence === b.confidence ? 0 : a.confidence === "static" ? -1 : 1);
    found.push(...level);
    frontier = next;
  }
  loose.sort((a, b) => a.depth - b.depth || ("external" in a.symbol ? 1 : 0) - ("external" in b.symbol ? 1 : 0));
  return [...found, ...loose];
}

function toEdge(context: Context, link: Link, row: SymbolRow | undefined, via: SymbolRow | undefined, depth: number): GraphEdge {
  return {
    symbol: row === undefined
      ? { name: link.name, ...(link.external ? { external: true as const } : { unresolved: true as const }) }
      : toSymbolObject(context, row),
    place: row === undefined ? "" : placeOf(row),
    callSite: { file: link.path, line: link.line, column: link.column },
    sites: link.sites,
    confidence: link.confidence,
    rule: link.rule,
    depth,
    via: via === undefined ? "" : toSymbolObject(context, via).symbol_id,
    viaName: via?.qualifiedName ?? "",
  };
}

/** As many edges of both directions as fit, near ones first. */
function fit(callers: GraphEdge[], callees: GraphEdge[], bytes: number): { callers: GraphEdge[]; callees: GraphEdge[]; cut: boolean } {
  const kept = { callers: [] as GraphEdge[], callees: [] as GraphEdge[], cut: false };
  let used = 0;
  let [i, j] = [0, 0];
  while (i < callers.length || j < callees.length) {
    const up = i < callers.length && (j >= callees.length || i <= j);
    const edge = up ? callers[i++]! : callees[j++]!;
    used += JSON.stringify(structureEdge(edge)).length + 1;
    if (used > bytes && kept.callers.length + kept.callees.length > 0) return { ...kept, cut: true };
    (up ? kept.callers : kept.callees).push(edge);
  }
  return kept;
}

function structureEdge(edge: GraphEdge): Record<string, unknown> {
  return {
    symbol: edge.symbol,
    call_site: { file: edge.callSite.file, line: edge.callSite.line },
    ...(edge.sites > 1 ? { sites: edge.sites } : {}),
    confidence: edge.confidence,
    rule: edge.rule,
    depth: edge.depth,
    ...(edge.viaName === "" ? {} : { via: edge.viaName }),
  };
}
