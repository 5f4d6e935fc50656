/**
 * Questions that the server asks itself while its client is idle, so that the first real one finds the tree scanned, the index in memory,
 * statements prepared and code compiled. Without it, the first question took ten times as long as the tenth.
 *
 * Stage: MCP. Invariants: an index that does not exist is not made; the client's first question ends the rehearsal; nothing is counted or
 * kept.
 */
import { ask, type Repository } from "../query/ask.ts";
import { COMPACT } from "../query/render/style.ts";
import { type Tool, toolNamed } from "../query/tool.ts";

/** How long to wait for the client's first question, ms. */
const QUIET_MS = 100;
/** The number of symbols to ask about, enough for the engine to compile what questions share. */
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

/** A repository that can tell whether there is an index, without a question. */
export interface Indexed extends Repository {
  isIndexed(): Promise<boolean>;
}

/**
 * Asks the questions.
 * @param isWanted whether the client has asked something or left
 */
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
