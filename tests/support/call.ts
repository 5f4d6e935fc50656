/** Asks a tool about a project, as an agent would. */
import { ask, type Reply } from "../../query/ask.ts";
import { TOOLS } from "../../query/mod.ts";
import { COMPACT } from "../../query/render/style.ts";
import { openInFolder } from "./shop.ts";
import type { TempProject } from "./temp_project.ts";

/** @param name a tool's */
export async function call(project: TempProject, name: string, params: Record<string, unknown>): Promise<Reply> {
  const repository = openInFolder(project.root, "agent", project.database);
  try {
    return await ask(repository, TOOLS.find((tool) => tool.name === name)!, params, COMPACT);
  } finally {
    repository.close();
  }
}
