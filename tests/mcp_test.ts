/**
 * The server as clients see it: the official client with both generations of the protocol, both forms of every answer, bad calls, and the
 * amount that a client must load.
 */
import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { instructionsFor } from "../mcp/instructions.ts";
import { listTools } from "../mcp/tool_list.ts";
import { TOOL_SETS, TOOLS, toolSet } from "../query/mod.ts";
import { PERMISSIONS } from "../release/permissions.ts";
import { openShop, ROOT } from "./support/shop.ts";

interface CallResult {
  readonly content: { type: string; text: string }[];
  readonly structuredContent: Record<string, unknown>;
  readonly isError?: boolean;
}

async function connect(folder: string, era: "legacy" | "modern"): Promise<Client> {
  const client = new Client(
    { name: "callgrove-test", version: "1" },
    { versionNegotiation: { mode: era === "legacy" ? "legacy" : { pin: "2026-07-28" } } },
  );
  await client.connect(
    new StdioClientTransport({
      command: Deno.execPath(),
      args: ["run", "--quiet", "--no-check", ...PERMISSIONS, join(ROOT, "main.ts"), "mcp", "--repo", folder],
      stderr: "ignore",
    }),
  );
  return client;
}

async function call(client: Client, name: string, args: Record<string, unknown>): Promise<CallResult> {
  return await client.callTool({ name, arguments: args }) as unknown as CallResult;
}

for (const era of ["legacy", "modern"] as const) {
  Deno.test({ name: `official client, ${era} era: list, ask, ask wrongly`, sanitizeOps: false, sanitizeResources: false }, async () => {
    using shop = openShop("python");
    const client = await connect(shop.folder, era);
    try {
      assert.equal(client.getNegotiatedProtocolVersion()! >= "2026-07-28", era === "modern");
      assert.ok(client.getInstructions()!.length > 100);
      const { tools } = await client.listTools();
      assert.deepEqual(tools.map((tool) => tool.name), TOOLS.map((tool) => tool.name));

      const callers = await call(client, "get_callers", { function_name: "load", file_path: "store.py" });
      assert.ok(callers.isError !== true);
      const json = JSON.stringify(callers.structuredContent);
      const text = callers.content.map((part) => part.text).join("");
      for (const fact of ["shop/run.py", "main", "shop/store.py", "FileStore.reload", "tests/test_store.py", "test_load"]) {
        assert.ok(json.includes(fact), `structured: ${fact}`);
        assert.ok(text.includes(fact), `text: ${fact}`);
      }
      for (const tool of TOOLS) {
        const answer = await call(client, tool.name, GOOD[tool.name]!);
        assert.ok(answer.isError !== true, `${tool.name}: ${answer.content[0]?.text}`);
        assert.equal((answer.structuredContent["metadata"] as { protocol_version: string }).protocol_version, "1.0");
      }

      const unknown = await call(client, "get_callers", { function_name: "laod" });
      assert.equal(unknown.isError, true);
      assert.match(unknown.content[0]!.text, /symbol_not_found[^]*shop\.store\.load[^]*next: get_callers/);
      assert.equal((unknown.structuredContent["error"] as { code: string }).code, "symbol_not_found");
      assert.ok(unknown.structuredContent["metadata"]);
      const wrong = await call(client, "get_callers", { function_name: "load", nope: 1 });
      assert.match(wrong.content[0]!.text, /invalid_input.*"nope"[^]*function_name \(required\)/);
      const outside = await call(client, "get_callers", { function_name: "load", repo: "/" });
      assert.equal((outside.structuredContent["error"] as { code: string }).code, "workspace_not_allowed");
      const missing = await call(client, "get_cllers", {});
      assert.match(missing.content[0]!.text, /Unknown tool "get_cllers"[^]*Did you mean get_callers/);
    } finally {
      await client.close();
    }
  });
}

const GOOD: Record<string, Record<string, unknown>> = {
  get_callers: { function_name: "load" },
  get_callees: { function_name: "main" },
  get_call_graph: { symbol_name: "main", depth: 3 },
  get_impact: { symbol_name: "count" },
  compare_symbol_between_commits: { symbol_name: "*", base_ref: "live", head_ref: "live" },
  call_chain: { from_func: "main", to_func: "count" },
  search_nodes: { name_pattern: "*" },
  query_file_symbols: { file_path: "shop/store.py" },
  query_interface_implementors: { name_pattern: "Store" },
  query_node_edges: { node_identifier: "FileStore.save" },
  memory_linked_search: { function_name: "load" },
  remember: { kind: "note", text: "counts twice", symbols: ["count"] },
  call_graph_stats: {},
  suggest_followup_queries: {
    previous_query: { tool: "get_callers", params: { function_name: "laod" } },
    previous_results: { error: { code: "symbol_not_found" } },
  },
  index_directory: { dir_path: "shop", extensions: [".py"] },
  index_file: { file_path: "shop/run.py" },
};

Deno.test({ name: "an edit is in the next answer", sanitizeOps: false, sanitizeResources: false }, async () => {
  using shop = openShop("python");
  const client = await connect(shop.folder, "legacy");
  try {
    const before = await call(client, "get_callers", { function_name: "count" });
    assert.deepEqual(before.structuredContent["callers"], { "shop/run.py": { main: [19] }, "shop/store.py": { count: [36] } });
    const file = join(shop.folder, "shop", "run.py");
    Deno.writeTextFileSync(file, `${readFileSync(file, "utf8")}\n\ndef again():\n    return count([])\n`);
    const after = await call(client, "get_callers", { function_name: "count" });
    assert.deepEqual(after.structuredContent["callers"], { "shop/run.py": { main: [19], again: [26] }, "shop/store.py": { count: [36] } });
    assert.equal((after.structuredContent["metadata"] as { freshness_status: string }).freshness_status, "fresh");
    Deno.removeSync(join(shop.folder, "tests", "test_store.py"));
    const fewer = await call(client, "get_callers", { function_name: "FileStore.save" });
    assert.deepEqual(fewer.structuredContent["callers"], { "shop/run.py": { main: [16] } });
  } finally {
    await client.close();
  }
});

Deno.test(
  { name: "a burst of questions, good and bad, is answered one by one", sanitizeOps: false, sanitizeResources: false },
  async () => {
    using shop = openShop("go");
    const client = await connect(shop.folder, "legacy");
    try {
      await call(client, "get_callers", { function_name: "Count" });
      const answers = await Promise.all(
        Array.from({ length: 60 }, (_, i) => call(client, "get_callers", { function_name: i % 3 === 0 ? "nothing" : "Count" })),
      );
      answers.forEach((answer, i) => assert.equal(answer.isError === true, i % 3 === 0));
    } finally {
      await client.close();
    }
  },
);

Deno.test("the list of tools: size, sentences, hints, and nothing changed unseen", () => {
  const listed = listTools(TOOLS);
  const text = `${JSON.stringify(listed, null, 1)}\n`;
  const bytes = new TextEncoder().encode(JSON.stringify(listed)).length;
  assert.ok(bytes < 22_000, `${bytes} bytes`);
  for (const set of TOOL_SETS) {
    const shown = new Set(toolSet(set).map(({ name }) => name));
    const text = instructionsFor(shown);
    assert.ok(text.length < 2000 && text.length > 200, `${text.length} characters`);
    assert.deepEqual(
      TOOLS.filter(({ name }) => !shown.has(name) && text.includes(name)),
      [],
      "no tool is named that the client does not see",
    );
  }
  for (const tool of listed) {
    assert.ok(tool.description.length > 20 && tool.description.length < 2000, tool.name);
    assert.equal(tool.inputSchema["additionalProperties"], false, `${tool.name} takes unknown arguments`);
    const properties = tool.inputSchema["properties"] as Record<string, { description?: string }>;
    for (const [name, property] of Object.entries(properties)) assert.ok(property.description, `${tool.name}.${name} has no sentence`);
    assert.equal(typeof tool.annotations["readOnlyHint"], "boolean");
  }
  const file = join(import.meta.dirname!, "snapshots", "tools.json");
  if (Deno.env.get("CALLGROVE_GOLDEN") === "write") writeFileSync(file, text);
  assert.ok(existsSync(file));
  assert.equal(text, readFileSync(file, "utf8"), "a tool's description is an interface: CALLGROVE_GOLDEN=write takes a change over");
});
