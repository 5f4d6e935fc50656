/** Shipped code comes before tests, and tests before bundled code, in every list that may be truncated. */
import assert from "node:assert/strict";
import { call } from "./support/call.ts";
import { type TempProject, withProject } from "./support/temp_project.ts";

/** Two functions of one name, each called in tests whose paths sort before those of the code. */
const TWO_NAMESAKES = {
  "kit/route.py": "class Router:\n    def route(self):\n        pass\n",
  "kit/table.py": "class Table:\n    def route(self):\n        pass\n",
  "a_test/test_route.py":
    "from kit.route import Router\nfrom kit.table import Table\n\n\ndef test_one():\n    Router().route()\n\n\ndef test_two():\n    Router().route()\n\n\ndef test_table():\n    Table().route()\n",
  "kit/zone.py":
    "from kit.route import Router\nfrom kit.table import Table\n\n\ndef run():\n    Router().route()\n\n\ndef lay():\n    Table().route()\n",
};

type Callers = { readonly groups: readonly { readonly callers: object; readonly rest?: object }[]; readonly cursor?: string };

async function page(project: TempProject, params: object): Promise<Callers> {
  const { structured } = await call(project, "get_callers", { function_name: "route", limit: 2, ...params });
  return structured as unknown as Callers;
}

Deno.test("with several symbols the shipped callers of each come before the tests of any, and a cursor continues after them", () =>
  withProject(TWO_NAMESAKES, async (project) => {
    await project.index();
    const first = await page(project, {});
    assert.deepEqual(first.groups.map(({ callers }) => callers), [{ "kit/zone.py": { run: [6] } }, { "kit/zone.py": { lay: [10] } }]);
    assert.deepEqual(first.groups.map(({ rest }) => rest), [{ "a_test/test_route.py": 2 }, { "a_test/test_route.py": 1 }]);
    const second = await page(project, { cursor: first.cursor });
    assert.deepEqual(second.groups.map(({ callers }) => callers), [{ "a_test/test_route.py": { test_one: [6], test_two: [10] } }, {}]);
    assert.deepEqual(second.groups.map(({ rest }) => rest), [undefined, { "a_test/test_route.py": 1 }]);
    const third = await page(project, { cursor: second.cursor });
    assert.deepEqual(third.groups.map(({ callers }) => callers), [{}, { "a_test/test_route.py": { test_table: [14] } }]);
    assert.equal(third.cursor, undefined);
  }));

const CHAIN = {
  "core/hub.py": "def hub():\n    pass\n",
  "core/mid.py": "from core.hub import hub\n\n\ndef mid():\n    hub()\n",
  "core/top.py": "from core.mid import mid\n\n\ndef top():\n    mid()\n",
  "core/test_hub.py": "from core.hub import hub\n\n\ndef test_near():\n    hub()\n",
  ...Object.fromEntries(
    Array.from({ length: 24 }, (_, i) => [
      `a/test_${i}.py`,
      `from core.hub import hub\n\n\ndef test_hub_${i}():\n    hub()\n\n\ndef test_more_${i}():\n    hub()\n`,
    ]),
  ),
};

Deno.test("a truncated impact shows shipped code at every distance before tests, and names the test files to run, nearest first", () =>
  withProject(CHAIN, async (project) => {
    await project.index();
    const { structured, text } = await call(project, "get_impact", { symbol_name: "hub", limit: 3 });
    assert.deepEqual(structured["dependents"], {
      1: { "core/mid.py": { mid: 4 }, "a/test_0.py": { test_hub_0: 4 } },
      2: { "core/top.py": { top: 4 } },
    });
    const files = structured["test_files"] as Record<string, number>;
    assert.deepEqual(Object.entries(files).slice(0, 2), [["core/test_hub.py", 1], ["a/test_0.py", 2]]);
    assert.equal(structured["total_test_files"], 25);
    assert.match(text, /^tests to run first, by file: core\/test_hub\.py \(1\), a\/test_0\.py \(2\), .* and 5 more files$/m);
  }));

Deno.test("a truncated graph shows likely callers in shipped code before certain ones in tests", () =>
  withProject({
    "kit/store.py": "def load():\n    pass\n",
    "kit/zone.py": "from kit.store import load\n\n\ndef run():\n    load()\n",
    "a/test_store.py": "from kit.store import load\n\n\ndef test_load():\n    load()\n",
  }, async (project) => {
    await project.index();
    const { structured } = await call(project, "get_call_graph", { symbol_name: "load", direction: "callers", limit: 1 });
    assert.deepEqual((structured["callers"] as { symbol: { name: string } }[]).map(({ symbol }) => symbol.name), ["run"]);
  }));

/** An interface whose method seven types have, some of them in tests. */
const MANY = {
  "go.mod": "module shop\n\ngo 1.22\n",
  "aa_test.go": `package shop

import "testing"

${Array.from({ length: 6 }, (_, i) => `type fake${i} struct{}\n\nfunc (f fake${i}) Provision(n int) error { return nil }\n`).join("\n")}
func TestAll(t *testing.T) { Use(fake0{}) }
`,
  "real.go": "package shop\n\ntype Real struct{}\n\nfunc (r Real) Provision(n int) error { return nil }\n",
  "zone.go": "package shop\n\ntype Provisioner interface {\n\tProvision(n int) error\n}\n\nfunc Use(p Provisioner) { p.Provision(1) }\n",
};

Deno.test("of many candidates the interface's method comes first, then shipped code, tests last", () =>
  withProject(MANY, async (project) => {
    await project.index();
    const { structured } = await call(project, "get_impact", { symbol_name: "Provision" });
    const { candidates } = (structured["error"] as { data: { candidates: { name: string; path: string }[] } }).data;
    assert.deepEqual(candidates.slice(0, 3).map(({ path }) => path), ["zone.go", "real.go", "aa_test.go"]);
  }));

Deno.test("what makes all calls in a file uncertain is said once", () =>
  withProject({
    "plugin.py": "class Plugin:\n    def reticulate(self):\n        pass\n",
    "app.py": "def one(x):\n    x.reticulate()\n    x.reticulate()\n\n\ndef two(y):\n    y.reticulate()\n",
    "last.py": "def three(z):\n    z.reticulate()\n",
  }, async (project) => {
    await project.index();
    const { text } = await call(project, "get_callers", { function_name: "Plugin.reticulate" });
    const lines = text.split("\n");
    const at = lines.indexOf("app.py (all heuristic: unique-name)");
    assert.deepEqual(lines.slice(at + 1, at + 5), ["  one 2:7, 3:7", "  two 7:7", "last.py", "  three 2:7 (heuristic: unique-name)"], text);
  }));
