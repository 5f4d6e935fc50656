/**
 * The handshakes of well-known agents, line by line as they send them: protocol version, capabilities (one of them writes booleans where
 * the protocol has objects), the requests that they make before the first question.
 *
 * Each is taken from a public record of what the agent sent: Claude Code 2.0.73 (github.com/cl-ai-project/cl-mcp, issue 26; it asks for
 * prompts and resources regardless of the server's capabilities, anthropics/claude-code issue 9012) and 2.1.293 (of the revision without a
 * handshake, as servers logged it), Codex (openai/codex, `mcp_connection_manager.rs`), Cursor of 2025 and of 2026 (servers' logs). Visual
 * Studio Code and the older client follow the protocol's own text.
 */
import assert from "node:assert/strict";
import { RawServer } from "./support/raw_server.ts";
import { openShop } from "./support/shop.ts";

interface Handshake {
  readonly agent: string;
  readonly protocolVersion: string;
  readonly capabilities: Record<string, unknown>;
  /** What it asks at once, without waiting for one answer before the next question. */
  readonly opening: readonly string[];
}

const HANDSHAKES: readonly Handshake[] = [
  {
    agent: "claude-code",
    protocolVersion: "2025-11-25",
    capabilities: { roots: {} },
    opening: ["tools/list", "prompts/list", "resources/list"],
  },
  {
    agent: "codex-mcp-client",
    protocolVersion: "2025-06-18",
    capabilities: { elicitation: {} },
    opening: ["tools/list"],
  },
  {
    agent: "cursor-vscode",
    protocolVersion: "2024-11-05",
    capabilities: { tools: true, prompts: false, resources: true, logging: false, roots: { listChanged: false } },
    opening: ["tools/list", "resources/list", "resources/templates/list"],
  },
  {
    agent: "cursor-vscode",
    protocolVersion: "2025-11-25",
    capabilities: { roots: { listChanged: false } },
    opening: ["resources/list", "tools/list", "prompts/list"],
  },
  {
    agent: "Visual Studio Code",
    protocolVersion: "2025-11-25",
    capabilities: { roots: { listChanged: true }, sampling: {}, elicitation: { form: {}, url: {} }, tasks: { list: {}, cancel: {} } },
    opening: ["tools/list", "prompts/list", "ping"],
  },
  { agent: "an older client", protocolVersion: "2024-11-05", capabilities: {}, opening: ["tools/list"] },
];

const CALLERS_OF_COUNT = { "src/run.ts": { main: [18] }, "src/store.ts": { count: [33] } };

for (const { agent, protocolVersion, capabilities, opening } of HANDSHAKES) {
  Deno.test({ name: `handshake: ${agent}, ${protocolVersion}`, sanitizeOps: false, sanitizeResources: false }, async () => {
    using shop = openShop("typescript");
    await using server = new RawServer(shop.folder);
    const hello = await server.initialize(protocolVersion, capabilities, agent);
    assert.equal((hello.result as { protocolVersion: string }).protocolVersion, protocolVersion, "what was asked for is spoken");
    const answers = await Promise.all(opening.map((method) => server.request(method)));
    answers.forEach((answer, i) => assert.ok(answer.result, `${opening[i]}: ${JSON.stringify(answer.error)}`));
    const asked = await server.call("get_callers", { function_name: "count" });
    const { structuredContent, content } = asked.result as { structuredContent: { callers: object }; content: { text: string }[] };
    assert.deepEqual(structuredContent.callers, CALLERS_OF_COUNT);
    assert.match(content[0]!.text, /caller/);
  });
}

Deno.test({ name: "no handshake: claude-code, 2026-07-28", sanitizeOps: false, sanitizeResources: false }, async () => {
  using shop = openShop("typescript");
  await using server = new RawServer(shop.folder);
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "claude-code", version: "2.1.293" },
    "io.modelcontextprotocol/clientCapabilities": { roots: { listChanged: true }, elicitation: { form: {}, url: {} } },
  };
  const found = await server.request("server/discover", { _meta });
  assert.deepEqual((found.result as { supportedVersions: string[] }).supportedVersions, ["2026-07-28"]);
  const opening = ["tools/list", "prompts/list", "resources/list"];
  const answers = await Promise.all(opening.map((method) => server.request(method, { _meta })));
  answers.forEach((answer, i) => assert.ok(answer.result, `${opening[i]}: ${JSON.stringify(answer.error)}`));
  const asked = await server.request("tools/call", { name: "get_callers", arguments: { function_name: "count" }, _meta });
  const { structuredContent } = asked.result as { structuredContent: { callers: object } };
  assert.deepEqual(structuredContent.callers, CALLERS_OF_COUNT);
});
