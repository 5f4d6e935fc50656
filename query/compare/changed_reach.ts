/**
 * What a change reaches besides those who call what changed: direct dependents that are no callers, and tests.
 *
 * Stage: query. Invariant: read off the graph of the ref that is asked about, as an impact is; where callers are counted in another ref, nothing
 * is said.
 */
import { type Context, readRows } from "../context.ts";
import { readDependents } from "../walk/dependents.ts";
import type { ChangedSymbol } from "./compare_refs.ts";
import { callerRef, readCallerIds } from "./head_callers.ts";
import type { RefTree } from "./ref_reader.ts";

const ROWS = `SELECT s.stable_id AS handle, s.id AS id FROM json_each(?) wanted JOIN symbol s ON s.stable_id = wanted.value`;
/** Calls from a test to what changed, at most. */
const TEST_DEPTH = 3;

/** Tests that reach what changed. */
export interface ReachingTests {
  readonly total: number;
  /** File -> how many of them, most first. */
  readonly files: readonly (readonly [path: string, tests: number])[];
}

/** Rows of `symbol` by handle. */
function rowsOf(context: Context, handles: readonly string[]): Map<string, number> {
  const rows = readRows<{ handle: string; id: number }>(context, ROWS, JSON.stringify(handles));
  return new Map(rows.map(({ handle, id }) => [handle, id]));
}

/**
 * How many symbols depend on one directly without calling it for certain: through an interface or a base, by holding it as a value, by building
 * on it; undefined where the graph is of another ref than its callers.
 */
export function countFurther(context: Context, head: RefTree, handle: string): number | undefined {
  if (callerRef(context, head) !== context.ref.id) return undefined;
  const id = rowsOf(context, [handle]).get(handle);
  if (id === undefined) return undefined;
  const callers = readCallerIds(context, head, handle);
  return readDependents(context, [id], 1).found.filter((one) => !callers.has(one.id)).length;
}

/** The tests that reach any of the changed symbols, changed tests among them; undefined where the graph is of another ref. */
export function findReachingTests(context: Context, head: RefTree, changes: readonly ChangedSymbol[]): ReachingTests | undefined {
  if (callerRef(context, head) !== context.ref.id) return undefined;
  const handles = changes.flatMap(({ subject }) => subject.head === undefined ? [] : [subject.head.stableId]);
  const { found, changed } = readDependents(context, [...rowsOf(context, handles).values()], TEST_DEPTH);
  const files = new Map<string, number>();
  for (const { path, test } of [...changed, ...found]) if (test) files.set(path, (files.get(path) ?? 0) + 1);
  const total = [...files.values()].reduce((sum, n) => sum + n, 0);
  return { total, files: [...files].sort((a, b) => b[1] - a[1]) };
}
