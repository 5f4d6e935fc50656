/**
 * An official TypeScript client, v1 or v2, run by Node as its users do: list, ask, ask wrongly, read, complete.
 *
 *     node typescript.mjs v1|v2|v2-legacy COMMAND ARG…
 *
 * Exit status 0 and a last line `ok` if every answer was what it should be.
 */
import assert from "node:assert/strict";

const [kind, command, ...args] = process.argv.slice(2);

async function connect() {
  const info = { name: "callgrove-clients", version: "1" };
  if (kind === "v1") {
    const { Client } = await import("@modelcontextprotocol/sdk/client/index.js");
    const { StdioClientTransport } = await import("@modelcontextprotocol/sdk/client/stdio.js");
    const client = new Client(info);
    await client.connect(new StdioClientTransport({ command, args, stderr: "ignore" }));
    return client;
  }
  const { Client } = await import("@modelcontextprotocol/client");
  const { StdioClientTransport } = await import("@modelcontextprotocol/client/stdio");
  const mode = kind === "v2" ? { pin: "2026-07-28" } : "legacy";
  const client = new Client(info, { versionNegotiation: { mode } });
  await client.connect(new StdioClientTransport({ command, args, stderr: "ignore" }));
  return client;
}

const client = await connect();
assert.ok(client.getInstructions().length > 100);
const { tools } = await client.listTools();
assert.ok(tools.some((tool) => tool.name === "get_callers" && tool.outputSchema !== undefined));
// The client checks the structured value against the output schema by itself.
const callers = await client.callTool({ name: "get_callers", arguments: { function_name: "count" } });
assert.deepEqual(Object.keys(callers.structuredContent.callers), ["shop/run.py", "shop/store.py"]);
assert.equal(callers.structuredContent.metadata.protocol_version, "1.0");
assert.match(callers.content[0].text, /shop\.store\.count/);
const unknown = await client.callTool({ name: "get_callers", arguments: { function_name: "laod" } });
assert.equal(unknown.isError, true);
assert.match(unknown.content[0].text, /symbol_not_found[^]*next: get_callers/);
for (const tool of tools.filter((one) => (one.inputSchema.required ?? []).length === 0 && one.annotations.readOnlyHint)) {
  assert.notEqual((await client.callTool({ name: tool.name, arguments: {} })).isError, true, tool.name);
}
const { contents } = await client.readResource({ uri: "callgrove://symbol/count" });
assert.match(contents[0].text, /def count\(/);
const { messages } = await client.getPrompt({ name: "impact_review", arguments: { symbol: "count" } });
assert.match(messages[0].content.text, /shop\.store\.count/);
const completed = await client.complete({ ref: { type: "ref/prompt", name: "safe_rename" }, argument: { name: "symbol", value: "coun" } });
assert.deepEqual(completed.completion.values, ["count"]);
await client.close();
console.log("ok");
