/** Asks tools by their names, as an agent would. */
import { ask, type Reply, type Repository } from "../../query/ask.ts";
import type { Context } from "../../query/context.ts";
import { TOOLS } from "../../query/mod.ts";
import { COMPACT } from "../../query/render/style.ts";
import { toolNamed } from "../../query/tool.ts";
import { repositoryOf } from "./seed_index.ts";
import { openInFolder } from "./shop.ts";
import type { TempProject } from "./temp_project.ts";

type Params = Record<string, unknown>;

/** An open repository. */
export function callOn(repository: Repository, name: string, params: Params): Promise<Reply> {
  return ask(repository, toolNamed(TOOLS, name), params, COMPACT);
}

/** A seeded index. */
export function callSeeded(context: Context, name: string, params: Params): Promise<Reply> {
  return callOn(repositoryOf(context), name, params);
}

/** A project on disk, opened for this one question. */
export async function call(project: TempProject, name: string, params: Params): Promise<Reply> {
  const repository = openInFolder(project.root, "agent", project.database);
  try {
    return await callOn(repository, name, params);
  } finally {
    repository.close();
  }
}

/** What is judged unused in a project, each with how surely: `app.lost high`. */
export async function unusedIn(project: TempProject, pattern = "*"): Promise<string[]> {
  const { structured } = await call(project, "search_nodes", { name_pattern: pattern, unused: true });
  return (structured["nodes"] as { name: string; confidence: string }[]).map(({ name, confidence }) => `${name} ${confidence}`);
}

/** What an answer warns of. */
export function warningsOf({ structured }: Pick<Reply, "structured">): readonly string[] {
  return (structured["metadata"] as { readonly warnings?: readonly string[] }).warnings ?? [];
}

/** Whether the list of a function's callers is complete, and why it may not be; "" where it is. */
export async function completenessOf(project: TempProject, name: string): Promise<{ completeness: unknown; why: string }> {
  const { structured } = await call(project, "get_callers", { function_name: name });
  return { completeness: structured["completeness"], why: warningsOf({ structured }).join() };
}
