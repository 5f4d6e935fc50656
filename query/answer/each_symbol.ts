/**
 * Lists of sites for each symbol that a name means: what `get_callers` and `get_callees` have in common.
 *
 * Stage: query. Invariants: several symbols of one name are answered one by one, never mixed; one page goes through all their lists, as if
 * they stood end to end.
 */
import * as z from "zod";
import type { Context } from "../context.ts";
import type { Notes } from "../metadata.ts";
import { ambiguous, findSymbols, type Match } from "../names/find_symbol.ts";
import { atMost, type Command, cursorParameter, limitOf, NAME_FORMS, onlyInFile, symbolName } from "../tool.ts";
import { cursorBehind, cursorField, cutPage, EndToEnd, type LongList, notesOfPage, type Page, pageOf } from "./page.ts";
import { countByFile, type SiteEntry, sizeOfEntry } from "./sites.ts";

/** More symbols than this under one name are not answered one by one. */
const MOST_GROUPS = 5;
const STANDARD_LIMIT = 100;
const MOST_LIMIT = 2000;

/** What is said of each symbol, and where to go on ("" at the end). */
export interface EachSymbol<G> {
  readonly groups: readonly G[];
  readonly cursor: string;
}

/** Parameters of a list for each symbol. @param wanted what is listed, as in "callers" */
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

/** How these parameters are typed. */
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
 * The symbols that are asked about.
 * @throws CallgroveError symbol_not_found, and ambiguous_symbol where there are more than are answered one by one.
 */
export function findEach(context: Context, params: Params): Match[] {
  const matches = findSymbols(context, params.function_name, params.file_path);
  if (matches.length > MOST_GROUPS) throw ambiguous(context, params.function_name, matches);
  return matches;
}

/** All entries of one symbol, which need not have been read. */
export interface SiteList extends LongList<SiteEntry> {
  /** How many of the entries from `start` on each file has. */
  countByFile(start: number): Readonly<Record<string, number>>;
}

/** Entries that were read as a `SiteList`. */
export function toSiteList(entries: readonly SiteEntry[]): SiteList {
  return { length: entries.length, at: (index) => entries[index], countByFile: (start) => countByFile(entries.slice(start)) };
}

/** What a page shows of one symbol's list, and what comes behind it, by file. */
export interface PagePart {
  readonly shown: readonly SiteEntry[];
  readonly rest: Readonly<Record<string, number>>;
}

/** A page of all lists. */
export interface EachPage {
  /** In the order of the lists. */
  readonly parts: readonly PagePart[];
  readonly cursor: string;
  /** Of the page alone. */
  readonly notes: Notes & { readonly warnings: readonly string[] };
}

/** The page that is asked for. */
export function pageOfEach(context: Context, tool: string, params: Params): Page {
  return pageOf(context, tool, params, STANDARD_LIMIT, MOST_LIMIT);
}

/**
 * Cuts the lists of all symbols to one page.
 * @param tool whose question it is, and what it lists
 * @param entryBytes bytes that each entry adds besides its name and sites
 */
export function cutEach(
  context: Context,
  tool: { readonly name: string; readonly lists: string },
  params: Params,
  lists: readonly SiteList[],
  entryBytes = 0,
): EachPage {
  const page = pageOfEach(context, tool.name, params);
  const cut = cutPage(new EndToEnd(lists), page, (entry, previous) => sizeOfEntry(entry, previous) + entryBytes);
  const end = cut.before + cut.shown.length;
  let start = 0;
  const parts = lists.map((list): PagePart => {
    const from = start;
    start += list.length;
    return {
      shown: cut.shown.slice(Math.max(0, from - cut.before), Math.max(0, start - cut.before)),
      rest: cut.after === 0 ? {} : list.countByFile(Math.max(0, end - from)),
    };
  });
  const cursor = cursorBehind(context, page, cut);
  return {
    parts,
    cursor,
    notes: {
      ...notesOfPage(cut, tool.lists, cursor),
      safetyLimit: cut.bySize && params.limit !== undefined,
      warnings: page.warnings,
    },
  };
}

/** One symbol's value stands by itself, those of several under `groups`. */
export function structureEach<G>(
  { groups, cursor }: EachSymbol<G>,
  structure: (group: G) => Record<string, unknown>,
): Record<string, unknown> {
  const parts = groups.map(structure);
  const body = parts.length === 1 ? parts[0]! : { groups: parts };
  return { ...body, ...cursorField(cursor) };
}
