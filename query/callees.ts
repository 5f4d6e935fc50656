/**
 * What a symbol calls: the question `get_callees`, the command `callees`.
 * Stage: query. Invariant: every call site of the symbol's body is in the answer: resolved, outside the repository, or unresolved with its
 * candidates. So are properties that run when they are read or set, as far as they are known.
 */
import * as z from "zod";
import type { Confidence } from "../core/edges.ts";
import { COMMAND_OF_EACH, cutEach, type EachSymbol, findEach, parametersOfEach, structureEach, toSiteList } from "./answer/each_symbol.ts";
import {
  groupSites,
  hiddenField,
  keyAmong,
  linesOf,
  type Site,
  type SiteEntry,
  type SiteRow,
  toHeuristicLines,
  toListed,
  withFirstSites,
} from "./answer/sites.ts";
import { type Context, readRow, readRows } from "./context.ts";
import { isOfOwnBase } from "./doubt/possible_callers.ts";
import { withPassed } from "./flow/passed_in.ts";
import type { Match } from "./names/find_symbol.ts";
import { renderCallees } from "./render/callees.ts";
import { readCandidates, readRedefining } from "./rows/candidates.ts";
import { damagedLines } from "./rows/damaged_code.ts";
import { readStanding } from "./rows/standing.ts";
import { placeOf, scopedNameOf, type SymbolObject, toSymbolObject } from "./rows/symbol_row.ts";
import { defineTool } from "./tool.ts";
import { hasCallees } from "./walk/any_edge.ts";
import { mayRun } from "./walk/own_objects.ts";

const EDGES_FROM =
  `SELECT e.source_line AS line, e.source_column AS "column", e.confidence AS confidence, e.rule AS rule, e.external AS external,
    e.to_symbol_id AS target, e.candidates AS candidates, n.text AS toName, t.name AS name, t.qualified_name AS qualifiedName,
    t.path_id AS pathId, tp.path AS path, coalesce(tv.name_line, 0) AS nameLine
  FROM edge e CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ?
  LEFT JOIN name n ON n.id = e.to_name_id AND e.to_symbol_id = 0
  LEFT JOIN symbol t ON t.id = e.to_symbol_id
  LEFT JOIN path tp ON tp.id = t.path_id
  LEFT JOIN ref_file tf ON tf.ref_id = rf.ref_id AND tf.path_id = t.path_id
  LEFT JOIN symbol_version tv ON tv.file_version_id = tf.file_version_id AND tv.symbol_id = t.id
  WHERE e.from_symbol_id = ? AND e.edge_type = ?
  ORDER BY e.source_line, e.source_column`;
interface EdgeRow {
  readonly line: number;
  readonly column: number;
  readonly confidence: Confidence;
  readonly rule: string;
  readonly external: number;
  readonly target: number;
  readonly candidates: string;
  readonly toName: string | null;
  readonly name: string;
  readonly qualifiedName: string;
  readonly pathId: number;
  readonly path: string;
  readonly nameLine: number;
}

/** A callee that is not a symbol of the repository, or not known for certain. */
export interface LooseCallee {
  readonly name: string;
  /** The first sites. */
  readonly sites: readonly Site[];
  readonly totalSites: number;
  /** Symbols it may reach: `path:line qualified.name`, best first. */
  readonly candidates: readonly string[];
}

/** What one symbol calls. */
export interface CalleesOf {
  readonly symbol: SymbolObject;
  readonly place: string;
  readonly totalCallees: number;
  readonly totalSites: number;
  readonly callees: readonly SiteEntry[];
  /** Further targets of a call through an interface or a base, by the name called. */
  readonly dispatch: readonly LooseCallee[];
  readonly external: readonly LooseCallee[];
  readonly totalExternal: number;
  readonly unresolved: readonly LooseCallee[];
  readonly totalUnresolved: number;
  /** Properties, getters and setters that run when it reads or sets them: the first ones, and their number. */
  readonly accesses: readonly SiteEntry[];
  readonly totalAccesses: number;
  readonly rest: Readonly<Record<string, number>>;
  readonly restFiles: number;
}

/** The callees of each symbol that a name means. */
export type CalleesValue = EachSymbol<CalleesOf>;

const CALLS_OF_FILE = `SELECT 1 FROM path p JOIN ref_file rf ON rf.ref_id = ? AND rf.path_id = p.id
  JOIN edge e ON e.resolution_id = rf.resolution_id AND e.edge_type = 'calls' WHERE p.path = ? LIMIT 1`;
/** Most sites shown of one callee outside the repository, or of one property. */
const SITES_SHOWN = 40;
const SIDE_ENTRIES = 40;
/** Bytes that the line of a callee's definition takes in the JSON. */
const DEFINITION_BYTES = 8;

/** The question: what a function calls. */
export const getCallees = defineTool({
  name: "get_callees",
  title: "What it calls",
  description: "What does this function or method call? Each callee with file and line of its definition and the lines of the calls; " +
    "then properties read or set (`accesses`), calls that leave the repository (`external`: libraries, builtins) and unresolved ones with candidates. `callees` is " +
    "{file: {name: [definition line, [call lines]]}}; lines under `heuristic` are likely, others certain.",
  parameters: parametersOfEach("callees"),
  output: {
    symbol: z.looseObject({}),
    callees: z.looseObject({}).describe("File -> name -> [definition line, [call lines]]."),
    groups: z.array(z.looseObject({})).describe("One a symbol, where the name means several."),
    cursor: z.string(),
  },
  command: {
    name: "callees",
    summary: "what a function or method calls",
    ...COMMAND_OF_EACH,
    examples: [
      ["callgrove callees main", "by name"],
      ["callgrove callees Job.go", "a method"],
      ["callgrove callees 'app/io.py:<module>'", "code at the top of a file"],
    ],
  },
  run(context, params) {
    const matches = findEach(context, params);
    const found = matches.map((match) => readCallees(context, match));
    const standingOf = readStanding(context);
    const lists = found.map(({ list }) => toSiteList(list, standingOf));
    const { parts, cursor, notes } = cutEach(context, { name: "get_callees", lists: "callees" }, params, lists, DEFINITION_BYTES);
    const groups = found.map(({ list: _list, ...group }, i): CalleesOf => ({
      ...group,
      callees: parts[i]!.shown,
      rest: parts[i]!.rest,
      restFiles: parts[i]!.restFiles,
    }));
    return {
      value: { groups, cursor },
      notes: { ...notes, warnings: [...notes.warnings, ...matches.flatMap((match) => describeDamage(context, match))] },
    };
  },
  finds: (context, params) => findEach(context, params).some((match) => hasCallees(context, match)) || undefined,
  structure: (value: CalleesValue) => structureEach(value, structureCallees),
  render: renderCallees,
  listed: ({ groups }: CalleesValue) => groups.flatMap((group) => group.callees.flatMap((entry) => toListed(entry, group.symbol.path))),
});

function describeDamage(context: Context, { row }: Match): string[] {
  const damage = damagedLines(context, row.path, row.lineStart, row.lineEnd);
  if (damage !== "") return [`${row.path}:${damage} did not parse: calls there are not in the list`];
  const elsewhere = damagedLines(context, row.path);
  if (elsewhere === "" || readRow(context, CALLS_OF_FILE, context.ref.id, row.path) !== undefined) return [];
  return [`${row.path}:${elsewhere} did not parse, and no calls of that file are in the index (--strict-syntax)`];
}

/** Everything that one symbol calls; `list` holds all its callees. */
function readCallees(
  context: Context,
  match: Match,
): Omit<CalleesOf, "callees" | "rest" | "restFiles"> & { readonly list: readonly SiteEntry[] } {
  const edgesOf = (type: "calls" | "accesses"): EdgeRow[] =>
    match.ids.flatMap((id) => readRows<EdgeRow>(context, EDGES_FROM, context.ref.id, id, type));
  const edges = edgesOf("calls");
  const inside = edges.filter((edge) => edge.target !== 0);
  const callees = groupTargets(context, inside);
  const accesses = groupTargets(context, edgesOf("accesses").filter((edge) => edge.target !== 0));
  const external = groupLoose(context, edges.filter((edge) => edge.target === 0 && edge.external === 1));
  const unresolved = groupLoose(
    context,
    edges.filter((edge) => edge.target === 0 && edge.external === 0).map((edge) => withPassed(context, match.row.path, edge)),
  );
  return {
    symbol: toSymbolObject(context, match.row),
    place: placeOf(match.row),
    totalCallees: callees.length,
    totalSites: new Set(edges.map((edge) => `${edge.line}:${edge.column}`)).size,
    list: callees,
    dispatch: groupLoose(context, withRedefining(context, match, inside).filter((edge) => edge.candidates !== "")).slice(0, SIDE_ENTRIES),
    external: external.slice(0, SIDE_ENTRIES),
    totalExternal: external.length,
    unresolved: unresolved.slice(0, SIDE_ENTRIES),
    totalUnresolved: unresolved.length,
    accesses: accesses.slice(0, SIDE_ENTRIES).map((entry) => withFirstSites(entry, SITES_SHOWN)),
    totalAccesses: accesses.length,
  };
}

/** The targets of edges within the repository, each with its sites. */
function groupTargets(context: Context, edges: readonly EdgeRow[]): SiteEntry[] {
  const rows = edges.map((edge): SiteRow => ({
    id: edge.target,
    path: edge.path,
    name: scopedNameOf(context, edge),
    definitionLine: edge.nameLine,
    test: false,
    line: edge.line,
    column: edge.column,
    confidence: edge.confidence,
    rule: edge.rule,
  }));
  return groupSites(rows, readStanding(context));
}

/** Adds the methods that override a called method; an overriding method that calls it means its base's. */
function withRedefining(context: Context, match: Match, edges: readonly EdgeRow[]): EdgeRow[] {
  return edges.map((edge) => {
    if (edge.name === match.row.name && isOfOwnBase(edge.rule, edge.candidates, match.ids.includes(edge.target))) return edge;
    const redefining = readRedefining(context, edge.target).filter((id) => mayRun(context, edge, match.row.id, edge.target, id));
    if (redefining.length === 0) return edge;
    const named = edge.candidates === "" ? [] : JSON.parse(edge.candidates) as number[];
    return { ...edge, candidates: JSON.stringify([...new Set([...named, ...redefining])]) };
  });
}

function groupLoose(context: Context, edges: readonly EdgeRow[]): LooseCallee[] {
  const byName = new Map<string, { name: string; sites: Site[]; candidates: string[] }>();
  for (const edge of edges) {
    const name = edge.target === 0 ? edge.toName ?? "?" : edge.qualifiedName;
    let one = byName.get(`${name}\0${edge.candidates}`);
    if (one === undefined) {
      byName.set(`${name}\0${edge.candidates}`, one = { name, sites: [], candidates: readCandidates(context, edge) });
    }
    one.sites.push({ line: edge.line, column: edge.column, confidence: edge.confidence, rule: edge.rule });
  }
  return [...byName.values()].map((one) => ({ ...one, sites: one.sites.slice(0, SITES_SHOWN), totalSites: one.sites.length }));
}

function structureCallees(group: CalleesOf): Record<string, unknown> {
  const heuristic = [...new Set(Object.values(toHeuristicLines(group.callees)).flat())].sort((a, b) => a - b);
  const likelyAccesses = [...new Set(Object.values(toHeuristicLines(group.accesses)).flat())].sort((a, b) => a - b);
  const external = Object.fromEntries(group.external.map((one) => [one.name, linesOf(one.sites)]));
  const named = (list: readonly LooseCallee[]): unknown[] =>
    list.map((one) => ({
      name: one.name,
      rule: one.sites[0]!.rule,
      lines: linesOf(one.sites),
      at: one.sites.map((site) => `${site.line}:${site.column}`),
      ...(one.candidates.length === 0 ? {} : { candidates: one.candidates }),
    }));
  const loose = [...group.dispatch, ...group.external, ...group.unresolved].map((one) => [one.name, one.totalSites - one.sites.length]);
  const hidden = {
    ...hiddenField([...group.callees, ...group.accesses]).places_not_shown,
    ...Object.fromEntries(loose.filter(([, left]) => left !== 0)),
  };
  return {
    symbol: group.symbol,
    total_callees: group.totalCallees,
    total_sites: group.totalSites,
    callees: toTargetMap(group.callees),
    ...(heuristic.length === 0 ? {} : { heuristic }),
    ...(group.dispatch.length === 0 ? {} : { dispatch: named(group.dispatch) }),
    ...(group.totalExternal === 0 ? {} : { external, total_external: group.totalExternal }),
    ...(Object.keys(hidden).length === 0 ? {} : { places_not_shown: hidden }),
    ...(group.totalUnresolved === 0 ? {} : { unresolved: named(group.unresolved), total_unresolved: group.totalUnresolved }),
    ...(group.totalAccesses === 0 ? {} : { accesses: toTargetMap(group.accesses), total_accesses: group.totalAccesses }),
    ...(likelyAccesses.length === 0 ? {} : { heuristic_accesses: likelyAccesses }),
    ...(group.restFiles === 0 ? {} : { rest: group.rest, rest_files: group.restFiles }),
  };
}

/** File -> name -> line of the definition, then lines of the sites. */
function toTargetMap(entries: readonly SiteEntry[]): Record<string, Record<string, [number, number[]]>> {
  const byFile: Record<string, Record<string, [number, number[]]>> = {};
  for (const entry of entries) {
    const names = byFile[entry.path] ??= {};
    names[keyAmong(names, entry.name, entry.line)] = [entry.line, linesOf(entry.sites)];
  }
  return byFile;
}
