/**
 * Which files hold tests, for questions that tell code from tests.
 *
 * Stage: query. Invariant: what counts is the mark that the file's language gave to its module.
 */
import { DefinitionFlag } from "../../core/facts.ts";
import { type Context, prepare } from "../context.ts";
import { keep } from "./kept.ts";

/** Rows of `path` of the ref in :ref that are files of tests. */
export const TEST_PATHS = `SELECT m.path_id FROM symbol m CROSS JOIN ref_file mf ON mf.ref_id = :ref AND mf.path_id = m.path_id
  CROSS JOIN symbol_version mv ON mv.file_version_id = mf.file_version_id AND mv.symbol_id = m.id
  WHERE m.name = '<module>' AND (mv.flags & ${DefinitionFlag.test}) <> 0`;
const FILES = `SELECT p.id AS id, p.path AS path FROM path p WHERE p.id IN (${TEST_PATHS})`;

/** Calls from a test that is counted as further off to what changed, at most. */
export const FURTHEST_TESTS = 10;
/** Files of those that either form of an answer names. */
export const FURTHER_TEST_FILES_SHOWN = 10;

/** Files of the nearest tests, and of those that call routes, that an answer names. */
export const TEST_FILES_SHOWN = 20;

/** A file with tests that reach what changes. */
export interface TestFile {
  readonly path: string;
  readonly tests: number;
}

/** How many tests are in some files. */
export function countTests(files: readonly TestFile[]): number {
  return files.reduce((sum, { tests }) => sum + tests, 0);
}

/** The files of tests of a ref. */
export interface TestFiles {
  readonly paths: ReadonlySet<string>;
  /** Rows of `path`, and these as a JSON list. */
  readonly pathIds: ReadonlySet<number>;
  readonly ids: string;
}

/** The files of tests of the context's ref: what stands in them comes last in a list, helpers of tests included. */
export function readTestFiles(context: Context): TestFiles {
  return keep(context, "test files", () => {
    const rows = prepare(context, FILES).all({ ref: context.ref.id }) as { id: number; path: string }[];
    const pathIds = new Set(rows.map((row) => row.id));
    return { paths: new Set(rows.map((row) => row.path)), pathIds, ids: JSON.stringify([...pathIds]) };
  });
}

/** How two places compare in a list that names code before tests and keeps its own order otherwise. */
export function codeBeforeTests(context: Context): (a: { readonly path: string }, b: { readonly path: string }) => number {
  const { paths } = readTestFiles(context);
  return (a, b) => Number(paths.has(a.path)) - Number(paths.has(b.path));
}
