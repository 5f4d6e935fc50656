/**
 * Who calls a symbol: the question `get_callers`, the command `callers`.
 *
 * Stage: query. Invariants: calls of a type include calls of its own constructor; what may be missing is counted and shown; several
 * symbols of one name are answered one by one, never mixed.
 */
import * as z from "zod";
import type { Context } from "./context.ts";
import { ambiguous, findSymbols, type Match } from "./find_symbol.ts";
import { type MissingCallers, readMissing } from "./missing_callers.ts";
import { cursorAt, cutPage, EndToEnd, pageOf } from "./page.ts";
import { readPossible, readRedefiningCallers } from "./possible_callers.ts";
import { renderCallers } from "./render/callers.ts";
import { type SiteEntry, type SiteMap, sizeOfEntry, toHeuristicLines, toListed, toSiteMap } from "./sites.ts";
import { placeOf, type SymbolObject, toSymbolObject } from "./symbol_row.ts";
import { atMost, cursorParameter, defineTool, limitOf, NAME_FORMS, symbolName } from "./tool.ts";
import { readUserSites, type UserSites } from "./user_sites.ts";

/** The first of a list beside that of the callers: of all of them how many there are, and how many sites they have. */
export interface SideList {
  readonly shown: readonly SiteEntry[];
  readonly total: number;
  readonly sites: number;
}

/** All that is known about who calls one symbol. */
export interface CallersOf extends MissingCallers {
  readonly symbol: SymbolObject;
  readonly place: string;
  /** Places of the same symbol elsewhere. */
  readonly twins: readonly string[];
  readonly totalCallers: number;
  readonly totalSites: number;
  readonly totalFiles: number;
  readonly callers: readonly SiteEntry[];
  /** Calls that may end here: through an interface, a base class or a trait, through what holds it, or under another build condition. */
  readonly possible: SideList;
  /** Calls that go to what implements or redefines it. */
  readonly implementations: SideList;
  /** Places that hand the symbol over as a value. */
  readonly references: SideList;
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
/** Entries of the side lists (references, possible calls). */
const SIDE_ENTRIES = 8;
const REST_FILES = 40;

export const getCallers = defineTool({
  name: "get_callers",
  title: "Who calls it",
  description:
    "Who calls this function, method or class? Every calling function with file and lines, resolved, not text search; also where it is handed over as a value, calls that may end in it (`possible`: through an interface, " +
    "a base or a variable), calls of what implements or redefines it (`implementations`), and whether unresolved calls of the name may be missing (`completeness`). `callers` is {file: {caller: [lines]}}; lines " +
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
    optionHelp: { limit: atMost(MOST_LIMIT) },
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
    const page = pageOf(context, "get_callers", params, STANDARD_LIMIT, MOST_LIMIT);
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
    const cursor = cut.after === 0 ? "" : cursorAt(context, page, cut.before + cut.shown.length);
    const complete = groups.every((group) => group.completeness === "complete");
    return {
      value: { groups, cursor },
      notes: {
        ...(cut.after === 0 && cut.before === 0 ? {} : { completeness: "truncated" as const }),
        ...(cut.after === 0 ? {} : { suggestedAction: `${cut.after} more callers: ask again with cursor "${cursor}"` }),
        safetyLimit: cut.bySize && params.limit !== undefined,
        warnings: [...page.warnings, ...new Set(groups.flatMap((group) => group.unseen))],
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

/** Everything about one symbol; `list` has all its callers. */
export function readCallers(context: Context, match: Match): Omit<CallersOf, "callers" | "rest"> & { readonly list: UserSites } {
  const { calls, references } = readUserSites(context, match);
  return {
    symbol: toSymbolObject(context, match.row),
    place: placeOf(match.row),
    twins: match.twins.map(placeOf),
    totalCallers: calls.length,
    totalSites: calls.sites,
    totalFiles: calls.files.length,
    list: calls,
    possible: toSide(readPossible(context, match)),
    implementations: toSide(readRedefiningCallers(context, match)),
    references: { shown: references.slice(0, SIDE_ENTRIES), total: references.length, sites: references.sites },
    ...readMissing(context, match),
  };
}

function toSide(entries: readonly SiteEntry[]): SideList {
  return {
    shown: entries.slice(0, SIDE_ENTRIES),
    total: entries.length,
    sites: entries.reduce((sum, entry) => sum + entry.sites.length, 0),
  };
}

function structureCallers(group: CallersOf): Record<string, unknown> {
  const heuristic = toHeuristicLines(group.callers);
  const rest = Object.entries(group.rest);
  const side = (key: string, { shown, total, sites }: SideList): Record<string, unknown> => ({
    ...(total === 0 ? {} : { [key]: toSiteMap(shown) satisfies SiteMap }),
    ...(total > shown.length ? { [`total_${key}`]: total, [`total_${key}_sites`]: sites } : {}),
  });
  return {
    symbol: group.symbol,
    ...(group.twins.length === 0 ? {} : { twins: group.twins }),
    total_callers: group.totalCallers,
    total_sites: group.totalSites,
    callers: toSiteMap(group.callers),
    ...(Object.keys(heuristic).length === 0 ? {} : { heuristic }),
    ...side("possible", group.possible),
    ...side("implementations", group.implementations),
    ...side("references", group.references),
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
