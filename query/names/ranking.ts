/**
 * Why search matches are in their order: `ranking_explain_level`.
 *
 * Stage: query. Invariant: the order depends on these factors only, in this sequence: the first factor in which two matches differ decides.
 * `search_matches.ts` ranks; this explains.
 */
import { isValue } from "../rows/node_types.ts";
import type { Context } from "../context.ts";
import { countCalls } from "../rows/count_calls.ts";
import { readPackedFiles } from "../rows/packed_code.ts";
import { isTest, type SymbolRow } from "../rows/symbol_row.ts";
import { readTestFiles } from "../rows/test_files.ts";
import { groupOf } from "./match_groups.ts";

/** How much is explained: nothing, the group and the calls, or every factor. */
export const EXPLAIN_LEVELS = ["off", "basic", "full"] as const;
export type ExplainLevel = typeof EXPLAIN_LEVELS[number];

/** What a match is ranked by. `group` is in words; the fields after `calls` are present only if all factors are asked for. */
export interface Rank {
  /** Rank of the group, 0 for the best. */
  readonly group_rank: number;
  readonly group: string;
  /** The number of call sites that lead to it. */
  readonly calls: number;
  /** A test, or in a test file. */
  readonly in_tests?: boolean;
  /** In a file that is minified, bundled or copied from elsewhere. */
  readonly packed?: boolean;
  /** A variable, constant or field, neither a type nor callable. */
  readonly is_value?: boolean;
  readonly public?: boolean;
  /** The length of the qualified name: shorter ones come first. */
  readonly name_length?: number;
}

/** The rank of each match, in the order of the rows. */
export function explainRanks(context: Context, rows: readonly SymbolRow[], level: Exclude<ExplainLevel, "off">): Rank[] {
  const calls = countCalls(context, rows.map((row) => row.id));
  const tests = readTestFiles(context).paths;
  const packedFiles = readPackedFiles(context).ids;
  return rows.map((row) => {
    const [inTests, packed] = [isTest(row) || tests.has(row.path), packedFiles.has(row.pathId)];
    const [holdsValue, isPublic] = [isValue(row), row.exported !== 0];
    return {
      group_rank: groupOf({ tests: inTests, packed, value: holdsValue, private: !isPublic }),
      group: `${isPublic ? "public" : "private"} ${holdsValue ? "value" : "code"}${inTests ? " of tests" : ""}${
        packed ? " of a packed file" : ""
      }`,
      calls: calls.get(row.id) ?? 0,
      ...(level === "full"
        ? { in_tests: inTests, packed, is_value: holdsValue, public: isPublic, name_length: row.qualifiedName.length }
        : {}),
    };
  });
}
