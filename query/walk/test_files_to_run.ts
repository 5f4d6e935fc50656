/**
 * Which test files to run first after a change.
 *
 * Stage: query. Invariant: each file once, ordered by its nearest test: fewest calls, strongest evidence; then most folders shared, most
 * tests, path.
 */
import { compareText } from "../../core/base/lists.ts";
import { folderOf } from "../../core/base/path_parts.ts";
import type { Context } from "../context.ts";
import { FURTHEST_TESTS, type TestFile } from "../rows/test_files.ts";
import { type Dependent, EVIDENCE, type Evidence, readDependents } from "./dependents.ts";

/** What the order of files depends on. */
export type Reaching = Pick<Dependent, "path" | "test" | "distance" | "evidence">;

/**
 * The test files among dependents, most relevant first.
 * @param found dependents, of which only tests count
 * @param changed paths of the changed files
 */
export function testFilesToRun(found: readonly Reaching[], changed: readonly string[]): TestFile[] {
  const oneOfEachFolder = [...new Map(changed.map((path) => [folderOf(path), path])).values()];
  const files = [...Map.groupBy(found.filter(({ test }) => test), ({ path }) => path)].map(([path, tests]) => ({
    path,
    tests: tests.length,
    near: tests.reduce((least, one) => Math.min(least, distanceOf(one)), Infinity),
    folders: oneOfEachFolder.reduce((most, one) => Math.max(most, sharedFolders(path, one)), 0),
  }));
  files.sort((a, b) => a.near - b.near || b.folders - a.folders || b.tests - a.tests || compareText(a.path, b.path));
  return files.map(({ path, tests }) => ({ path, tests }));
}

/**
 * Test files that reach a change from more than `depth` calls away.
 * @param start see `readDependents`
 * @param naming see `readDependents`
 * @param path path of the changed file
 */
export function furtherTestFiles(
  context: Context,
  start: readonly number[],
  depth: number,
  naming: ReadonlyMap<number, Evidence>,
  path: string,
): TestFile[] {
  const { found } = readDependents(context, start, FURTHEST_TESTS, naming);
  return testFilesToRun(found.filter(({ distance }) => distance > depth), [path]);
}

/** Orders by the number of calls, then by evidence. */
function distanceOf({ distance, evidence }: Reaching): number {
  return distance * EVIDENCE.length + EVIDENCE.indexOf(evidence);
}

/** The number of leading folders that two paths share. */
function sharedFolders(path: string, other: string): number {
  const [a, b] = [path.split("/"), other.split("/")];
  const last = Math.min(a.length, b.length) - 1;
  let shared = 0;
  while (shared < last && a[shared] === b[shared]) shared++;
  return shared;
}
