/**
 * Questions that the server asks itself while its client is quiet, so that the first real one finds the tree looked at, the index in memory,
 * statements prepared and code compiled: it took ten times as long as the tenth.
 *
 * Stage: MCP. Invariants: an index that is not there is not made; the client's first question ends it; nothing is counted or kept.
 */
import { ask, type Repository } from "../query/ask.ts";
import { COMPACT } from "../query/render/style.ts";
import { type Tool, toolNamed } from "../query/tool.ts";

/** How long a client is left to its own first question, ms. */
const QUIET_MS = 100;
/** Symbols to ask about: by then the engine has compiled what questions share. */
const SYMBOLS = 4;

/** What is asked about each of the most called symbols. */
const QUESTIONS: readonly (readonly [tool: string, paramsOf: (symbol: Subject) => Record<string, unknown>])[] = [
  ["get_call_graph", ({ id }) => ({ symbol_name: id })],
  ["get_callers", ({ id }) => ({ function_name: id })],
  ["get_impact", ({ id }) => ({ symbol_name: id })],
  ["search_nodes", ({ name }) => ({ name_pattern: name })],
];

interface Subject {
  /** Its handle. */
  readonly id: string;
  readonly name: string;
}

/** A repository that can tell whether there is an index before one is asked for. */
export interface Indexed extends Repository {
  isIndexed(): Promise<boolean>;
}

/** See the head of this file. @param isWanted whether the client has asked or left. */
export async function rehearse(repository: Indexed, tools: readonly Tool[], isWanted: () => boolean): Promise<void> {
  const asked: Repository = {
    prepare: (repo, ref, needsIndex) => repository.prepare(repo, ref, needsIndex),
    glance: (repo) => repository.glance(repo),
  };
  const pause = async (ms: number): Promise<boolean> => {
    await new Promise<void>((done) => setTimeout(done, ms));
    return !isWanted();
  };
  const answer = async (tool: string, params: Record<string, unknown>): Promise<Record<string, unknown>> =>
    (await ask(asked, toolNamed(tools, tool), params, COMPACT)).structured;

  if (!await pause(QUIET_MS) || !await repository.isIndexed()) return;
  const { hotspots } = await answer("call_graph_stats", { hotspots: true, limit: SYMBOLS }) as { hotspots?: readonly Subject[] };
  for (const symbol of hotspots ?? []) {
    for (const [tool, paramsOf] of QUESTIONS) {
      if (!await pause(0)) return;
      await answer(tool, paramsOf(symbol));
    }
  }
}
