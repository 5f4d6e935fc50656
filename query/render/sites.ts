/**
 * Lists of callers, callees and other sites as text.
 *
 * Stage: render. Invariant: every site's line and column is there, and whether it is certain.
 */
import type { Site, SiteEntry } from "../answer/sites.ts";
import { alignRows, type Style } from "./style.ts";

/** A line a site under `places: full`, else a line an entry under the heading of its file. */
export function renderSites(entries: readonly SiteEntry[], style: Style): string[] {
  return style.places === "full" ? renderFull(entries, style) : renderGrouped(entries);
}

function renderFull(entries: readonly SiteEntry[], style: Style): string[] {
  const rows: string[][] = [];
  for (const entry of entries) {
    for (const site of entry.sites) rows.push([`${entry.path}:${site.line}:${site.column}`, entry.name, certainty(site)]);
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
  let path = "";
  for (const entry of entries) {
    if (entry.path !== path) lines.push(path = entry.path);
    lines.push(`  ${entry.name} ${renderPositions(entry.sites)}`);
  }
  return lines;
}

/** `12:5, 15:9 (heuristic: unique-name)`. */
export function renderPositions(sites: readonly Site[]): string {
  return sites.map((site) => `${site.line}:${site.column}${certainty(site) === "" ? "" : ` (${certainty(site)})`}`).join(", ");
}

function certainty(site: Site): string {
  return site.confidence === "static" ? "" : `heuristic: ${site.rule}`;
}
