/**
 * Routes that mean the same address: what one function serves and another calls.
 *
 * Stage: query. Invariant: `GET /users/{id}` and `GET /users/7` meet, whoever wrote them; a method meets itself and `ANY`, a parameter any one
 * segment. Whether host and prefix are those of the same server is not known.
 */
import { type Context, readRows } from "./context.ts";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "ANY"];
/** Names in the range that begins with a method and `/`: the index of names gives them at once. */
const NAMES = `SELECT n.text AS name FROM name n WHERE n.text >= ? AND n.text < ?`;

/** Names of routes, other than `route` itself, that mean an address that it means too. */
export function routesMeeting(context: Context, route: string): string[] {
  const [method] = route.split(" ", 1);
  const methods = method === "ANY" ? METHODS : [method!, "ANY"];
  return methods.flatMap((one) => readRows<{ name: string }>(context, NAMES, `${one} /`, `${one} 0`).map((row) => row.name))
    .filter((name) => name !== route && routesMeet(name, route));
}

/** Whether two routes, `METHOD /path`, may mean one address. */
export function routesMeet(one: string, other: string): boolean {
  const [a, b] = [one.indexOf(" "), other.indexOf(" ")];
  const [method, otherMethod] = [one.slice(0, a), other.slice(0, b)];
  if (method !== otherMethod && method !== "ANY" && otherMethod !== "ANY") return false;
  const [parts, otherParts] = [one.slice(a + 1).split("/"), other.slice(b + 1).split("/")];
  return parts.length === otherParts.length && parts.every((part, i) => {
    const against = otherParts[i]!;
    return part === against || /^\{.*\}$/.test(part) || /^\{.*\}$/.test(against);
  });
}
