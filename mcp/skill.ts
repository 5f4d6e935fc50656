/**
 * The skill that the server publishes itself, so that nothing is written to a repository or a client's folder.
 *
 * Stage: MCP. Invariant: it says when to use tools and in which order; what a tool does is in the tool's own description.
 */
import { memorySkillFiles, SkillsExtension } from "@modelcontextprotocol/server/ext/skills";

const SKILL = `---
name: callgrove
description: Answers who calls what, what breaks if something changes, and how code is connected, from a resolved call graph. Use before changing, renaming or removing a function, when looking for callers, and when entering unknown code.
---

# Questions about calls

Ask Callgrove instead of searching text when the question is about calls: text search finds names, not what they mean.

## Before a change

1. \`get_call_graph\` with \`include_source\`: the symbol's source, its callers and callees with their call lines, what a change would reach. One call, within \`budget_tokens\`.
2. \`get_impact\` when the reach is larger than that answer shows: counts, dependents by distance, tests to run.
3. Read \`completeness\` and \`may_be_missing\`. \`possibly_incomplete\` means: look at the unresolved sites that are named before you say "nobody else calls it".

## In unknown code

1. \`search_nodes\` for a name or a part of one; \`query_file_symbols\` for a file's outline.
2. \`get_callers\` upwards, \`get_callees\` downwards, \`call_chain\` between two.

## When an answer is not enough

- \`metadata.suggested_action\` is a call that can be made as it stands.
- \`suggest_followup_queries\` with the previous call and its answer gives up to five.
- An ambiguous name is never guessed: ask again with \`path:line\` or an id of the candidates.

## How far to trust it

\`static\` edges are certain, \`heuristic\` ones likely. A call through an interface names the interface's method; implementations are under \`possible\` or \`may_reach\`. A function passed as a value is a reference, not a call.
`;

/** The catalog to attach to each server; made once. */
export function loadSkills(): Promise<SkillsExtension> {
  return SkillsExtension.load(memorySkillFiles({ "callgrove/SKILL.md": SKILL }), {
    strict: true,
    cacheHint: { ttlMs: 3_600_000, cacheScope: "public" },
  });
}
