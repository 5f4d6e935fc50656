/**
 * The handshakes of well-known agents, line by line as they send them: protocol version, capabilities (one of them writes booleans where the
 * protocol has objects), the requests that they make before the first question.
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
    protocolVersion: "2025-06-18",
    capabilities: { roots: {} },
    opening: ["tools/list", "prompts/list", "resources/list"],
  },
  {
    agent: "cursor-vscode",
    protocolVersion: "2025-06-18",
    capabilities: { tools: true, prompts: true, resources: true, logging: false, elicitation: {}, roots: { listChanged: false } },
    opening: ["tools/list", "prompts/list", "resources/list", "resources/templates/list"],
  },
  {
    agent: "Visual Studio Code",
    protocolVersion: "2025-11-25",
    capabilities: { roots: { listChanged: true }, sampling: {}, elicitation: { form: {}, url: {} }, tasks: { list: {}, cancel: {} } },
    opening: ["tools/list", "prompts/list", "ping"],
  },
  { agent: "an older client", protocolVersion: "2024-11-05", capabilities: {}, opening: ["tools/list"] },
];

for (const { agent, protocolVersion, capabilities, opening } of HANDSHAKES) {
  Deno.test({ name: `handshake: ${agent}`, sanitizeOps: false, sanitizeResources: false }, async () => {
    using shop = openShop("typescript");
    await using server = new RawServer(shop.folder);
    const hello = await server.initialize(protocolVersion, capabilities, agent);
    assert.equal((hello.result as { protocolVersion: string }).protocolVersion, protocolVersion, "what was asked for is spoken");
    const answers = await Promise.all(opening.map((method) => server.request(method)));
    answers.forEach((answer, i) => assert.ok(answer.result, `${opening[i]}: ${JSON.stringify(answer.error)}`));
    const asked = await server.call("get_callers", { function_name: "count" });
    const { structuredContent, content } = asked.result as { structuredContent: { callers: object }; content: { text: string }[] };
    assert.ok(Object.keys(structuredContent.callers).length > 0);
    assert.match(content[0]!.text, /caller/);
  });
}
