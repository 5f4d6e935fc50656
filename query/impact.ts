/**
 * What breaks if this changes: the question `get_impact`, the command `impact`.
 *
 * Stage: query. Invariants: everything that reaches the symbol through calls or by holding it as a value, at its least distance; a
 * symbol counts as certain only if a path to it has no likely step; what may be missing is said in numbers.
 */
import { z } from "zod";
import type { Context } from "./context.ts";
import { readCallers } from "./callers.ts";
import { findOneSymbol } from "./find_symbol.ts";
import { calledIds, linksTo } from "./links.ts";
import { budgetOf, clamp } from "./page.ts";
import { renderImpact } from "./render/impact.ts";
import { isTest, placeOf, readSymbol, scopedNameOf, type SymbolObject, type SymbolRow, toSymbolObject } from "./symbol_row.ts";
import { defineTool, limitOf, NAME_FORMS, symbolName } from "./tool.ts";

/** One symbol that depends on the one asked for. */
export interface Dependent {
  readonly name: string;
  readonly path: string;
  readonly line: number;
  readonly distance: number;
  readonly certain: boolean;
  readonly test: boolean;
  /** Nothing in the repository calls it but itself. */
  readonly entry: boolean;
}
export interface ImpactValue {
  readonly symbol: SymbolObject;
  readonly place: string;
  readonly total: number;
  readonly files: number;
  readonly tests: number;
  readonly entryPoints: number;
  readonly certain: number;
  readonly depth: number;
  /** Distance -> number of dependents. */
  readonly byDistance: Readonly<Record<string, number>>;
  readonly shown: readonly Dependent[];
  /** Dependents that are not shown, by file. */
  readonly rest: Readonly<Record<string, number>>;
  readonly restFiles: number;
  readonly unresolvedSites: number;
  readonly firstUnresolved: readonly string[];
  readonly possibleSites: number;
  readonly stopped: boolean;
}

const STANDARD_DEPTH = 3;
const MOST_DEPTH = 10;
const STANDARD_LIMIT = 100;
const MOST_LIMIT = 2000;
const MOST_VISITED = 50_000;
const REST_FILES = 30;

export const getImpact = defineTool({
  name: "get_impact",
  title: "What breaks if it changes",
  description: "What breaks if I change or remove this? Everything that depends on a function, method or class through calls, calls of " +
    "calls and hand-overs as a value: counts first (symbols, files, tests, entry points), then dependents by distance and file. Says what " +
    "the numbers rest on: certain against likely ones, and how many unresolved call sites of that name may add to them. `dependents` " +
    "is {distance: {file: {name: line}}}; names under `heuristic` are reached over a likely step only.",
  parameters: {
    symbol_name: symbolName.describe(`What would change: ${NAME_FORMS}.`),
    path: z.string().min(1).max(4000).optional().describe("Only a definition in this file."),
    max_depth: z.number().int().optional().describe(`Calls of calls so far, 1 to ${MOST_DEPTH} (default ${STANDARD_DEPTH}).`),
    limit: limitOf(STANDARD_LIMIT),
  },
  output: {
    symbol: z.looseObject({}),
    counts: z.looseObject({}).describe("symbols, files, tests, entry_points, certain."),
    dependents: z.looseObject({}).describe("Distance -> file -> name -> line."),
  },
  command: {
    name: "impact",
    summary: "what breaks if a symbol changes",
    arguments: ["symbol_name"],
    options: { path: "--file <path>", max_depth: "--max-depth <n>", limit: "--limit <n>" },
    examples: [["callgrove impact load", "who depends on it, three calls far"], ["callgrove impact Job.go --max-depth 6", "further"]],
  },
  run(context, params) {
    const match = findOneSymbol(context, params.symbol_name, params.path);
    const depth = clamp("max_depth", params.max_depth, STANDARD_DEPTH, 1, MOST_DEPTH);
    const limit = clamp("limit", params.limit, context.audience === "agent" ? STANDARD_LIMIT : MOST_LIMIT, 1, MOST_LIMIT);
    const walk = walkUp(context, calledIds(context, match), depth.value);
    const direct = readCallers(context, match);
    const { shown, rest } = fit(walk.found, limit.value, budgetOf(context, params.limit));
    const byDistance: Record<string, number> = {};
    for (const one of walk.found) byDistance[one.distance] = (byDistance[one.distance] ?? 0) + 1;
    const restFiles = Object.entries(rest);
    const cut = walk.found.length > shown.length;
    return {
      value: {
        symbol: toSymbolObject(context, match.row),
        place: placeOf(match.row),
        total: walk.found.length,
        files: new Set(walk.found.map((one) => one.path)).size,
        tests: walk.found.filter((one) => one.test).length,
        entryPoints: walk.found.filter((one) => one.entry && !one.test).length,
        certain: walk.found.filter((one) => one.certain).length,
        depth: depth.value,
        byDistance,
        shown,
        rest: Object.fromEntries(restFiles.slice(0, REST_FILES)),
        restFiles: restFiles.length,
        unresolvedSites: direct.totalUnresolved,
        firstUnresolved: direct.unresolved.slice(0, 5).map((site) => `${site.path}:${site.line}:${site.column}`),
        possibleSites: direct.totalPossible,
        stopped: walk.stopped,
      },
      notes: {
        warnings: [...depth.warnings, ...limit.warnings, ...(walk.stopped ? ["the walk was stopped: there are more dependents"] : [])],
        ...(cut ? { completeness: "truncated" as const, suggestedAction: "raise limit, or ask for a smaller max_depth" } : {}),
        callers: direct.totalUnresolved === 0 ? "complete" : "possibly_incomplete",
      },
    };
  },
  structure: structureImpact,
  render: renderImpact,
});

function walkUp(context: Context, start: readonly number[], depth: number): { found: Dependent[]; stopped: boolean } {
  const certain = new Map<number, boolean>(start.map((id) => [id, true]));
  const found: Dependent[] = [];
  let frontier: readonly number[] = start;
  let stopped = false;
  for (let distance = 1; distance <= depth && frontier.length > 0 && !stopped; distance++) {
    const level = new Map<number, boolean>();
    for (const near of frontier) {
      for (const link of linksTo(context, near, true)) {
        if (certain.has(link.id)) continue;
        const sure = certain.get(near) === true && link.confidence === "static";
        level.set(link.id, (level.get(link.id) ?? false) || sure);
      }
      stopped = certain.size + level.size > MOST_VISITED;
      if (stopped) break;
    }
    for (const [id, sure] of level) {
      certain.set(id, sure);
      const row = readSymbol(context, id);
      if (row !== undefined) found.push(toDependent(context, row, distance, sure));
    }
    frontier = [...level.keys()];
  }
  found.sort((a, b) =>
    a.distance - b.distance || (a.test === b.test ? 0 : a.test ? 1 : -1) || (a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line)
  );
  return { found, stopped };
}

function toDependent(context: Context, row: SymbolRow, distance: number, certain: boolean): Dependent {
  const entry = linksTo(context, row.id, true).every((link) => link.id === row.id);
  return { name: scopedNameOf(context, row), path: row.path, line: row.nameLine, distance, certain, test: isTest(row), entry };
}

function fit(all: readonly Dependent[], limit: number, bytes: number): { shown: Dependent[]; rest: Record<string, number> } {
  const shown: Dependent[] = [];
  const rest: Record<string, number> = {};
  let used = 0;
  for (const one of all) {
    const previous = shown.at(-1);
    used += one.name.length + 10 + (previous?.path === one.path ? 0 : one.path.length + 6);
    if (shown.length < limit && (used <= bytes || shown.length === 0)) shown.push(one);
    else rest[one.path] = (rest[one.path] ?? 0) + 1;
  }
  return { shown, rest };
}

function structureImpact(value: ImpactValue): Record<string, unknown> {
  const dependents: Record<string, Record<string, Record<string, number>>> = {};
  const heuristic: Record<string, string[]> = {};
  for (const one of value.shown) {
    const names = (dependents[one.distance] ??= {})[one.path] ??= {};
    names[one.name in names ? `${one.name}:${one.line}` : one.name] = one.line;
    if (!one.certain) (heuristic[one.path] ??= []).push(one.name);
  }
  return {
    symbol: value.symbol,
    counts: { symbols: value.total, files: value.files, tests: value.tests, entry_points: value.entryPoints, certain: value.certain },
    by_distance: value.byDistance,
    dependents,
    ...(Object.keys(heuristic).length === 0 ? {} : { heuristic }),
    ...(value.shown.some((one) => one.test) ? { tests: namesByFile(value.shown.filter((one) => one.test)) } : {}),
    ...(value.shown.some((one) => one.entry && !one.test)
      ? { entry_points: namesByFile(value.shown.filter((one) => one.entry && !one.test)) }
      : {}),
    ...(value.restFiles === 0 ? {} : { rest: value.rest, rest_files: value.restFiles }),
    max_depth: value.depth,
    may_be_missing: {
      unresolved_sites: value.unresolvedSites,
      possible_sites: value.possibleSites,
      ...(value.firstUnresolved.length === 0 ? {} : { first: value.firstUnresolved }),
    },
  };
}

/** File -> names: a second look at some of the dependents, so kept short. */
function namesByFile(list: readonly Dependent[]): Record<string, string[]> {
  const map: Record<string, string[]> = {};
  for (const one of list.slice(0, 20)) (map[one.path] ??= []).push(one.name);
  return map;
}
