/**
 * Lists of sites for each symbol that a name may mean: what `get_callers` and `get_callees` share.
 * Stage: query. Invariants: several symbols of one name are answered separately, never mixed. A page runs through all their lists as if
 * they were concatenated: first the shipped code of each, then the tests of each.
 */
import * as z from "zod";
import { bytesOfJson } from "../../core/base/text_size.ts";
import type { Context } from "../context.ts";
import type { Notes } from "../metadata.ts";
import { ambiguous, findSymbols, type Match } from "../names/find_symbol.ts";
import { Standing, type StandingOf } from "../rows/standing.ts";
import { atMost, type Command, cursorParameter, limitOf, NAME_FORMS, onlyInFile, symbolName } from "../tool.ts";
import { cursorBehind, cursorField, type Cut, EndToEnd, type LongList, notesOfPage, type Page, pageOf } from "./page.ts";
import { countByFile, cutEntries, type SiteEntry } from "./sites.ts";

/** A name that means more symbols than this is refused as ambiguous. */
const MOST_GROUPS = 5;
const STANDARD_LIMIT = 100;
const MOST_LIMIT = 2000;
/** Most files named of what lies beyond the page. */
const REST_FILES = 40;

/** What is said about each symbol, and the cursor of the next page ("" at the end). */
export interface EachSymbol<G> {
  readonly groups: readonly G[];
  readonly cursor: string;
}

/** The parameters of such a question. @param wanted what it lists, for example "callers" */
export function parametersOfEach(wanted: string): {
  function_name: z.ZodString;
  file_path: z.ZodOptional<z.ZodString>;
  limit: ReturnType<typeof limitOf>;
  cursor: typeof cursorParameter;
} {
  return {
    function_name: symbolName.describe(`Whose ${wanted}: ${NAME_FORMS}.`),
    file_path: onlyInFile,
    limit: limitOf(STANDARD_LIMIT),
    cursor: cursorParameter,
  };
}

/** How these parameters are written on the command line. */
export const COMMAND_OF_EACH: Pick<Command, "arguments" | "options" | "optionHelp"> = {
  arguments: ["function_name"],
  options: { file_path: "--file <path>", limit: "--limit <n>", cursor: "--cursor <cursor>" },
  optionHelp: { limit: atMost(MOST_LIMIT) },
};

type Params = {
  readonly function_name: string;
  readonly file_path?: string | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
};

/**
 * The symbols that the parameters name.
 * @throws CallgroveError symbol_not_found, and ambiguous_symbol if there are too many to answer separately.
 */
export function findEach(context: Context, params: Params): Match[] {
  const matches = findSymbols(context, params.function_name, params.file_path);
  if (matches.length > MOST_GROUPS) throw ambiguous(context, params.function_name, matches);
  return matches;
}

/** All entries of one symbol; they may be read lazily. */
export interface SiteList extends LongList<SiteEntry> {
  /** Number of entries in shipped files; these come first. */
  readonly shipped: number;
  /** Number of entries per file, counted from entry `start` on. */
  countByFile(start: number): Readonly<Record<string, number>>;
}

/** Entries that are already in memory, as a `SiteList`. */
export function toSiteList(entries: readonly SiteEntry[], standingOf: StandingOf): SiteList {
  const last = entries.findIndex(({ path }) => standingOf(path) !== Standing.ships);
  return {
    length: entries.length,
    shipped: last < 0 ? entries.length : last,
    at: (index) => entries[index],
    countByFile: (start) => countByFile(entries.slice(start)),
  };
}

/** The part of one symbol's list that a page shows, and what follows it by file: the first files, and how many there are. */
export interface PagePart {
  readonly shown: readonly SiteEntry[];
  readonly rest: Readonly<Record<string, number>>;
  readonly restFiles: number;
}

/** One page over all lists. */
export interface EachPage {
  /** In the order of the lists. */
  readonly parts: readonly PagePart[];
  readonly cursor: string;
  /** Notes about the page as a whole. */
  readonly notes: Notes & { readonly warnings: readonly string[] };
}

/** The page that the parameters ask for. */
export function pageOfEach(context: Context, tool: string, params: Params): Page {
  return pageOf(context, tool, params, STANDARD_LIMIT, MOST_LIMIT);
}

/**
 * Cuts the lists of all symbols to one page.
 * @param tool the tool that is asked, and what it lists
 * @param entryBytes bytes that each entry adds to its name and sites
 */
export function cutEach(
  context: Context,
  tool: { readonly name: string; readonly lists: string },
  params: Params,
  lists: readonly SiteList[],
  entryBytes = 0,
): EachPage {
  const page = pageOfEach(context, tool.name, params);
  const all = new EndToEnd(
    segmentsOf(lists).map(({ list, start, end }): LongList<SiteEntry> => ({
      length: end - start,
      at: (index) => list.at(start + index),
    })),
  );
  const fitting = cutEntries(all, page, entryBytes);
  // Naming the files that follow takes room on the page too.
  const rests = fitting.after === 0 ? [] : partsOf(lists, fitting).map(({ rest }) => rest);
  const cut = rests.length === 0 ? fitting : cutEntries(all, { ...page, bytes: page.bytes - bytesOfJson(rests) }, entryBytes);
  const parts = partsOf(lists, cut);
  const cursor = cursorBehind(context, page, cut);
  return {
    parts,
    cursor,
    notes: {
      ...notesOfHidden(cut, page),
      ...notesOfPage(cut, tool.lists, cursor),
      safetyLimit: (cut.bySize && params.limit !== undefined) || (hidesSites(cut) && page.isWidest === true),
      warnings: page.warnings,
    },
  };
}

function hidesSites({ shown }: Cut<SiteEntry>): boolean {
  return shown.some(({ hidden = 0 }) => hidden > 0);
}

/** The notes of a page whose entry has more sites than fit; no page has the others. */
function notesOfHidden(cut: Cut<SiteEntry>, { isWidest = false }: Page): Notes {
  if (!hidesSites(cut)) return {};
  const more = isWidest ? "no parameter shows all places" : `more of its places: give limit (${MOST_LIMIT} at most)`;
  return { completeness: "truncated", suggestedAction: more };
}

/** A contiguous part of one list. */
interface Segment {
  readonly list: SiteList;
  readonly start: number;
  readonly end: number;
}

/** The shipped part of each list, then the rest of each. */
function segmentsOf(lists: readonly SiteList[]): Segment[] {
  return [
    ...lists.map((list): Segment => ({ list, start: 0, end: list.shipped })),
    ...lists.map((list): Segment => ({ list, start: list.shipped, end: list.length })),
  ];
}

/** What a page shows of each list. */
function partsOf(lists: readonly SiteList[], { before, shown, after }: Cut<SiteEntry>): PagePart[] {
  const page = before + shown.length;
  let at = 0;
  const segments = segmentsOf(lists).map(({ start, end }) => {
    const from = at;
    at += end - start;
    const passed = Math.min(Math.max(0, page - from), end - start);
    return { passed, shown: shown.slice(Math.max(0, from - before), Math.max(0, at - before)) };
  });
  return lists.map((list, i): PagePart => {
    const [shipped, last] = [segments[i]!, segments[i + lists.length]!];
    const rest = after === 0 ? [] : Object.entries(list.countByFile(shipped.passed + last.passed));
    return { shown: [...shipped.shown, ...last.shown], rest: Object.fromEntries(rest.slice(0, REST_FILES)), restFiles: rest.length };
  });
}

/** One symbol's value stands alone; several are listed under `groups`. */
export function structureEach<G>(
  { groups, cursor }: EachSymbol<G>,
  structure: (group: G) => Record<string, unknown>,
): Record<string, unknown> {
  const parts = groups.map(structure);
  const body = parts.length === 1 ? parts[0]! : { groups: parts };
  return { ...body, ...cursorField(cursor) };
}
