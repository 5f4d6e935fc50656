/**
 * Tests that call HTTP routes: they break with the route's handler, although no call leads from them to it.
 *
 * Stage: query. Invariant: a test counts once, however many of the routes it calls, directly or through other functions.
 */
import type { Context } from "../context.ts";
import type { TestFile } from "../rows/test_files.ts";
import { readDependents } from "./dependents.ts";
import { callersOfRoute, type ServedRoute } from "./served_routes.ts";
import { type Reaching, testFilesToRun } from "./test_files_to_run.ts";

/** The most routes whose callers are searched. */
const MOST_ROUTES = 100;
/** The most calls between a test and the caller of a route. */
const DEPTH = 3;

/**
 * The files of tests that call the routes, each with its number of tests.
 * @param known rows of `symbol` of tests that are listed already
 * @param changed paths of the changed files
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
