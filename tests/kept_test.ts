/** What a process caches between two questions matches the current index. */
import assert from "node:assert/strict";
import { callOn } from "./support/call.ts";
import { openInFolder } from "./support/shop.ts";
import { withProject } from "./support/temp_project.ts";

const USE = "from io_ import load\n\n";

Deno.test("counts over a whole repository never predate an edit", () =>
  withProject({
    "io_.py": "def load():\n    return 1\n\ndef spare():\n    return 2\n",
    "app.py": `${USE}def first():\n    return load()\n`,
    "test_app.py": `${USE}def test_load():\n    assert load()\n`,
  }, async (project) => {
    const repository = openInFolder(project.root, "agent", project.database);
    const answer = async (name: string, params: Record<string, unknown>): Promise<Record<string, unknown>> =>
      (await callOn(repository, name, params)).structured;
    const dependents = async (): Promise<unknown> => (await answer("get_impact", { symbol_name: "load" }))["counts"];
    const callers = async (): Promise<unknown> =>
      Object.keys((await answer("get_callers", { function_name: "load" }))["callers"] as object);
    const hottest = async (): Promise<unknown> =>
      ((await answer("call_graph_stats", { hotspots: true }))["hotspots"] as { name: string; calls: number }[]).map((
        one,
      ) => [one.name, one.calls]);
    const untested = async (): Promise<unknown> =>
      ((await answer("search_nodes", { name_pattern: "*", untested: true }))["nodes"] as { name: string }[]).map((one) => one.name).sort();
    const near = async (): Promise<unknown> => {
      const { near } = await answer("search_nodes", { name_pattern: "spaer" }) as { near?: { name: string }[] };
      return (near ?? []).map((one) => one.name);
    };
    const ending = async (): Promise<unknown> => (await answer("search_nodes", { name_pattern: "*t" }))["total"];
    try {
      assert.deepEqual(await dependents(), { definitions: 2, files: 2, tests: 1, entry_points: 1, certain: 2 });
      assert.deepEqual(await callers(), ["app.py", "test_app.py"]);
      assert.deepEqual(await hottest(), [["io_.load", 2]]);
      assert.deepEqual(await untested(), ["app.first", "io_.spare"]);
      assert.deepEqual(await near(), ["io_.spare"]);
      assert.equal(await ending(), 1);

      project.write(
        "app.py",
        `${USE}def first():\n    return load()\n\ndef next_one():\n    return first() + load()\n\ndef last():\n    pass\n`,
      );
      project.write("test_app.py", "from app import first\n\ndef test_first():\n    assert first()\n");
      project.write("io_.py", "def load():\n    return 1\n");
      assert.deepEqual(await dependents(), { definitions: 3, files: 2, tests: 1, entry_points: 1, certain: 3 });
      assert.deepEqual(await callers(), ["app.py"]);
      assert.deepEqual(await hottest(), [["app.first", 2], ["io_.load", 2]]);
      assert.deepEqual(await untested(), ["app.last", "app.next_one"]);
      assert.deepEqual(await near(), []);
      assert.equal(await ending(), 3);
    } finally {
      repository.close();
    }
  }));
