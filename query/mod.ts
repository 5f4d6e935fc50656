/**
 * The registry of questions. The MCP server, the command line, the README's tables and the schema snapshots read it.
 *
 * Stage: query. Invariant: the order is the order of the list that clients and people see.
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
import type { Tool } from "./tool.ts";

export const TOOLS: readonly Tool[] = [
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

/** Questions of people that are no tools for agents. */
export const LOCAL_QUESTIONS: readonly Tool[] = [explain] as readonly Tool[];
