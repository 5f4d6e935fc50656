/** Truncated lists: what they leave out is reported, with its file, its number or the way to ask for it. */
import assert from "node:assert/strict";
import { firstBytes } from "../core/base/text_size.ts";
import { type SiteEntry, toHeuristicMap } from "../query/answer/sites.ts";
import { ask } from "../query/ask.ts";
import { getCallers } from "../query/callers.ts";
import { explain } from "../query/explain.ts";
import { PLAIN } from "../query/render/style.ts";
import { call } from "./support/call.ts";
import { openInFolder } from "./support/shop.ts";
import { withProject } from "./support/temp_project.ts";

/** A function that calls others, each in a file of its own, and is called by others, each with a test. */
function star(size: number): Record<string, string> {
  const names = Array.from({ length: size }, (_, i) => `n${i}`);
  return {
    "hub.py": `${names.map((name) => `from leaf_${name} import ${name}\n`).join("")}\n\ndef hub():\n${
      names.map((name) => `    ${name}()\n`).join("")
    }`,
    ...Object.fromEntries(names.map((name) => [`leaf_${name}.py`, `def ${name}():\n    pass\n`])),
    ...Object.fromEntries(names.map((name) => [`test_${name}.py`, `from hub import hub\n\n\ndef test_${name}():\n    hub()\n`])),
  };
}

Deno.test("callees and dependents beyond the limit are listed by file; tests among them are still reported", () =>
  withProject(star(4), async (project) => {
    await project.index();
    const callees = (await call(project, "get_callees", { function_name: "hub", limit: 2 })).text;
    assert.match(callees, /^leaf_n0\.py\n {2}n0 :1 called at 8:5\nleaf_n1\.py\n {2}n1 :1 called at 9:5$/m);
    assert.match(callees, /^not shown: leaf_n2\.py \(1\), leaf_n3\.py \(1\)$/m);
    const impact = (await call(project, "get_impact", { symbol_name: "hub", limit: 2 })).text;
    assert.match(impact, /^distance 1: 4, 2 shown$/m);
    assert.match(impact, /^not shown: test_n2\.py \(1\), test_n3\.py \(1\)$/m);
    assert.match(impact, /^further tests that reach it\n/m);
  }));

Deno.test("of many tests, those that are whole files are listed by file alone", () =>
  withProject({
    ...star(2),
    ...Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`test_whole${i}.py`, "from hub import hub\n\nhub()\n"])),
  }, async (project) => {
    await project.index();
    const { text, structured } = await call(project, "get_impact", { symbol_name: "hub", limit: 2 });
    assert.deepEqual(structured["tests"], { "test_n0.py": ["test_n0"], "test_n1.py": ["test_n1"] });
    assert.match(text, /^tests to run first, by file: test_n0\.py \(1\), .* and 2 more files$/m);
    assert.doesNotMatch(text, /<module>.*\(test\)/);
  }));

Deno.test("a graph shows each edge once, and names the near end of one whose node is left out", () =>
  withProject({
    "ring.py": "def a():\n    b()\n    c()\n\n\ndef b():\n    d()\n\n\ndef c():\n    d()\n\n\ndef d():\n    a()\n",
  }, async (project) => {
    await project.index();
    const { text } = await call(project, "get_call_graph", { symbol_name: "a", direction: "callees", depth: 3 });
    assert.deepEqual(text.split("\n").filter((line) => line.includes("->")).map((line) => line.replace(/ {2}function.*/, "")), [
      "  -> ring.b",
      "    -> ring.d",
      "      -> ring.a",
      "  -> ring.c",
      "    -> ring.d",
    ]);
  }));

Deno.test("hotspots and cycles in one truncated answer: it says how to ask for the rest", () =>
  withProject({
    ...star(2),
    "again.py": "from leaf_n1 import n1\n\n\ndef again():\n    n1()\n",
    "one.py": "import two\n",
    "two.py": "import one\n",
    "three.py": "import four\n",
    "four.py": "import three\n",
  }, async (project) => {
    await project.index();
    const both = await call(project, "call_graph_stats", { hotspots: true, cycles: true, limit: 1 });
    const { hotspots, cycles, total_cycles } = both.structured as {
      hotspots: { name: string }[];
      cycles: { circle: string[] }[];
      total_cycles: number;
    };
    assert.deepEqual(hotspots.map(({ name }) => name), ["leaf_n1.n1"]);
    assert.deepEqual(cycles.map(({ circle }) => circle), [["four.py:1", "three.py:1"]]);
    assert.equal(total_cycles, 2);
    assert.match(both.text, /ask for hotspots and cycles one by one/);
    assert.doesNotMatch((await call(project, "call_graph_stats", { cycles: true, limit: 1 })).text, /one by one/);
  }));

Deno.test("a getter and its setter are one symbol; two functions of one name are answered separately", () =>
  withProject({
    "gauge.js":
      "class Gauge {\n  get level() { return this.n; }\n  set level(n) { this.n = n; }\n}\nfunction same() {}\nfunction same() {}\n",
  }, async (project) => {
    await project.index();
    const level = (await call(project, "get_callers", { function_name: "Gauge.level" })).text;
    assert.match(level, /^Gauge\.level {2}method {2}gauge\.js:2:7 .*\nalso at gauge\.js:3:7 /);
    const same = (await call(project, "get_callers", { function_name: "same" })).text;
    assert.deepEqual(same.match(/^same {2}function {2}gauge\.js:\d/gm), ["same  function  gauge.js:5", "same  function  gauge.js:6"]);
  }));

Deno.test("explain: external, unresolved and possible calls are distinguished", () =>
  withProject({
    "shape.py":
      "import json\n\n\nclass A:\n    def go(self): pass\n\n\nclass B:\n    def go(self): pass\n\n\ndef run(x, y):\n    json.dumps(x)\n    x.go()\n    y.gone()\n",
  }, async (project) => {
    await project.index();
    const repository = openInFolder(project.root, "person", project.database);
    try {
      const { text } = await ask(repository, explain, { place: "shape.py" }, PLAIN);
      assert.match(text, /calls json\.dumps -> external json\.dumps /);
      assert.match(
        text,
        /calls x\.go -> unresolved go .*\n {6}may reach shape\.py:5 shape\.A\.go\n {6}may reach shape\.py:9 shape\.B\.go\n/,
      );
      assert.match(text, /calls y\.gone -> unresolved gone /);
    } finally {
      repository.close();
    }
  }));

Deno.test("of a file with many tests the first are named and the others counted, so that all callers fit on the page; every line is there", () => {
  const tests = (n: number): string => Array.from({ length: n }, (_, i) => `it("adds number ${i}", () => {\n  load();\n});\n`).join("");
  const files = {
    "io.ts": "export function load() {}\n",
    "use.ts": 'import { load } from "./io";\nexport const use = () => load();\n',
    "io.test.ts": `import { it } from "vitest";\nimport { load } from "./io";\n${tests(300)}`,
  };
  return withProject(files, async (project) => {
    const { structured, text } = await call(project, "get_callers", { function_name: "load" });
    const callers = structured["callers"] as Record<string, Record<string, number[]>>;
    assert.equal(callers["io.test.ts"]!["<module>"]!.length, 300);
    const named = Object.keys((structured["tests"] as typeof callers)["io.test.ts"]!);
    assert.deepEqual([named.length, structured["tests_left_out"]], [8, 292]);
    assert.match(text, /in "adds number 7"; 28:3, [^"]* 901:3 in 292 more tests/);
    const person = await ask(openInFolder(project.root, "person", project.database), getCallers, { function_name: "load" }, PLAIN);
    assert.match(person.text, /in "adds number 299"/, "people read a place a line, each with its test");
  });
});

Deno.test("a text is truncated between characters, whatever bytes they take", () => {
  const cuts = Array.from({ length: 8 }, (_, most) => firstBytes("aé\ufffd😀", most));
  assert.deepEqual(cuts, ["", "a", "a", "aé", "aé", "aé", "aé\ufffd", "aé\ufffd"]);
});

Deno.test("likely lines are not marked one by one if all of a file or of the list are likely", () => {
  const entry = (path: string, ...sites: readonly (readonly [line: number, certain: boolean])[]): SiteEntry => ({
    ...{ path, name: "main", line: 0, test: false },
    sites: sites.map(([line, certain]) => ({ line, column: 1, confidence: certain ? "static" : "heuristic", rule: "scope" })),
  });
  const likely = [entry("a.py", [1, false], [2, false]), entry("b.py", [5, false])];
  assert.equal(toHeuristicMap(likely), "all");
  assert.deepEqual(toHeuristicMap([...likely, entry("c.py", [7, true], [8, false])]), { "a.py": "all", "b.py": [5], "c.py": [8] });
  assert.equal(toHeuristicMap([entry("c.py", [7, true])]), undefined);
});

Deno.test("one caller with more calls than an answer holds: the first ones, how many are left out, and an answer under the limit", () =>
  withProject({
    "hub.py": "def hub():\n    pass\n",
    "many.py": `from hub import hub\n\n\ndef many():\n${"    hub()\n".repeat(9000)}${"    hub(); hub()\n".repeat(3000)}`,
  }, async (project) => {
    await project.index();
    for (const [tool, function_name] of [["get_callers", "hub"], ["get_callees", "many"]] as const) {
      for (const [limit, most] of [[undefined, 10_000], [2000, 65_536]] as const) {
        const { structured, text } = await call(project, tool, { function_name, ...(limit === undefined ? {} : { limit }) });
        const bytes = JSON.stringify(structured).length;
        assert.ok(bytes < most && text.length < most, `${tool} ${limit}: ${bytes}, ${text.length}`);
        const left = Object.values(structured["places_not_shown"] as Record<string, number>)[0]!;
        assert.match(text, new RegExp(` and ${left} more places$`, "m"));
        const metadata = structured["metadata"] as Record<string, unknown>;
        assert.equal(metadata["result_completeness"], "truncated");
        assert.equal(metadata["safety_limit_applied"], limit === undefined ? undefined : true);
        assert.match(metadata["suggested_action"] as string, limit === undefined ? /give limit/ : /no parameter shows all/);
      }
    }
  }));

Deno.test("more implementors than a page of them all: the cursor leads to the last one, and that page is complete", () =>
  withProject({
    "base.py": `class Base:\n    pass\n\n\n${Array.from({ length: 10_100 }, (_, i) => `class C${i}(Base): pass\n`).join("")}`,
  }, async (project) => {
    await project.index();
    const names = new Set<string>();
    let cursor: string | undefined;
    for (let pages = 0; pages < 100; pages++) {
      const { structured } = await call(project, "query_interface_implementors", {
        name_pattern: "Base",
        limit: 2000,
        ...(cursor === undefined ? {} : { cursor }),
      });
      const [block] = structured["interfaces"] as { implementors: { name: string }[] }[];
      for (const { name } of block!.implementors) names.add(name);
      cursor = structured["cursor"] as string | undefined;
      assert.equal(
        (structured["metadata"] as Record<string, unknown>)["result_completeness"],
        cursor === undefined ? "complete" : "truncated",
      );
      if (cursor === undefined) break;
    }
    assert.equal(names.size, 10_100);
  }));

Deno.test("explain says in words what is known of a definition", () =>
  withProject({ "go.mod": "module m\n", "a.go": "package m\n\ntype Job struct{}\n\nfunc (j *Job) Run() {}\n" }, async (project) => {
    await project.index();
    const repository = openInFolder(project.root, "person", project.database);
    try {
      const { text } = await ask(repository, explain, { place: "a.go:5" }, PLAIN);
      assert.match(text, /method m\.Job\.Run {2}\(exported, by reference\)/);
    } finally {
      repository.close();
    }
  }));
