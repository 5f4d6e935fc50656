/**
 * Where a symbol is used without a call: what names a type or a value, reads or sets a field, and imports a name. The index holds no edges
 * for these.
 *
 * Stage: query. Invariant: a user counts as a dependent if a place in it surely or likely means the symbol; where any of several members
 * of a name may be meant, the place is told and its user does not count.
 */
import type { SiteEntry } from "../answer/sites.ts";
import type { Context } from "../context.ts";
import type { Match } from "../names/find_symbol.ts";
import { placeAt } from "../rows/listed.ts";
import { CALLABLE, HOLDER_KINDS, isType } from "../rows/node_types.ts";
import { isAccessor, readSymbol } from "../rows/symbol_row.ts";
import type { Evidence } from "../walk/dependents.ts";
import { readImportPlaces } from "./import_places.ts";
import { readNamings } from "./namings.ts";
import { readPossibleReads } from "./possible_reads.ts";

/** Places of use other than calls: their numbers, and the first ones as `path:line:column`. */
export interface NamedPlaces {
  /** Places that may read or set a property or a field, known by name alone, and the number of members with the name. */
  readonly reads: number;
  readonly firstReads: readonly string[];
  readonly bearers: number;
  /**
   * Places that name a type, a variant, a constant or a variable, or surely read or set a field, and the number of symbols around them. If
   * not all are shown, those shown are the first of each symbol.
   */
  readonly named: number;
  readonly namedIn: number;
  readonly firstNamed: readonly string[];
  /** Places that import or re-export it by name. */
  readonly imported: number;
  readonly firstImported: readonly string[];
}

/** The most places shown that may read or set a member, and that name a type or value. */
const READS_SHOWN = 8;
const NAMED_SHOWN = 20;

/** The symbols around places that surely or likely mean the symbol: row of `symbol` -> evidence. */
export type Naming = ReadonlyMap<number, Evidence>;

/** Such places, and the symbols around them. */
export function readNamedPlaces(context: Context, match: Match): NamedPlaces & { readonly naming: Naming } {
  const reads = readPossibleReads(context, match);
  const isField = match.row.kind === "field" && !isAccessor(match.row);
  const known = isField ? sitesThat((rule) => rule !== AMBIGUOUS, reads.unlinked) : readNamings(context, match);
  const read = placesOf(isField ? sitesThat((rule) => rule === AMBIGUOUS, reads.unlinked) : reads.unlinked);
  const named = placesOf(known);
  const imported = readImportPlaces(context, match);
  return {
    reads: read.length,
    firstReads: read.slice(0, READS_SHOWN),
    bearers: reads.bearers,
    named: named.length,
    namedIn: known.length,
    firstNamed: named.length <= NAMED_SHOWN ? named : known.slice(0, NAMED_SHOWN).map(({ path, sites }) => placeAt(path, sites[0]!)),
    imported: imported.length,
    firstImported: imported.slice(0, NAMED_SHOWN),
    naming: isType(match.row) || HOLDER_KINDS.has(match.row.kind) ? evidenceOf(known) : new Map(),
  };
}

/** What is not counted among the dependents of a type or a value; "" for what is called. */
export function describeNotNamed(context: Context, { row }: Match, naming: Naming): string {
  if (!isType(row) && !HOLDER_KINDS.has(row.kind)) return "";
  const isHeld = [...naming.keys()].some((id) => !CALLABLE.has(readSymbol(context, id)?.kind ?? ""));
  return `it is a ${isType(row) ? "type" : "value"}: what uses it under another name is not counted` +
    (isHeld ? ", nor what names the types and values that name it" : "");
}

/** The rule of a place that may mean any of several members. */
const AMBIGUOUS = "ambiguous";

/** The entries with those sites whose rule is accepted. */
function sitesThat(accepts: (rule: string) => boolean, entries: readonly SiteEntry[]): SiteEntry[] {
  return entries.map((entry) => ({ ...entry, sites: entry.sites.filter(({ rule }) => accepts(rule)) })).filter(({ sites }) =>
    sites.length > 0
  );
}

function evidenceOf(entries: readonly SiteEntry[]): Map<number, Evidence> {
  const evidence = new Map<number, Evidence>();
  for (const { id, sites } of entries) {
    const isCertain = sites.some(({ confidence }) => confidence === "static");
    if (id !== undefined && evidence.get(id) !== "static") evidence.set(id, isCertain ? "static" : "heuristic");
  }
  return evidence;
}

function placesOf(entries: readonly SiteEntry[]): string[] {
  return entries.flatMap(({ path, sites }) => sites.map((site) => placeAt(path, site)));
}
