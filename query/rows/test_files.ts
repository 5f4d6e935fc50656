/**
 * Test files, for questions that tell code from tests.
 *
 * Stage: query. Invariant: a file is a test file if its language marked its module as a test.
 */
import { DefinitionFlag } from "../../core/facts.ts";
import { type Context, prepare } from "../context.ts";
import { keep } from "./kept.ts";

/** Rows of `path` of the test files in the ref :ref. */
export const TEST_PATHS = `SELECT m.path_id FROM symbol m CROSS JOIN ref_file mf ON mf.ref_id = :ref AND mf.path_id = m.path_id
  CROSS JOIN symbol_version mv ON mv.file_version_id = mf.file_version_id AND mv.symbol_id = m.id
  WHERE m.name = '<module>' AND (mv.flags & ${DefinitionFlag.test}) <> 0`;
const FILES = `SELECT p.id AS id, p.path AS path FROM path p WHERE p.id IN (${TEST_PATHS})`;

/** The greatest number of calls from a test to a change at which it is still counted. */
export const FURTHEST_TESTS = 10;
/** The most files of such further tests that an answer lists. */
export const FURTHER_TEST_FILES_SHOWN = 10;

/** The most files of the nearest tests, and of tests that call routes, that an answer lists. */
export const TEST_FILES_SHOWN = 20;

/** A file with tests that reach a change. */
export interface TestFile {
  readonly path: string;
  readonly tests: number;
}

/** The number of tests in some files. */
export function countTests(files: readonly TestFile[]): number {
  return files.reduce((sum, { tests }) => sum + tests, 0);
}

/** The test files of a ref. */
export interface TestFiles {
  readonly paths: ReadonlySet<string>;
  /** Rows of `path`, as a set and as a JSON array. */
  readonly pathIds: ReadonlySet<number>;
  readonly ids: string;
}

/** The test files of the context's ref; everything in them, helpers included, comes last in a list. */
export function readTestFiles(context: Context): TestFiles {
  return keep(context, "test files", () => {
    const rows = prepare(context, FILES).all({ ref: context.ref.id }) as { id: number; path: string }[];
    const pathIds = new Set(rows.map((row) => row.id));
    return { paths: new Set(rows.map((row) => row.path)), pathIds, ids: JSON.stringify([...pathIds]) };
  });
}

/** Compares two places so that code comes before tests, in a list that otherwise keeps its order. */
export function codeBeforeTests(context: Context): (a: { readonly path: string }, b: { readonly path: string }) => number {
  const { paths } = readTestFiles(context);
  return (a, b) => Number(paths.has(a.path)) - Number(paths.has(b.path));
}
