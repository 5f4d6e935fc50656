/**
 * The text of `suggest_followup_queries`.
 *
 * Stage: render. Invariant: one line per call, as it can be made.
 */
import type { FollowupsValue } from "../suggest_followups.ts";
import { count, type Style } from "./style.ts";

/** The judgement first, then the calls, best first. */
export function renderFollowups({ suggestions, analysis, reason }: FollowupsValue, style: Style): string {
  const why = analysis.causes.length === 0 ? "" : `: ${analysis.causes.map((cause) => cause.replaceAll("_", " ")).join(", ")}`;
  const words = analysis.identifiers.length === 0 ? "" : `; words: ${analysis.identifiers.join(", ")}`;
  const lines = [`confidence ${analysis.confidence}${why} (score ${analysis.topScore}, threshold ${analysis.threshold}${words})`];
  if (reason !== "") lines.push(reason);
  else lines.push(`${count(suggestions.length, "suggestion")}, best first`);
  for (const { tool, params, reason: because } of suggestions) {
    lines.push(`  ${style.strong(tool)} ${JSON.stringify(params)}  (${because})`);
  }
  return lines.join("\n");
}
