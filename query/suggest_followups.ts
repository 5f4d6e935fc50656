/**
 * What to ask next: the question `suggest_followup_queries`.
 *
 * Stage: query. Invariants: the suggestions are the same as `suggested_action` on the answers themselves; if confidence is low, there is at
 * least one.
 */
import * as z from "zod";
import { analyse, type Analysis, type Previous, STANDARD_THRESHOLD } from "./followup/previous.ts";
import type { Suggestion } from "./followup/asking.ts";
import { suggest, suggestAnyway } from "./followup/suggest.ts";
import { renderFollowups } from "./render/followups.ts";
import { defineTool, type Tool } from "./tool.ts";

/** What to ask next, and how the previous answer was judged. */
export interface FollowupsValue {
  readonly suggestions: readonly Suggestion[];
  readonly analysis: Analysis;
  /** Why there are no suggestions; "" if there are some. */
  readonly reason: string;
}

/**
 * Makes the tool.
 * @param tools the tools that may be suggested
 */
export function makeSuggestFollowups(tools: readonly Tool[]): Tool {
  return defineTool({
    name: "suggest_followup_queries",
    title: "What to ask next",
    description:
      "An answer was empty, ambiguous or doubtful: what should be asked instead? Give the previous call and its answer (it may be " +
      "shortened); gives up to 5 calls that can be made as they stand, best first, each with its reason.",
    parameters: {
      previous_query: z.looseObject({ tool: z.string().min(1).max(100), params: z.looseObject({}).optional() })
        .describe("The call: {tool, params}."),
      previous_results: z.looseObject({}).describe("Its answer or error."),
      confidence_threshold: z.number().optional().describe(`A score below it is low, 0 to 1 (default ${STANDARD_THRESHOLD}).`),
    },
    output: {
      suggestions: z.array(z.looseObject({})).describe("{tool, params, reason}, best first."),
      analysis: z.looseObject({}).describe("previous_confidence, top_score, threshold, extracted_identifiers, causes."),
      reason: z.string(),
    },
    run(context, params) {
      const { tool, params: asked } = params.previous_query;
      const previous: Previous = { tool, params: asked ?? {}, results: params.previous_results };
      const analysis = analyse(previous, params.confidence_threshold);
      const found = suggest(context, tools, previous, analysis);
      const suggestions = found.length > 0 || analysis.confidence === "sufficient" ? found : [suggestAnyway(previous, analysis)];
      const wanted = params.confidence_threshold ?? analysis.threshold;
      const warnings = wanted === analysis.threshold ? [] : [`confidence_threshold ${wanted} was set to ${analysis.threshold} (0 to 1)`];
      return { value: { suggestions, analysis, reason: suggestions.length > 0 ? "" : reasonOf(analysis) }, notes: { warnings } };
    },
    structure: ({ suggestions, analysis, reason }: FollowupsValue) => ({
      suggestions,
      analysis: {
        previous_confidence: analysis.confidence,
        top_score: analysis.topScore,
        threshold: analysis.threshold,
        extracted_identifiers: analysis.identifiers,
        ...(analysis.causes.length === 0 ? {} : { causes: analysis.causes }),
      },
      ...(reason === "" ? {} : { reason }),
    }),
    render: renderFollowups,
  }) as Tool;
}

/** Why nothing is suggested. */
function reasonOf({ topScore, threshold }: Analysis): string {
  return `the previous answer is good enough: its score ${topScore} is not below the threshold ${threshold}`;
}
