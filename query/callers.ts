/**
 * Who calls a symbol: the question `get_callers`, the command `callers`.
 * Stage: query. Invariants: calls of a type include calls of its own constructor; what may be missing is counted and shown.
 */
import * as z from "zod";
import { COMMAND_OF_EACH, cutEach, type EachSymbol, findEach, pageOfEach, parametersOfEach, structureEach } from "./answer/each_symbol.ts";
import { cursorAt, cutPage, detailBudgetOf, type LongList } from "./answer/page.ts";
import {
  cutEntries,
  hiddenField,
  type SiteEntry,
  type SiteMap,
  sizeOfEntry,
  toColumns,
  toHeuristicMap,
  toListed,
  toSiteMap,
  toTestMap,
  withFirstSites,
} from "./answer/sites.ts";
import { readUserSites, type UserSites, withTitles } from "./answer/user_sites.ts";
import type { Context } from "./context.ts";
import type { LooseSite } from "./doubt/loose_sites.ts";
import { type MissingCallers, readMissing } from "./doubt/missing_callers.ts";
import { describeOutsideNamesakes } from "./doubt/outside_namesakes.ts";
import { readPossible, readRedefiningCallers } from "./doubt/possible_callers.ts";
import { readImportPlacesOfNamed } from "./doubt/import_places.ts";
import { readNamings } from "./doubt/namings.ts";
import { readPossibleReads } from "./doubt/possible_reads.ts";
import type { Match } from "./names/find_symbol.ts";
import { renderCallers } from "./render/callers.ts";
import { requireFiles } from "./names/paths.ts";
import { placeOf, type SymbolObject, toSymbolObject } from "./rows/symbol_row.ts";
import { defineTool } from "./tool.ts";
import { isUsed } from "./walk/any_edge.ts";
import { readTypesMade } from "./rows/inherited_constructors.ts";

/** The first entries of a list beside that of the callers, with the total numbers of entries and sites. */
export interface SideList {
  readonly shown: readonly SiteEntry[];
  readonly total: number;
  readonly sites: number;
  /** Whether the size of the answer, not the limit, ended it. */
  readonly isFull: boolean;
  /** Whether a limit as high as the total would show all of it. */
  readonly fits: boolean;
}

/** Everything known about who calls one symbol. */
export interface CallersOf extends MissingCallers {
  readonly symbol: SymbolObject;
  readonly place: string;
  /** Places of its twins, rows that stand for the same symbol (`rows/twins.ts`). */
  readonly twins: readonly string[];
  readonly totalCallers: number;
  /** Total numbers, if the question asked for some files only. */
  readonly callersAnywhere: number;
  readonly totalSites: number;
  readonly totalFiles: number;
  readonly callers: readonly SiteEntry[];
  /** Calls that may end here: through an interface, a base class or a trait, through a variable, or under another build condition. */
  readonly possible: SideList;
  /** Calls that go to an implementation or override of it. */
  readonly implementations: SideList;
  /** Places that pass the symbol as a value. */
  readonly references: SideList;
  /** Places that may read or set a property or a field, by its name alone, and how many members of the repository have that name. */
  readonly reads: SideList;
  /** Whether all of `reads` are certain and no other place reads or sets it. */
  readonly areReadsCertain: boolean;
  readonly bearers: number;
  /** Number of places known by name alone that are not among `reads`, because too many members have that name. */
  readonly unlistedReads: number;
  /** Places that name a type, a variant, a constant or a variable other than to call it or pass it as a value. */
  readonly named: SideList;
  /** Number of places where files import or re-export such a symbol by name, and the first of them as `file:line`. */
  readonly imported: number;
  readonly firstImported: readonly string[];
  /** Total number of unresolved calls of its name; `unresolved` holds those of this page, and the cursor goes on ("" at the end). */
  readonly totalUnresolved: number;
  readonly unresolvedStart: number;
  readonly unresolvedCursor: string;
  /** What else calls that were resolved by name alone may mean; "" if nothing is known. */
  readonly namesakes: string;
  /** Callers that are not shown, by file: the first files, and the number of files. */
  readonly rest: Readonly<Record<string, number>>;
  readonly restFiles: number;
}
/** The callers of each symbol that a name means. */
export type CallersValue = EachSymbol<CallersOf>;

/** A list beside that of the callers, uncut. */
interface WholeSide {
  readonly list: LongList<SiteEntry>;
  readonly sites: number;
}
/** The lists beside that of the callers. */
const SIDES = ["possible", "implementations", "references", "reads", "named"] as const;
type Sides = Record<typeof SIDES[number], WholeSide>;

/** Entries of each side list unless a limit asks for more. */
const SIDE_ENTRIES = 8;
/** Sites of each of these few. */
const SIDE_SITES = 40;
/** Unresolved calls beside the first page of callers; the pages after the last caller hold only these. */
const UNRESOLVED = 8;
const UNRESOLVED_BYTES = 64;

/** The question: who calls a symbol. */
export const getCallers = defineTool({
  name: "get_callers",
  title: "Who calls it",
  description:
    "Who calls this function, method or class? Each caller with file and lines; where it is passed as a value, calls that may end in it (`possible`), calls of what redefines it (`implementations`), " +
    "reads of a property (`possible_reads`), what names a type or constant (`named_at`; 8 of each, or `limit`), and whether some may be missing (`completeness`). `callers` is {file: {caller: [lines]}}; lines " +
    "under `heuristic` are likely, others certain.",
  parameters: {
    ...parametersOfEach("callers"),
    callers_in: z.string().min(1).max(4000).optional().describe("Callers in this file or folder."),
  },
  output: {
    symbol: z.looseObject({}),
    callers: z.looseObject({}).describe("File -> caller -> lines."),
    groups: z.array(z.looseObject({})).describe("One a symbol, where the name means several."),
    completeness: z.string(),
    cursor: z.string(),
  },
  command: {
    name: "callers",
    summary: "who calls a function, method or class",
    ...COMMAND_OF_EACH,
    options: { ...COMMAND_OF_EACH.options, callers_in: "--in <path>" },
    examples: [
      ["callgrove callers load", "by name"],
      ["callgrove callers Job.go", "a method"],
      ["callgrove callers load --in app/web", "those in one folder"],
      ["callgrove callers app/io.py:12", "the symbol at that line"],
      ["callgrove callers load --file app/io.py --json", "for scripts"],
    ],
  },
  run(context, params) {
    const within = params.callers_in === undefined ? undefined : new Set(requireFiles(context, params.callers_in));
    const found = findEach(context, params).map((match) => readCallers(context, match, within));
    const { parts, cursor, notes } = cutEach(context, { name: "get_callers", lists: "callers" }, params, found.map(({ list }) => list));
    const shown = parts.flatMap((part) => part.shown);
    const taken = shown.reduce((sum, entry, i) => sum + sizeOfEntry(entry, shown[i - 1]), 0);
    const sides = found.flatMap((one) => SIDES.map((side) => one[side]));
    const share = (limit: number | undefined): number =>
      detailBudgetOf(context, limit, taken) / Math.max(1, sides.filter(({ list }) => list.length > 0).length);
    const cut = (side: WholeSide): SideList => cutSide(side, params.limit, share(params.limit), share(side.list.length));
    const titled = (side: SideList): SideList => ({ ...side, shown: withTitles(context, side.shown) });
    const groups = found.map(({ list, ...group }, i): CallersOf => ({
      ...group,
      possible: titled(cut(group.possible)),
      implementations: titled(cut(group.implementations)),
      references: cut(group.references),
      reads: cut(group.reads),
      named: cut(group.named),
      callers: parts[i]!.shown,
      rest: parts[i]!.rest,
      restFiles: parts[i]!.restFiles,
      totalUnresolved: group.unresolved.length,
      ...cutUnresolved(context, params, found.length === 1 ? list.length : undefined, group.unresolved),
    }));
    const complete = groups.every((group) => group.completeness === "complete");
    const isFull = groups.some((one) => SIDES.some((side) => one[side].isFull));
    return {
      value: { groups, cursor },
      notes: {
        ...(isFull ? { completeness: "truncated" as const, safetyLimit: true, suggestedAction: NARROWER } : {}),
        ...notes,
        warnings: [
          ...notes.warnings,
          ...new Set(groups.flatMap(({ unseen, beside, namesakes }) => [...unseen, ...beside, ...(namesakes === "" ? [] : [namesakes])])),
        ],
        callers: complete ? "complete" : "possibly_incomplete",
      },
    };
  },
  finds: (context, params) => findEach(context, params).some((match) => isUsed(context, match)) || undefined,
  structure: (value: CallersValue) => structureEach(value, structureCallers),
  render: renderCallers,
  listed: ({ groups }: CallersValue) => groups.flatMap((group) => group.callers.flatMap((entry) => toListed(entry, entry.path))),
});

/** What is known about who calls one symbol, uncut; `list` holds all its callers. */
export interface AllCallers
  extends
    Omit<CallersOf, "callers" | "rest" | "restFiles" | "totalUnresolved" | "unresolvedStart" | "unresolvedCursor" | keyof Sides>,
    Sides {
  readonly list: UserSites;
}

/**
 * Calls of a symbol and uses of it as a value; for a constructor also uses of the types that it creates, since a receiver may instantiate
 * them.
 */
function readUses(context: Context, match: Match, within: ReadonlySet<string> | undefined): ReturnType<typeof readUserSites> {
  const own = readUserSites(context, match, within);
  const made = readTypesMade(context, match.ids);
  return made.length === 0 ? own : { ...own, references: readUserSites(context, { ...match, ids: made }, within).references };
}

/**
 * Everything about one symbol. @param within the files whose places are listed; undefined: all. What may be missing always refers to all
 * files.
 */
export function readCallers(context: Context, match: Match, within?: ReadonlySet<string>): AllCallers {
  const { calls, references } = readUses(context, match, within);
  const reads = readPossibleReads(context, match);
  const missing = readMissing(context, match);
  const imported = readImportPlacesOfNamed(context, match).filter((place) =>
    within === undefined || within.has(place.replace(/:\d+$/, ""))
  );
  const inside = <T extends { readonly path: string }>(all: readonly T[]): readonly T[] =>
    within === undefined ? all : all.filter(({ path }) => within.has(path));
  return {
    symbol: toSymbolObject(context, match.row),
    place: placeOf(match.row),
    twins: match.twins.map(placeOf),
    totalCallers: calls.length,
    totalSites: calls.sites,
    totalFiles: calls.files.length,
    list: calls,
    callersAnywhere: within === undefined ? calls.length : readUserSites(context, match).calls.length,
    possible: toSide(inside(readPossible(context, match))),
    implementations: toSide(inside(readRedefiningCallers(context, match))),
    references: { list: references, sites: references.sites },
    reads: toSide(inside(reads.entries)),
    areReadsCertain: reads.areCertain,
    bearers: reads.bearers,
    unlistedReads: reads.unlisted,
    named: toSide(inside(readNamings(context, match))),
    imported: imported.length,
    firstImported: imported.slice(0, SIDE_ENTRIES),
    namesakes: describeOutsideNamesakes(context, match.row, match.ids),
    ...missing,
    unresolved: inside(missing.unresolved),
  };
}

/** The unresolved calls of a page; they follow all callers. @param callers the number of callers; undefined for one of several symbols */
function cutUnresolved(
  context: Context,
  params: Parameters<typeof cutEach>[2],
  callers: number | undefined,
  all: readonly LooseSite[],
): Pick<CallersOf, "unresolved" | "unresolvedStart" | "unresolvedCursor"> {
  if (callers === undefined) return { unresolved: all.slice(0, UNRESOLVED), unresolvedStart: 0, unresolvedCursor: "" };
  const page = pageOfEach(context, "get_callers", params);
  const isFurther = page.offset > callers;
  const start = isFurther ? page.offset - callers : 0;
  const most = isFurther ? Math.min(page.limit, Math.floor(page.bytes / UNRESOLVED_BYTES)) : UNRESOLVED;
  const end = Math.min(all.length, start + most);
  const cursor = end < all.length ? cursorAt(context, page, callers + end) : "";
  return { unresolved: all.slice(start, end), unresolvedStart: start, unresolvedCursor: cursor };
}

function toSide(entries: readonly SiteEntry[]): WholeSide {
  return { list: entries, sites: entries.reduce((sum, entry) => sum + entry.sites.length, 0) };
}

/** What shows the rest of a side list that is already as long as an answer may be. */
const NARROWER = "a list is at the size limit of the answer, whatever limit says: ask for each folder with callers_in";

/** The first entries of a side list: the usual few, or, with a limit, as many as the limit and `bytes` allow. */
function cutSide({ list, sites }: WholeSide, limit: number | undefined, bytes: number, mostBytes: number): SideList {
  const few = limit === undefined || limit <= SIDE_ENTRIES;
  const page = { offset: 0, limit: limit ?? SIDE_ENTRIES, bytes: few ? Infinity : bytes };
  const { shown, bySize } = cutEntries(list, page);
  const whole = { offset: 0, limit: Infinity, bytes: mostBytes };
  return {
    shown: few ? shown.map((entry) => withFirstSites(entry, SIDE_SITES)) : shown,
    total: list.length,
    sites,
    isFull: bySize,
    fits: shown.length === list.length || !cutPage(list, whole, sizeOfEntry).bySize,
  };
}

function structureCallers(group: CallersOf): Record<string, unknown> {
  const heuristic = toHeuristicMap(group.callers);
  const heuristicReads = toHeuristicMap(group.reads.shown);
  const columns = toColumns(group.callers);
  const { tests, leftOut } = toTestMap([group.callers, group.possible.shown, group.implementations.shown, group.references.shown].flat());
  const side = (key: string, { shown, total, sites }: SideList): Record<string, unknown> =>
    total === 0 ? {} : { [key]: toSiteMap(shown) satisfies SiteMap, [`total_${key}`]: total, [`total_${key}_sites`]: sites };
  return {
    symbol: group.symbol,
    ...(group.twins.length === 0 ? {} : { twins: group.twins }),
    total_callers: group.totalCallers,
    total_sites: group.totalSites,
    ...(group.callersAnywhere === group.totalCallers ? {} : { callers_anywhere: group.callersAnywhere }),
    callers: toSiteMap(group.callers),
    ...(Object.keys(tests).length === 0 ? {} : { tests }),
    ...(leftOut === 0 ? {} : { tests_left_out: leftOut }),
    ...(heuristic === undefined ? {} : { heuristic }),
    ...(Object.keys(columns).length === 0 ? {} : { columns }),
    ...hiddenField([group.callers, ...SIDES.map((one) => group[one].shown)].flat()),
    ...side("possible", group.possible),
    ...side("implementations", group.implementations),
    ...side("references", group.references),
    ...side("possible_reads", group.reads),
    ...(heuristicReads === undefined ? {} : { heuristic_reads: heuristicReads }),
    ...(group.reads.total === 0 ? {} : { members_of_this_name: group.bearers }),
    ...(group.unlistedReads === 0 ? {} : { untold_reads: group.unlistedReads, members_of_this_name: group.bearers }),
    ...side("named_at", group.named),
    ...(group.imported === 0 ? {} : { imported_at: { count: group.imported, first: group.firstImported } }),
    completeness: group.completeness,
    ...(group.totalUnresolved === 0 ? {} : {
      unresolved: {
        count: group.totalUnresolved,
        first: group.unresolved.map((site) => `${site.path}:${site.line}:${site.column}`),
        ...(group.unresolvedCursor === "" ? {} : { cursor: group.unresolvedCursor }),
      },
    }),
    ...(group.restFiles === 0 ? {} : { rest: group.rest, rest_files: group.restFiles }),
  };
}
