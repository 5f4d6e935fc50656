/**
 * Questions that the server asks on its own behalf: for resources, prompts and completions.
 *
 * Stage: MCP. Invariant: they go the way that a tool call goes.
 */
import { ask, type Reply, type Repository } from "../query/ask.ts";
import { completeNames, completePaths } from "../query/complete.ts";
import type { Context } from "../query/context.ts";
import { COMPACT } from "../query/render/style.ts";
import { type Tool, toolNamed } from "../query/tool.ts";

/** Who answers for the repositories that a server was started for. */
export interface Asker {
  ask(tool: string, params: Record<string, unknown>): Promise<Reply>;
  completeNames(written: string): Promise<string[]>;
  completePaths(written: string): Promise<string[]>;
}

/** See the head of this file. @param tools all of them, whether clients are shown them or not. */
export function makeAsker(tools: readonly Tool[], repository: Repository): Asker {
  const complete = (find: (context: Context, written: string) => string[]) => async (written: string): Promise<string[]> => {
    // Nobody waits for a completion: where there is no index yet there are none.
    const prepared = await repository.prepare(undefined, undefined, true).catch(() => undefined);
    return prepared?.context === undefined ? [] : find(prepared.context, written);
  };
  return {
    ask: (name, params) => ask(repository, toolNamed(tools, name), params, COMPACT),
    completeNames: complete(completeNames),
    completePaths: complete(completePaths),
  };
}
