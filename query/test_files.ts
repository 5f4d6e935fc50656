/**
 * Which files hold tests, for questions that tell code from tests.
 *
 * Stage: query. Invariant: what counts is the mark that the file's language gave to its module.
 */
import { DefinitionFlag } from "../core/facts.ts";
import { type Context, prepare } from "./context.ts";
import { keep } from "./kept.ts";

/** Rows of `path` of the ref in :ref that are files of tests, as a subquery. */
export const TEST_PATHS = `SELECT m.path_id FROM symbol m CROSS JOIN ref_file mf ON mf.ref_id = :ref AND mf.path_id = m.path_id
  CROSS JOIN symbol_version mv ON mv.file_version_id = mf.file_version_id AND mv.symbol_id = m.id
  WHERE m.name = '<module>' AND (mv.flags & ${DefinitionFlag.test}) <> 0`;

/** The same as a JSON list, for questions that are asked often. */
export function testPaths(context: Context): string {
  return keep(context, "test paths", () => {
    const { list } = prepare(context, `SELECT json_group_array(path_id) AS list FROM (${TEST_PATHS})`).get({ ref: context.ref.id }) as {
      list: string;
    };
    return list;
  });
}
