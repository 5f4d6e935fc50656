/**
 * Which files hold tests, for questions that tell code from tests.
 *
 * Stage: query. Invariant: what counts is the mark that the file's language gave to its module.
 */
import { DefinitionFlag } from "../core/facts.ts";
import { type Context, readRows } from "./context.ts";

/** Rows of `path` of the ref in :ref that are files of tests, as a subquery. */
export const TEST_PATHS = `SELECT m.path_id FROM symbol m CROSS JOIN ref_file mf ON mf.ref_id = :ref AND mf.path_id = m.path_id
  CROSS JOIN symbol_version mv ON mv.file_version_id = mf.file_version_id AND mv.symbol_id = m.id
  WHERE m.name = '<module>' AND (mv.flags & ${DefinitionFlag.test}) <> 0`;

/** The module's row comes first of its file, so that few are read. */
const AMONG = `SELECT wanted.value AS path FROM json_each(?) wanted CROSS JOIN path p ON p.path = wanted.value
  CROSS JOIN ref_file rf ON rf.ref_id = ? AND rf.path_id = p.id
  WHERE ((SELECT mv.flags FROM symbol_version mv CROSS JOIN symbol m ON m.id = mv.symbol_id
    WHERE mv.file_version_id = rf.file_version_id AND m.name = '<module>' LIMIT 1) & ${DefinitionFlag.test}) <> 0`;

/** Which of some paths are files of tests: what stands in them comes last in a list, helpers of tests included. */
export function testFilesAmong(context: Context, paths: Iterable<string>): ReadonlySet<string> {
  const wanted = JSON.stringify([...new Set(paths)]);
  return new Set(readRows<{ path: string }>(context, AMONG, wanted, context.ref.id).map((row) => row.path));
}
