/** What an agent reads about the server before it sees a tool. */

/** Questions, and the tool for each. */
const QUESTIONS: readonly (readonly [question: string, tool: string])[] = [
  ["who calls X, is X used", "get_callers"],
  ["what does X call", "get_callees"],
  ["callers and callees of X, several steps", "get_call_graph"],
  ["what breaks if X changes", "get_impact"],
  ["what changed in X, or in all, between two refs", "compare_symbol_between_commits"],
  ["how does A reach B", "call_chain"],
  ["where is X defined, name not known exactly", "search_nodes"],
  ["outline of a file", "query_file_symbols"],
  ["which types implement X", "query_interface_implementors"],
  ["tests, documents, routes, imports, containment of X", "query_node_edges"],
  ["how complete is the index", "call_graph_stats"],
];

/**
 * The instructions, under 2,000 characters (a test checks this).
 * @param shown names of the tools that the client sees; no other is mentioned
 */
export function instructionsFor(shown: ReadonlySet<string>): string {
  const lines = QUESTIONS.filter(([, tool]) => shown.has(tool)).map(([question, tool]) => `- ${question}: ${tool}`);
  return `${ABOUT}\n\nWhich tool:\n${lines.join("\n")}\n\n${MORE}`;
}

const ABOUT =
  "Callgrove knows who calls what in this repository, from resolved code (scopes, imports, types, inheritance), not text search.";
const MORE =
  `Name a symbol as load, Job.go, app.io.load, app/io.py:load, app/io.py:12, or by an id from an earlier answer. A name that means several symbols is answered for each (callers, callees) or refused with candidates to choose from.

How far to trust an answer: edges are static (certain) or heuristic (likely). metadata.completeness says whether unresolved calls of the same name may be missing from a list of callers; result_completeness says whether the list was cut (go on with cursor); freshness_status says whether the newest edits are in. The index follows the working tree by itself: no need to index before asking.

Prefer these tools to grep for questions about calls: one call gives every caller with file and line, without false matches.`;
