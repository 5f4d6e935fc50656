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

Deno.test("reads of a property: places that name it, by what they stand in; not calls, comments, imports, or the own object of another type", () =>
  withProject(PROJECT, async (project) => {
    const { structured, text } = await call(project, "get_callers", { function_name: "Config.cache" });
    assert.deepEqual(structured["possible_reads"], {
      "shop/config.py": { "Config.twice": [12] },
      "shop/use.py": { use: [6, 9] },
      "tests/test_use.py": { test_it: [2] },
    });
    assert.equal(structured["members_of_this_name"], 2);
    assert.match(text, /may be read or set, as one of 2 members of this name \(text alone, no calls\): 5 places in 3 symbols/);
    const getter = await call(project, "get_callers", { function_name: "Shape.area" });
    assert.deepEqual(getter.structured["possible_reads"], { "web/shape.ts": { "Round.all": [7], show: [13] } });
    assert.match(getter.text, /as the only member of this name/);
    const field = await call(project, "get_callers", { function_name: "Shape.side" });
    assert.deepEqual(field.structured["possible_reads"], { "web/shape.ts": { "Shape.area": [3], "Round.all": [7] } });
    const none = await call(project, "get_callers", { function_name: "use" });
    assert.equal(none.structured["possible_reads"], undefined);
  }));

Deno.test("reads of a property: a name that more than twenty members bear tells nothing", () =>
  withProject({
    "a.py": Array.from({ length: 21 }, (_, i) => `class Job${i}:\n    @property\n    def name(self):\n        return 1\n\n\n`).join(""),
    "b.py": "def use(job):\n    return job.name\n",
  }, async (project) => {
    const { structured } = await call(project, "get_callers", { function_name: "Job0.name" });
    assert.equal(structured["possible_reads"], undefined);
    assert.match(JSON.stringify(structured), /reading or setting it is no call, so its uses are not in the list/);
  }));

Deno.test("reads of a property: impact and graph count them as possible", () =>
  withProject(PROJECT, async (project) => {
    const impact = await call(project, "get_impact", { symbol_name: "Shape.area" });
    const missing = impact.structured["may_be_missing"] as Record<string, unknown>;
    assert.deepEqual(missing["possible_reads"], { count: 2, members_of_this_name: 1, first: ["web/shape.ts:7:23", "web/shape.ts:13:20"] });
    assert.match(
      impact.text,
      /2 places that may read or set it, as the only member of this name: web\/shape\.ts:7:23, web\/shape\.ts:13:20/,
    );
    const graph = await call(project, "get_call_graph", { symbol_name: "Shape.area" });
    assert.match(
      warningsOf(graph).join("\n"),
      /2 places in 2 symbols may read or set it, as the only member of this name: get_callers names them/,
    );
  }));

Deno.test("unused: a property that something reads is not among the public functions that nothing uses", () =>
  withProject(PROJECT, async (project) => {
    const { structured } = await call(project, "search_nodes", { name_pattern: "*", unused: true });
    const names = structured["first_public"] as string[];
    const accessors = names.filter((name) => /\.(?:cache|spare|twice|area|lost)$/.test(name));
    assert.deepEqual(accessors, ["shop.config.Config.spare", "shop.config.Config.twice", "Shape.lost"]);
  }));
