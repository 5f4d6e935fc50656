/**
 * Which files of tests to run first after a change.
 *
 * Stage: query. Invariant: each file once, by its nearest test: fewest calls, strongest evidence, nearest folder, most tests, then by path.
 */
import { compareText } from "../../core/base/lists.ts";
import { folderOf } from "../../core/base/path_parts.ts";
import type { Context } from "../context.ts";
import { FURTHEST_TESTS, type TestFile } from "../rows/test_files.ts";
import { type Dependent, EVIDENCE, readDependents } from "./dependents.ts";

/** What the order of files rests on. */
export type Reaching = Pick<Dependent, "path" | "test" | "distance" | "evidence">;

/** @param found of which the tests count @param changed paths of what changes */
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

/** The files of tests that reach what changes from further off than `depth` calls. @param start as of `readDependents` @param path of what changes */
export function furtherTestFiles(context: Context, start: readonly number[], depth: number, path: string): TestFile[] {
  return testFilesToRun(readDependents(context, start, FURTHEST_TESTS).found.filter(({ distance }) => distance > depth), [path]);
}

/** Calls away, then how sure the way is. */
function distanceOf({ distance, evidence }: Reaching): number {
  return distance * EVIDENCE.length + EVIDENCE.indexOf(evidence);
}

/** How many folders two paths have in common. */
function sharedFolders(path: string, other: string): number {
  const [a, b] = [path.split("/"), other.split("/")];
  const last = Math.min(a.length, b.length) - 1;
  let shared = 0;
  while (shared < last && a[shared] === b[shared]) shared++;
  return shared;
}
