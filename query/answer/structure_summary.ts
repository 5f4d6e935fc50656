/**
 * The summary of an index run as a structured value.
 * Stage: query.
 */
import type { IndexSummary } from "../../core/run/summary.ts";
import { countSkipped } from "../../core/scan/decode_source.ts";

/** Most files of each kind that are named; all are counted. */
const FILES_NAMED = 20;

/** Every warning that a run should show. */
export function warningsOf(summary: IndexSummary): readonly string[] {
  return [...summary.warnings, ...summary.remarks];
}

/** What `index --json` prints: the summary with shortened lists. */
export function structureSummary(summary: IndexSummary): Record<string, unknown> {
  const { skipped, problems, warnings: _warnings, remarks: _remarks, ...rest } = summary;
  return {
    ...rest,
    ...(skipped.length === 0 ? {} : { skipped: skipped.slice(0, FILES_NAMED), total_skipped: countSkipped(skipped) }),
    ...(problems.length === 0 ? {} : { problems: problems.slice(0, FILES_NAMED), total_problems: problems.length }),
  };
}
