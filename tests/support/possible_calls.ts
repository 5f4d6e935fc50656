/** What may call functions that are passed as a value, and whether their lists say that this is all. */
import assert from "node:assert/strict";
import { call } from "./call.ts";
import { type TempProject, withProject } from "./temp_project.ts";

/** What may call a function, and whether the list says that this is all: `lost: (open)`. */
async function possibleCallers(project: TempProject, name: string): Promise<string> {
  const { structured } = await call(project, "get_callers", { function_name: name });
  assert.equal(structured["unresolved"], undefined, name);
  const possible = Object.values(structured["possible"] ?? {}) as Record<string, unknown>[];
  const names = possible.flatMap((file) => Object.keys(file)).sort();
  return `${name}: ${[...names, ...(structured["completeness"] === "complete" ? [] : ["(open)"])].join(" ")}`;
}

/** Asserts of functions of a project, one a line, what may call them. */
export async function assertPossible(files: Readonly<Record<string, string>>, expected: readonly string[]): Promise<void> {
  await withProject(files, async (project) => {
    for (const line of expected) assert.equal(await possibleCallers(project, line.split(":", 1)[0]!), line);
  });
}
