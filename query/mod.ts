/**
 * The registry of questions, read by the MCP server, the command line, the README's tables and the schema snapshots.
 *
 * Stage: query. Invariant: clients and people see the questions in this order.
 */
import { callChain } from "./call_chain.ts";
import { getCallGraph } from "./call_graph.ts";
import { compareSymbolBetweenCommits } from "./compare.ts";
import { getCallees } from "./callees.ts";
import { getCallers } from "./callers.ts";
import { queryFileSymbols } from "./file_symbols.ts";
import { explain } from "./explain.ts";
import { getImpact } from "./impact.ts";
import { queryInterfaceImplementors } from "./implementors.ts";
import { indexDirectoryTool, indexFile } from "./index_directory.ts";
import { queryNodeEdges } from "./node_edges.ts";
import { memoryLinkedSearch } from "./memory_linked_search.ts";
import { rememberTool } from "./remember.ts";
import { searchNodes } from "./search.ts";
import { callGraphStats } from "./stats.ts";
import { makeSuggestFollowups } from "./suggest_followups.ts";
import type { Tool } from "./tool.ts";

const ANSWERING: readonly Tool[] = [
  getCallers,
  getCallees,
  getCallGraph,
  getImpact,
  callChain,
  compareSymbolBetweenCommits,
  searchNodes,
  queryFileSymbols,
  queryInterfaceImplementors,
  queryNodeEdges,
  memoryLinkedSearch,
  rememberTool,
  callGraphStats,
  indexDirectoryTool,
  indexFile,
] as readonly Tool[];

/** All questions, in order. */
export const TOOLS: readonly Tool[] = [...ANSWERING, makeSuggestFollowups(ANSWERING)];

/** The sets of tools that a client can be shown. */
export const TOOL_SETS = ["core", "all"] as const;
/** The name of a set of tools. */
export type ToolSet = (typeof TOOL_SETS)[number];
/** The tools most questions need; the graph covers callees, source and, with depth, the neighborhood. */
const CORE = new Set(["get_callers", "get_call_graph", "get_impact", "search_nodes"]);

/** The tools of a set, in the order of the registry. */
export function toolSet(set: ToolSet): readonly Tool[] {
  return set === "all" ? TOOLS : TOOLS.filter((tool) => CORE.has(tool.name));
}

/** Questions for people that are no tools for agents. */
export const LOCAL_QUESTIONS: readonly Tool[] = [explain] as readonly Tool[];
