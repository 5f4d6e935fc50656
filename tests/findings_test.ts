/** Findings over the whole index: unused and untested functions, hotspots, import cycles. */
import assert from "node:assert/strict";
import { callSeeded as call } from "./support/call.ts";
import { seedContext, type SeedFile, type SeedSymbol, TEST_FLAG } from "./support/seed_index.ts";

const hidden = (name: string, line: number, more: Partial<SeedSymbol> = {}): SeedSymbol => ({
  name,
  lines: [line, line],
  exported: false,
  ...more,
});

const FILES: SeedFile[] = [
  {
    path: "app/core.py",
    module: "app.core",
    symbols: [
      hidden("_never", 1),
      hidden("_called", 2),
      hidden("_handed_over", 3),
      hidden("_itself", 4),
      hidden("main", 5),
      hidden("__enter__", 6),
      hidden("_maybe", 7),
      hidden("_routed", 8),
      { name: "public", lines: [9, 9] },
      hidden("_decorated", 10, { lines: [10, 12], nameLine: 11 }),
      { name: "Base", kind: "class", lines: [20, 24] },
      hidden("Base._hook", 21),
      { name: "Thread", kind: "class", lines: [30, 34] },
      hidden("Thread._bootstrap", 31),
      hidden("Thread._lost", 32),
      { name: "Impl", kind: "class", lines: [40, 44] },
      hidden("Impl._hook", 41),
      hidden("Impl._dispatched", 42),
      hidden("Impl._target", 43),
      { name: "Impl.visible", lines: [44, 44], exported: false, signature: "visible(): void" },
      hidden("_Kind", 50, { kind: "class" }),
    ],
    edges: [
      { from: "public", line: 9, text: "_called", to: "app/core.py:_called" },
      { from: "public", line: 9, column: 2, text: "_handed_over", to: "app/core.py:_handed_over", type: "references" },
      { from: "_itself", line: 4, text: "_itself", to: "app/core.py:_itself" },
      { from: "public", line: 9, column: 3, text: "x._maybe", toName: "_maybe" },
      { from: "_routed", line: 8, text: "GET /", toName: "GET /", type: "exposes" },
      { line: 10, text: "app.task", external: true },
      { from: "Impl", line: 40, text: "Base", to: "app/core.py:Base", type: "extends" },
      { from: "Thread", line: 30, text: "threading.Thread", toName: "threading.Thread", external: true, type: "extends" },
      {
        from: "public",
        line: 9,
        column: 4,
        text: "x._dispatched",
        toName: "_dispatched",
        rule: "ambiguous",
        candidates: ["app/core.py:Impl._dispatched"],
      },
      {
        from: "public",
        line: 9,
        column: 5,
        text: "y._target",
        to: "app/other.py:_target",
        rule: "dispatch",
        candidates: ["app/core.py:Impl._target"],
      },
    ],
  },
  { path: "app/other.py", module: "app.other", symbols: [{ name: "_target", lines: [1, 1] }] },
  {
    path: "tests/test_core.py",
    module: "tests.test_core",
    test: true,
    symbols: [{ name: "test_public", lines: [1, 2], flags: TEST_FLAG }, hidden("_helper", 4)],
    edges: [{ from: "test_public", line: 2, text: "public", to: "app/core.py:public" }],
  },
];

interface Node {
  readonly name: string;
  readonly confidence: string;
  readonly evidence: readonly string[];
}

async function judged(params: Record<string, unknown>, context = seedContext(FILES)): Promise<Map<string, Node>> {
  const { structured } = await call(context, "search_nodes", { name_pattern: "*", limit: 1000, ...params });
  return new Map((structured["nodes"] as Node[]).map((node) => [node.name, node]));
}

Deno.test("unused: private functions without an edge; what could still reach them is reported", async () => {
  const unused = await judged({ unused: true });
  assert.deepEqual([...unused].map(([name, node]) => `${node.confidence} ${name}`), [
    "high app.core._never",
    "high app.core._itself",
    "medium app.core.Base._hook",
    "low app.core._maybe",
    "low app.core._decorated",
    "low app.core.Thread._bootstrap",
    "low app.core.Thread._lost",
    "low app.core.Impl._dispatched",
  ]);
  assert.deepEqual(unused.get("app.core._never")!.evidence, ["no call", "no reference", "not exported", "no unresolved call of this name"]);
  assert.match(unused.get("app.core._maybe")!.evidence.join(), /1 unresolved call of this name/);
  assert.match(unused.get("app.core._decorated")!.evidence.join(), /decorated/);
  assert.match(unused.get("app.core.Thread._lost")!.evidence.join(), /its type answers to threading\.Thread/);
});

Deno.test("unused: most certain first, both forms give reasons, none found is an answer", async () => {
  const context = seedContext(FILES);
  const reply = await call(context, "search_nodes", { name_pattern: "_*", unused: true });
  const confidences = (reply.structured["nodes"] as Node[]).map((node) => ["high", "medium", "low"].indexOf(node.confidence));
  assert.deepEqual(confidences, [...confidences].sort());
  assert.match(reply.text, /^8 unused of "_\*"/);
  assert.match(reply.text, /\neach of them: no call, no reference, not exported\n/, "what holds for all is said once");
  assert.match(reply.text, /\nFunction app\.core\._never app\/core\.py:1:5 {2}id \w+ {2}high: no unresolved call of this name\n/);
  const none = await call(context, "search_nodes", { name_pattern: "zzz*", unused: true });
  assert.match(none.text, /Nothing unused among "zzz\*"/);
  assert.equal(none.isError, false);
});

Deno.test("untested: functions that no test reaches through calls, passed values and implementations; most called first", async () => {
  const untested = await judged({ untested: true });
  for (const reached of ["app.core.public", "app.core._called", "app.core._handed_over", "app.core.Impl._target", "app.other._target"]) {
    assert.ok(!untested.has(reached), reached);
  }
  assert.ok(!untested.has("tests.test_core._helper"), "helpers of tests are no code to test");
  assert.equal(untested.get("app.core._never")!.confidence, "high");
  assert.deepEqual(untested.get("app.core._itself")!.evidence, ["no test reaches it through calls", "1 call", "complexity 1"]);
  assert.equal([...untested.keys()][0], "app.core._itself", "called once, the others never");
  const both = await judged({ untested: true, unused: true });
  assert.ok(both.has("app.core._never") && both.get("app.core._never")!.evidence.includes("no test reaches it through calls"));
  const without = await call(seedContext(FILES.slice(0, 2)), "search_nodes", { name_pattern: "*", untested: true });
  assert.match(without.text, /no test is indexed/);
});

Deno.test("extending a type is not a call of it: neither for hotspots nor for what tests reach", async () => {
  const heir = (name: string): SeedFile => ({
    path: `${name}.py`,
    module: name,
    test: name === "test_base",
    symbols: [{ name: "Heir", kind: "class", lines: [1, 3] }],
    edges: [{ from: "Heir", line: 1, text: "Base", to: "base.py:Base", type: "extends" }],
  });
  const context = seedContext([
    {
      path: "base.py",
      module: "base",
      symbols: [{ name: "Base", kind: "class", lines: [1, 3] }, { name: "make", lines: [5, 6] }],
      edges: [{ from: "Base", line: 2, text: "make", to: "base.py:make" }],
    },
    heir("one"),
    heir("test_base"),
  ]);
  const stats = (await call(context, "call_graph_stats", { hotspots: true })).structured["hotspots"] as {
    name: string;
    callers: number;
  }[];
  assert.deepEqual(stats.map(({ name, callers }) => [name, callers]), [["base.make", 1]]);
  assert.deepEqual([...await judged({ untested: true }, context)].map(([name]) => name), ["base.make"]);
  const { structured } = await call(context, "get_impact", { symbol_name: "make" });
  assert.deepEqual(structured["by_distance"], { "1": 1, "2": 2 }, "but they depend on it");
});

Deno.test("hotspots: by callers, without tests' own helpers", async () => {
  const users = Array.from({ length: 6 }, (_, i) => ({ name: `user${i}`, lines: [i + 1, i + 1] as [number, number] }));
  const context = seedContext([
    { path: "hub.py", module: "hub", symbols: [{ name: "hub", lines: [1, 1] }, { name: "less", lines: [2, 2] }] },
    {
      path: "use.py",
      module: "use",
      symbols: users,
      edges: [
        ...users.map((user, i) => ({ from: user.name, line: i + 1, text: "hub", to: "hub.py:hub" })),
        { from: "user0", line: 1, column: 9, text: "hub", to: "hub.py:hub" },
        { from: "user0", line: 1, column: 19, text: "less", to: "hub.py:less" },
      ],
    },
    {
      path: "test_use.py",
      module: "test_use",
      test: true,
      symbols: [{ name: "helper", lines: [1, 1] }, { name: "test_it", lines: [2, 9], flags: TEST_FLAG }],
      edges: [
        ...Array.from({ length: 9 }, (_, i) => ({ from: "test_it", line: i + 1, text: "helper", to: "test_use.py:helper" })),
        { from: "test_it", line: 3, column: 9, text: "hub", to: "hub.py:hub" },
      ],
    },
  ]);
  const { structured, text } = await call(context, "call_graph_stats", { hotspots: true, limit: 2 });
  const hotspots = structured["hotspots"] as Record<string, unknown>[];
  assert.deepEqual(hotspots.map((one) => [one["name"], one["callers"], one["calls"], one["files"], one["from_tests"]]), [
    ["hub.hub", 7, 8, 2, 1],
    ["hub.less", 1, 1, 1, undefined],
  ]);
  assert.match(text, /hub\.py:1:5 {2}Function {2}hub\.hub {2}7 callers, 8 calls in 2 files, 1 from tests, complexity 1/);
});

Deno.test("hotspots: with equal numbers of callers those with more calls come first; tests are none", async () => {
  const names = ["rare", "once", "twice", "thrice", "often", "always"];
  const context = seedContext([
    {
      path: "hub.py",
      module: "hub",
      symbols: [
        ...names.map((name, i): SeedSymbol => ({ name, lines: [i + 1, i + 1] })),
        { name: "wide", lines: [20, 20] },
        { name: "checked", lines: [21, 21], flags: TEST_FLAG },
      ],
    },
    {
      path: "use.py",
      module: "use",
      symbols: [{ name: "user", lines: [1, 9] }, { name: "other", lines: [10, 11] }],
      edges: [
        ...names.flatMap((name, i) =>
          Array.from({ length: i + 1 }, (_, k) => ({ from: "user", line: i + 1, column: 9 * k + 1, text: name, to: `hub.py:${name}` }))
        ),
        ...["user", "other"].flatMap((from) =>
          ["wide", "checked"].map((name, k) => ({
            from,
            line: from === "user" ? 9 : 10,
            column: 9 * k + 1,
            text: name,
            to: `hub.py:${name}`,
          }))
        ),
      ],
    },
  ]);
  const { structured } = await call(context, "call_graph_stats", { hotspots: true, limit: 5 });
  const hotspots = structured["hotspots"] as { name: string }[];
  assert.deepEqual(hotspots.map(({ name }) => name), ["hub.wide", "hub.always", "hub.often", "hub.thrice", "hub.twice"]);
});

const importing = (name: string, imports: readonly (readonly [to: string, line: number, typeOnly?: boolean])[]): SeedFile => ({
  path: `${name}.ts`,
  module: name,
  language: "typescript",
  symbols: [],
  edges: imports.map(([to, line, typeOnly]) => ({
    line,
    text: `./${to}`,
    to: `${to}.ts:<module>`,
    type: "imports" as const,
    ...(typeOnly === true ? { properties: { type_only: true } } : {}),
  })),
});

Deno.test("import cycles: each group once with a shortest cycle and the location of every import; types apart", async () => {
  const context = seedContext([
    importing("a", [["b", 1]]),
    importing("b", [["c", 2], ["d", 3]]),
    importing("c", [["a", 4]]),
    importing("d", [["b", 5]]),
    importing("x", [["y", 6]]),
    importing("y", [["x", 7, true]]),
    importing("free", [["a", 8]]),
  ]);
  const { structured, text } = await call(context, "call_graph_stats", { cycles: true });
  assert.deepEqual(structured["cycles"], [
    { circle: ["b.ts:3", "d.ts:5"], files: 4, others: ["a.ts", "c.ts"] },
    { circle: ["x.ts:6", "y.ts:7"], files: 2, types_only: true },
  ]);
  assert.equal(structured["total_cycles"], 2);
  assert.match(text, /b\.ts:3 {2}imports d\.ts\n {4}d\.ts:5 {2}imports b\.ts/);
  const none = await call(seedContext([importing("a", [["b", 1]]), importing("b", [])]), "call_graph_stats", { cycles: true });
  assert.match(none.text, /^no import cycles/);
});

Deno.test("import cycles: what only types add to a run-time cycle is a group of its own, and a run-time import is shown before a type import", async () => {
  const context = seedContext([
    importing("a", [["b", 1, true], ["b", 9]]),
    importing("b", [["a", 2], ["c", 3]]),
    importing("c", [["a", 4, true]]),
  ]);
  const { structured, text } = await call(context, "call_graph_stats", { cycles: true });
  assert.deepEqual(structured["cycles"], [
    { circle: ["a.ts:9", "b.ts:2"], files: 2 },
    { circle: ["c.ts:4", "a.ts:9", "b.ts:3"], files: 1, types_only: true },
  ]);
  assert.match(text, /3 files, by imports of types/);
});

Deno.test("import cycles: a ring of 2,000 files and a graph of 800 with 40,000 imports are summarized quickly", async () => {
  const ring = Array.from({ length: 2000 }, (_, i) => importing(`ring${i}`, [[`ring${(i + 1) % 2000}`, 1]]));
  // Each imports files 1, 5, 9 … 197 further: the fewest that lead around are 8.
  const thicket = Array.from(
    { length: 800 },
    (_, i) => importing(`thick${i}`, Array.from({ length: 50 }, (_, k) => [`thick${(i + 1 + k * 4) % 800}`, k + 1])),
  );
  const context = seedContext([...ring, ...thicket]);
  const start = performance.now();
  const { structured, text } = await call(context, "call_graph_stats", { cycles: true });
  const time = performance.now() - start;
  const cycles = structured["cycles"] as { circle: string[]; length?: number; files: number }[];
  assert.deepEqual(cycles.map(({ circle, length, files }) => [circle.length, length, files]), [[8, undefined, 800], [12, 2000, 2000]]);
  const files = cycles[0]!.circle.map((place) => Number(/\d+/.exec(place)![0]));
  for (const [i, file] of files.entries()) {
    const step = (files[(i + 1) % files.length]! - file + 800) % 800;
    assert.ok(step % 4 === 1 && step < 200, `${file} imports ${step} further`);
  }
  assert.match(text, /2000 files\n/);
  assert.match(text, /… 1988 more, the last imports ring\d+\.ts/);
  assert.ok(text.length < 4000, `${text.length} characters`);
  assert.ok(time < 3000, `${time} ms`);
});
