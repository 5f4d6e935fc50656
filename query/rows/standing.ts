/**
 * The one order of files in lists that may be cut: what ships first, then tests, then what a tool packed or somebody copied.
 *
 * Stage: query. Invariant: a file stands at the same place in every list of a ref, so a page goes on where the one before it ended.
 */
import type { Context } from "../context.ts";
import { readPackedFiles } from "./packed_code.ts";
import { readTestFiles } from "./test_files.ts";

/** Place of a file's kind in the order. */
export const Standing = { ships: 0, tests: 1, packed: 2 } as const;
export type Standing = typeof Standing[keyof typeof Standing];

/** What tells the standing of a path; `tests`: all that the list has of the file are tests, though it is no file of tests. */
export type StandingOf = (path: string, tests?: boolean) => Standing;

/** See the head of this file. */
export function readStanding(context: Context): StandingOf {
  const packed = readPackedFiles(context).paths;
  const testFiles = readTestFiles(context).paths;
  return (path, tests = false) => packed.has(path) ? Standing.packed : tests || testFiles.has(path) ? Standing.tests : Standing.ships;
}
