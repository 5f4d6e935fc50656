/** Questions on handmade indexes: ambiguous names, long lists, unresolved sites. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { DefinitionFlag } from "../core/facts.ts";
import { ask, type Repository } from "../query/ask.ts";
import { TOOLS } from "../query/mod.ts";
import { findHashed, hashStart } from "../query/names/find_hashed.ts";
import { findSymbols } from "../query/names/find_symbol.ts";
import { COMPACT, PLAIN } from "../query/render/style.ts";
import { toolNamed } from "../query/tool.ts";
import { callSeeded as call } from "./support/call.ts";
import { repositoryOf, seedContext, type SeedFile, TEST_FLAG } from "./support/seed_index.ts";

const SHOP: SeedFile[] = [
  {
    path: "app/io.py",
    module: "app.io",
    symbols: [
      { name: "load", lines: [3, 5], signature: "def load(name)", doc: "Reads a thing." },
      { name: "Job", kind: "class", lines: [7, 20] },
      { name: "Job.__init__", kind: "constructor", lines: [8, 10] },
      { name: "Job.go", lines: [12, 15] },
      { name: "Base", kind: "class", lines: [22, 26] },
      { name: "Base.go", lines: [23, 24], flags: 4 },
    ],
    edges: [{ from: "Job.go", line: 13, text: "load", to: "app/io.py:load" }],
  },
  {
    path: "app/run.py",
    module: "app.run",
    symbols: [{ name: "main", lines: [4, 12] }, { name: "walk", lines: [14, 16] }],
    edges: [
      { line: 30, text: "main", to: "app/run.py:main" },
      { from: "main", line: 5, text: "load", to: "app/io.py:load", rule: "import" },
      { from: "main", line: 6, column: 9, text: "Job", to: "app/io.py:Job.__init__", rule: "constructor" },
      {
        from: "main",
        line: 7,
        text: "x.go",
        to: "app/io.py:Base.go",
        rule: "dispatch",
        confidence: "heuristic",
        candidates: ["app/io.py:Job.go"],
      },
      { from: "main", line: 8, text: "print", external: true },
      { from: "main", line: 9, text: "handler", rule: "variable" },
      { from: "walk", line: 15, text: "walk", to: "app/run.py:walk" },
      { from: "walk", line: 16, text: "load", to: "app/io.py:load", type: "references" },
    ],
  },
  {
    path: "tests/test_io.py",
    module: "tests.test_io",
    symbols: [{ name: "test_load", lines: [1, 9], flags: TEST_FLAG }],
    edges: [
      { from: "test_load", line: 2, text: "load", to: "app/io.py:load", rule: "import" },
      { from: "test_load", line: 3, text: "thing.load", toName: "load" },
    ],
  },
];

Deno.test("every form of a name leads to its symbol and to no other", () => {
  const context = seedContext(SHOP);
  const found = (name: string): string[] => findSymbols(context, name).map((match) => match.row.qualifiedName);
  for (
    const name of [
      "load",
      "load()",
      "app.io.load",
      "io.load",
      "app/io.py:load",
      "io.py:load",
      "app/io.py:3",
      "app/io.py:4",
      "io.py:3:5",
      "/seed/app/io.py:load",
    ]
  ) {
    assert.deepEqual(found(name), ["app.io.load"], name);
  }
  assert.deepEqual(found("Job.go"), ["app.io.Job.go"]);
  assert.deepEqual(found("Job::go"), ["app.io.Job.go"]);
  assert.deepEqual(found("<Job as Run<u8>>::go"), ["app.io.Job.go"], "as Rust writes a trait's method");
  assert.deepEqual([found("app/io.py::Job::go"), found("io.py::load")], [["app.io.Job.go"], ["app.io.load"]], "as test runners write it");
  assert.deepEqual(found("app/io.py:13"), ["app.io.Job.go"]);
  assert.deepEqual(found("app/run.py:<module>"), ["app.run"]);
  assert.deepEqual(found("app/run.py:30"), ["app.run"]);
  assert.deepEqual(found("app/run.py"), ["app.run"]);
  assert.deepEqual(found("go").sort(), ["app.io.Base.go", "app.io.Job.go"]);
});

Deno.test("a displayed handle leads back to its symbol", async () => {
  const context = seedContext(SHOP);
  const { structured } = await call(context, "get_callers", { function_name: "load" });
  const symbol = structured["symbol"] as { symbol_id: string; symbol_stable_id: string };
  assert.equal(findSymbols(context, symbol.symbol_id)[0]!.row.qualifiedName, "app.io.load");
  assert.equal(findSymbols(context, symbol.symbol_stable_id)[0]!.row.qualifiedName, "app.io.load");
});

Deno.test("callers: by file, with references, dispatch and what may be missing", async () => {
  const context = seedContext(SHOP);
  const load = await call(context, "get_callers", { function_name: "load" });
  assert.deepEqual(load.structured["callers"], {
    "app/io.py": { "Job.go": [13] },
    "app/run.py": { main: [5] },
    "tests/test_io.py": { test_load: [2] },
  });
  assert.deepEqual(load.structured["references"], { "app/run.py": { walk: [16] } });
  assert.deepEqual(load.structured["unresolved"], { count: 1, first: ["tests/test_io.py:3:1"] });
  assert.equal((load.structured["metadata"] as { completeness: string }).completeness, "possibly_incomplete");
  for (const fact of ["app/io.py", "Job.go", "13:1", "main", "5:1", "test_load", "walk", "tests/test_io.py:3:1", "possibly incomplete"]) {
    assert.ok(load.text.includes(fact), fact);
  }
  const job = await call(context, "get_callers", { function_name: "Job" });
  assert.deepEqual(job.structured["callers"], { "app/run.py": { main: [6] } }, "calls of the constructor are calls of the class");
  const go = await call(context, "get_callers", { function_name: "Job.go" });
  assert.deepEqual(go.structured["possible"], { "app/run.py": { main: [7] } });
  const main = await call(context, "get_callers", { function_name: "main" });
  assert.deepEqual(main.structured["callers"], { "app/run.py": { "<module>": [30] } });
  assert.equal(main.structured["completeness"], "complete");
});

Deno.test("callers of a property are complete if no object of an unknown type is read by its name", async () => {
  const context = seedContext([{
    path: "a.py",
    module: "a",
    symbols: [
      { name: "A", kind: "class", lines: [1, 9] },
      { name: "A.size", lines: [2, 3], flags: DefinitionFlag.property },
      { name: "A.grow", lines: [5, 6] },
    ],
  }]);
  const size = await call(context, "get_callers", { function_name: "A.size" });
  assert.equal(size.structured["completeness"], "complete");
  assert.match(size.text, /no callers \(complete\)/);
  const grow = await call(context, "get_callers", { function_name: "A.grow" });
  assert.equal(grow.structured["completeness"], "complete");
  assert.match(grow.text, /no callers \(complete\)/);
});

Deno.test("a method named by a constant may be called by the constant's value, unless that is a symbol", async () => {
  const context = seedContext([{
    path: "a.ts",
    module: "a",
    symbols: [
      { name: "KEY", kind: "constant", lines: [1, 1], signature: "const KEY = Symbol()" },
      { name: "WORD", kind: "constant", lines: [2, 2], signature: 'const WORD = "go"' },
      { name: "A", kind: "class", lines: [3, 9] },
      { name: "A.[KEY]", kind: "method", lines: [4, 5] },
      { name: "A.[WORD]", kind: "method", lines: [6, 7] },
    ],
  }]);
  const bySymbol = await call(context, "get_callers", { function_name: "A.[KEY]" });
  assert.equal(bySymbol.structured["completeness"], "complete");
  const byText = await call(context, "get_callers", { function_name: "A.[WORD]" });
  assert.match(byText.text, /possibly incomplete[^]*its name is what WORD stands for/);
});

Deno.test("callees: definitions, external and unresolved ones", async () => {
  const { structured, text } = await call(seedContext(SHOP), "get_callees", { function_name: "main" });
  assert.deepEqual(structured["callees"], { "app/io.py": { load: [3, [5]], "Job.__init__": [8, [6]], "Base.go": [23, [7]] } });
  assert.deepEqual(structured["external"], { print: [8] });
  assert.deepEqual(structured["unresolved"], [{ name: "handler", rule: "variable", lines: [9], at: ["9:1"] }]);
  assert.deepEqual(structured["heuristic"], [7]);
  for (const fact of ["load :3", "5:1", "print 8:1", "handler at 9:1", "app/io.py:12 app.io.Job.go"]) assert.ok(text.includes(fact), fact);
});

Deno.test("an ambiguous name is answered for each meaning; too many are an error with candidates", async () => {
  const context = seedContext(SHOP);
  const go = await call(context, "get_callers", { function_name: "go" });
  const groups = go.structured["groups"] as { symbol: { qualified_name: string } }[];
  assert.deepEqual(groups.map(({ symbol }) => symbol.qualified_name), ["app.io.Base.go", "app.io.Job.go"]);
  const graph = await call(context, "get_call_graph", { symbol_name: "go" });
  assert.equal(graph.error?.code, "ambiguous_symbol");
  assert.equal(graph.isError, true);
  assert.match(graph.text, /app\/io\.py:12:5/);
  assert.match(graph.text, /next: get_call_graph \{"symbol_name":"app\/io\.py:\d+:\d+"\} or get_call_graph/);
  const many = seedContext(
    Array.from({ length: 7 }, (_, i) => ({ path: `m${i}.py`, module: `m${i}`, symbols: [{ name: "same", lines: [1, 2] }] })),
  );
  const callers = await call(many, "get_callers", { function_name: "same" });
  assert.equal(callers.error?.code, "ambiguous_symbol");
  const candidates = callers.error?.data["candidates"] as { path: string }[];
  assert.deepEqual(candidates.map(({ path }) => path), ["m0.py", "m1.py", "m2.py", "m3.py", "m4.py", "m5.py", "m6.py"]);
});

Deno.test("an unknown name is never answered for another; similar ones are suggested", async () => {
  const context = seedContext(SHOP);
  const { error, structured, text, status } = await call(context, "get_callers", { function_name: "laod" });
  assert.equal(error?.code, "symbol_not_found");
  assert.equal(status, 1);
  assert.deepEqual(error?.data["did_you_mean"], ["app.io.load", "app.io.Base.go", "app.run.main"]);
  assert.match(text, /next: get_callers \{"function_name":"app.io.load"\}/);
  assert.equal((structured["metadata"] as { protocol_version: string }).protocol_version, "1.0");
});

Deno.test("a path outside the project is rejected, a missing one is named", async () => {
  const context = seedContext(SHOP);
  for (const name of ["../../../etc/passwd:root", "/etc/passwd:root", "/seed/../etc/passwd:1"]) {
    assert.equal((await call(context, "get_callers", { function_name: name })).error?.code, "workspace_not_allowed", name);
  }
  assert.equal((await call(context, "get_callers", { function_name: "nofile.py:load" })).error?.code, "file_not_found");
});

Deno.test("wrong parameters are answered with the known ones", async () => {
  const context = seedContext(SHOP);
  const wrong = async (params: Record<string, unknown>): Promise<string> => {
    const reply = await call(context, "get_callers", params);
    assert.equal(reply.error?.code, "invalid_input");
    return reply.text;
  };
  assert.match(await wrong({ function_name: "x", fiel_path: "a" }), /unknown parameter "fiel_path", did you mean "file_path"/);
  assert.match(await wrong({}), /parameter "function_name" is missing/);
  assert.match(await wrong({ function_name: 7 }), /parameter "function_name" must be a string, not 7\n/);
  assert.match(
    await wrong({ function_name: "load", limit: "3" }),
    /parameter "limit" must be a number, not "3"\n[^]*get_callers \{[^\n]*"limit":3\}/,
  );
  const mended: readonly (readonly [Record<string, unknown>, Record<string, unknown>])[] = [
    [{ function_name: "load", limit: null, file_path: "" }, { function_name: "load" }],
    [{ function_name: "load", compact: "true", detail_level: "Location" }, {
      function_name: "load",
      compact: true,
      detail_level: "location",
    }],
    [{ name: "load", limit: "-3" }, { function_name: "load", limit: -3 }],
  ];
  for (const [given, meant] of mended) {
    const { error } = await call(context, "get_callers", given);
    assert.equal(error?.data["remediation"], `get_callers ${JSON.stringify(meant)}`);
  }
  assert.match(await wrong({ function_name: "load", limit: 1.5 }), /parameter "limit" must be a whole number, not 1\.5\n/);
  assert.match(await wrong({ function_name: "load", compact: "yes" }), /parameter "compact" must be true or false, not "yes"\n/);
  assert.match(
    await wrong({ function_name: "l".repeat(3000) }),
    /parameter "function_name" must be no longer than 2000 characters, not "l+…\n/,
  );
  const up = await call(context, "get_call_graph", { symbol_name: "main", direction: "calers" });
  assert.match(up.text, /parameter "direction" must be one of callers, callees, both, not "calers", did you mean "callers"\?/);
  assert.deepEqual((up.structured["error"] as { data: Record<string, unknown> }).data["wrong"], {
    direction: { given: '"calers"', wanted: "one of callers, callees, both", near: "callers" },
  });
  assert.match(await wrong({ function_name: "" }), /function_name \(required\)/);
  assert.match(await wrong({ function_name: "\0" }), /not a name/);
  const inside = async (previous_query: unknown): Promise<string> =>
    (await call(context, "suggest_followup_queries", { previous_query, previous_results: {} })).text;
  assert.match(await inside({ tool: "get_callers", params: 5 }), /parameter "previous_query\.params" must be an object, not 5/);
  assert.match(await inside("callers load"), /"previous_query" must be an object \(The call: \{tool, params\}\), not "callers load"/);
  assert.match(await inside({ tool: "" }), /parameter "previous_query\.tool" is empty/);
  assert.match(await inside({}), /parameter "previous_query\.tool" is missing/);
});

Deno.test("the graph: clamped depth, cycles, unresolved callees last", async () => {
  const context = seedContext(SHOP);
  const main = await call(context, "get_call_graph", { symbol_name: "main", depth: 9 });
  assert.equal(main.structured["depth_applied"], 5);
  assert.match(String((main.structured["metadata"] as { warnings: string[] }).warnings), /depth 9 was set to 5/);
  const callees = main.structured["callees"] as {
    symbol: { name: string; external?: boolean; unresolved?: boolean };
    depth: number;
    via?: string;
  }[];
  assert.deepEqual(callees.map((edge) => edge.symbol.name), ["load", "__init__", "go", "handler", "print"]);
  assert.equal(main.structured["total_edges"], callees.length + (main.structured["callers"] as unknown[]).length);
  const walk = await call(context, "get_call_graph", { symbol_name: "walk", depth: 5 });
  const again = (walk.structured["callers"] as { symbol: { name: string } }[]).map((edge) => edge.symbol.name);
  assert.deepEqual(again, ["walk"], "recursion is one edge to itself");
  const up = await call(context, "get_call_graph", { symbol_name: "load", depth: 2, direction: "callers" });
  const far = (up.structured["callers"] as { depth: number; via?: string; symbol: { name: string } }[]).filter((edge) => edge.depth === 2);
  assert.deepEqual(far.map((edge) => [edge.symbol.name, edge.via]), [["<module>", "app.run.main"]]);
  const bad = await call(context, "get_call_graph", { symbol_name: "load", direction: "sideways" });
  assert.equal(bad.error?.code, "invalid_input");
});

Deno.test("paths: shortest first, an empty result is reported", async () => {
  const context = seedContext(SHOP);
  const found = await call(context, "call_chain", { from_func: "app/run.py", to_func: "load" });
  const paths = found.structured["paths"] as { name: string }[][];
  assert.deepEqual(paths.map((path) => path.map((step) => step.name)), [["app.run", "app.run.main", "app.io.load"]]);
  const none = await call(context, "call_chain", { from_func: "load", to_func: "main" });
  assert.equal(none.status, 1);
  assert.equal(none.structured["reverse"], true);
  assert.match(none.text, /No path .* there is one the other way/);
});

Deno.test("impact: counts first, by distance, with what may be missing", async () => {
  const { structured } = await call(seedContext(SHOP), "get_impact", { symbol_name: "load" });
  assert.deepEqual(structured["counts"], { definitions: 5, files: 3, tests: 1, entry_points: 2, certain: 4, callers: 3 });
  assert.deepEqual(structured["by_distance"], { "1": 4, "2": 1 });
  assert.deepEqual(structured["may_be_missing"], { unresolved_sites: 1, first: ["tests/test_io.py:3:1"], beyond_depth: 0 });
  assert.deepEqual(structured["weak"], { reference: { "app/run.py": ["walk"] } });
  const go = await call(seedContext(SHOP), "get_impact", { symbol_name: "Job.go" });
  assert.deepEqual(go.structured["weak"], { dispatch: { "app/run.py": ["main", "<module>"] } }, "a call of the base may end here");
  assert.match(go.text, /through an interface, a base or a variable[^]*main :4 \(dispatch/);
});

Deno.test("impact of an interface: callers of its methods, implementations, and what a type's list lacks", async () => {
  const context = seedContext([
    {
      path: "store.go",
      module: "store",
      language: "go",
      symbols: [
        { name: "Store", kind: "interface", lines: [1, 3] },
        { name: "Store.Save", kind: "method", lines: [2, 2] },
        { name: "FileStore", kind: "struct", lines: [5, 6] },
        { name: "FileStore.Save", kind: "method", lines: [8, 9] },
        { name: "keep", lines: [11, 13] },
        { name: "Name", kind: "type_alias", lines: [15, 15] },
      ],
      edges: [
        { from: "FileStore", line: 5, text: "Store", to: "store.go:Store", type: "implements", rule: "structural" },
        { from: "keep", line: 12, text: "s.Save", to: "store.go:Store.Save", rule: "dispatch", candidates: ["store.go:FileStore.Save"] },
        { from: "FileStore.Save", line: 9, text: "keep", to: "store.go:keep" },
      ],
    },
  ]);
  const { structured, text } = await call(context, "get_impact", { symbol_name: "Store" });
  assert.deepEqual(structured["dependents"], { 1: { "store.go": { FileStore: 5, keep: 11 } }, 2: { "store.go": { "FileStore.Save": 8 } } });
  const counts = structured["counts"] as { entry_points: number };
  assert.equal(counts.entry_points, 0, "a type runs by nobody, and what is called through an interface is called");
  assert.match(text, /warning: it is a type/);
  const alias = await call(context, "get_impact", { symbol_name: "Name" });
  assert.match(alias.text, /nothing that is known here calls it, names it, passes it as a value or builds on it[^]*warning: it is a type/);
});

Deno.test("unresolved calls: those with the symbol as candidate come first, those with another are left out", async () => {
  const context = seedContext([
    {
      path: "lib.py",
      module: "lib",
      symbols: [{ name: "load", lines: [1, 2] }, { name: "Other.load", lines: [4, 5] }, { name: "main", lines: [7, 20] }],
      edges: [
        { from: "main", line: 8, text: "x.load", toName: "load" },
        { from: "main", line: 9, text: "lib.load", toName: "load", candidates: ["lib.py:load"] },
        { from: "main", line: 10, text: "other.load", toName: "load", candidates: ["lib.py:Other.load"] },
      ],
    },
  ]);
  const { structured } = await call(context, "get_callers", { function_name: "lib.load" });
  assert.deepEqual(structured["unresolved"], { count: 2, first: ["lib.py:9:1", "lib.py:8:1"] });
});

Deno.test("test files come last, including test helpers", async () => {
  const caller = (path: string, test: boolean): SeedFile => ({
    path,
    module: path.replace(/\W/g, "."),
    test,
    symbols: [{ name: "helper", lines: [1, 3] }],
    edges: [{ from: "helper", line: 2, text: "hub", to: "lib.py:hub" }],
  });
  const context = seedContext([
    { path: "lib.py", module: "lib", symbols: [{ name: "hub", lines: [1, 2] }] },
    caller("a/test_hub.py", true),
    caller("b/user.py", false),
  ]);
  const callers = await call(context, "get_callers", { function_name: "hub" });
  assert.deepEqual(Object.keys(callers.structured["callers"] as object), ["b/user.py", "a/test_hub.py"]);
  const impact = await call(context, "get_impact", { symbol_name: "hub", limit: 1 });
  assert.deepEqual(impact.structured["dependents"], { 1: { "b/user.py": { helper: 1 } } });
  const graph = await call(context, "get_call_graph", { symbol_name: "hub", limit: 1 });
  const edges = graph.structured["callers"] as { call_site: { file: string } }[];
  assert.deepEqual(edges.map((edge) => edge.call_site.file), ["b/user.py"]);
  assert.match(graph.text, /next: 1 caller not shown: raise limit \(200 at most\), or use get_callers with a cursor/);
});

Deno.test("an answer truncated by its size says so, and suggests something other than a higher limit", async () => {
  const users = Array.from({ length: 900 }, (_, i) => `uses_the_hub_in_one_of_many_places_number_${i}`);
  const context = seedContext([
    { path: "lib.py", module: "lib", symbols: [{ name: "hub", lines: [1, 2] }] },
    {
      path: "user.py",
      module: "user",
      symbols: users.map((name, i) => ({ name, lines: [i + 1, i + 1] as const })),
      edges: users.map((from, i) => ({ from, line: i + 1, text: "hub", to: "lib.py:hub" })),
    },
  ]);
  const told = async (name: string, params: Record<string, unknown>): Promise<unknown[]> => {
    const { safety_limit_applied: full, suggested_action: action } = (await call(context, name, params))
      .structured["metadata"] as Record<
        string,
        unknown
      >;
    return [full, action];
  };
  const impact = { symbol_name: "hub" };
  const direct = "ask get_callers, which has a cursor, for the direct ones";
  assert.deepEqual(await told("get_impact", { ...impact, limit: 5 }), [undefined, `raise limit (2000 at most), or ${direct}`]);
  assert.deepEqual(await told("get_impact", { ...impact, limit: 2000 }), [true, `the answer is at its size limit: ${direct}`]);
  const narrower = "give a narrower pattern, node_type or file_path";
  const [full, action] = await told("search_nodes", { name_pattern: "uses*", limit: 1000 });
  assert.equal(full, true);
  assert.match(String(action), new RegExp(`^the answer is at its size limit: ask again with cursor "[^"]+", or ${narrower}$`));
});

Deno.test("lists of callers and impacts are limited to about 2,000 tokens, including repeated names and the files of what is not shown", async () => {
  const places = Array.from({ length: 90 }, (_, i) => `rooms/of_one_sort_or_another/number_${i}`);
  const context = seedContext([
    { path: "lib.py", module: "lib", symbols: [{ name: "hub", lines: [1, 2] }] },
    ...places.map((place, i) => ({
      path: `${place}.py`,
      module: place,
      symbols: [0, 1, 2, 3].map((n) => ({
        name: `uses_the_hub_${i}_${n}`,
        lines: [n + 1, n + 1] as const,
        ...(n === 3 ? { flags: TEST_FLAG } : {}),
      })),
      edges: [0, 1, 2, 3].map((n) => ({
        from: `uses_the_hub_${i}_${n}`,
        line: n + 1,
        text: "hub",
        to: "lib.py:hub",
        confidence: n === 1 ? "heuristic" as const : "static" as const,
      })),
    })),
  ]);
  const { structured, text } = await call(context, "get_impact", { symbol_name: "hub" });
  const callers = await call(context, "get_callers", { function_name: "hub" });
  for (const answer of [structured, callers.structured]) {
    const size = JSON.stringify(answer).length;
    assert.ok(size < 8_000, `${size} characters`);
    assert.ok(size > 5_000, `${size} characters: there was more room`);
  }
  assert.equal((structured["counts"] as { definitions: number }).definitions, 360);
  assert.match(text, /further tests that reach it/);
  const test = /uses_the_hub_\d+_3 :4/g;
  assert.equal(new Set(text.match(test)).size, text.match(test)!.length, "none is named twice");
});

Deno.test("a misspelled path: the nearest by name, then by folder", async () => {
  const context = seedContext(
    ["a/histogram.go", "model/histogram.go", "model/build.go", "ser/mod.go", "de/mod.go", "de/d2.go"].map((path) => ({
      path,
      module: path,
      symbols: [],
    })),
  );
  const nearest = async (file_path: string): Promise<unknown> =>
    ((await call(context, "query_file_symbols", { file_path })).error?.data["did_you_mean"] as string[])[0];
  assert.equal(await nearest("model/hstogram.go"), "model/histogram.go");
  assert.equal(await nearest("ser/md.go"), "ser/mod.go");
  assert.equal(await nearest("de/d.go"), "de/d2.go", "not a longer name that ends like it");
  assert.equal(await nearest("old/build.go"), "model/build.go", "a file that moved");
});

Deno.test("search: globs, kinds, near misses", async () => {
  const context = seedContext(SHOP);
  const names = async (params: Record<string, unknown>, key = "nodes"): Promise<string[]> =>
    ((await call(context, "search_nodes", params)).structured[key] as { name: string }[] | undefined ?? []).map((node) => node.name);
  assert.deepEqual(await names({ name_pattern: "lo*" }), ["app.io.load"]);
  assert.deepEqual((await names({ name_pattern: "*.go" })).sort(), ["app.io.Base.go", "app.io.Job.go"]);
  assert.deepEqual(await names({ name_pattern: "[JB]*", node_type: "class", file_path: "io.py" }), ["app.io.Job", "app.io.Base"]);
  assert.deepEqual(await names({ name_pattern: "LOAD" }), []);
  assert.equal((await names({ name_pattern: "LOAD" }, "near"))[0], "app.io.load");
  assert.equal((await call(context, "search_nodes", { name_pattern: "[ab" })).error?.code, "invalid_input");
});

Deno.test("the outline of a file gives each symbol's name, location, doc and, on request, metrics", async () => {
  const context = seedContext(SHOP);
  const outline = await call(context, "query_file_symbols", { file_path: "./app/../app/io.py" });
  assert.equal(outline.structured["total"], 6);
  assert.deepEqual((outline.structured["symbols"] as unknown[])[0], {
    id: findSymbols(context, "load")[0]!.row.stableId,
    type: "Function",
    name: "def load(name)",
    line: 3,
    end_line: 5,
    exported: true,
    doc: "Reads a thing.",
  });
  const full = await call(context, "query_file_symbols", { file_path: "io.py", json_output: true });
  const first = (full.structured["symbols"] as { metrics: unknown; package: string }[])[0]!;
  assert.deepEqual(first.metrics, { complexity: 1, lines: 3, parameters: 0, fan_in: 3, fan_out: 0 });
  assert.equal(first.package, "app.io");
  assert.deepEqual(JSON.parse(full.text), full.structured, "with json_output the text is the value");
});

Deno.test("long lists keep to their budget, continue with a cursor, and name every file", async () => {
  const callers = Array.from({ length: 900 }, (_, i) => i);
  const files: SeedFile[] = [{ path: "lib/core.py", module: "lib.core", symbols: [{ name: "hub", lines: [1, 2] }] }];
  for (let f = 0; f < 30; f++) {
    const own = callers.filter((i) => i % 30 === f);
    files.push({
      path: `pkg/module_number_${String(f).padStart(2, "0")}.py`,
      module: `pkg.module_number_${f}`,
      symbols: own.map((i, k) => ({ name: `Handler${i}.process_request`, lines: [k * 10 + 1, k * 10 + 9] })),
      edges: own.map((i, k) => ({ from: `Handler${i}.process_request`, line: k * 10 + 3, text: "hub", to: "lib/core.py:hub" })),
    });
  }
  const context = seedContext(files);
  const first = await call(context, "get_callers", { function_name: "hub" });
  const json = JSON.stringify(first.structured);
  assert.ok(json.length < 9_000, `${json.length} bytes`);
  for (const file of files.slice(1)) assert.ok(json.includes(file.path) && first.text.includes(file.path), file.path);
  assert.equal((first.structured["metadata"] as { result_completeness: string }).result_completeness, "truncated");
  const seen = new Set<string>();
  let cursor: string | undefined;
  let pages = 0;
  do {
    const { structured } = await call(context, "get_callers", {
      function_name: "hub",
      limit: 300,
      ...(cursor === undefined ? {} : { cursor }),
    });
    assert.ok(JSON.stringify(structured).length < 30_000);
    const page = structured["callers"] as Record<string, Record<string, number[]>>;
    const bytes = JSON.stringify(page).length;
    let inPage = 0;
    for (const [path, names] of Object.entries(page)) {
      for (const name of Object.keys(names)) {
        seen.add(`${path} ${name}`);
        inPage++;
      }
    }
    assert.ok(bytes / inPage < 60, `${bytes / inPage} bytes a caller`);
    cursor = structured["cursor"] as string | undefined;
    pages++;
  } while (cursor !== undefined);
  assert.equal(seen.size, 900);
  assert.equal(pages, 3);
  const million = await call(context, "get_callers", { function_name: "hub", limit: 1_000_000 });
  assert.ok(JSON.stringify(million.structured).length + million.text.length < 65_536);
  assert.equal((million.structured["metadata"] as { safety_limit_applied?: boolean }).safety_limit_applied, true);
  const detailed = await call(context, "get_callers", { function_name: "hub", limit: 300, detail_level: "context" });
  assert.ok(JSON.stringify(detailed.structured).length + detailed.text.length < 65_536, "details leave room for the list");
  const shown = Object.values(detailed.structured["details"] as Record<string, object>).flatMap(Object.keys);
  const listed = Object.values(detailed.structured["callers"] as Record<string, object>).flatMap(Object.keys);
  assert.deepEqual(shown, listed.slice(0, shown.length), "details are those of the first symbols, without a gap");
  assert.equal(detailed.structured["details_left_out"], listed.length - shown.length);
});

Deno.test("counts above the lists beside the callers agree with their lines", async () => {
  const users = Array.from({ length: 10 }, (_, i) => ({ name: `user_${i}`, lines: [i * 10 + 1, i * 10 + 9] as [number, number] }));
  const context = seedContext([
    { path: "hub.py", module: "hub", symbols: [{ name: "hub", lines: [1, 1] }, { name: "other", lines: [2, 2] }] },
    {
      path: "app.py",
      module: "app",
      symbols: users,
      edges: users.flatMap(({ name, lines }) =>
        [1, 2].map((k) => ({ from: name, line: lines[0] + k, text: "hub", to: "hub.py:hub", type: "references" as const }))
      ),
    },
  ], "person");
  const tool = toolNamed(TOOLS, "get_callers");
  const { text, structured } = await ask(repositoryOf(context), tool, { function_name: "hub" }, PLAIN);
  assert.match(
    text,
    /passed as a value, or a member of it used \(references\): 20 places in 10 symbols, the first 8 of them \(--limit 10 shows all\):\n(app\.py:\d+:\d+ .*\n){16}\n/,
  );
  assert.deepEqual([structured["total_references"], structured["total_references_sites"]], [10, 20]);
  const nine = await ask(repositoryOf(context), tool, { function_name: "hub", limit: 9 }, PLAIN);
  assert.deepEqual(
    Object.keys((nine.structured["references"] as Record<string, object>)["app.py"]!),
    users.slice(0, 9).map(({ name }) => name),
  );
  const all = await ask(repositoryOf(context), tool, { function_name: "hub", limit: 50 }, PLAIN);
  assert.match(all.text, /: 20 places in 10 symbols\n/);
  assert.equal(all.structured["total_references"], 10);
});

Deno.test("the lists beside the callers keep the answer within its size as well", async () => {
  const users = Array.from(
    { length: 1_500 },
    (_, i) => ({ name: `user_with_a_rather_long_name_${i}`, lines: [i + 1, i + 1] as [number, number] }),
  );
  const context = seedContext([
    { path: "hub.py", module: "hub", symbols: [{ name: "hub", lines: [1, 1] }] },
    {
      path: "app.py",
      module: "app",
      symbols: users,
      edges: users.map(({ name, lines }) => ({ from: name, line: lines[0], text: "hub", to: "hub.py:hub", type: "references" as const })),
    },
  ]);
  const { structured, text } = await call(context, "get_callers", { function_name: "hub", limit: 2_000 });
  assert.ok(JSON.stringify(structured).length + text.length < 65_536);
  const shown = Object.keys((structured["references"] as Record<string, object>)["app.py"]!);
  assert.ok(shown.length > 8, "as many as there is room for");
  assert.deepEqual(shown, users.slice(0, shown.length).map(({ name }) => name));
  assert.equal(structured["total_references"], 1_500);
});

Deno.test("a cursor belongs to its question", async () => {
  const calling = ["one", "two", "three"].map((name, i) => ({ name, lines: [i + 1, i + 1] as [number, number] }));
  const context = seedContext([
    { path: "hub.py", module: "hub", symbols: [{ name: "hub", lines: [1, 1] }, { name: "other", lines: [2, 2] }] },
    {
      path: "app.py",
      module: "app",
      symbols: calling,
      edges: calling.flatMap(({ name, lines }) =>
        ["hub", "other"].map((to) => ({ from: name, line: lines[0], text: to, to: `hub.py:${to}` }))
      ),
    },
  ]);
  const asked = { function_name: "hub", limit: 1 };
  const first = await call(context, "get_callers", asked);
  const { cursor } = first.structured;
  const next = await call(context, "get_callers", { ...asked, limit: 2, compact: true, cursor });
  assert.deepEqual(next.structured["callers"], { "app.py": { two: [2], three: [3] } }, "how much is shown may change");
  for (
    const [tool, params] of [
      ["get_callers", { function_name: "other" }],
      ["get_callers", { function_name: "hub", file_path: "hub.py" }],
      ["get_callees", { function_name: "hub" }],
      ["query_file_symbols", { file_path: "app.py" }],
      ["query_node_edges", { node_identifier: "hub" }],
      ["query_interface_implementors", { name_pattern: "*" }],
    ] as const
  ) {
    const { error, text } = await call(context, tool, { ...params, cursor });
    assert.equal(error?.code, "invalid_input", tool);
    assert.match(text, /it belongs to another question\nLeave cursor out/, tool);
  }
});

Deno.test("people get every location of a long list, or a cursor", async () => {
  const callers = Array.from(
    { length: 40 },
    (_, i) => ({ name: `a_rather_long_name_of_a_caller_${i}`, lines: [i * 50 + 1, i * 50 + 49] as [number, number] }),
  );
  const path = "a/folder/that/lies/deep/in/the/repository/callers.py";
  const sites = callers.flatMap(({ name, lines }) => Array.from({ length: 40 }, (_, k) => ({ from: name, line: lines[0] + k })));
  const context = seedContext(
    [{ path: "hub.py", module: "hub", symbols: [{ name: "hub", lines: [1, 1] }] }, {
      path,
      module: "callers",
      symbols: callers,
      edges: sites.map((site) => ({ ...site, text: "hub", to: "hub.py:hub" })),
    }],
    "person",
  );
  const tool = toolNamed(TOOLS, "get_callers");
  const { text } = await ask(repositoryOf(context), tool, { function_name: "hub" }, PLAIN);
  assert.ok(text.length > 65_536 && !text.includes("More with cursor"));
  for (const { line } of sites) assert.ok(text.includes(`${path}:${line}:`), String(line));
});

Deno.test("a symbol_id that was never displayed is found by hashing", () => {
  for (const text of ["", "live\0aaaaaaaaaaaaaaaa\0line 1", "x".repeat(55)]) {
    const expected = createHash("sha256").update(text).digest("hex").slice(0, 8);
    assert.equal((hashStart(text) >>> 0).toString(16).padStart(8, "0"), expected);
  }
  for (const ref of ["live", "feature/a-name-that-is-much-longer-than-one-block-of-the-hash-can-hold", "größe"]) {
    const seeded = seedContext(SHOP);
    const context = { ...seeded, ref: { ...seeded.ref, name: ref } };
    const row = findSymbols(context, "Job.go")[0]!.row;
    const id = createHash("sha256").update(`${ref}\0${row.stableId}\0${row.lineStart}`).digest("hex").slice(0, 16);
    assert.equal(findHashed(context, id), row.id);
    assert.equal(findSymbols(context, id)[0]!.row.qualifiedName, "app.io.Job.go");
    assert.equal(findHashed(context, "0123456789abcdef"), undefined);
  }
});

Deno.test("no statement of a question reads a whole table of edges", async () => {
  const context = seedContext(SHOP);
  const statements: string[] = [];
  const db = new Proxy(context.db, {
    get(target, key) {
      if (key !== "prepare") return (target as unknown as Record<PropertyKey, () => unknown>)[key]!.bind(target);
      return (sql: string) => {
        statements.push(sql);
        return target.prepare(sql);
      };
    },
  });
  const watched = { ...context, db };
  await call(watched, "get_callers", { function_name: "Job.go" });
  await call(watched, "get_callees", { function_name: "main" });
  await call(watched, "get_call_graph", { symbol_name: "load", depth: 3 });
  await call(watched, "get_impact", { symbol_name: "load" });
  await call(watched, "call_chain", { from_func: "main", to_func: "load" });
  assert.ok(statements.length > 8);
  for (const sql of statements) {
    const plan = (context.db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all() as unknown as { detail: string }[]).map((row) => row.detail);
    const scans = plan.filter((line) =>
      /^SCAN (e|edge|s|symbol|sv|symbol_version|n|name)\b/.test(line) &&
      !/FROM symbol WHERE kind NOT IN|s\.name GLOB|FROM symbol WHERE length/.test(sql)
    );
    assert.deepEqual(scans, [], `${sql}\n${plan.join("\n")}`);
  }
});

Deno.test("an index that takes longer than the waiting time is no error: the answer reports its progress", async () => {
  const workspace = seedContext(SHOP);
  const state = {
    indexing: "indexing",
    freshness: "syncing",
    schema: "not_indexed",
    ref: "live",
    commit: "",
    pending: 0,
    warnings: [],
  } as const;
  const repository: Repository = {
    prepare: () => Promise.resolve({ workspace, context: undefined, state, progress: { stage: "parse", done: 12, total: 5000 } }),
    glance: () => Promise.resolve(state),
  };
  const reply = await ask(repository, TOOLS[0]!, { function_name: "load" }, COMPACT);
  assert.equal(reply.isError, false);
  assert.equal((reply.structured["metadata"] as { indexing_status: string }).indexing_status, "indexing");
  assert.deepEqual(reply.structured["progress"], { stage: "parse", done: 12, total: 5000 });
  assert.match(reply.text, /parse, 12 of 5000 files/);
});

Deno.test("locations of an external call that are not shown are reported", async () => {
  const lines = Array.from({ length: 45 }, (_, i) => i + 2);
  const context = seedContext([{
    path: "a.py",
    module: "a",
    symbols: [{ name: "run", lines: [1, 50] }],
    edges: lines.map((line) => ({ from: "run", line, text: "print", toName: "print", external: true })),
  }]);
  const { structured } = await call(context, "get_callees", { function_name: "run" });
  assert.deepEqual(structured["places_not_shown"], { print: 5 });
});
