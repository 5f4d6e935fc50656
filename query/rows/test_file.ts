/**
 * Files of tests that reach what changes, as answers show them.
 *
 * Stage: query.
 */

/** Calls from a test that is counted as further off to what changed, at most. */
export const FURTHEST_TESTS = 10;
/** Files of those that either form of an answer names. */
export const FURTHER_TEST_FILES_SHOWN = 10;

/** A file with tests that reach what changes. */
export interface TestFile {
  readonly path: string;
  readonly tests: number;
}
