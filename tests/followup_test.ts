/** Suggestions for the next question: every cause of low confidence, and the same suggestions in the answers themselves. */
import assert from "node:assert/strict";
import type { Reply } from "../query/ask.ts";
import { analyse, extractIdentifiers } from "../query/followup/previous.ts";
import { call as callOnDisk, callSeeded } from "./support/call.ts";
import { commitAll, git } from "./support/git_project.ts";
import { seedContext, type SeedFile } from "./support/seed_index.ts";
import { withProject } from "./support/temp_project.ts";

type Params = Record<string, unknown>;
interface Suggestion {
  readonly tool: string;
  readonly params: Params;
  readonly reason: string;
}

const FILES: SeedFile[] = [
  {
    path: "app/io.py",
    module: "app.io",
    symbols: [
      { name: "load_config", lines: [1, 3], signature: "def load_config(name)" },
      { name: "Reader", kind: "class", lines: [5, 20] },
      { name: "Reader.read", lines: [6, 9], flags: 4 },
      { name: "FileReader", kind: "class", lines: [22, 40] },
      { name: "FileReader.read", lines: [23, 30] },
      { name: "lonely", lines: [42, 44] },
      { name: "helper", lines: [46, 48] },
      { name: "guessed", lines: [50, 52] },
    ],
    edges: [
      { from: "lonely", line: 43, text: "load_config", to: "app/io.py:load_config" },
      { from: "FileReader.read", line: 25, text: "helper", to: "app/io.py:helper" },
    ],
  },
  {
    path: "app/run.py",
    module: "app.run",
    symbols: [{ name: "main", lines: [1, 9] }, { name: "helper", lines: [11, 13] }, { name: "spare", lines: [15, 18] }],
    edges: [
      { from: "main", line: 2, text: "load_config", to: "app/io.py:load_config", rule: "import" },
      { from: "main", line: 3, text: "x.read", to: "app/io.py:Reader.read", rule: "dispatch", candidates: ["app/io.py:FileReader.read"] },
      { from: "main", line: 4, text: "y.guessed", to: "app/io.py:guessed", confidence: "heuristic", rule: "unique-name" },
      { from: "spare", line: 16, text: "z.helper", toName: "helper" },
      { from: "spare", line: 17, text: "helper", to: "app/run.py:helper" },
    ],
  },
];

const context = seedContext(FILES);
const call = (name: string, params: Params): Promise<Reply> => callSeeded(context, name, params);

async function next(tool: string, params: Params, results: Params, more: Params = {}): Promise<Params & { suggestions: Suggestion[] }> {
  const reply = await call("suggest_followup_queries", { previous_query: { tool, params }, previous_results: results, ...more });
  assert.equal(reply.isError, false, reply.text);
  for (const one of reply.structured["suggestions"] as Suggestion[]) {
    assert.ok(reply.text.includes(`${one.tool} ${JSON.stringify(one.params)}`), "both forms say the same");
    const followed = await call(one.tool, one.params);
    assert.equal(followed.isError, false, `${one.tool} ${JSON.stringify(one.params)} can be run`);
    assert.ok(one.reason.length > 3);
  }
  return reply.structured as Params & { suggestions: Suggestion[] };
}

/** Asks, and asks what to ask next: as an agent does. */
async function follow(tool: string, params: Params): Promise<Suggestion[]> {
  const answer = await call(tool, params);
  const { suggestions } = await next(tool, params, answer.structured);
  const metadata = answer.structured["metadata"] as { suggested_action?: string; low_confidence?: boolean };
  if (suggestions.length > 0) {
    assert.ok(metadata.suggested_action!.startsWith(`${suggestions[0]!.tool} ${JSON.stringify(suggestions[0]!.params)}`), "rides along");
    assert.ok(answer.text.includes(`next: ${metadata.suggested_action}`));
  }
  assert.ok(suggestions.length <= 5);
  return suggestions;
}

Deno.test("a name in another naming convention: all symbols with it come first, functions before values with the same letters", async () => {
  const own = seedContext([
    {
      path: "net/http.py",
      module: "net.http",
      symbols: [
        { name: "SetUp", kind: "enum_member", lines: [1, 1] },
        { name: "Client", kind: "class", lines: [3, 9] },
        { name: "Client.set_up", lines: [4, 5] },
        { name: "Server", kind: "class", lines: [11, 19] },
        { name: "Server.set_up", lines: [12, 13] },
        { name: "run", lines: [21, 24] },
      ],
      edges: [
        { from: "run", line: 22, text: "c.set_up", to: "net/http.py:Client.set_up" },
        { from: "run", line: 23, text: "s.set_up", to: "net/http.py:Server.set_up" },
      ],
    },
  ]);
  const asked = async (name: string): Promise<unknown[]> => {
    const previous_query = { tool: "get_callers", params: { function_name: name } };
    const answer = await callSeeded(own, "get_callers", previous_query.params);
    const reply = await callSeeded(own, "suggest_followup_queries", { previous_query, previous_results: answer.structured });
    return (reply.structured["suggestions"] as Suggestion[]).map((one) => one.params["function_name"]);
  };
  const names = ["set_up", "net.http.Client.set_up", "net.http.Server.set_up"];
  assert.deepEqual((await asked("SET_UP")).slice(0, 3), names);
  assert.deepEqual((await asked("setUp")).slice(0, 3), names);
});

Deno.test("confidence: low below the threshold or without results, otherwise sufficient with a reason", async () => {
  const confidence = async (tool: string, results: Params, more: Params = {}): Promise<string> => {
    const { analysis, suggestions, reason } = await next(tool, { name_pattern: "load" }, results, more);
    const { previous_confidence } = analysis as { previous_confidence: string };
    if (previous_confidence === "sufficient") {
      assert.deepEqual(suggestions, []);
      assert.match(String(reason), /not below the threshold/);
    }
    return previous_confidence;
  };
  assert.equal(await confidence("search_nodes", { top_score: 0.2, total_candidates: 3 }), "low");
  assert.equal(await confidence("search_nodes", { top_score: 0.5, total_candidates: 3 }), "sufficient");
  assert.equal(await confidence("search_nodes", { top_score: 0.9, total_candidates: 0 }), "low");
  assert.equal(await confidence("search_nodes", { top_score: 0.6, total_candidates: 3 }, { confidence_threshold: 0.7 }), "low");
  assert.equal(await confidence("get_call_graph", { total_edges: 0 }), "low");
  assert.equal(await confidence("get_call_graph", { total_edges: 2, top_score: 0.1 }), "sufficient", "a graph is judged by its edges");
  assert.equal(await confidence("get_callers", { callers: {} }), "low");
  assert.equal(await confidence("search_code", { results: [] }), "low", "another product's tool is a search");
  assert.equal(await confidence("query_interface_implementors", { interfaces: [] }), "low");
  assert.equal(await confidence("query_node_edges", { node: {}, outgoing: [], incoming: [] }), "low");
  const clamped = await next("search_nodes", {}, { total: 1 }, { confidence_threshold: 7 });
  assert.equal((clamped["analysis"] as { threshold: number }).threshold, 1);
  assert.match(String((clamped["metadata"] as { warnings: string[] }).warnings), /was set to 1/);
});

Deno.test("identifiers are significant words of three or more letters", () => {
  assert.deepEqual(extractIdentifiers({ query: "How does the load_config of ab 123 x1y load_config?" }), ["load_config", "x1y"]);
  assert.equal(analyse({ tool: "x", params: {}, results: {} }).confidence, "low");
});

Deno.test("a call without question or answer is invalid input", async () => {
  for (
    const params of [
      {},
      { previous_query: { tool: "get_callers" } },
      { previous_query: {}, previous_results: {} },
      { previous_query: "get_callers", previous_results: {} },
      { previous_query: { tool: "get_callers" }, previous_results: [] },
    ]
  ) {
    const reply = await call("suggest_followup_queries", params);
    assert.equal(reply.error?.code, "invalid_input", JSON.stringify(params));
  }
});

Deno.test("an unknown name: misspelled, in another convention, in part, in a sentence", async () => {
  for (const name of ["laod_config", "loadConfig", "LOAD_CONFIG", "Wrong.load_config"]) {
    const [first] = await follow("get_callers", { function_name: name });
    assert.deepEqual(first!.params, { function_name: "app.io.load_config" }, name);
  }
  const part = await follow("get_callers", { function_name: "config" });
  assert.deepEqual(part[0], {
    tool: "search_nodes",
    params: { name_pattern: "*config*", limit: 10 },
    reason: 'names that contain "config"',
  });
  // No path leads there, which is an answer too; names that hold "main" would be none.
  const [end] = await follow("call_chain", { from_func: "load_config", to_func: "app.run.spaer" });
  assert.deepEqual(end!.params, { from_func: "load_config", to_func: "app.run.spare" });
  const words = await follow("search_nodes", { name_pattern: "who calls the thing that loads config?" });
  assert.equal(words[0]!.tool, "get_callers");
  assert.deepEqual(words[0]!.params, { function_name: "app/io.py:1:5" });
  const other = await next("search_code", { query: "read things with a file reader" }, { query_intent: "natural_language", results: [] });
  assert.equal(other.suggestions[0]!.tool, "search_nodes");
  assert.match(JSON.stringify(other.suggestions), /FileReader/);
});

Deno.test("a moved path, an ambiguous name, unknown parameters, another ref", async () => {
  const moved = await follow("get_callers", { function_name: "load_config", file_path: "src/run.py" });
  assert.ok(moved.every((one) => one.params["file_path"] !== "src/run.py"), "not the path that is not there");
  assert.equal(moved[0]!.params["function_name"], "load_config");
  const ambiguous = await follow("get_call_graph", { symbol_name: "helper" });
  assert.deepEqual(ambiguous.slice(0, 2).map((one) => one.params["symbol_name"]).sort(), ["app/io.py:46:5", "app/run.py:11:5"]);
  const elsewhere = await next("search_code", { query: "load_config", file_path: "app/run.py" }, { results: [] });
  assert.equal(elsewhere.suggestions[0]!.reason, "the name exists, but in another file: function app.io.load_config");
  const file = await follow("query_file_symbols", { file_path: "app/oi.py" });
  assert.deepEqual(file[0]!.params, { file_path: "app/io.py" });
  const wrong = await call("get_callers", { functon_name: "main" });
  const { suggestions } = await next("get_callers", { functon_name: "load_config" }, wrong.structured);
  assert.deepEqual(suggestions[0]!.params, { function_name: "load_config" });
  const ref = await next("get_callers", { function_name: "load_config", ref: "gone" }, { error: { code: "ref_not_indexed" } });
  assert.deepEqual(ref.suggestions[0]!.params, { function_name: "load_config" });
});

Deno.test("a symbol whose list is empty: the other direction, the base that is called, the implementations", async () => {
  const lonely = await follow("get_callers", { function_name: "lonely" });
  assert.equal(lonely[0]!.tool, "get_callees");
  const implementation = await follow("get_callers", { function_name: "FileReader.read" });
  assert.deepEqual(implementation[0]!.params, { function_name: "app/io.py:6:5" });
  const base = await follow("get_callees", { function_name: "Reader.read" });
  assert.deepEqual(base[0]!.params, { function_name: "app/io.py:23:5" });
  const path = await follow("call_chain", { from_func: "load_config", to_func: "main" });
  assert.deepEqual(path[0]!.params, { from_func: "main", to_func: "load_config" });
});

Deno.test("a location is not a name: the proposed search is for the name of the symbol there", () =>
  withProject({
    "shims.d.ts": "export declare function alone(n: number): void;\n",
    "parts.py": "def part1():\n    pass\n\n\ndef part1b():\n    part1()\n",
  }, async (project) => {
    await project.index();
    const { structured } = await callOnDisk(project, "get_callers", { function_name: "shims.d.ts:1" });
    const { suggested_action } = structured["metadata"] as { suggested_action: string };
    assert.match(suggested_action, /^search_nodes \{"name_pattern":"\*?alone\*?","limit":10\}/);
  }));

Deno.test("an ambiguous end of a path: the one that leads there is taken", async () => {
  const chosen = async (from_func: string): Promise<string> => {
    const { structured, text } = await call("call_chain", { from_func, to_func: "helper" });
    assert.match(text, /warning: 2 symbols are called "helper"/);
    const { path, line_start: line } = structured["to"] as { path: string; line_start: number };
    return `${path}:${line}`;
  };
  assert.equal(await chosen("spare"), "app/run.py:11");
  assert.equal(await chosen("FileReader.read"), "app/io.py:46");
});

Deno.test("a symbol that another tool did not find: calls that were not asked for are not mentioned", async () => {
  const reasons = async (name: string): Promise<string[]> =>
    (await next("locate_symbol", { name }, { total_candidates: 0, results: [] })).suggestions
      .filter((one) => one.params["function_name"] !== undefined).map((one) => one.reason);
  assert.deepEqual((await reasons("load_config"))[0], "it is there: who calls it");
  assert.deepEqual(await reasons("lonely"), ["it is there: what it calls"]);
});

Deno.test("the same question with only another limit is the same question, unless the limit truncated the answer", async () => {
  const { suggestions } = await next("search_nodes", { name_pattern: "helper" }, { top_score: 0.2, total_candidates: 3 });
  assert.deepEqual(suggestions.filter((one) => one.params["name_pattern"] === "helper"), []);
});

Deno.test("an incomplete answer: only likely, possibly incomplete, truncated, stale", async () => {
  const guessed = await follow("get_callers", { function_name: "guessed" });
  assert.deepEqual(guessed[0]!.params, { symbol_name: "guessed", include_source: true });
  const loose = await follow("get_callers", { function_name: "app/io.py:46" });
  assert.deepEqual(loose[0]!.params, { function_name: "app/run.py:16" });
  const cut = { total_callers: 9, callers: { a: {} }, cursor: "3-abc", metadata: { result_completeness: "truncated" } };
  const results = analyse({ tool: "get_callers", params: { function_name: "main" }, results: cut });
  assert.deepEqual(results.causes, ["truncated"]);
  const stale = { total_callers: 1, callers: { a: { b: [1] } }, metadata: { freshness_status: "stale", indexing_status: "ready" } };
  const refreshed = await call("suggest_followup_queries", {
    previous_query: { tool: "get_callers", params: { function_name: "load_config" } },
    previous_results: stale,
  });
  assert.equal((refreshed.structured["suggestions"] as Suggestion[])[0]!.tool, "index_directory");
});

Deno.test("a missing path leads to the nearest one, a ref to one with a similar name, a truncated list to a longer one", async () => {
  const [file] = await follow("query_node_edges", { node_identifier: "app/ios.py" });
  assert.deepEqual([file!.tool, file!.params], ["query_node_edges", { node_identifier: "app/io.py" }]);
  const impact = {
    dependents: { 1: { a: Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`f${i}`, i])) } },
    counts: { definitions: 900 },
  };
  const cut = { ...impact, metadata: { result_completeness: "truncated" } };
  const longer = await next("get_impact", { symbol_name: "load_config" }, cut);
  assert.ok(longer.suggestions.some((one) => one.tool === "get_impact" && one.params["limit"] === 500));
  const params = { symbol_name: "helper", base_ref: "mian", head_ref: "live" };
  const error = { code: "ref_not_indexed", data: { ref: "mian", did_you_mean: ["main"] } };
  const reply = await call("suggest_followup_queries", {
    previous_query: { tool: "compare_symbol_between_commits", params },
    previous_results: { error },
  });
  assert.deepEqual((reply.structured["suggestions"] as Suggestion[])[0]!.params, { ...params, base_ref: "main" });
});

Deno.test("a doubtful answer always leads on: if nothing answers better to a search, and from that to what is indexed", async () => {
  const unknown = { tool: "get_call_graph", params: { symbol_name: "zqxvw" } };
  const first = await next(unknown.tool, unknown.params, { total_edges: 0 });
  assert.deepEqual(first.suggestions.map(({ tool, params }) => [tool, params]), [["search_nodes", { name_pattern: "*zqxvw*", limit: 10 }]]);
  assert.equal(first["reason"], undefined);
  const second = await next("search_nodes", { name_pattern: "*zqxvw*", limit: 10 }, { total: 0, nodes: [] });
  assert.deepEqual(second.suggestions.map(({ tool }) => tool), ["call_graph_stats"]);
  const none = await next("search_code", { query: "the and for" }, { results: [] });
  assert.deepEqual(none.suggestions.map(({ tool }) => tool), ["call_graph_stats"]);
  const other = await next("grep", { pattern: "load_config", path: "src" }, { results: [] });
  assert.deepEqual((other["analysis"] as Params)["extracted_identifiers"], ["load_config"], "texts of a tool that is not known here");
});

Deno.test("a ref that git has and the index does not is indexed, or read for a comparison", async () => {
  const params = { symbol_name: "helper", base_ref: "v1", head_ref: "live", strict_refs: true };
  const error = { code: "ref_not_indexed", data: { ref: "v1", known_to_git: true } };
  const previous_query = { tool: "compare_symbol_between_commits", params };
  const { structured } = await call("suggest_followup_queries", { previous_query, previous_results: { error } });
  const { strict_refs: _strict, ...loose } = params;
  assert.deepEqual((structured["suggestions"] as Suggestion[]).map((one) => [one.tool, one.params]), [
    ["index_directory", { ref: "v1" }],
    ["compare_symbol_between_commits", loose],
  ]);
});

Deno.test("a good answer suggests nothing", async () => {
  const answer = await call("get_callers", { function_name: "load_config" });
  assert.ok(!("suggested_action" in (answer.structured["metadata"] as Params)));
  assert.ok(!("low_confidence" in (answer.structured["metadata"] as Params)));
});

Deno.test("a name that only an older ref has leads to what is now in its place", () => {
  const job = (name: string): string =>
    `def other(x):\n    return x\n\n\ndef ${name}(first, second):\n    return other(first)\n\n\n${name}(1, 2)\n`;
  return withProject({ "job.py": job("legacy_submit") }, async (project) => {
    git(project, "init", "-q");
    commitAll(project, "old");
    await callOnDisk(project, "index_directory", { ref: "main" });
    project.write("job.py", job("enqueue"));
    const answer = await callOnDisk(project, "get_callers", { function_name: "legacy_submit" });
    assert.equal(answer.error?.code, "symbol_not_found");
    const { suggested_action } = answer.structured["metadata"] as { suggested_action: string };
    assert.match(suggested_action, /^get_callers \{"function_name":"job\.py:5:5"\}/);
  });
});

Deno.test("words of a question match words of names in any form: created and creates match create", () =>
  withProject({ "shop.py": "def create_order(): ...\ndef created(): ...\ndef stop_orders(): ...\n" }, async (project) => {
    const meant = async (query: string): Promise<unknown> => {
      const params = { previous_query: { tool: "search_code", params: { query } }, previous_results: { top_score: 0 } };
      const { structured } = await callOnDisk(project, "suggest_followup_queries", params);
      return (structured["suggestions"] as { params: Record<string, unknown> }[])[0]!.params["name_pattern"];
    };
    assert.equal(await meant("where is the order created"), "shop.create_order");
    assert.equal(await meant("who is stopping an order"), "shop.stop_orders");
  }));

Deno.test("after a question about a file come its symbols, and after a path that is missing names with the file's name, no endings", () =>
  withProject({ "cmd/root.py": "def serve():\n    pass\n", "cmd/roots.py": "def root_one():\n    pass\n" }, async (project) => {
    const next = async (tool: string, params: Params): Promise<string> =>
      /next: (.*)/.exec((await callOnDisk(project, tool, params)).text)?.[1] ?? "";
    assert.equal(await next("get_callers", { function_name: "cmd/root.py" }), 'query_file_symbols {"file_path":"cmd/root.py"}');
    assert.match(
      await next("call_chain", { from_func: "cmd/root.py", to_func: "root_one" }),
      /query_file_symbols \{"file_path":"cmd\/root\.py"\}/,
    );
    assert.doesNotMatch(await next("call_chain", { from_func: "lib/root.py", to_func: "root_one" }), /"\*?py\*?"/);
  }));
