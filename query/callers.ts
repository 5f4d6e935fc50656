/**
 * Who calls a symbol: the question `get_callers`, the command `callers`.
 *
 * Stage: query. Invariants: calls of a type include calls of its own constructor; what may be missing is counted and shown; several
 * symbols of one name are answered one by one, never mixed.
 */
import * as z from "zod";
import { DefinitionFlag } from "../core/facts.ts";
import { type Context, readRow, readRows } from "./context.ts";
import { ambiguous, findSymbols, type Match } from "./find_symbol.ts";
import { cursorAt, cutPage, EndToEnd, pageOf } from "./page.ts";
import { renderCallers } from "./render/callers.ts";
import { groupSites, type SiteEntry, type SiteMap, type SiteRow, sizeOfEntry, toHeuristicLines, toListed, toSiteMap } from "./sites.ts";
import { isTest, placeOf, scopedNameOf, type SymbolObject, toSymbolObject } from "./symbol_row.ts";
import { readTestFiles } from "./test_files.ts";
import { cursorParameter, defineTool, limitOf, NAME_FORMS, symbolName } from "./tool.ts";
import { readUserSites, type UserEdge, type UserSites } from "./user_sites.ts";

const EDGE_COLUMNS = `e.edge_type AS type, e.source_line AS line, e.source_column AS "column", e.confidence AS confidence, e.rule AS rule,
  f.id AS id, f.name AS name, f.qualified_name AS qualifiedName, f.path_id AS pathId, p.path AS path, coalesce(sv.flags, 0) AS flags`;
const EDGE_FROM = `CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ?
  JOIN symbol f ON f.id = e.from_symbol_id
  JOIN path p ON p.id = rf.path_id
  LEFT JOIN symbol_version sv ON sv.file_version_id = rf.file_version_id AND sv.symbol_id = f.id`;
const POSSIBLE_EDGES = `SELECT ${EDGE_COLUMNS}, e.candidates AS candidates FROM symbol o
  JOIN edge e ON e.to_symbol_id = o.id AND e.edge_type = 'calls' AND e.candidates <> '' ${EDGE_FROM}
  WHERE o.name = ? AND o.language = ? AND o.id NOT IN (SELECT value FROM json_each(?)) AND instr(e.candidates, ?) > 0`;
const UNRESOLVED = `SELECT p.path AS path, e.source_line AS line, e.source_column AS "column", t.text AS text, e.candidates AS candidates
  FROM name n CROSS JOIN edge e INDEXED BY edge_unresolved ON e.to_name_id = n.id AND e.to_symbol_id = 0
  CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ?
  JOIN symbol f ON f.id = e.from_symbol_id AND f.language = ?
  JOIN path p ON p.id = rf.path_id
  JOIN name t ON t.id = e.text_id
  WHERE n.text = ? AND e.edge_type = 'calls' AND e.external = 0
  ORDER BY p.path, e.source_line, e.source_column`;

interface EdgeRow extends UserEdge {
  readonly type: string;
  readonly path: string;
}

/** A call site that nobody could resolve. */
export interface LooseSite {
  readonly path: string;
  readonly line: number;
  readonly column: number;
  readonly text: string;
}

/** All that is known about who calls one symbol. `shown` is a part of `total` where a list was cut. */
export interface CallersOf {
  readonly symbol: SymbolObject;
  readonly place: string;
  /** Places of the same symbol elsewhere. */
  readonly twins: readonly string[];
  readonly totalCallers: number;
  readonly totalSites: number;
  readonly totalFiles: number;
  readonly callers: readonly SiteEntry[];
  /** Calls that may end here: through an interface, a base class or a trait, or under another build condition. */
  readonly possible: readonly SiteEntry[];
  readonly totalPossible: number;
  /** Places that hand the symbol over as a value. */
  readonly references: readonly SiteEntry[];
  readonly totalReferences: number;
  readonly unresolved: readonly LooseSite[];
  readonly totalUnresolved: number;
  /** It is read like a field, without a call, so that most of its uses are no call sites. */
  readonly property: boolean;
  /** Whether the list of callers can be said to be all of them. */
  readonly completeness: "complete" | "possibly_incomplete";
  /** Callers that are not shown, by file. */
  readonly rest: Readonly<Record<string, number>>;
}
export interface CallersValue {
  readonly groups: readonly CallersOf[];
  readonly cursor: string;
}

/** More symbols than this under one name are not answered one by one. */
export const MOST_GROUPS = 5;
const STANDARD_LIMIT = 100;
const MOST_LIMIT = 2000;
/** Entries of the side lists (references, dispatch, unresolved sites). */
const SIDE_ENTRIES = 8;
const REST_FILES = 40;

export const getCallers = defineTool({
  name: "get_callers",
  title: "Who calls it",
  description:
    "Who calls this function, method or class? Every calling function with file and lines, resolved, not text search; also where it is handed over as a value, calls that may end in it (`possible`: through an interface " +
    "or base), and whether unresolved calls of the name may be missing (`completeness`). `callers` is {file: {caller: [lines]}}; lines " +
    "under `heuristic` are likely, all others certain.",
  parameters: {
    function_name: symbolName.describe(`Whose callers: ${NAME_FORMS}.`),
    file_path: z.string().min(1).max(4000).optional().describe("Only in this file."),
    limit: limitOf(STANDARD_LIMIT),
    cursor: cursorParameter,
  },
  output: {
    symbol: z.looseObject({}),
    callers: z.looseObject({}).describe("File -> caller -> lines."),
    groups: z.array(z.looseObject({})).describe("One such answer a symbol, where the name means several."),
    completeness: z.string(),
    cursor: z.string(),
  },
  command: {
    name: "callers",
    summary: "who calls a function, method or class",
    arguments: ["function_name"],
    options: { file_path: "--file <path>", limit: "--limit <n>", cursor: "--cursor <cursor>" },
    examples: [
      ["callgrove callers load", "by name"],
      ["callgrove callers Job.go", "a method"],
      ["callgrove callers app/io.py:12", "whatever is defined at that line"],
      ["callgrove callers load --file app/io.py --json", "for scripts"],
    ],
  },
  run(context, params) {
    const matches = findSymbols(context, params.function_name, params.file_path);
    if (matches.length > MOST_GROUPS) throw ambiguous(context, params.function_name, matches);
    const page = pageOf(context, params, STANDARD_LIMIT, MOST_LIMIT);
    const found = matches.map((match) => readCallers(context, match));
    const cut = cutPage(new EndToEnd(found.map((group) => group.list)), page, sizeOfEntry);
    const end = cut.before + cut.shown.length;
    let start = 0;
    const groups = found.map(({ list, ...group }): CallersOf => {
      const from = start;
      start += list.length;
      const callers = cut.shown.slice(Math.max(0, from - cut.before), Math.max(0, start - cut.before));
      return { ...group, callers, rest: cut.after === 0 ? {} : list.countByFile(Math.max(0, end - from)) };
    });
    const cursor = cut.after === 0 ? "" : cursorAt(context, cut.before + cut.shown.length);
    const complete = groups.every((group) => group.completeness === "complete");
    return {
      value: { groups, cursor },
      notes: {
        ...(cut.after === 0 && cut.before === 0 ? {} : { completeness: "truncated" as const }),
        ...(cut.after === 0 ? {} : { suggestedAction: `${cut.after} more callers: ask again with cursor "${cursor}"` }),
        safetyLimit: cut.bySize && params.limit !== undefined,
        warnings: [...page.warnings, ...(groups.some((group) => group.property) ? [PROPERTY_WARNING] : [])],
        callers: complete ? "complete" : "possibly_incomplete",
      },
    };
  },
  structure: ({ groups, cursor }: CallersValue) => {
    const parts = groups.map(structureCallers);
    const body = parts.length === 1 ? parts[0]! : { groups: parts };
    return cursor === "" ? body : { ...body, cursor };
  },
  render: renderCallers,
  listed: ({ groups }: CallersValue) => groups.flatMap((group) => group.callers.flatMap((entry) => toListed(entry, entry.path))),
});

const PROPERTY = DefinitionFlag.property | DefinitionFlag.setter;
const PROPERTY_WARNING = "it is a property: reading or setting it is no call, so its uses are not in the list";

/** Everything about one symbol; `list` has all its callers. */
export function readCallers(context: Context, match: Match): Omit<CallersOf, "callers" | "rest"> & { readonly list: UserSites } {
  const { calls, references } = readUserSites(context, match);
  const possible = groupSites(toSiteRows(context, possibleEdges(context, match)));
  return {
    symbol: toSymbolObject(context, match.row),
    place: placeOf(match.row),
    twins: match.twins.map(placeOf),
    totalCallers: calls.length,
    totalSites: calls.sites,
    totalFiles: calls.files.length,
    list: calls,
    possible: possible.slice(0, SIDE_ENTRIES),
    totalPossible: possible.length,
    references: references.slice(0, SIDE_ENTRIES),
    totalReferences: references.length,
    ...readMissing(context, match),
  };
}

/** What may be missing from the callers of a symbol. */
export function readMissing(
  context: Context,
  match: Match,
): Pick<CallersOf, "unresolved" | "totalUnresolved" | "property" | "completeness"> {
  const loose = looseSites(context, match);
  const property = (match.row.flags & PROPERTY) !== 0;
  return {
    unresolved: loose.slice(0, SIDE_ENTRIES),
    totalUnresolved: loose.length,
    property,
    completeness: loose.length === 0 && !property ? "complete" : "possibly_incomplete",
  };
}

/** Calls of a namesake (an interface's method, a version under another build condition) that name the symbol among the candidates. */
function possibleEdges(context: Context, match: Match): EdgeRow[] {
  const own = JSON.stringify(match.ids);
  return match.ids.flatMap((id) =>
    readRows<EdgeRow & { readonly candidates: string }>(
      context,
      POSSIBLE_EDGES,
      context.ref.id,
      match.row.name,
      match.row.language,
      own,
      String(id),
    )
      .filter((edge) => (JSON.parse(edge.candidates) as number[]).includes(id))
  );
}

/** Unresolved calls of the symbol's name, without those whose candidates are others; those that have it among theirs come first. */
function looseSites(context: Context, match: Match): LooseSite[] {
  const name = match.row.kind === "constructor"
    ? readRow<{ name: string }>(context, "SELECT name FROM symbol WHERE id = ?", match.row.parent ?? 0)?.name
    : match.row.name;
  const rows = readRows<LooseSite & { candidates: string }>(
    context,
    UNRESOLVED,
    context.ref.id,
    match.row.language,
    name ?? match.row.name,
  );
  return rows.filter((row) => row.candidates === "" || (JSON.parse(row.candidates) as number[]).some((id) => match.ids.includes(id)))
    .sort((a, b) => (a.candidates === "" ? 1 : 0) - (b.candidates === "" ? 1 : 0))
    .map(({ path, line, column, text }) => ({ path, line, column, text }));
}

/** Edges as sites; the name of a caller is made once. */
function toSiteRows(context: Context, edges: readonly EdgeRow[]): SiteRow[] {
  const testFiles = readTestFiles(context).paths;
  const names = new Map<number, string>();
  return edges.map((edge) => {
    let name = names.get(edge.id);
    if (name === undefined) names.set(edge.id, name = scopedNameOf(context, edge));
    return toSiteRow(edge, name, testFiles.has(edge.path));
  });
}

function toSiteRow(edge: EdgeRow, name: string, inTests: boolean): SiteRow {
  return {
    id: edge.id,
    path: edge.path,
    name,
    definitionLine: 0,
    test: inTests || isTest(edge),
    line: edge.line,
    column: edge.column,
    confidence: edge.confidence,
    rule: edge.rule,
  };
}

function structureCallers(group: CallersOf): Record<string, unknown> {
  const heuristic = toHeuristicLines(group.callers);
  const rest = Object.entries(group.rest);
  const side = (key: string, entries: readonly SiteEntry[], total: number): Record<string, unknown> =>
    total === 0 ? {} : { [key]: toSiteMap(entries) satisfies SiteMap, ...(total > entries.length ? { [`total_${key}`]: total } : {}) };
  return {
    symbol: group.symbol,
    ...(group.twins.length === 0 ? {} : { twins: group.twins }),
    total_callers: group.totalCallers,
    total_sites: group.totalSites,
    callers: toSiteMap(group.callers),
    ...(Object.keys(heuristic).length === 0 ? {} : { heuristic }),
    ...side("possible", group.possible, group.totalPossible),
    ...side("references", group.references, group.totalReferences),
    completeness: group.completeness,
    ...(group.totalUnresolved === 0 ? {} : {
      unresolved: { count: group.totalUnresolved, first: group.unresolved.map((site) => `${site.path}:${site.line}:${site.column}`) },
    }),
    ...(rest.length === 0 ? {} : {
      rest: Object.fromEntries(rest.slice(0, REST_FILES)),
      ...(rest.length > REST_FILES ? { rest_files: rest.length } : {}),
    }),
  };
}
