/**
 * HTTP routes by a pattern of their name, `METHOD /path`, or of their path alone.
 *
 * Stage: query. Invariant: one entry per route, however many serve or call it, with the first place of these; others that serve it are
 * named.
 */
import { compareText } from "../../core/base/lists.ts";
import { type Context, readRows } from "../context.ts";
import { escapeGlob } from "../rows/globs.ts";
import { listed } from "../rows/listed.ts";
import { scopedNameOf, type SymbolRow } from "../rows/symbol_row.ts";
import { codeBeforeTests } from "../rows/test_files.ts";
import { METHODS, routeHandler, UNKNOWN_PREFIX } from "./routes.ts";
import { readInOrder, type SearchFilter } from "./search_matches.ts";

/** A route, and what serves or calls it. */
export interface FoundRoute {
  readonly name: string;
  /** `path:line` of the first place that serves it, else of the first that calls it; code before tests. */
  readonly place: string;
  /** `served by Job.list; called by load`; with line numbers for an anonymous handler, and `declared by` if the handler is unknown. */
  readonly said: string;
  /** Whether the repository is known to serve it. */
  readonly isServed: boolean;
}

const ROUTES =
  `SELECT n.text AS name, e.edge_type AS type, e.from_symbol_id AS symbol, e.source_line AS line, p.path AS path, rf.path_id AS pathId,
    e.properties AS properties
  FROM name n CROSS JOIN edge e INDEXED BY edge_unresolved ON e.to_name_id = n.id AND e.to_symbol_id = 0
  CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ? JOIN path p ON p.id = rf.path_id
  WHERE n.text >= ? AND n.text < ? AND (n.text GLOB ? OR substr(n.text, instr(n.text, ' ') + 1) GLOB ?)
    AND e.edge_type IN ('exposes', 'consumes') ORDER BY n.text, e.edge_type DESC, p.path, e.source_line`;
/** Why a route may be missing. */
export const OWN_ROUTES =
  "routes are known where a call of a framework or of an HTTP client names the path: what functions of the repository put " +
  "around one register is not among them";
/** The most servers or callers of a route that are named. */
const NAMED = 3;

interface RouteRow {
  readonly name: string;
  readonly type: "exposes" | "consumes";
  readonly symbol: number;
  readonly line: number;
  readonly path: string;
  readonly pathId: number;
  readonly properties: string;
}

/** Whether a pattern can only mean routes. */
export function meansRoutes(pattern: string): boolean {
  return pattern.startsWith("/") || METHODS.includes(pattern.split(" ", 1)[0]!) && pattern.includes(" ");
}

/** All routes that match the pattern, by path and method. */
export function findRoutes(context: Context, pattern: string, filter: SearchFilter): FoundRoute[] {
  const rows = readMeant(context, pattern);
  const symbols = new Map(readInOrder(context, [...new Set(rows.map((row) => row.symbol))]).map((row) => [row.id, row]));
  const fits = ({ symbol, pathId }: RouteRow): boolean =>
    (filter.paths?.includes(pathId) ?? true) && (filter.language === undefined || symbols.get(symbol)?.language === filter.language);
  const ordered = withServed(rows.filter(fits)).sort(codeBeforeTests(context));
  const byName = Map.groupBy(ordered, (row) => row.name);
  const pathOf = (name: string): string => name.slice(name.indexOf(" ") + 1);
  return [...byName].map(([name, list]) => {
    const first = list.find((row) => row.type === "exposes") ?? list[0]!;
    return {
      name,
      place: `${first.path}:${first.line}`,
      said: describeUsers(context, list, symbols) + describeOthers(list, first),
      isServed: first.type === "exposes",
    };
  }).sort((a, b) => compareText(pathOf(a.name), pathOf(b.name)) || compareText(a.name, b.name));
}

/**
 * Merges a called route into a served one that differs only in parameter names (`PUT /jobs/{}` into `PUT /jobs/{id}`), unless several do.
 */
function withServed(rows: readonly RouteRow[]): RouteRow[] {
  const formOf = ({ name }: RouteRow): string => name.replaceAll(/\{[^{}]*\}/g, "{}");
  const served = Map.groupBy(rows.filter(({ type }) => type === "exposes"), formOf);
  return rows.map((row) => {
    const names = new Set(row.type === "exposes" ? [] : served.get(formOf(row))?.map(({ name }) => name));
    return names.size === 1 ? { ...row, name: [...names][0]! } : row;
  });
}

/** The routes that match a pattern; if none, routes with an unknown prefix whose end matches. */
function readMeant(context: Context, pattern: string): RouteRow[] {
  for (const one of [pattern, ...endsOf(pattern)]) {
    const rows = readRoutes(context, one);
    if (rows.length > 0) return rows;
  }
  return [];
}

/** `…/dcim/sites` and `…/sites` for `/dcim/sites`, as long as they contain more than parameters. */
function endsOf(pattern: string): string[] {
  const start = pattern.indexOf("/");
  if (start < 0 || !meansRoutes(pattern)) return [];
  const parts = pattern.slice(start + 1).split("/");
  const ends = parts.map((_, i) => `/${parts.slice(i).join("/")}`).filter((end) => /\/[\w.~-]/.test(end));
  return ends.map((end) => pattern.slice(0, start) + UNKNOWN_PREFIX + end);
}

function readRoutes(context: Context, pattern: string): RouteRow[] {
  const ranges = METHODS.flatMap((method) => [`${method} `, `${method} ${UNKNOWN_PREFIX}`]).map((start) =>
    [`${start}/`, `${start}0`] as const
  );
  return ranges.flatMap(([from, to]) => readRows<RouteRow>(context, ROUTES, context.ref.id, from, to, pattern, pattern));
}

/** Symbols that serve the routes with that name, `METHOD /path` or a path alone. */
export function servingSymbols(context: Context, route: string): SymbolRow[] {
  const rows = readMeant(context, escapeGlob(route));
  return readInOrder(context, [...new Set(rows.filter(({ type }) => type === "exposes").map(({ symbol }) => symbol))]);
}

function describeUsers(context: Context, list: readonly RouteRow[], symbols: ReadonlyMap<number, SymbolRow>): string {
  return [...Map.groupBy(list, wordsFor)].map(([words, rows]) => {
    const users = new Set(rows.flatMap((row) => {
      const symbol = symbols.get(row.symbol);
      const lines = row.type === "exposes" ? routeHandler(row.properties).lines : undefined;
      return symbol === undefined ? [] : scopedNameOf(context, symbol) + (lines === undefined ? "" : ` (lines ${lines.join("-")})`);
    }));
    const names = [...users].slice(0, NAMED);
    if (users.size > names.length) names.push(`${users.size - names.length} more`);
    const hosts = new Set(rows.flatMap((row) => hostOf(row.properties) ?? []));
    const at = hosts.size === 0 ? "" : ` at ${[...hosts].slice(0, NAMED).join(", ")}`;
    return names.length === 0 ? "" : `${words} ${names.join(", ")}${at}`;
  }).filter((one) => one !== "").join("; ");
}

/** Where else a route is served: several programs of the repository may serve it. */
function describeOthers(list: readonly RouteRow[], first: RouteRow): string {
  const placeOf = ({ path, line }: RouteRow): string => `${path}:${line}`;
  const places = new Set(list.filter(({ type }) => type === "exposes").map(placeOf));
  places.delete(placeOf(first));
  return places.size === 0 ? "" : `; also served at ${listed([...places], NAMED)}`;
}

function wordsFor({ type, properties }: RouteRow): string {
  return type === "consumes" ? "called by" : routeHandler(properties).isKnown ? "served by" : "declared by";
}

/** The host named by a call, which may be another server's. */
function hostOf(properties: string): string | undefined {
  return properties.includes('"host"') ? (JSON.parse(properties) as { host?: string }).host : undefined;
}
