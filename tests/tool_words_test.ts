/** Advice in errors and warnings fits readers without a command line. */
import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { writeCommand } from "../query/followup/suggest.ts";
import { TOOLS } from "../query/mod.ts";
import { inCommandWords, inToolWords } from "../query/names/tool_words.ts";
import { toolNamed } from "../query/tool.ts";
import { call } from "./support/call.ts";
import { withProject } from "./support/temp_project.ts";

Deno.test("commands in a sentence become calls of tools, with their parameters; what no tool does is unchanged", () => {
  for (
    const [typed, said] of [
      ["callgrove index", "index_directory {}"],
      ["Build it: callgrove index", "Build it: index_directory {}"],
      [
        "Index it first (callgrove index --ref main), or leave strict_refs out.",
        'Index it first (index_directory {"ref":"main"}), or leave strict_refs out.',
      ],
      ["Give it a ref: callgrove index --ref", "Give it a ref: index_directory ref"],
      ["callgrove index --force", 'index_directory {"force":true}'],
      ['Name its folder: callgrove index "a b/c"', 'Name its folder: index_directory {"dir_path":"a b/c"}'],
      ["See what is indexed: callgrove stats", "See what is indexed: call_graph_stats {}"],
      ["see callgrove stats.", "see call_graph_stats {}."],
      ["List its symbols: callgrove symbols app/io.py", 'List its symbols: query_file_symbols {"file_path":"app/io.py"}'],
      ["Try search_nodes (callgrove search) to find it", "Try search_nodes to find it"],
      ["A symbol_id is valid in its own ref (--ref) until", "A symbol_id is valid in its own ref (ref) until"],
      ["Check the spelling (--repo DIR, parameter repo).", "Check the spelling (parameter repo)."],
      ['Start a server for it: callgrove mcp --repo "/a.b/c"', 'Start a server for it: callgrove mcp --repo "/a.b/c"'],
      ["no function's memory shows it: give --symbols", "no function's memory shows it: give symbols"],
      ["read them: callgrove memory ingest --sessions DIR", "read them: callgrove memory ingest --sessions DIR"],
      ["is not known yet: callgrove memory ingest", 'is not known yet: index_directory {"history":true}'],
    ] as const
  ) assert.equal(inToolWords(TOOLS, typed), said);
});

Deno.test("a remark about parameters becomes one about options, and a cursor is an option", () => {
  const say = (name: string, sentence: string): string => inCommandWords(TOOLS, toolNamed(TOOLS, name), sentence);
  assert.equal(say("search_nodes", "give a narrower pattern, node_type or file_path"), "give a narrower pattern, --type or --file");
  assert.equal(
    say("query_node_edges", '3 more edges: give edge_type or direction, or ask again with cursor "21-l6eo-pml"'),
    "3 more edges: give --type or --direction, or ask again with --cursor 21-l6eo-pml",
  );
  assert.equal(say("search_nodes", "raise limit (2000 at most)"), "raise --limit (2000 at most)");
  assert.equal(say("get_impact", "ask get_callers, which has a cursor"), "ask callgrove callers, which has a cursor");
});

Deno.test("a suggested command is valid even if the name begins with a dash", () => {
  const written = writeCommand(TOOLS, { tool: "get_call_graph", params: { symbol_name: "-a.py:1", include_source: true } });
  assert.equal(written, "callgrove graph --source -- -a.py:1");
  assert.equal(writeCommand(TOOLS, { tool: "get_callers", params: { function_name: "-a b.py:1" } }), "callgrove callers -- '-a b.py:1'");
});

Deno.test("over MCP the remedy in an error is a tool with its parameters", () =>
  withProject({ "a.py": "def keep():\n    pass\n" }, async (project) => {
    await project.index();
    const line = await call(project, "get_callers", { function_name: "a.py:99" });
    assert.match(line.text, /List its symbols: query_file_symbols \{"file_path":"a\.py"\}/);
    const ref = await call(project, "get_callers", { function_name: "keep", ref: "nowhere" });
    const file = await call(project, "query_file_symbols", { file_path: "zzz/zzz.py" });
    rmSync(join(project.root, "a.py"));
    const none = await call(project, "get_callers", { function_name: "keep" });
    for (const { text, structured } of [line, ref, file, none]) {
      assert.doesNotMatch(text + JSON.stringify(structured), /callgrove |--\w/);
    }
  }));

Deno.test("for a parameter under another tool's name, or a quoted number, the remedy is the intended call", () =>
  withProject({ "a.py": "def keep():\n    pass\n" }, async (project) => {
    for (
      const [tool, params, meant] of [
        ["get_callers", { symbol_name: "keep" }, { function_name: "keep" }],
        ["get_callers", { function_name: "keep", limit: "5" }, { function_name: "keep", limit: 5 }],
        ["query_file_symbols", { path: "a.py" }, { file_path: "a.py" }],
        ["compare_symbol_between_commits", { base: "HEAD" }, { symbol_name: "*", base_ref: "HEAD", head_ref: "live" }],
        ["call_chain", { from: "keep", to: "keep" }, { from_func: "keep", to_func: "keep" }],
        ["get_callers", { function_name: "keep", max_results: 5 }, { function_name: "keep", limit: 5 }],
        ["search_nodes", { name_pattern: "keep", kind: "function" }, { name_pattern: "keep", node_type: "function" }],
        ["get_callers", { function_name: "keep", include_tests: false }, { function_name: "keep" }],
      ] as const
    ) {
      const { error, text } = await call(project, tool, params);
      assert.equal(error?.code, "invalid_input");
      assert.equal(error?.data["remediation"], `${tool} ${JSON.stringify(meant)}`);
      assert.ok(text.includes(`next: ${tool} ${JSON.stringify(meant)}`), text);
    }
    const unclear = await call(project, "get_callers", { function_name: "keep", colour: true });
    assert.equal(unclear.error?.data["remediation"], undefined);
    const others = await call(project, "get_callers", { function_name: "keep", include_source: true });
    assert.match(others.error!.message, /: unknown parameter "include_source", which is a parameter of get_call_graph$/);
    const tests = await call(project, "get_callers", { function_name: "keep", include_tests: false });
    assert.match(tests.error!.message, /: unknown parameter "include_tests": tests always stand last in a list$/);
  }));

Deno.test("null for an optional parameter means absent; for a required one it is an error", () =>
  withProject({ "a.py": "def keep():\n    pass\n" }, async (project) => {
    const { error, structured } = await call(project, "get_callers", {
      function_name: "keep",
      file_path: null,
      limit: null,
      compact: null,
    });
    assert.deepEqual([error, structured["completeness"]], [undefined, "complete"]);
    assert.equal((await call(project, "get_callers", { function_name: null })).error?.code, "invalid_input");
    assert.equal((await call(project, "get_callers", { function_name: "keep", colour: null })).error?.code, "invalid_input");
  }));
