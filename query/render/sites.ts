/**
 * Lists of callers, callees and other sites as text.
 *
 * Stage: render. Invariant: every site has its line and column, and whether it is certain.
 */
import type { Site, SiteEntry } from "../answer/sites.ts";
import { byTitle } from "../rows/by_title.ts";
import { alignRows, count, type Style } from "./style.ts";

/** One line per site with `places: full`, else one line per entry below its file. */
export function renderSites(entries: readonly SiteEntry[], style: Style): string[] {
  return style.places === "full" ? renderFull(entries, style) : renderGrouped(entries);
}

function renderFull(entries: readonly SiteEntry[], style: Style): string[] {
  const rows: string[][] = [];
  for (const entry of entries) {
    for (const site of entry.sites) {
      const title = site.title === undefined ? [] : [`in ${JSON.stringify(site.title)}`];
      rows.push([
        `${entry.path}:${site.line}:${site.column}`,
        entry.name,
        [certainty(site), ...title].filter((one) => one !== "").join(", "),
      ]);
    }
    if (entry.hidden !== undefined) rows.push([entry.path, entry.name, `${count(entry.hidden, "more place")}, not shown`]);
  }
  return alignRows(rows).map((line, i) => {
    const place = rows[i]![0]!;
    const doubt = rows[i]![2]!;
    const body = style.path(place) + line.slice(place.length, line.length - doubt.length);
    return doubt === "" ? body : body + style.faint(doubt);
  });
}

function renderGrouped(entries: readonly SiteEntry[]): string[] {
  const lines: string[] = [];
  for (let at = 0; at < entries.length;) {
    const { path } = entries[at]!;
    const start = at;
    while (at < entries.length && entries[at]!.path === path) at++;
    const own = entries.slice(start, at);
    // What applies to a whole file is said once.
    const doubt = commonDoubt(own.flatMap(({ sites }) => sites));
    lines.push(doubt === "" ? path : `${path} (${doubt})`);
    const write = (some: readonly Site[]): string => doubt === "" ? renderPositions(some) : positionsOf(some);
    for (const entry of own) {
      const { named, others, testsLeftOut } = byTitle(entry.sites);
      const written = named.map(([title, some]) => write(some) + (title === undefined ? "" : ` in ${JSON.stringify(title)}`));
      const more = testsLeftOut === 0 ? [] : [`${write(others)} in ${count(testsLeftOut, "more test")}`];
      lines.push(`  ${entry.name} ${[...written, ...more].join("; ")}${renderHidden(entry)}`);
    }
  }
  return lines;
}

/** Up to this many places or files stand in one line. */
export const FEW_PLACES = 2;

/** What follows the places of an entry that has more of them than are shown. */
export function renderHidden({ hidden = 0 }: SiteEntry): string {
  return hidden === 0 ? "" : ` and ${count(hidden, "more place")}`;
}

/**
 * What a cut list leaves out, by file; empty if it is complete.
 * @param restFiles the number of all files left out, of which `rest` may list the first
 */
export function renderRest({ rest, restFiles }: { readonly rest: Readonly<Record<string, number>>; readonly restFiles: number }): string[] {
  const files = Object.entries(rest);
  if (files.length === 0) return [];
  const more = restFiles > files.length ? ` and ${count(restFiles - files.length, "more file")}` : "";
  return [`not shown: ${files.map(([path, n]) => `${path} (${n})`).join(", ")}${more}`];
}

/**
 * Where files import a symbol by name; empty if none does.
 * @param places the first places
 * @param all the number of all places
 */
export function renderImports(places: readonly string[], all: number, style: Style): string[] {
  if (all === 0) return [];
  const heading = `imported by its name at ${count(all, "place")}`;
  const first = places.length < all ? "first " : "";
  return places.length <= FEW_PLACES
    ? [`${heading}: ${first}${places.join(", ")}`]
    : [`${heading}${first === "" ? "" : `, the first ${places.length}`}`, ...renderPlaces(places, style)];
}

/** Places as rows: one each for people, one a file for models. */
export function renderPlaces(places: readonly string[], style: Style): string[] {
  if (style.places === "full") return places.map((place) => `  ${place}`);
  const parts = places.map((place) => /^(.*?):(\d+(?::\d+)?)$/.exec(place)!);
  return [...Map.groupBy(parts, ([, path]) => path!)].map(([path, own]) => `  ${path} ${own.map(([, , at]) => at).join(", ")}`);
}

/** `12:5, 15:9 (heuristic: unique-name)`, or `12:5, 15:9 (all heuristic: unique-name)`. */
export function renderPositions(sites: readonly Site[]): string {
  const doubt = commonDoubt(sites);
  if (doubt !== "") return `${positionsOf(sites)} (${doubt})`;
  return sites.map((site) => `${site.line}:${site.column}${certainty(site) === "" ? "" : ` (${certainty(site)})`}`).join(", ");
}

function positionsOf(sites: readonly Site[]): string {
  return sites.map(({ line, column }) => `${line}:${column}`).join(", ");
}

/** What makes several sites uncertain, if it is the same for all; "" otherwise, and for a single site. */
function commonDoubt(sites: readonly Site[]): string {
  const [first, ...others] = sites;
  if (first === undefined || others.length === 0) return "";
  const doubt = certainty(first);
  return doubt !== "" && others.every((site) => certainty(site) === doubt) ? `all ${doubt}` : "";
}

function certainty(site: Site): string {
  return site.confidence === "static" ? "" : `heuristic: ${site.rule}`;
}
