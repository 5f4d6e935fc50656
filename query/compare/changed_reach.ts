/**
 * What a change reaches besides the callers of what changed: other direct dependents, and tests.
 * Stage: query. Invariant: read from the graph of the ref in which callers are counted, like an impact.
 */
import { DefinitionFlag } from "../../core/facts.ts";
import { type Context, readRows } from "../context.ts";
import { type Dependents, readDependents } from "../walk/dependents.ts";
import { countTests, FURTHEST_TESTS } from "../rows/test_files.ts";
import { filesTestingRoutes } from "../walk/route_tests.ts";
import { readServed } from "../walk/served_routes.ts";
import { type Reaching, testFilesToRun } from "../walk/test_files_to_run.ts";
import type { ChangedSymbol } from "./compare_refs.ts";
import { asHead, readCallerIds } from "./head_callers.ts";
import type { OldUse } from "./left_words.ts";
import type { RefTree } from "./ref_reader.ts";

const ROWS = `SELECT s.stable_id AS handle, s.id AS id FROM json_each(?) wanted JOIN symbol s ON s.stable_id = wanted.value`;
/** Functions, types and modules around places; for a test module all tests in it. */
const USERS =
  `WITH around AS (SELECT DISTINCT rf.file_version_id AS file, (SELECT sv.symbol_id FROM symbol_version sv JOIN symbol s ON s.id = sv.symbol_id
      WHERE sv.file_version_id = rf.file_version_id AND s.kind NOT IN ('field', 'variable', 'constant', 'enum_member')
        AND json_extract(place.value, '$.line') BETWEEN sv.line_start AND sv.line_end
      ORDER BY s.kind = 'module', sv.line_end - sv.line_start LIMIT 1) AS id
    FROM json_each(?) place JOIN path p ON p.path = json_extract(place.value, '$.path')
    JOIN ref_file rf ON rf.ref_id = ? AND rf.path_id = p.id)
  SELECT id FROM around WHERE id IS NOT NULL
  UNION SELECT t.symbol_id FROM around JOIN symbol m ON m.id = around.id AND m.kind = 'module'
    JOIN symbol_version t ON t.file_version_id = around.file AND (t.flags & ${DefinitionFlag.test}) <> 0`;
/** Most calls between a listed test and what changed. */
const TEST_DEPTH = 3;

/** Tests that reach what changed. */
export interface ReachingTests extends CountedTests {
  /** Those that use a name which is gone and will therefore fail. */
  readonly broken: CountedTests;
  /** Further tests, which call HTTP routes that lead to what changed. */
  readonly ofRoutes: CountedTests;
  /** Tests that are further away, up to `FURTHEST_TESTS` calls. */
  readonly further: CountedTests;
}
/** Tests by file. */
export interface CountedTests {
  readonly total: number;
  /** File -> number of tests, nearest to what changed first. */
  readonly files: readonly (readonly [path: string, tests: number])[];
}

/** Rows of `symbol` by handle. */
function rowsOf(context: Context, handles: readonly string[]): Map<string, number> {
  const rows = readRows<{ handle: string; id: number }>(context, ROWS, JSON.stringify(handles));
  return new Map(rows.map(({ handle, id }) => [handle, id]));
}

/**
 * How many symbols depend on this one directly without certainly calling it: through an interface or a base, by holding it as a value, by
 * building on it; undefined if the index has no such symbol.
 */
export function countFurther(context: Context, head: RefTree, handle: string): number | undefined {
  const asked = asHead(context, head);
  const id = rowsOf(asked, [handle]).get(handle);
  if (id === undefined) return undefined;
  const callers = readCallerIds(context, head, handle);
  return readDependents(asked, [id], 1).found.filter((one) => !callers.has(one.id)).length;
}

/** The tests that reach any of the changed symbols, including changed tests, and those that reach what still uses an old name. */
export function findReachingTests(context: Context, head: RefTree, changes: readonly ChangedSymbol[]): ReachingTests {
  const asked = asHead(context, head);
  const handles = changes.flatMap(({ subject }) => subject.head === undefined ? [] : [subject.head.stableId]);
  const users = readUsers(asked, changes.flatMap(({ oldUses }) => oldUses?.uses ?? []));
  const start = [...rowsOf(asked, handles).values()];
  const ofChanged = readDependents(asked, start, FURTHEST_TESTS);
  // A user of the old name is already one step away.
  const ofUsers = readDependents(asked, users, FURTHEST_TESTS - 1);
  const asReaching = (one: Changed): Reaching => ({ ...one, distance: 0, evidence: "static" });
  const tests = new Map<number, Reaching>();
  const broken = new Map(ofUsers.changed.filter(({ test }) => test).map((one) => [one.id, asReaching(one)]));
  const further = new Map<number, Reaching>();
  for (const [{ changed, found }, before] of [[ofChanged, 0], [ofUsers, 1]] as const) {
    for (const one of changed) if (one.test) tests.set(one.id, nearer(tests.get(one.id), asReaching(one)));
    for (const one of found) {
      const into = one.distance + before <= TEST_DEPTH ? tests : further;
      if (one.test) into.set(one.id, nearer(into.get(one.id), { ...one, distance: one.distance + before }));
    }
  }
  for (const id of tests.keys()) further.delete(id);
  const paths = changes.flatMap(({ subject }) => subject.head === undefined ? [] : [subject.head.path]);
  const counted = (some: ReadonlyMap<number, Reaching>): CountedTests => ({
    total: some.size,
    files: testFilesToRun([...some.values()], paths).map((file) => [file.path, file.tests]),
  });
  const routes = readServed(asked, start, ofChanged.found.filter(({ distance }) => distance <= TEST_DEPTH));
  const ofRoutes = filesTestingRoutes(asked, routes, new Set([...tests.keys(), ...further.keys()]), paths);
  return {
    ...counted(tests),
    broken: counted(broken),
    ofRoutes: { total: countTests(ofRoutes), files: ofRoutes.map((file) => [file.path, file.tests]) },
    further: counted(further),
  };
}

type Changed = Dependents["changed"][number];

function nearer(known: Reaching | undefined, one: Reaching): Reaching {
  return known !== undefined && known.distance <= one.distance ? known : one;
}

/** Rows of `symbol` in which old names occur; a test file that imports one cannot run any of its tests. */
function readUsers(context: Context, uses: readonly OldUse[]): number[] {
  const places = JSON.stringify(uses.map(({ path, line }) => ({ path, line })));
  return readRows<{ id: number }>(context, USERS, places, context.ref.id).map(({ id }) => id);
}
