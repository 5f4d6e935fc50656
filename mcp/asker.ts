/**
 * Questions that the server itself asks, for resources, prompts and completions.
 *
 * Stage: MCP. Invariant: they are processed like tool calls.
 */
import { ask, type Reply, type Repository } from "../query/ask.ts";
import { completeNames, completePaths } from "../query/complete.ts";
import type { Context } from "../query/context.ts";
import { COMPACT } from "../query/render/style.ts";
import { type Tool, toolNamed } from "../query/tool.ts";

/** Answers questions about the repositories that a server was started for. */
export interface Asker {
  ask(tool: string, params: Record<string, unknown>): Promise<Reply>;
  completeNames(written: string): Promise<string[]>;
  completePaths(written: string): Promise<string[]>;
}

/**
 * Makes an asker.
 * @param tools all tools, including those not shown to clients
 */
export function makeAsker(tools: readonly Tool[], repository: Repository): Asker {
  const complete = (find: (context: Context, written: string) => string[]) => async (written: string): Promise<string[]> => {
    // Completions must not wait: without an index there are none.
    const prepared = await repository.prepare(undefined, undefined, true).catch(() => undefined);
    return prepared?.context === undefined ? [] : find(prepared.context, written);
  };
  return {
    ask: (name, params) => ask(repository, toolNamed(tools, name), params, COMPACT),
    completeNames: complete(completeNames),
    completePaths: complete(completePaths),
  };
}
