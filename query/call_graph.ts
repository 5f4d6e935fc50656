/**
 * The calls around a symbol, several steps deep: the question `get_call_graph`, the command `graph`.
 * Stage: query. Invariants: values out of range are clamped and reported; what the limit or the budget leaves out is counted.
 */
import * as z from "zod";
import { bytesOfJson } from "../core/base/text_size.ts";
import type { Listed } from "./answer/detail.ts";
import { budgetOf, clamp, type Ended, notesOfCut } from "./answer/page.ts";
import type { Context } from "./context.ts";
import { readMissing } from "./doubt/missing_callers.ts";
import { readPossible, readRedefiningCallers } from "./doubt/possible_callers.ts";
import { describeReads } from "./doubt/possible_reads.ts";
import type { Notes } from "./metadata.ts";
import { findOneSymbol, type Match } from "./names/find_symbol.ts";
import { renderCallGraph } from "./render/call_graph.ts";
import { count } from "./render/style.ts";
import { placeOf, type SymbolObject, toSymbolObject } from "./rows/symbol_row.ts";
import { defineTool, limitOf, NAME_FORMS, onlyInFile, symbolName } from "./tool.ts";
import { hasCallees, hasCallers } from "./walk/any_edge.ts";
import { type EdgeSource, type GraphSource, GraphSourceReader, structureEdgeSource, structureGraphSource } from "./walk/graph_source.ts";
import { type GraphEdge, type Walk, walkGraph } from "./walk/graph_walk.ts";

/** Callers and callees around a symbol, and what lies beyond them. */
export interface GraphValue {
  readonly symbol: SymbolObject;
  readonly place: string;
  readonly callers: readonly GraphEdge[];
  readonly callees: readonly GraphEdge[];
  readonly hiddenCallers: number;
  readonly hiddenCallees: number;
  readonly truncated: boolean;
  readonly depthApplied: number;
  /** With `include_source`. */
  readonly source?: GraphSource;
}

const DIRECTIONS = ["callers", "callees", "both"] as const;
const MOST_DEPTH = 5;
const STANDARD_LIMIT = 20;
const MOST_LIMIT = 200;
/** Bytes of JSON per token of code, a conservative value; measured by `bench/tokens`. */
const BYTES_A_TOKEN = 3;
const BUDGET = { standard: 2_000, least: 500, most: 8_000 };
/** Bytes that an answer takes besides source and edges: with reach counts, and without. */
const FIXED_BYTES = { withSource: 1_200, alone: 800 };

/** The question: what surrounds a symbol in the call graph. */
export const getCallGraph = defineTool({
  name: "get_call_graph",
  title: "Call graph around a symbol",
  description: "The neighbourhood of a function, method or class: who calls it, what it calls, and what lies behind, up to 5 steps. With " +
    "include_source one call returns all: source, callers and callees with the text of each call line, and what a change would " +
    "reach, within budget_tokens. An edge has call_site, confidence (static: certain), rule, depth, via.",
  parameters: {
    symbol_name: symbolName.describe(`The symbol: ${NAME_FORMS}.`),
    path: onlyInFile,
    direction: z.enum(DIRECTIONS).optional().describe("callers, callees or both (default)."),
    depth: z.number().int().optional().describe("Steps in each direction, 1 to 5 (default 1)."),
    limit: limitOf(STANDARD_LIMIT).describe(`Edges each way at most (default ${STANDARD_LIMIT}).`),
    include_source: z.boolean().optional().describe("Add source, call lines and reach."),
    budget_tokens: z.number().int().optional().describe(
      `Tokens at most, ${BUDGET.least} to ${BUDGET.most} (default ${BUDGET.standard}).`,
    ),
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
    summary: "callers and callees, several steps away",
    arguments: ["symbol_name"],
    options: {
      path: "--file <path>",
      direction: "--direction <direction>",
      depth: "--depth <n>",
      limit: "--limit <n>",
      include_source: "--source",
      budget_tokens: "--budget <tokens>",
    },
    optionHelp: { limit: `Edges each way, 1 to ${MOST_LIMIT} (default ${STANDARD_LIMIT}); each step has a share of them.` },
    examples: [
      ["callgrove graph load --source", "source, callers and callees with their lines, what a change reaches"],
      ["callgrove graph Job.go", "one step in both directions"],
      ["callgrove graph load --direction callers --depth 3", "three steps up"],
    ],
  },
  run(context, params) {
    const match = findOneSymbol(context, params.symbol_name, params.path);
    const depth = clamp("depth", params.depth, 1, 1, MOST_DEPTH);
    const limit = clamp("limit", params.limit, STANDARD_LIMIT, 1, MOST_LIMIT);
    const direction = params.direction ?? "both";
    const budget = clamp("budget_tokens", params.budget_tokens, BUDGET.standard, BUDGET.least, BUDGET.most);
    const asUsual = params.budget_tokens === undefined && (params.include_source !== true || context.audience === "person");
    const bytes = asUsual
      ? budgetOf(context, params.limit)
      : Math.max(400, budget.value * BYTES_A_TOKEN - FIXED_BYTES[params.include_source === true ? "withSource" : "alone"]);
    const callers = direction === "callees" ? NO_WALK : walkGraph(context, match, depth.value, "callers", limit.value);
    const callees = direction === "callers" ? NO_WALK : walkGraph(context, match, depth.value, "callees", limit.value);
    const reader = params.include_source === true ? new GraphSourceReader(context) : undefined;
    const bodies = params.compact !== true;
    const excerpt = bodies ? reader?.excerpt(match, bytes) : undefined;
    const left = bytes - (excerpt === undefined ? 0 : bytesOfJson(excerpt.text));
    const { cut, ...shown } = fit(callers.edges, callees.edges, left, bodies ? reader : undefined);
    const hiddenCallers = callers.total - shown.callers.length;
    const hiddenCallees = callees.total - shown.callees.length;
    const truncated = hiddenCallers + hiddenCallees > 0;
    const lines = excerpt?.leftOut ?? 0;
    const room = asUsual ? undefined : budget.value < BUDGET.most ? `raise budget_tokens (${BUDGET.most} at most)` : "";
    const ended = { bySize: cut || lines > 0, given: params.limit, limit: limit.value, most: MOST_LIMIT, room };
    const hidden = { callers: hiddenCallers, callees: hiddenCallees, lines, depth: depth.value };
    return {
      value: {
        symbol: toSymbolObject(context, match.row),
        place: placeOf(match.row),
        callers: shown.callers,
        callees: shown.callees,
        hiddenCallers,
        hiddenCallees,
        truncated,
        depthApplied: depth.value,
        ...(reader === undefined
          ? {}
          : { source: { bodies, source: excerpt, callers: shown.callerSources, callees: shown.calleeSources, ...reader.reach(match) } }),
      },
      notes: {
        warnings: [
          ...depth.warnings,
          ...limit.warnings,
          ...budget.warnings,
          ...(direction === "callees" ? [] : possibleCallers(context, match)),
        ],
        ...(truncated || lines > 0 ? describeHidden(context, ended, hidden) : {}),
      },
    };
  },
  finds(context, params) {
    const match = findOneSymbol(context, params.symbol_name, params.path);
    const upwards = params.direction !== "callees" && hasCallers(context, match);
    return upwards || (params.direction !== "callers" && hasCallees(context, match)) || undefined;
  },
  structure: (value: GraphValue) => ({
    symbol: value.symbol,
    ...(value.source === undefined ? {} : structureGraphSource(value.source)),
    callers: value.callers.map((edge, i) => structureEdge(edge, value.source?.callers[i])),
    callees: value.callees.map((edge, i) => structureEdge(edge, value.source?.callees[i])),
    total_edges: value.callers.length + value.callees.length,
    truncated: value.truncated,
    depth_applied: value.depthApplied,
    ...(value.hiddenCallers > 0 ? { hidden_callers: value.hiddenCallers } : {}),
    ...(value.hiddenCallees > 0 ? { hidden_callees: value.hiddenCallees } : {}),
  }),
  listed: (value: GraphValue) => [...value.callers, ...value.callees].flatMap((edge) => toListed(edge, value.source === undefined)),
  givesHandles: true,
  render: renderCallGraph,
});

/** @param lines whether the texts of the call lines are still missing from the answer */
function toListed({ row, callSite, lines }: GraphEdge, withLines: boolean): Listed[] {
  return row === 0 ? [] : [{ key: row, ...(withLines ? { sites: { path: callSite.file, lines } } : {}) }];
}

/** Callers that the graph does not show, since it holds only certain and likely calls. */
function possibleCallers(context: Context, match: Match): string[] {
  const said = (callers: number, how: string): string[] =>
    callers === 0 ? [] : [`${count(callers, "more caller")} ${how}: see callgrove callers`];
  const { unresolved } = readMissing(context, match);
  return [
    ...said(readPossible(context, match).length, "possible, through an interface, a base or a variable"),
    ...said(readRedefiningCallers(context, match).length, "of what implements or redefines it"),
    ...(unresolved.length === 0
      ? []
      : [`${count(unresolved.length, "unresolved call")} of this name may lead to it: see callgrove callers`]),
    ...[describeReads(context, match)].filter((sentence) => sentence !== ""),
  ];
}

const NO_WALK: Walk = { edges: [], total: 0 };

function describeHidden(
  context: Context,
  ended: Ended,
  { callers, callees, lines, depth }: { callers: number; callees: number; lines: number; depth: number },
): Notes {
  const sides = [callers > 0 ? count(callers, "caller") : "", callees > 0 ? count(callees, "callee") : ""].filter((side) => side !== "");
  const list = callers > 0 && callees > 0 ? "get_callers / get_callees" : callers > 0 ? "get_callers" : "get_callees";
  const ways = [
    ...(sides.length > 0 && depth > 1 ? ["lower depth"] : []),
    ...(sides.length > 1 ? ["ask for one direction"] : []),
    sides.length > 0 ? `use ${list} with a cursor` : "read the file",
  ];
  const notes = notesOfCut(context, ended, ways);
  const all = [...sides, ...(lines > 0 ? [`${count(lines, "line")} of its source`] : [])];
  return { ...notes, suggestedAction: `${all.join(" and ")} not shown: ${notes.suggestedAction}` };
}

interface Fitted {
  readonly callers: GraphEdge[];
  readonly callees: GraphEdge[];
  readonly callerSources: EdgeSource[];
  readonly calleeSources: EdgeSource[];
  readonly cut: boolean;
}

/** As many edges of both directions as fit, the nearest first. */
function fit(
  callers: readonly GraphEdge[],
  callees: readonly GraphEdge[],
  bytes: number,
  reader: GraphSourceReader | undefined,
): Fitted {
  const kept: Fitted = { callers: [], callees: [], callerSources: [], calleeSources: [], cut: false };
  let used = 0;
  let [i, j] = [0, 0];
  while (i < callers.length || j < callees.length) {
    const up = i < callers.length && (j >= callees.length || i <= j);
    const edge = up ? callers[i++]! : callees[j++]!;
    const source = reader?.edge(edge);
    used += bytesOfJson(structureEdge(edge, source)) + 1;
    if (used > bytes && kept.callers.length + kept.callees.length > 0) return { ...kept, cut: true };
    (up ? kept.callers : kept.callees).push(edge);
    if (source !== undefined) (up ? kept.callerSources : kept.calleeSources).push(source);
  }
  return kept;
}

function structureEdge(edge: GraphEdge, source: EdgeSource | undefined): Record<string, unknown> {
  return {
    symbol: edge.symbol,
    call_site: { file: edge.callSite.file, line: edge.callSite.line },
    ...(edge.sites > 1 ? { sites: edge.sites } : {}),
    ...(source === undefined ? {} : structureEdgeSource(source)),
    confidence: edge.confidence,
    rule: edge.rule,
    depth: edge.depth,
    ...(edge.viaName === "" ? {} : { via: edge.viaName }),
  };
}
