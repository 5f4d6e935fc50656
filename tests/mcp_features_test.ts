/** What clients use besides tools: resources, prompts, completions, a skill, progress, cancellation, a smaller set of tools. */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listTools } from "../mcp/tool_list.ts";
import { TOOLS, toolSet } from "../query/mod.ts";
import { type Message, RawServer } from "./support/raw_server.ts";
import { openShop } from "./support/shop.ts";

const OPTIONS = { sanitizeOps: false, sanitizeResources: false };
const textOf = (message: Message): string => JSON.stringify(message.result ?? message.error);

Deno.test({ name: "resources, prompts, completions and the skill", ...OPTIONS }, async () => {
  using shop = openShop("python");
  await using server = new RawServer(shop.folder);
  await server.initialize();
  const templates = await server.request("resources/templates/list");
  for (const uri of ["callgrove://symbol/{+name}", "callgrove://file/{+path}"]) assert.ok(textOf(templates).includes(uri), uri);
  const symbol = await server.request("resources/read", { uri: "callgrove://symbol/count" });
  for (const fact of ["def count(", "shop.run.main", "a change reaches"]) assert.ok(textOf(symbol).includes(fact), fact);
  const placed = await server.request("resources/read", { uri: "callgrove://symbol/shop/store.py:load" });
  assert.ok(textOf(placed).includes("shop.store.load"));
  const file = await server.request("resources/read", { uri: "callgrove://file/shop/store.py" });
  assert.ok(textOf(file).includes("FileStore"));
  const unknown = await server.request("resources/read", { uri: "callgrove://symbol/laod" });
  assert.equal(unknown.error!.code, -32602);
  assert.match(unknown.error!.message, /symbol_not_found[^]*shop\.store\.load/);
  const outside = await server.request("resources/read", { uri: "callgrove://file/..%2F..%2Fetc%2Fpasswd" });
  assert.match(outside.error!.message, /workspace_not_allowed/);
  const percent = await server.request("resources/read", { uri: "callgrove://symbol/lo%61d%" });
  assert.match(percent.error!.message, /symbol_not_found: Cannot find symbol "load%"/);

  const { prompts } = (await server.request("prompts/list")).result as { prompts: { name: string }[] };
  assert.deepEqual(prompts.map((prompt) => prompt.name), ["impact_review", "onboard_module", "safe_rename"]);
  const review = await server.request("prompts/get", { name: "impact_review", arguments: { symbol: "count", change: "it takes a list" } });
  for (const fact of ["it takes a list", "main", "may be missing"]) assert.ok(textOf(review).includes(fact), fact);
  const rename = await server.request("prompts/get", { name: "safe_rename", arguments: { symbol: "count", new_name: "total" } });
  for (const fact of ["total", "shop/run.py", "main 19:", "documents", "git grep -nw -- count", "configuration"]) {
    assert.ok(textOf(rename).includes(fact), fact);
  }
  const onboard = await server.request("prompts/get", { name: "onboard_module", arguments: { path: "shop/store.py" } });
  assert.ok(textOf(onboard).includes("FileStore"));
  assert.ok((await server.request("prompts/get", { name: "safe_rename", arguments: {} })).error);
  assert.ok(textOf(rename).includes("nothing is called total yet"));
  const refused = textOf(await server.request("prompts/get", { name: "onboard_module", arguments: { path: "shop/stoer.py" } }));
  assert.match(refused, /file_not_found[^]*shop\/store\.py[^]*begin again/);
  assert.doesNotMatch(refused, /Steps:/);

  const complete = async (ref: Record<string, string>, name: string, value: string): Promise<string[]> => {
    const { result } = await server.request("completion/complete", { ref, argument: { name, value } });
    return (result as { completion: { values: string[] } }).completion.values;
  };
  assert.deepEqual(await complete({ type: "ref/prompt", name: "impact_review" }, "symbol", "coun"), ["count"]);
  assert.deepEqual(await complete({ type: "ref/resource", uri: "callgrove://file/{+path}" }, "path", "shop/st"), ["shop/store.py"]);
  assert.deepEqual(await complete({ type: "ref/resource", uri: "callgrove://symbol/{+name}" }, "name", "FileS"), ["FileStore"]);

  const skills = await server.request("skills/list");
  assert.ok(textOf(skills).includes("skill://callgrove/SKILL.md"));
  const skill = await server.request("resources/read", { uri: "skill://callgrove/SKILL.md" });
  assert.ok(textOf(skill).includes("get_impact"));
});

Deno.test({ name: "prompts, resources and completions that cannot be given: the error envelope, in our words", ...OPTIONS }, async () => {
  using shop = openShop("python");
  await using server = new RawServer(shop.folder);
  await server.initialize();
  const refused = async (method: string, params: Record<string, unknown>): Promise<string> => {
    const { error } = await server.request(method, params);
    const { error: envelope, metadata } = error!.data as { error: { code: string; message: string }; metadata: Record<string, unknown> };
    assert.equal(error!.code, -32602);
    assert.equal(metadata["protocol_version"], "1.0");
    assert.ok(error!.message.startsWith(`error ${envelope.code}: ${envelope.message}`), error!.message);
    return error!.message;
  };
  const prompts: [unknown, RegExp][] = [
    [
      { name: "impact_review", arguments: { symbol: 5 } },
      /"symbol" must be a string, not 5\nKnown parameters: symbol \(required\), change/,
    ],
    [{ name: "impact_review", arguments: { symbol: "" } }, /"symbol" is empty/],
    [{ name: "impact_review", arguments: { name: "count" } }, /unknown parameter "name", did you mean "symbol"/],
    [{ name: "impact_review", arguments: ["count"] }, /must be one JSON object, not \["count"\]/],
    [{ name: "impact_review", arguments: null }, /"symbol" is missing/],
    [{ name: "safe_rename", arguments: { symbol: "count" } }, /"new_name" is missing/],
    [{ name: "safe_renam" }, /Unknown prompt "safe_renam"\nDid you mean safe_rename\? Prompts: impact_review, onboard_module, safe_rename/],
    [{ name: 5 }, /Unknown prompt "5"/],
  ];
  for (const [params, said] of prompts) assert.match(await refused("prompts/get", params as Record<string, unknown>), said);
  const resources: [unknown, RegExp][] = [
    [undefined, /Cannot read a resource: uri is missing\nGive callgrove:\/\/symbol\/NAME/],
    [5, /the resource 5: a uri is a string/],
    ["shop/store.py", /the resource "shop\/store\.py": there is none/],
    ["callgrove://symbol/", /there is none/],
    ["callgrove://nothing/load", /there is none/],
    ["file:///etc/passwd", /there is none/],
    ["callgrove://symbol/laod", /symbol_not_found/],
  ];
  for (const [uri, said] of resources) assert.match(await refused("resources/read", { uri }), said);
  const ref = { type: "ref/prompt", name: "impact_review" };
  const argument = { name: "symbol", value: "count" };
  const completions: [unknown, RegExp][] = [
    [{}, /"ref" is missing; parameter "argument" is missing\nKnown parameters: ref \(required\), argument \(required\), context/],
    [{ ref: 1, argument: 2 }, /"ref" must be an object, not 1; parameter "argument" must be an object, not 2/],
    [
      { ref: { type: "ref/prompts" }, argument },
      /"ref.type" must be one of ref\/prompt, ref\/resource, not "ref\/prompts", did you mean "ref\/prompt"/,
    ],
    [{ ref, argument: { name: "symbol", value: 3 } }, /"argument.value" must be a string, not 3/],
    [{ ref, argument, context: { arguments: 3 } }, /"context.arguments" must be an object, not 3/],
    [{ ref: { ...ref, name: "impact" }, argument }, /Unknown prompt "impact"\nDid you mean impact_review\?/],
    [
      { ref: { type: "ref/resource" }, argument },
      /for a resource: uri is missing\nCompletions are there for callgrove:\/\/symbol\/\{\+name\} and /,
    ],
    [{ ref: { type: "ref/resource", uri: "callgrove://symbol/load" }, argument }, /for the resource "callgrove:\/\/symbol\/load"/],
  ];
  for (const [params, said] of completions) assert.match(await refused("completion/complete", params as Record<string, unknown>), said);
});

Deno.test({ name: "a skill and prompts name only tools that are there", ...OPTIONS }, async () => {
  using shop = openShop("python");
  await using server = new RawServer(shop.folder);
  await server.initialize();
  const texts = [textOf(await server.request("resources/read", { uri: "skill://callgrove/SKILL.md" }))];
  for (
    const [name, args] of [["impact_review", { symbol: "count" }], ["onboard_module", { path: "shop/store.py" }], ["safe_rename", {
      symbol: "count",
      new_name: "total",
    }]] as const
  ) {
    texts.push(textOf(await server.request("prompts/get", { name, arguments: args })));
  }
  const known = new Set(TOOLS.map((tool) => tool.name));
  for (const text of texts) {
    const named = [...text.matchAll(/\b(get|query|search|call|suggest|index)_[a-z_]+\b/g)].map(([word]) => word);
    assert.ok(named.length > 0, text);
    assert.deepEqual(named.filter((word) => !known.has(word)), []);
  }
});

Deno.test({ name: "--tools core: few tools, small; the others are unknown", ...OPTIONS }, async () => {
  using shop = openShop("python");
  await using server = new RawServer(shop.folder, ["--tools", "core"]);
  await server.initialize();
  const { tools } = (await server.request("tools/list")).result as { tools: { name: string }[] };
  assert.deepEqual(tools.map((tool) => tool.name), toolSet("core").map((tool) => tool.name));
  const bytes = (list: unknown): number => new TextEncoder().encode(JSON.stringify({ tools: list })).length;
  assert.ok(bytes(tools) < 7_000, `core: ${bytes(tools)} bytes`);
  assert.ok(bytes(listTools(TOOLS)) < 20_000, `all: ${bytes(listTools(TOOLS))} bytes`);
  const hidden = await server.call("call_chain", { from_func: "main", to_func: "count" });
  assert.match(textOf(hidden), /Unknown tool/);
});

Deno.test({ name: "progress while indexing, cancellation of a question that waits", ...OPTIONS }, async () => {
  const folder = mkdtempSync(join(tmpdir(), "callgrove-slow-"));
  try {
    mkdirSync(join(folder, "src"));
    for (let i = 0; i < 250; i++) {
      const body = Array.from({ length: 60 }, (_, k) => `def f${i}_${k}(x):\n    return f${(i + 1) % 250}_${k}(x) + g${k}(x)\n`).join("\n");
      writeFileSync(join(folder, "src", `m${i}.py`), body);
    }
    await using server = new RawServer(folder);
    await server.initialize();
    const answer = server.answerTo(100);
    const params = { name: "get_callers", arguments: { function_name: "f3_3" }, _meta: { progressToken: "index" } };
    await server.write(JSON.stringify({ jsonrpc: "2.0", id: 100, method: "tools/call", params }));
    // A second question for the same index gives up at once; the first one is answered all the same.
    await server.write(JSON.stringify({ jsonrpc: "2.0", id: 7, method: "tools/call", params: { ...params, _meta: {} } }));
    await server.write(
      JSON.stringify({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 7, reason: "changed my mind" } }),
    );
    assert.ok((await server.request("tools/list")).result, "the list is there while the index is made");
    assert.ok((await answer).result);
    const told = server.received.filter((message) => message.method === "notifications/progress").map((message) => message.params!);
    assert.ok(told.length > 0, "progress was told");
    const values = told.map((params) => params["progress"] as number);
    assert.ok(values.every((value, i) => i === 0 || value > values[i - 1]!), `always onwards: ${values}`);
    assert.ok(told.every((params) => params["progressToken"] === "index" && /^indexing: /.test(String(params["message"]))));
    assert.ok(!server.received.some((message) => message.id === 7 && message.result !== undefined), "a cancelled question has no answer");
    assert.ok((await server.call("get_callers", { function_name: "f3_3" })).result);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
