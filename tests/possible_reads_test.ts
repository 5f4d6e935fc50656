/** Where properties and fields may be read or set: by their name alone, never as calls, and never taken for unused. */
import assert from "node:assert/strict";
import { call, warningsOf } from "./support/call.ts";
import { withProject } from "./support/temp_project.ts";

const PROJECT = {
  "shop/config.py":
    "class Config:\n    @property\n    def cache(self):\n        return 1\n\n    @property\n    def spare(self):\n        return 2\n\n" +
    "    @property\n    def twice(self):\n        return self.cache + self.cache\n\n\nclass Other:\n    def __init__(self):\n        self.cache = 3\n\n" +
    "    def run(self):\n        return self.cache\n",
  "shop/use.py":
    "from shop.cache import x\n# config.cache is read\n\n\ndef use(config, other):\n    if config.cache:\n        other.cache()\n" +
    "    return (config\n        .cache)\n",
  "tests/test_use.py": "def test_it(config):\n    assert config.cache == 1\n",
  "web/shape.ts": "export class Shape {\n  side = 2;\n  get area() { return this.side * 2; }\n  get lost() { return 1; }\n}\n" +
    "export class Round extends Shape {\n  all() { return this.area + this.side; }\n}\nexport class Odd {\n  all() { return this.area; }\n}\n" +
    "export function show(shape?: Shape) {\n  return `${shape?.area}`;\n}\n",
};

Deno.test("reads of a property: locations that name it, by their context; not calls, comments, imports, or the own object of another type", () =>
  withProject(PROJECT, async (project) => {
    const { structured, text } = await call(project, "get_callers", { function_name: "Config.cache" });
    assert.deepEqual(structured["possible_reads"], {
      "shop/config.py": { "Config.twice": [12] },
      "shop/use.py": { use: [6, 9] },
      "tests/test_use.py": { test_it: [2] },
    });
    assert.equal(structured["members_of_this_name"], 2);
    assert.match(
      text,
      /may be read or set, as one of 2 members of this name \(no calls; by the name alone where marked[^)]*\): 5 places in 3 symbols/,
    );
    // The own object is certain where nothing below has the member as well.
    assert.match(text, /Config\.twice 12:21, 12:34\n/);
    assert.deepEqual(structured["heuristic_reads"], { "shop/use.py": "all", "tests/test_use.py": [2] });
    const getter = await call(project, "get_callers", { function_name: "Shape.area" });
    assert.deepEqual(getter.structured["possible_reads"], { "web/shape.ts": { "Round.all": [7], show: [13] } });
    assert.match(getter.text, /no callers \(complete\)\nread or set \(no calls\): 2 places in 2 symbols/);
    const field = await call(project, "get_callers", { function_name: "Shape.side" });
    assert.deepEqual(field.structured["possible_reads"], { "web/shape.ts": { "Shape.area": [3], "Round.all": [7] } });
    // The own object is certain where nothing below has the member as well.
    assert.equal(field.structured["heuristic_reads"], undefined);
    const edges = await call(project, "query_node_edges", { node_identifier: "Shape.side" });
    assert.match(warningsOf(edges).join("\n"), /2 places in 2 symbols may read or set it, .* see get_callers \(they are no edges\)/);
    const none = await call(project, "get_callers", { function_name: "use" });
    assert.equal(none.structured["possible_reads"], undefined);
  }));

Deno.test("reads of a property: a name shared by more than twenty members proves nothing", () =>
  withProject({
    "a.py": Array.from({ length: 21 }, (_, i) => `class Job${i}:\n    @property\n    def name(self):\n        return 1\n\n\n`).join(""),
    "b.py": "def use(job):\n    return job.name\n",
  }, async (project) => {
    const { structured } = await call(project, "get_callers", { function_name: "Job0.name" });
    assert.equal(structured["possible_reads"], undefined);
    assert.match(JSON.stringify(structured), /of some places it is unknown whether they read or set it/);
  }));

Deno.test("reads of a property: string literals and comments read nothing, except by the code in them", () =>
  withProject({
    "cache.ts": "export class Cache {\n  get most() { return 1; }\n}\n",
    "use.ts":
      'import { Cache } from "./cache";\ntest("Cache.most is read", () => {\n  const it = new Cache();\n  log(`${it.most}`); // it.most\n});\n',
    "kept.py": "class Kept:\n    'As in `kept.until`.'\n    until = 1\n\ndef show(kept):\n    return f'{kept.until}'\n",
  }, async (project) => {
    const most = await call(project, "get_callers", { function_name: "Cache.most" });
    assert.deepEqual(most.structured["possible_reads"], { "use.ts": { "<module>": [4] } });
    const until = await call(project, "get_callers", { function_name: "Kept.until" });
    assert.deepEqual(until.structured["possible_reads"], { "kept.py": { show: [6] } });
  }));

Deno.test("reads of a property: impact and graph count those found by the name alone as possible", () =>
  withProject(PROJECT, async (project) => {
    const impact = await call(project, "get_impact", { symbol_name: "Config.cache" });
    const missing = impact.structured["may_be_missing"] as Record<string, unknown>;
    const places = ["shop/use.py:6:15", "shop/use.py:9:10", "tests/test_use.py:2:19"];
    assert.deepEqual(missing["possible_reads"], { count: 3, members_of_this_name: 2, first: places });
    assert.match(impact.text, /3 places that may read or set it, as one of 2 members of this name: shop\/use\.py:6:15/);
    const graph = await call(project, "get_call_graph", { symbol_name: "Shape.area" });
    assert.match(
      warningsOf(graph).join("\n"),
      /2 places in 2 symbols may read or set it, as the only member of this name: see (?:callgrove callers|get_callers)/,
    );
  }));

Deno.test("unused: a property that is read is not among the public functions that nothing uses", () =>
  withProject(PROJECT, async (project) => {
    const { structured } = await call(project, "search_nodes", { name_pattern: "*", unused: true });
    const names = structured["first_public"] as string[];
    const accessors = names.filter((name) => /\.(?:cache|spare|twice|area|lost)$/.test(name));
    assert.deepEqual(accessors, ["shop.config.Config.spare", "shop.config.Config.twice", "Shape.lost"]);
  }));

Deno.test("reads of a field: certain if the object's type is known, and none if that is another type with the name; literals set it", () =>
  withProject({
    "Cargo.toml": '[package]\nname = "app"\nversion = "0.1.0"\n',
    "src/lib.rs": "pub mod store;\npub mod use_it;\npub fn build(inodes: u64) -> store::Usage {\n    store::Usage { size: 1, inodes }\n}\n",
    "src/store.rs": "pub struct Usage { pub inodes: u64, pub size: u64 }\npub struct Other { pub inodes: u64 }\n" +
      "impl Usage {\n    pub fn new(inodes: u64) -> Self {\n        Self { inodes, size: 0 }\n    }\n    pub fn add(&mut self, other: &Usage) {\n" +
      "        self.inodes += other.inodes;\n    }\n}\nimpl Other {\n    pub fn get(&self) -> u64 { self.inodes }\n}\n",
    "src/use_it.rs": "use crate::store::{self, Other, Usage};\npub struct Held { usage: Usage, other: Other }\n" +
      "pub fn one(held: &Held, unknown: impl Fn() -> Usage) -> u64 {\n    let made = Usage::new(1);\n    let lit = store::Usage { inodes: 2, size: 1 };\n" +
      "    let foreign = Other { inodes: 3 };\n    held.usage.inodes + held.other.inodes + made.inodes + lit.inodes + foreign.inodes + unknown().inodes\n}\n",
    "go.mod": "module example.com/a\ngo 1.22\n",
    "use.go":
      "package a\n\ntype Usage struct {\n\tInodes int\n}\n\ntype Reply struct {\n\tInodes int\n}\n\nfunc (u *Usage) Add(other Usage, reply *Reply) {\n" +
      "\tu.Inodes += other.Inodes\n\treply.Inodes = u.Inodes\n}\n\nfunc make() Usage {\n\treturn Usage{\n\t\tInodes: 1, // all\n\t}\n}\n\n" +
      "func reply() *Reply {\n\tmade := make()\n\treturn &Reply{Inodes: made.Inodes}\n}\n\n" +
      "type Usages []Usage\n\nvar all = []Usage{{Inodes: 1}, {Inodes: 2}}\nvar named = Usages{\n\t{Inodes: 1},\n}\n" +
      'var by = map[string]*Reply{"a": {Inodes: 1}}\nvar deep = map[string][]Usage{"a": {{Inodes: 1}}}\n',
    "web/tasks.ts": "export class TasksService {\n  loading = false;\n}\nexport class Page {\n  loading = true;\n}\n",
    "web/use.ts": 'import { Page, TasksService } from "./tasks";\nexport function show(page: Page, any) {\n  let tasks: TasksService;\n' +
      "  return () => page.loading || tasks.loading || any.loading;\n}\n",
  }, async (project) => {
    const places = async (name: string): Promise<string[]> => {
      const { text } = await call(project, "get_callers", { function_name: name });
      return text.split("\n").flatMap((line, i, lines) => line.startsWith("may be read or set") ? lines.slice(i + 1) : []).filter((line) =>
        line.startsWith("  ") || /^(?:src|web)\/|\.go$/.test(line)
      );
    };
    assert.deepEqual(await places("store::Usage::inodes"), [
      "src/lib.rs",
      "  build 4:29",
      "src/store.rs",
      "  Usage::new 5:16",
      "  Usage::add 8:14, 8:30",
      "src/use_it.rs",
      "  one 5:30, 7:16, 7:50, 7:63, 7:99 (heuristic: ambiguous)",
    ]);
    assert.deepEqual(await places("a.Usage.Inodes"), [
      "use.go",
      "  Usage.Add 12:4, 12:20, 13:19",
      "  make 18:3",
      "  reply 24:29",
      "  <module> 29:20, 29:33, 31:3, 34:38",
    ]);
    assert.deepEqual(await places("a.Reply.Inodes"), ["use.go", "  Usage.Add 13:8", "  reply 24:16", "  <module> 33:34"]);
    assert.deepEqual(await places("TasksService.loading"), ["web/use.ts", "  show 4:38, 4:53 (heuristic: ambiguous)"]);
  }));

Deno.test("Python: instantiating a class without a constructor sets its fields by name, and its body reads them by their bare names", () =>
  withProject({
    "a.py":
      "from dataclasses import dataclass\n\n@dataclass\nclass Part:\n    size: int\n    weight: int = 1\n    # weight\n    double = weight * 2\n\n" +
      "class Other:\n    size = 1\n    def __init__(self, size):\n        weight = 3\n        print(weight)\n",
    "b.py":
      "from a import Other, Part\n\ndef make():\n    Other(size=2)\n    print(weight=2)\n    return Part(\n        size=1,  # one\n        weight=2,\n    )\n",
  }, async (project) => {
    await project.index();
    const reads = async (function_name: string): Promise<unknown> =>
      (await call(project, "get_callers", { function_name })).structured["possible_reads"];
    assert.deepEqual(await reads("Part.size"), { "b.py": { make: [7] } });
    assert.deepEqual(await reads("Part.weight"), { "a.py": { Part: [8] }, "b.py": { make: [8] } });
    assert.deepEqual(await reads("Other.size"), undefined);
  }));

Deno.test("reads of a field: for a name of many members those with a known object type are listed, all others counted", () =>
  withProject({
    "many.ts": Array.from({ length: 25 }, (_, i) => `export interface Other${i} { id: number }\n`).join(""),
    "job.ts": "export interface Job { id: number }\nexport interface Sub extends Job {}\n",
    "use.ts": 'import type { Job, Sub } from "./job";\nimport type { Other1 } from "./many";\n' +
      "export function use(job: Job, sub: Sub, other: Other1, any) {\n  return job.id + sub.id + other.id + any.id;\n}\n",
  }, async (project) => {
    const { text, structured } = await call(project, "get_callers", { function_name: "Job.id" });
    assert.match(
      text,
      / {2}use 4:14, 4:23\nfurther places that may read or set it by the name alone, one of 26 members of this name: 1, not shown/,
    );
    assert.deepEqual([structured["possible_reads"], structured["untold_reads"]], [{ "use.ts": { use: [4] } }, 1]);
    const impact = await call(project, "get_impact", { symbol_name: "Job.id" });
    assert.match(impact.text, /read or set at 2 places in 1 symbol\n {2}use\.ts 4:14, 4:23\n/);
  }));

const DECORATED = `from lib import cache_readonly


class Plot:
    @cache_readonly
    def _parts(self): return ([], 1)

    @cache_readonly
    def _levels(self): return []

    @cache_readonly
    def _unread(self): return []

    def run(self, labels):
        for level in self._levels:
            print(level, self._parts[1])
        return self._parts
`;

Deno.test("a method may be a property because of an unknown decorator: its reads are reported, once", () =>
  withProject({ "plot.py": DECORATED }, async (project) => {
    const cases = [
      ["_parts", { "plot.py": { "Plot.run": [16] } }],
      ["_levels", { "plot.py": { "Plot.run": [15] } }],
      ["_unread", undefined],
    ] as const;
    for (const [name, reads] of cases) {
      const { structured } = await call(project, "get_callers", { function_name: name });
      assert.deepEqual(structured["possible_reads"] as { places?: unknown } | undefined, reads, name);
    }
    const { text } = await call(project, "search_nodes", { name_pattern: "*", unused: true });
    assert.deepEqual(text.match(/(?<=^Method )\S+/gm), ["plot.Plot._unread"]);
  }));

Deno.test("a replaced method: where it is set and read as an attribute is reported if the object's type is known", () =>
  withProject({
    "job.py": "class Job:\n    def stop(self): ...\n    def end(self):\n        self.stop()\n",
    "test_job.py":
      "from job import Job\n\nclass TestJob:\n    def setup_method(self):\n        self.job = Job()\n\n    def test_end(self):\n        job = Job()\n" +
      "        job.stop = print\n        job.end()\n        job.stop.assert_called_with()\n\n    def test_other(self, other):\n        self.job.stop = print\n" +
      "        other.stop = print\n        other.stop.seen()\n",
  }, async (project) => {
    await project.index();
    const { structured } = await call(project, "get_callers", { function_name: "Job.stop" });
    assert.deepEqual(structured["possible_reads"], { "test_job.py": { "TestJob.test_end": [9], "TestJob.test_other": [14] } });
    assert.deepEqual(structured["references"], { "test_job.py": { "TestJob.test_end": [11] } });
    assert.equal(structured["completeness"], "complete");
  }));

Deno.test("a method that reads or sets an attribute under another name runs where that is read or set", () =>
  withProject({
    "job.py":
      "class Job:\n    def _get_size(self):\n        return 1\n\n    def _set_size(self, size): ...\n\n    size = property(_get_size, _set_size)\n\n\n" +
      "def grow(job: Job):\n    job.size = job.size + 1\n",
  }, async (project) => {
    await project.index();
    for (const function_name of ["Job._get_size", "Job._set_size"]) {
      const { text, structured } = await call(project, "get_callers", { function_name });
      assert.deepEqual(structured["possible_reads"], { "job.py": { grow: [11] } }, function_name);
      assert.match(text, /it runs where Job\.size is read or set/);
      assert.doesNotMatch(text, /outside/);
    }
  }));

Deno.test("a property with another name in its class runs where that is read", () =>
  withProject({
    "app.py":
      "class Job:\n    @property\n    def size(self):\n        return 1\n\n    length = size\n\n\ndef show(job: Job):\n    print(job.length)\n",
  }, async (project) => {
    const { structured } = await call(project, "get_callers", { function_name: "Job.size" });
    assert.equal(structured["completeness"], "possibly_incomplete");
    assert.deepEqual(Object.keys((structured["possible_reads"] as Record<string, object>)["app.py"]!), ["Job", "show"]);
  }));

Deno.test("reads of a call's result are certain if it calls a class, or a function with a declared result", () =>
  withProject({
    "job.py": "class Job:\n    name = 1\n\n\nclass Other:\n    name = 1\n\n\ndef job() -> Job: ...\n\n\ndef any(): ...\n",
    "use.py":
      "from job import Job, Other, any, job\n\n\ndef use():\n    return Job(1).name, Other().name, job().name\n\n\ndef maybe():\n    return any().name\n",
  }, async (project) => {
    await project.index();
    const { structured } = await call(project, "get_callers", { function_name: "Job.name" });
    assert.deepEqual(structured["possible_reads"], { "use.py": { use: [5], maybe: [9] } });
    assert.deepEqual(structured["heuristic_reads"], { "use.py": [9] });
  }));

Deno.test("a nested class is read as a member, also through the bases of its outer class", () =>
  withProject({
    "base.py":
      "class Serializer:\n    def build(self):\n        return self.Meta.model\n\n\nclass Other:\n    def build(self):\n        return self.Meta\n",
    "use.py": "from base import Serializer\n\n\nclass Own(Serializer):\n    class Meta:\n        model = 1\n",
  }, async (project) => {
    await project.index();
    const { structured } = await call(project, "get_callers", { function_name: "Own.Meta" });
    assert.deepEqual(structured["possible_reads"], { "base.py": { "Serializer.build": [3] } });
    assert.equal(structured["completeness"], "complete");
  }));
