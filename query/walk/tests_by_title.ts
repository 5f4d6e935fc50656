/**
 * Titles of the tests that reach a symbol, where tests are calls (`it("adds", …)`): a test runner takes a title to run that test alone.
 *
 * Stage: query. Invariant: nearest files first; a test is listed if it uses what is reached, or what reaches that.
 */
import type { Context } from "../context.ts";
import { readTestTitles } from "../rows/test_titles.ts";
import type { Dependent } from "./dependents.ts";
import { placesOfUse } from "./places_of_use.ts";

/** A test of a file, by the titles of its groups and its own. */
export interface TitledTest {
  readonly path: string;
  readonly title: string;
}

/**
 * The first few such tests.
 * @param start rows of `symbol` asked about
 * @param found what reaches them, nearest first
 */
export function readTitledTests(context: Context, start: readonly number[], found: readonly Dependent[], most: number): TitledTest[] {
  const usedAt = placesOfUse(context, [...start, ...found.map(({ id }) => id)]);
  const tests = new Map<string, TitledTest>();
  for (const { id, path, test } of found) {
    if (!test) continue;
    const titles = readTestTitles(context, path);
    for (const [line, column] of titles.isEmpty ? [] : usedAt(id)) {
      const title = titles.at(line, column);
      if (title !== undefined) tests.set(`${path}\0${title}`, { path, title });
      if (tests.size === most) return [...tests.values()];
    }
  }
  return [...tests.values()];
}
