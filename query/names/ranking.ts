/**
 * Why the matches of a search stand in their order: `ranking_explain_level`.
 *
 * Stage: query. Invariant: the factors are all that the order rests on, and in that order: where the first that differs is better, a match
 * stands before another. `search_matches.ts` ranks; this tells.
 */
import { isValue } from "../rows/node_types.ts";
import type { Context } from "../context.ts";
import { countCalls } from "../rows/count_calls.ts";
import { readPackedFiles } from "../rows/packed_code.ts";
import { isTest, type SymbolRow } from "../rows/symbol_row.ts";
import { readTestFiles } from "../rows/test_files.ts";
import { groupOf } from "./match_groups.ts";

/** How much is told: nothing, the group and the calls, or every factor. */
export const EXPLAIN_LEVELS = ["off", "basic", "full"] as const;
export type ExplainLevel = typeof EXPLAIN_LEVELS[number];

/** What a match is ranked by. `group` is told in words; what follows `calls` is there where all factors are asked for. */
export interface Rank {
  /** Place of the group, 0 the best. */
  readonly group_rank: number;
  readonly group: string;
  /** Call sites that lead to it. */
  readonly calls: number;
  /** A test, or in a file of tests. */
  readonly in_tests?: boolean;
  /** In a file that is minified, bundled or copied from elsewhere. */
  readonly packed?: boolean;
  /** A variable, constant or field, and neither a type nor what runs. */
  readonly is_value?: boolean;
  readonly public?: boolean;
  /** Letters of the qualified name: the shorter first. */
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
