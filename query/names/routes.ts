/**
 * Routes that mean the same address: what one function serves and another calls.
 *
 * Stage: query. Invariant: `GET /users/{id}` and `GET /users/7` meet, whoever wrote them; a method meets itself and `ANY`, a parameter any one
 * segment. An address that is served as it is written is not served by a pattern as well: `GET /users/me` is none of `GET /users/{id}`. Of a route whose
 * prefix is unknown (`GET …/users/{id}`) the end is compared, and something of it must be said by both. Whether the host is the same server's is not known.
 */
import { type Context, readRow, readRows } from "../context.ts";

/** What a route begins with: its HTTP method, `ANY` where it takes all. */
export const METHODS: readonly string[] = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "ANY"];
/** Names in the range that begins with a method and `/` or `…`: the index of names gives them at once. */
const NAMES = `SELECT n.text AS name FROM name n WHERE n.text >= ? AND n.text < ?`;

const SERVED = `SELECT 1 FROM name n CROSS JOIN edge e INDEXED BY edge_unresolved ON e.to_name_id = n.id AND e.to_symbol_id = 0
  CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ? WHERE n.text IN (?, ?) AND e.edge_type = 'exposes' LIMIT 1`;

/** A route that may mean the address of another. */
export interface MeetingRoute {
  readonly name: string;
  /** Not: the other is served by itself, and who serves this one, a pattern, is not reached under its address. */
  readonly serves: boolean;
}

/** Stands in a path for a prefix that nothing tells. */
export const UNKNOWN_PREFIX = "…";

/** What an edge from a handler says of it. */
export interface RouteHandler {
  /** First and last line of a function without a name; the edge comes from what stands around. */
  readonly lines: readonly [first: number, last: number] | undefined;
  /** Not: the edge comes from whoever declares the route. */
  readonly isKnown: boolean;
}

/** @param properties of an edge `exposes`, as the index holds them */
export function routeHandler(properties: string): RouteHandler {
  const { lines, handler } = JSON.parse(properties) as { lines?: string; handler?: string };
  const [first, last] = lines?.split("-").map(Number) ?? [];
  return { lines: first === undefined ? undefined : [first, last!], isKnown: handler !== "unknown" };
}

/** Routes, other than `route` itself, that mean an address that it means too; not those of its addresses that are served by themselves. */
export function routesMeeting(context: Context, route: string): MeetingRoute[] {
  const [method] = route.split(" ", 1);
  const methods = method === "ANY" ? METHODS : [method!, "ANY"];
  const ranges = methods.flatMap((one) => [[`${one} /`, `${one} 0`], [`${one} ${UNKNOWN_PREFIX}/`, `${one} ${UNKNOWN_PREFIX}0`]] as const);
  return ranges.flatMap(([from, to]) => readRows<{ name: string }>(context, NAMES, from, to).map((row) => row.name))
    .filter((name) => name !== route && routesMeet(name, route) && !(isOneOf(name, route) && isServed(context, name)))
    .map((name) => ({ name, serves: !(isOneOf(route, name) && isServed(context, route)) }));
}

/** Whether something serves just this route, or all methods of its path. */
function isServed(context: Context, route: string): boolean {
  return readRow(context, SERVED, context.ref.id, route, `ANY${route.slice(route.indexOf(" "))}`) !== undefined;
}

/** Whether a route that meets another says at least one segment that is a parameter of that, and leaves none open that it says. */
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
  // Two ends may be those of one address, but nothing says so.
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

/** Whether a segment of which a part is not known (`v{}`) may be another one (`v1`). */
function mayBecome(part: string, other: string): boolean {
  if (!part.includes("{")) return false;
  const known = part.split(/\{[^{}]*\}/).map((text) => RegExp.escape(text));
  return new RegExp(`^${known.join(".+")}$`).test(other);
}
