/**
 * Routes that mean the same address: one that a function serves and one that another calls.
 *
 * Stage: query. Invariants: `GET /users/{id}` and `GET /users/7` match, in either role; a method matches itself and `ANY`, a parameter any
 * single segment. An address served literally is not served by a pattern as well: `GET /users/me` does not match `GET /users/{id}`. Of a
 * route with an unknown prefix (`GET …/users/{id}`) the end is compared, and both must have a literal segment in common. Whether the hosts
 * are the same is unknown.
 */
import { type Context, readRow, readRows } from "../context.ts";

/** The HTTP methods that a route may begin with; `ANY` stands for all of them. */
export const METHODS: readonly string[] = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "ANY"];
/** Names in the range that begins with a method and `/` or `…`, which the index on names yields directly. */
const NAMES = `SELECT n.text AS name FROM name n WHERE n.text >= ? AND n.text < ?`;

const SERVED = `SELECT 1 FROM name n CROSS JOIN edge e INDEXED BY edge_unresolved ON e.to_name_id = n.id AND e.to_symbol_id = 0
  CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ? WHERE n.text IN (?, ?) AND e.edge_type = 'exposes' LIMIT 1`;

/** A route that may mean the address of another. */
export interface MeetingRoute {
  readonly name: string;
  /** False if the other route is served literally, so that the handler of this pattern is not reached under its address. */
  readonly serves: boolean;
}

/** Marks an unknown prefix of a path. */
export const UNKNOWN_PREFIX = "…";

/** What an edge from a handler says about it. */
export interface RouteHandler {
  /** First and last line of an anonymous function; the edge then starts at the symbol around it. */
  readonly lines: readonly [first: number, last: number] | undefined;
  /** False if the handler is unknown and the edge starts where the route is declared. */
  readonly isKnown: boolean;
}

/**
 * Reads the handler of an edge.
 * @param properties of an edge `exposes`, as stored
 */
export function routeHandler(properties: string): RouteHandler {
  const { lines, handler } = JSON.parse(properties) as { lines?: string; handler?: string };
  const [first, last] = lines?.split("-").map(Number) ?? [];
  return { lines: first === undefined ? undefined : [first, last!], isKnown: handler !== "unknown" };
}

/** Other routes that match an address of `route`, without addresses of it that are served literally. */
export function routesMeeting(context: Context, route: string): MeetingRoute[] {
  const [method] = route.split(" ", 1);
  const methods = method === "ANY" ? METHODS : [method!, "ANY"];
  const ranges = methods.flatMap((one) => [[`${one} /`, `${one} 0`], [`${one} ${UNKNOWN_PREFIX}/`, `${one} ${UNKNOWN_PREFIX}0`]] as const);
  return ranges.flatMap(([from, to]) => readRows<{ name: string }>(context, NAMES, from, to).map((row) => row.name))
    .filter((name) => name !== route && routesMeet(name, route) && !(isOneOf(name, route) && isServed(context, name)))
    .map((name) => ({ name, serves: !(isOneOf(route, name) && isServed(context, route)) }));
}

/** Whether something serves exactly this route, or all methods of its path. */
function isServed(context: Context, route: string): boolean {
  return readRow(context, SERVED, context.ref.id, route, `ANY${route.slice(route.indexOf(" "))}`) !== undefined;
}

/** Whether a matching route has a literal segment where the other has a parameter, and none the other way round. */
function isOneOf(one: string, other: string): boolean {
  const [parts, others] = [partsOf(one), partsOf(other)];
  return parts.length === others.length && !`${one}${other}`.includes(UNKNOWN_PREFIX) &&
    parts.every((part, i) => !isParameter(part) || isParameter(others[i]!)) &&
    parts.some((part, i) => !isParameter(part) && isParameter(others[i]!));
}

function isParameter(part: string): boolean {
  return /^\{.*\}$/.test(part);
}

/** Whether two routes, `METHOD /path`, may mean one address. */
export function routesMeet(one: string, other: string): boolean {
  const [a, b] = [one.indexOf(" "), other.indexOf(" ")];
  const [method, otherMethod] = [one.slice(0, a), other.slice(0, b)];
  if (method !== otherMethod && method !== "ANY" && otherMethod !== "ANY") return false;
  const [path, otherPath] = [one.slice(a + 1), other.slice(b + 1)];
  const [parts, otherParts] = [partsOf(path), partsOf(otherPath)];
  const [isOpen, isOtherOpen] = [path.startsWith(UNKNOWN_PREFIX), otherPath.startsWith(UNKNOWN_PREFIX)];
  // Two ends may belong to one address, but nothing says so.
  if (isOpen && isOtherOpen) return path === otherPath;
  if (isOpen) return endsWith(otherParts, parts);
  if (isOtherOpen) return endsWith(parts, otherParts);
  return parts.length === otherParts.length && parts.every((part, i) => mayBeOne(part, otherParts[i]!));
}

function partsOf(path: string): string[] {
  return path.split("/").slice(1).filter((part) => part !== "");
}

function endsWith(parts: readonly string[], end: readonly string[]): boolean {
  const begin = parts.length - end.length;
  return begin >= 0 && end.every((part, i) => mayBeOne(part, parts[begin + i]!)) && end.some((part, i) => part === parts[begin + i]);
}

function mayBeOne(part: string, other: string): boolean {
  return part === other || isParameter(part) || isParameter(other) || mayBecome(part, other) || mayBecome(other, part);
}

/** Whether a partly unknown segment (`v{}`) may be another one (`v1`). */
function mayBecome(part: string, other: string): boolean {
  if (!part.includes("{")) return false;
  const known = part.split(/\{[^{}]*\}/).map((text) => RegExp.escape(text));
  return new RegExp(`^${known.join(".+")}$`).test(other);
}
