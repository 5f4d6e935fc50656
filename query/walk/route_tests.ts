/**
 * Tests that call HTTP routes: with what a route's handler does they break too, though no call leads from them to it.
 *
 * Stage: query. Invariant: a test counts once, however many of the routes it calls, by itself or through others.
 */
import type { Context } from "../context.ts";
import type { TestFile } from "../rows/test_files.ts";
import { readDependents } from "./dependents.ts";
import { callersOfRoute, type ServedRoute } from "./served_routes.ts";
import { type Reaching, testFilesToRun } from "./test_files_to_run.ts";

/** Routes whose callers are looked for. */
const MOST_ROUTES = 100;
/** Calls from a test to what calls a route, at most. */
const DEPTH = 3;

/**
 * The files of those that call some routes, each with how many.
 * @param known rows of `symbol` that are told already
 * @param changed paths of what changes
 */
export function filesTestingRoutes(
  context: Context,
  routes: readonly ServedRoute[],
  known: ReadonlySet<number>,
  changed: readonly string[],
): TestFile[] {
  const callers = routes.slice(0, MOST_ROUTES).flatMap(({ route }) => callersOfRoute(context, route));
  if (callers.length === 0) return [];
  const { found } = readDependents(context, [...new Set(callers.map(({ id }) => id))], DEPTH);
  const tests = new Map<number, Reaching>(found.filter(({ test }) => test).map((one) => [one.id, one]));
  for (const { id, path, test } of callers) if (test) tests.set(id, { path, test, distance: 0, evidence: "static" });
  return testFilesToRun([...tests].filter(([id]) => !known.has(id)).map(([, one]) => one), changed);
}
