/**
 * What the server itself says to the first questions of a client: recorded in `mcp/opening.json`, from which `mcp/serve_opening.ts` answers.
 *
 * Invariant: every version that the library speaks is asked for, and all replies to it for one set of tools are one but for the version.
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { serveStdio, StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { makeServer } from "../../mcp/server.ts";
import { loadSkills } from "../../mcp/skill.ts";
import { TOOL_SETS, TOOLS, type ToolSet, toolSet } from "../../query/mod.ts";
import { VERSION } from "../../version.ts";
import { openInProcess, ROOT } from "./shop.ts";

export const OPENING_FILE: string = join(ROOT, "mcp", "opening.json");
/** Revisions that clients open with `initialize`. */
const VERSIONS = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];

interface Replies {
  readonly initialize: Record<string, unknown>;
  readonly tools: Record<string, unknown>;
}

async function openConnection(tools: ToolSet, protocolVersion: string): Promise<Replies> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const repository = openInProcess(ROOT, "agent");
  const skills = await loadSkills();
  const options = { version: VERSION, tools: toolSet(tools), allTools: TOOLS, repository, skills, onProgress: () => () => {} };
  const server = serveStdio(() => makeServer(options), { transport: new StdioServerTransport(input, output) });
  const asked = { protocolVersion, capabilities: {}, clientInfo: { name: "recorder", version: "1" } };
  const send = (message: object): boolean => input.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  send({ id: 1, method: "initialize", params: asked });
  send({ method: "notifications/initialized" });
  send({ id: 2, method: "tools/list" });
  const results: Record<string, unknown>[] = [];
  let rest = "";
  for await (const chunk of output) {
    const lines = (rest + String(chunk)).split("\n");
    rest = lines.pop()!;
    results.push(...lines.map((line) => (JSON.parse(line) as { result: Record<string, unknown> }).result));
    if (results.length === 2) break;
  }
  await server.close();
  repository.close();
  return { initialize: results[0]!, tools: results[1]! };
}

/** The text of the file as it should be. */
export async function recordOpening(): Promise<string> {
  const tools: Record<string, unknown> = {};
  const initialize: Record<string, unknown> = {};
  for (const set of TOOL_SETS) {
    for (const version of VERSIONS) {
      const { initialize: { protocolVersion, ...rest }, tools: listed } = await openConnection(set, version);
      assert.equal(protocolVersion, version);
      assert.deepEqual(rest, initialize[set] ??= rest);
      assert.deepEqual(listed, tools[set] ??= listed);
    }
  }
  return `${JSON.stringify({ versions: VERSIONS, initialize, tools }, null, 2)}\n`;
}
