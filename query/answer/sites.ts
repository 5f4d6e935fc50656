/**
 * Places in the source, grouped by file and by the symbol they belong to: the form that lists of callers and callees share.
 * Stage: query. Invariant: files in a fixed order (`rows/standing.ts`, then by path), entries by their first line, sites by line and
 * column.
 */
import { bytesOf } from "../../core/base/text_size.ts";
import { compareText } from "../../core/base/lists.ts";
import type { Confidence } from "../../core/edges.ts";
import { byTitle } from "../rows/by_title.ts";
import type { StandingOf } from "../rows/standing.ts";
import type { Listed } from "./detail.ts";
import { type Cut, cutPage, type LongList, type Page } from "./page.ts";

/** One place where something is called or passed as a value. */
export interface Site {
  readonly line: number;
  readonly column: number;
  readonly confidence: Confidence;
  readonly rule: string;
  /** The title of the test around it, in frameworks whose tests are calls (`it("adds", …)`): with its groups, outermost first. */
  readonly title?: string | undefined;
}

/** The sites that belong to one symbol: the calling or the called one. */
export interface SiteEntry {
  /** The symbol's row of `symbol`, if known. */
  readonly id?: number | undefined;
  readonly path: string;
  readonly name: string;
  /** Line of the symbol's own definition; 0 if it is not shown. */
  readonly line: number;
  readonly test: boolean;
  readonly sites: readonly Site[];
  /** The number of further sites that are not shown. */
  readonly hidden?: number;
}

/** A call site and the symbol at its other end. */
export interface SiteRow extends Site {
  readonly id?: number | undefined;
  readonly path: string;
  readonly name: string;
  readonly definitionLine: number;
  readonly test: boolean;
}

/** One entry per symbol and file; see the head of this file. */
export function groupSites(rows: readonly SiteRow[], standingOf: StandingOf): SiteEntry[] {
  type Entry = { id: number | undefined; path: string; name: string; line: number; test: boolean; sites: Site[] };
  const entries = new Map<string, Entry>();
  const seen = new Map<Entry, Set<number>>();
  for (const row of rows) {
    const key = `${row.path}\0${row.name}\0${row.definitionLine}`;
    let entry = entries.get(key);
    if (entry === undefined) {
      entries.set(key, entry = { id: row.id, path: row.path, name: row.name, line: row.definitionLine, test: row.test, sites: [] });
    }
    let places = seen.get(entry);
    if (places === undefined) seen.set(entry, places = new Set());
    const place = row.line * 2 ** 20 + row.column;
    if (places.has(place)) continue;
    places.add(place);
    const { line, column, confidence, rule, title } = row;
    entry.sites.push({ line, column, confidence, rule, ...(title === undefined ? {} : { title }) });
  }
  const testFiles = new Map<string, boolean>();
  for (const entry of entries.values()) {
    entry.sites.sort((a, b) => a.line - b.line || a.column - b.column);
    testFiles.set(entry.path, (testFiles.get(entry.path) ?? true) && entry.test);
  }
  const standings = new Map([...testFiles].map(([path, tests]) => [path, standingOf(path, tests)]));
  return [...entries.values()].sort((a, b) => {
    if (a.path !== b.path) return standings.get(a.path)! - standings.get(b.path)! || compareText(a.path, b.path);
    return a.sites[0]!.line - b.sites[0]!.line || a.sites[0]!.column - b.sites[0]!.column || compareText(a.name, b.name);
  });
}

/** Path -> name -> lines of the sites. */
export type SiteMap = Record<string, Record<string, number[]>>;

/** The key of a symbol among the names of its file: a second one of the same name is told apart by its line. */
export function keyAmong(names: object, name: string, line: number): string {
  return Object.hasOwn(names, name) ? `${name}:${line}` : name;
}

/** The serialized form, which repeats no path and no name. */
export function toSiteMap(entries: readonly SiteEntry[]): SiteMap {
  const map = new Map<string, Map<string, Set<number>>>();
  for (const { path, name, sites } of entries) {
    const names = map.get(path) ?? new Map<string, Set<number>>();
    map.set(path, names);
    names.set(name, new Set([...names.get(name) ?? [], ...linesOf(sites)]));
  }
  // Own keys only: a function may be called `constructor` or `toString`.
  const toObject = (names: Map<string, Set<number>>): Record<string, number[]> =>
    Object.fromEntries([...names].map(([name, lines]) => [name, [...lines]]));
  return Object.fromEntries([...map].map(([path, names]) => [path, toObject(names)]));
}

/** Path -> lines of the sites that are likely, not certain. */
export function toHeuristicLines(entries: readonly SiteEntry[]): Record<string, number[]> {
  const map: Record<string, number[]> = {};
  for (const entry of entries) {
    for (const site of entry.sites) {
      if (site.confidence !== "heuristic") continue;
      const lines = map[entry.path] ??= [];
      if (!lines.includes(site.line)) lines.push(site.line);
    }
  }
  return map;
}

/**
 * The same, abbreviated for an answer: `all` in place of a file's lines if all of them are likely, and in place of the map if that holds
 * for every file; undefined if all lines are certain.
 */
export function toHeuristicMap(entries: readonly SiteEntry[]): Record<string, number[] | "all"> | "all" | undefined {
  const files = Map.groupBy(entries, ({ path }) => path);
  const likely = Object.entries(toHeuristicLines(entries));
  const isAll = ([path, lines]: (typeof likely)[number]): boolean =>
    lines.length === linesOf(files.get(path)!.flatMap(({ sites }) => sites)).length;
  if (likely.length === 0) return undefined;
  if (likely.length > 1 && likely.length === files.size && likely.every(isAll)) return "all";
  return Object.fromEntries(likely.map((file) => [file[0], file[1].length > 1 && isAll(file) ? "all" : file[1]]));
}

/** Path -> line -> columns, for lines with several sites, which the line alone cannot tell apart. */
export function toColumns(entries: readonly SiteEntry[]): Record<string, Record<string, number[]>> {
  const map: Record<string, Record<string, number[]>> = {};
  for (const [path, own] of Map.groupBy(entries, (entry) => entry.path)) {
    for (const [line, sites] of Map.groupBy(own.flatMap((entry) => entry.sites), (site) => site.line)) {
      const columns = [...new Set(sites.map((site) => site.column))].sort((a, b) => a - b);
      if (columns.length > 1) (map[path] ??= {})[line] = columns;
    }
  }
  return map;
}

/** The distinct lines of sites. */
export const linesOf = (sites: readonly Site[]): number[] => [...new Set(sites.map((site) => site.line))];

/** An entry as `readDetails` takes it; `path` is the file of its sites. */
export function toListed({ id, sites }: SiteEntry, path: string): Listed[] {
  return id === undefined ? [] : [{ key: id, sites: { path, lines: linesOf(sites) } }];
}

/** Path -> test title -> lines of the sites in that test, and how many tests are left out. */
export function toTestMap(entries: readonly SiteEntry[]): { readonly tests: SiteMap; readonly leftOut: number } {
  const parted = entries.map((entry) => ({ entry, ...byTitle(entry.sites) }));
  return {
    tests: toSiteMap(
      parted.flatMap(({ entry, named }) =>
        named.flatMap(([title, sites]) => title === undefined ? [] : [{ ...entry, name: title, sites: [...sites] }])
      ),
    ),
    leftOut: parted.reduce((sum, { testsLeftOut }) => sum + testsLeftOut, 0),
  };
}

/** Bytes that an entry adds to the JSON of a list. */
export function sizeOfEntry(entry: SiteEntry, previous: SiteEntry | undefined): number {
  const heuristic = entry.sites.filter((site) => site.confidence === "heuristic").length;
  const path = bytesOf(entry.path) + 8;
  const file = previous?.path === entry.path ? 0 : path + (heuristic > 0 ? path : 0);
  const titled = byTitle(entry.sites).named.filter(([title]) => title !== undefined);
  const tests = titled.length === 0 || previous?.path === entry.path ? 0 : path;
  const names = titled.reduce((sum, [title, sites]) => sum + bytesOf(title!) + 6 + 6 * sites.length, tests);
  const together = entry.sites.length - linesOf(entry.sites).length;
  const columns = together === 0 ? 0 : path + 18 * together;
  return file + bytesOf(entry.name) + 8 + 6 * (entry.sites.length + heuristic) + names + columns;
}

/** The entry with its first sites, `most` at most. */
export function withFirstSites(entry: SiteEntry, most: number): SiteEntry {
  const { length } = entry.sites;
  return length <= most ? entry : { ...entry, sites: entry.sites.slice(0, most), hidden: length - most };
}

/** The entries of a page; of a first one that is larger than the page, as many sites as fit. @param entryBytes what each adds to its size */
export function cutEntries(
  entries: LongList<SiteEntry>,
  page: Pick<Page, "offset" | "limit" | "bytes" | "isWidest">,
  entryBytes = 0,
): Cut<SiteEntry> {
  const cut = cutPage(entries, page, (entry, previous) => sizeOfEntry(entry, previous) + entryBytes);
  const [first, ...others] = cut.shown;
  return first === undefined ? cut : { ...cut, shown: [fitSites(first, page.bytes - entryBytes), ...others] };
}

function fitSites(entry: SiteEntry, bytes: number): SiteEntry {
  if (sizeOfEntry(entry, undefined) <= bytes) return entry;
  let fits = 1;
  for (let above = entry.sites.length; above - fits > 1;) {
    const middle = Math.floor((fits + above) / 2);
    if (sizeOfEntry(withFirstSites(entry, middle), undefined) <= bytes) fits = middle;
    else above = middle;
  }
  return withFirstSites(entry, fits);
}

/** Name -> the number of sites that are not shown, for the entries that have such; as a field of a structured value. */
export function hiddenField(entries: readonly SiteEntry[]): { places_not_shown?: Record<string, number> } {
  const cut = entries.filter(({ hidden = 0 }) => hidden > 0);
  return cut.length === 0 ? {} : { places_not_shown: Object.fromEntries(cut.map(({ name, hidden = 0 }) => [name, hidden])) };
}

/** Number of entries per file, in the order of the entries. */
export function countByFile(entries: readonly SiteEntry[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const entry of entries) counts[entry.path] = (counts[entry.path] ?? 0) + 1;
  return counts;
}
