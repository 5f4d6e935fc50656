/**
 * The order of files in lists that may be cut: code first, then tests, then packed or copied code.
 *
 * Stage: query. Invariant: a file has the same rank in every list of a ref, so that a page continues where the previous one ended.
 */
import type { Context } from "../context.ts";
import { readPackedFiles } from "./packed_code.ts";
import { readTestFiles } from "./test_files.ts";

/** The ranks of files. `ships`: code that is neither a test nor packed. */
export const Standing = { ships: 0, tests: 1, packed: 2 } as const;
export type Standing = typeof Standing[keyof typeof Standing];

/** Returns the rank of a path. `tests`: what the list has of the file are tests, although it is no test file. */
export type StandingOf = (path: string, tests?: boolean) => Standing;

/** The ranks of the files of a ref. */
export function readStanding(context: Context): StandingOf {
  const packed = readPackedFiles(context).paths;
  const testFiles = readTestFiles(context).paths;
  return (path, tests = false) => packed.has(path) ? Standing.packed : tests || testFiles.has(path) ? Standing.tests : Standing.ships;
}
