/**
 * HTTP routes that symbols serve, and the callers of these.
 *
 * Stage: query. Invariants: each route once, with the first symbol that serves it. Merely declaring a route does not serve it. An anonymous
 * handler counts if its lines use what is reached; a class serves through those of its methods that external code or a base may call.
 */
import { type Context, readList, readRows } from "../context.ts";
import { type RouteHandler, routeHandler, routesMeeting } from "../names/routes.ts";
import { isTest, readSymbol, scopedNameOf } from "../rows/symbol_row.ts";
import type { Dependent } from "./dependents.ts";
import { placesOfUse } from "./places_of_use.ts";

/** A route (`GET /users/{id}`) and the name of what serves it, with the place if that is an anonymous function. */
export interface ServedRoute {
  readonly route: string;
  readonly by: string;
}

/** A place that calls a route. */
export interface RouteCaller {
  /** Row of `symbol`. */
  readonly id: number;
  readonly name: string;
  readonly path: string;
  readonly line: number;
  readonly test: boolean;
}

const CALLING =
  `SELECT e.from_symbol_id AS id, p.path AS path, min(e.source_line) AS line FROM json_each(?) w JOIN name n ON n.text = w.value
  CROSS JOIN edge e INDEXED BY edge_unresolved ON e.to_name_id = n.id AND e.to_symbol_id = 0
  CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ? JOIN path p ON p.id = rf.path_id
  WHERE e.edge_type = 'consumes' GROUP BY e.from_symbol_id, p.path ORDER BY p.path, line`;
const SERVED = `SELECT n.text AS route, w.value AS id, e.properties AS properties, p.path AS path FROM json_each(?) w
  CROSS JOIN edge e INDEXED BY edge_forward ON e.from_symbol_id = w.value AND e.edge_type = 'exposes'
  CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ?
  JOIN name n ON n.id = e.to_name_id JOIN path p ON p.id = rf.path_id ORDER BY w.key, n.text`;
const hasEdge = (end: "from" | "to", type: string, symbol = "s.id"): string =>
  `EXISTS (SELECT 1 FROM edge o INDEXED BY edge_${end === "from" ? "forward" : "reverse"}
    CROSS JOIN ref_file orf ON orf.resolution_id = o.resolution_id AND orf.ref_id = :ref
    WHERE o.${end}_symbol_id = ${symbol} AND o.edge_type = '${type}')`;
/**
 * Classes that serve a route through some of the given methods: methods that serve none themselves, and that nothing here calls or that
 * override a base's.
 */
const SERVING_CLASSES =
  `SELECT json_group_array(DISTINCT sv.parent_id) AS list FROM json_each(:ids) w CROSS JOIN symbol s ON s.id = w.value AND s.kind = 'method'
  CROSS JOIN ref_file rf ON rf.ref_id = :ref AND rf.path_id = s.path_id
  CROSS JOIN symbol_version sv ON sv.file_version_id = rf.file_version_id AND sv.symbol_id = s.id
  WHERE ${hasEdge("from", "exposes", "sv.parent_id")} AND NOT ${hasEdge("from", "exposes")}
    AND (${hasEdge("from", "overrides")} OR NOT ${hasEdge("to", "calls")})`;
interface Row {
  readonly route: string;
  readonly id: number;
  readonly properties: string;
  readonly path: string;
}

/**
 * The routes that lead to a symbol.
 * @param start rows of `symbol` that stand for what is asked for: all their routes count
 * @param found what reaches them, in the order in which their routes are wanted
 */
export function readServed(context: Context, start: readonly number[], found: readonly Dependent[]): ServedRoute[] {
  const ids = [...start, ...found.map(({ id }) => id)];
  const reached = JSON.stringify(ids);
  const classes = readList<number>(context, SERVING_CLASSES, { ids: reached, ref: context.ref.id });
  const rows = readRows<Row>(context, SERVED, JSON.stringify([...new Set([...ids, ...classes])]), context.ref.id);
  const isStart = new Set(start);
  const byPassing = new Set(found.filter(({ evidence }) => evidence === "reference").map(({ id }) => id));
  const usedAt = placesOfUse(context, ids);
  const serves = (id: number, { lines, isKnown }: RouteHandler): boolean => {
    if (!isKnown || lines === undefined || isStart.has(id)) return isKnown;
    const uses = usedAt(id).map(([line]) => line);
    // A call decided at run time has no known line, and neither has an importer of the module.
    return (uses.length === 0 && !byPassing.has(id)) || uses.some((line) => line >= lines[0] && line <= lines[1]);
  };
  const seen = new Set<string>();
  return rows.flatMap(({ route, id, properties, path }) => {
    const handler = routeHandler(properties);
    if (seen.has(route) || !serves(id, handler)) return [];
    const row = readSymbol(context, id);
    if (row === undefined) return [];
    seen.add(route);
    return [{ route, by: scopedNameOf(context, row) + (handler.lines === undefined ? "" : ` ${path}:${handler.lines.join("-")}`) }];
  });
}

/** Callers of a route, or of one that may mean the same address, by file and line. */
export function callersOfRoute(context: Context, route: string): RouteCaller[] {
  const names = JSON.stringify([route, ...routesMeeting(context, route).map(({ name }) => name)]);
  return readRows<{ id: number; path: string; line: number }>(context, CALLING, names, context.ref.id).flatMap(({ id, path, line }) => {
    const row = readSymbol(context, id);
    return row === undefined ? [] : [{ id, name: scopedNameOf(context, row), path, line, test: isTest(row) }];
  });
}
