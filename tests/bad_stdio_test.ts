/** Any input over stdio is answered according to the contract, and the server continues. */
import assert from "node:assert/strict";
import { type Message, RawServer } from "./support/raw_server.ts";
import { openShop } from "./support/shop.ts";

const OPTIONS = { sanitizeOps: false, sanitizeResources: false };

interface Envelope {
  readonly code?: string;
  readonly text: string;
  readonly warnings: readonly string[];
  readonly isError: boolean;
}

/** What every answer must have, whatever was asked: both forms, and metadata. */
function openAnswer(message: Message): Envelope {
  const result = message.result as {
    content: { text: string }[];
    structuredContent: { error?: { code: string; message: string }; metadata: Record<string, unknown> };
    isError?: boolean;
  };
  assert.ok(result, JSON.stringify(message));
  const { metadata, error } = result.structuredContent;
  assert.equal(metadata["protocol_version"], "1.0");
  assert.ok(["fresh", "stale", "syncing"].includes(String(metadata["freshness_status"])));
  assert.ok(["not_indexed", "indexing", "ready", "failed"].includes(String(metadata["indexing_status"])));
  assert.ok(["complete", "partial", "truncated"].includes(String(metadata["result_completeness"])));
  assert.ok(["compatible", "not_indexed", "reindex_required", "corrupt_manifest"].includes(String(metadata["schema_status"])));
  assert.equal(typeof metadata["ref"], "string");
  assert.ok(!JSON.stringify(result.structuredContent).includes(":null"), "no nulls");
  assert.ok(new TextEncoder().encode(JSON.stringify(result)).length <= 65_536);
  const text = result.content.map((part) => part.text).join("");
  if (error !== undefined) assert.ok(text.includes(error.code) && text.includes(error.message.split("\n")[0]!), "the text says the same");
  return {
    ...(error === undefined ? {} : { code: error.code }),
    text,
    warnings: metadata["warnings"] as string[] | undefined ?? [],
    isError: result.isError === true,
  };
}

Deno.test({ name: "wrong calls: each has its code, the server lives on", ...OPTIONS }, async () => {
  using shop = openShop("python");
  await using server = new RawServer(shop.folder);
  await server.initialize();
  const code = async (name: string, args: unknown): Promise<string | undefined> => openAnswer(await server.call(name, args)).code;
  assert.equal(await code("get_everything", {}), "invalid_input");
  assert.equal(await code("get_callers", {}), "invalid_input");
  assert.equal(await code("get_callers", { function_name: "load", nope: 1 }), "invalid_input");
  assert.equal(await code("get_callers", { function_name: 7 }), "invalid_input");
  assert.equal(await code("get_callers", { function_name: ["load"] }), "invalid_input");
  assert.equal(await code("get_callers", { function_name: "" }), "invalid_input");
  for (const given of [["load"], "load", 7, true]) {
    const { code, text } = openAnswer(await server.call("get_callers", given));
    assert.equal(code, "invalid_input");
    assert.ok(text.includes(`the parameters must be one JSON object, not ${JSON.stringify(given)}\n`), text);
  }
  const twice = openAnswer(await server.call("get_callers", '{"function_name":"load"}'));
  assert.match(twice.text, /next: get_callers \{"function_name":"load"\}/, "what was written as JSON twice");
  assert.equal(openAnswer(await server.call("call_graph_stats", null)).isError, false);
  assert.equal(openAnswer(await server.request("tools/call", { name: 5, arguments: {} })).code, "invalid_input");
  assert.equal(await code("get_callers", { function_name: "   " }), "invalid_input");
  assert.equal(await code("get_callers", { function_name: "a\u0000b" }), "invalid_input");
  assert.equal(await code("get_callers", { function_name: "x".repeat(10_000) }), "invalid_input");
  assert.equal(await code("get_callers", { function_name: "load", file_path: "../../etc/passwd" }), "workspace_not_allowed");
  assert.equal(await code("get_callers", { function_name: "../../../etc/passwd:root" }), "workspace_not_allowed");
  assert.equal(await code("get_callers", { function_name: "load", repo: "/" }), "workspace_not_allowed");
  assert.equal(await code("get_callers", { function_name: "load", cursor: "12" }), "invalid_input");
  assert.equal(await code("get_callers", { function_name: "nothing_of_this_name" }), "symbol_not_found");
  assert.equal(await code("get_callers", { function_name: "load", ref: "--upload-pack=x" }), "ref_not_indexed");
  assert.equal(await code("get_call_graph", { symbol_name: "main", direction: "up" }), "invalid_input");
  assert.equal(await code("get_call_graph", { symbol_name: "main", depth: "2" }), "invalid_input");
  assert.equal(await code("get_call_graph", { symbol_name: "main", depth: 1.5 }), "invalid_input");
  assert.equal(await code("query_file_symbols", { file_path: "nowhere.py" }), "file_not_found");
  assert.equal(await code("suggest_followup_queries", { previous_query: {}, previous_results: {} }), "invalid_input");
  for (const [depth, applied] of [[0, 1], [6, 5], [-1, 1]]) {
    const answer = await server.call("get_call_graph", { symbol_name: "main", depth });
    assert.match(openAnswer(answer).warnings.join(), new RegExp(`depth ${depth} was set to ${applied}`));
    assert.equal((answer.result!["structuredContent"] as { depth_applied: number }).depth_applied, applied);
  }
  for (const [limit, applied] of [[0, 1], [1_000_000, 2000], [-5, 1], [1e30, 2000], [-1e30, 1]] as const) {
    const { warnings, isError } = openAnswer(await server.call("get_callers", { function_name: "count", limit }));
    assert.equal(isError, false);
    // What is too large to be told apart is named as the largest that is not.
    const said = Math.min(Number.MAX_SAFE_INTEGER, Math.max(Number.MIN_SAFE_INTEGER, limit));
    assert.match(warnings.join(), new RegExp(`limit ${said} was set to ${applied}`));
  }
  assert.equal(openAnswer(await server.call("get_callers", { function_name: "count" })).isError, false);
});

Deno.test({ name: "lines that are no requests, a request before initialize, two at once", ...OPTIONS }, async () => {
  using shop = openShop("python");
  await using server = new RawServer(shop.folder);
  for (
    const line of [
      "",
      "not JSON",
      "[]",
      "{}",
      "null",
      "42",
      '{"jsonrpc":"1.0","id":1}',
      '{"jsonrpc":"2.0","id":{},"method":3}',
      "\u0000\u0001",
      `"${"x".repeat(100_000)}"`,
    ]
  ) {
    await server.write(line);
  }
  // Before the handshake the 2025 revisions know no tools; what matters is that an answer comes and that the handshake works after it.
  const early = await server.request("tools/list");
  assert.ok(early.result !== undefined || early.error !== undefined);
  assert.ok((await server.initialize()).result);
  const [callers, callees, unknown] = await Promise.all([
    server.call("get_callers", { function_name: "count" }),
    server.call("get_callees", { function_name: "main" }),
    server.request("no/such/method"),
  ]);
  assert.match(openAnswer(callers!).text, /shop\.store\.count/);
  assert.match(openAnswer(callees!).text, /shop\.run\.main/);
  assert.equal(unknown!.error!.code, -32601);
  assert.equal(openAnswer(await server.request("tools/call", { arguments: {} })).code, "invalid_input");
  assert.ok((await server.request("ping")).result);
});

Deno.test({
  name: "what is no message is answered by the protocol's codes, with the id where there is one; a batch is answered in one line",
  ...OPTIONS,
}, async () => {
  using shop = openShop("python");
  for (const args of [[], ["--debug"]]) {
    await using server = new RawServer(shop.folder, args);
    await server.initialize("2025-03-26");
    /** The lines that come back before the answer to a request behind it. */
    const answersTo = async (line: string): Promise<unknown[]> => {
      const before = server.received.length;
      await server.write(line);
      await server.request("ping");
      return server.received.slice(before, -1).map((one) => Array.isArray(one) ? one.map(shortly) : shortly(one));
    };
    const shortly = ({ id, error, result }: Message): unknown => [id, error?.code ?? result];
    for (
      const [line, ...expected] of [
        ["not JSON", [null, -32700]],
        ["\u0000\u0001", [null, -32700]],
        [""],
        ["  \r"],
        ["42", [null, -32600]],
        ["[]", [null, -32600]],
        ["{}", [null, -32600]],
        ['{"id":77,"method":"ping"}', [77, -32600]],
        ['{"jsonrpc":"1.0","id":"a","method":"ping"}', ["a", -32600]],
        ['{"jsonrpc":"2.0","id":1.5,"method":"ping"}', [1.5, -32600]],
        ['{"jsonrpc":"2.0","id":null,"method":"ping"}', [null, -32600]],
        ['{"jsonrpc":"2.0","id":78}', [78, -32600]],
        ['{"jsonrpc":"2.0","id":79,"method":"ping","params":"x"}', [79, -32600]],
        ['{"jsonrpc":"2.0","id":80,"method":"ping","extra":1}', [80, -32600]],
        ['{"jsonrpc":"2.0","id":81,"result":5}'],
        ['{"jsonrpc":"2.0","method":"notifications/unheard_of"}'],
        ['[{"jsonrpc":"2.0","id":82,"method":"ping"}]', [[82, {}]]],
        ['[{"jsonrpc":"2.0","id":83,"method":"ping","params":null},1,{"jsonrpc":"2.0","method":"notifications/x"}]', [[null, -32600], [
          83,
          {},
        ]]],
        ['[{"jsonrpc":"2.0","method":"notifications/x"}]'],
      ] as const
    ) {
      assert.deepEqual(await answersTo(line), expected, line);
    }
    const refused = server.received.find(({ id }) => id === 80)!.error!;
    assert.match(refused.message, /^error invalid_input: Cannot take a message: it has a field "extra"/);
    assert.equal((refused.data as { metadata: { protocol_version: string } }).metadata.protocol_version, "1.0");
    assert.equal((await answersTo("x".repeat(11_000_000))).length, 1, "a line that is too long");
  }
});

Deno.test({
  name: "parameters that are null, as some clients write where there are none, or a list, however the server was opened",
  ...OPTIONS,
}, async () => {
  using shop = openShop("python");
  for (const args of [[], ["--debug"]]) {
    await using server = new RawServer(shop.folder, args);
    await server.initialize();
    for (const [id, params] of [[900, "null"], [901, "[]"]] as const) {
      const answer = server.answerTo(id);
      await server.write(`{"jsonrpc":"2.0","id":${id},"method":"ping", "params" : ${params}}`);
      assert.ok((await answer).result, `${args} ${params}`);
    }
  }
});

Deno.test({ name: "an opening that is none is told what it lacks, and a right one may follow", ...OPTIONS }, async () => {
  using shop = openShop("python");
  await using server = new RawServer(shop.folder);
  const { error } = await server.request("initialize", { protocolVersion: 5, capabilities: {}, clientInfo: { name: "x", version: "1" } });
  assert.equal(error!.code, -32602);
  assert.match(error!.message, /parameter "protocolVersion" must be a string, not 5/);
  assert.ok((await server.initialize()).result);
});

Deno.test({ name: "1,000 requests in a burst, and a client that vanishes amid its answers", ...OPTIONS }, async () => {
  using shop = openShop("python");
  await using server = new RawServer(shop.folder);
  await server.initialize();
  await server.call("call_graph_stats", {});
  const answers = await Promise.all(
    Array.from({ length: 1000 }, (_, i) => server.call("get_callers", { function_name: i % 4 === 0 ? "nothing" : "count" })),
  );
  answers.forEach((answer, i) => assert.equal(openAnswer(answer).isError, i % 4 === 0));

  const gone = new RawServer(shop.folder);
  await gone.initialize();
  for (let i = 0; i < 50; i++) {
    const params = { name: "get_call_graph", arguments: { symbol_name: "main", depth: 5 } };
    await gone.write(JSON.stringify({ jsonrpc: "2.0", id: 1000 + i, method: "tools/call", params }));
  }
  assert.ok(await gone.vanish() <= 1, "it leaves by itself");
});
