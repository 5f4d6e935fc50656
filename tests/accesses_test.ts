/**
 * A property or getter runs where it is read: callers, callees, paths and impacts include such accesses, and say where they are unknown.
 */
import assert from "node:assert/strict";
import { call, warningsOf } from "./support/call.ts";
import { withProject } from "./support/temp_project.ts";

const PROJECT = {
  "shop/job.py": "class Job:\n    @property\n    def size(self) -> int:\n        return load()\n\n    @property\n    def twice(self):\n" +
    "        return self.size * 2\n\n    @property\n    def spare(self):\n        return 1\n\n\ndef load():\n    return 1\n",
  "shop/use.py":
    "from shop.job import Job\n\n\ndef use(job: Job):\n    return job.twice\n\n\ndef main(other):\n    use(Job())\n    return other.spare\n",
};

Deno.test("callers of a property: the list is complete if every read of its name is resolved, and open if one is not", () =>
  withProject(PROJECT, async (project) => {
    const size = await call(project, "get_callers", { function_name: "Job.size" });
    assert.deepEqual(size.structured["possible_reads"], { "shop/job.py": { "Job.twice": [8] } });
    assert.equal(size.structured["completeness"], "complete");
    assert.deepEqual(warningsOf(size), []);
    const spare = await call(project, "get_callers", { function_name: "Job.spare" });
    assert.deepEqual(spare.structured["possible_reads"], { "shop/use.py": { main: [10] } });
    assert.deepEqual(spare.structured["heuristic_reads"], { "shop/use.py": [10] });
    assert.equal(spare.structured["completeness"], "possibly_incomplete");
  }));

Deno.test("callees, path, impact and edges follow reads of a property", () =>
  withProject(PROJECT, async (project) => {
    const callees = await call(project, "get_callees", { function_name: "use" });
    assert.deepEqual(callees.structured["accesses"], { "shop/job.py": { "Job.twice": [7, [5]] } });
    assert.match(callees.text, /properties that run where they are read or set: 1\nshop\/job\.py\n {2}Job\.twice :7 used at 5:16/);
    const path = await call(project, "call_chain", { from_func: "main", to_func: "load" });
    const steps = (path.structured["paths"] as { name: string; accesses?: boolean }[][])[0]!;
    assert.deepEqual(steps.map(({ name, accesses }) => [name, accesses ?? false]), [
      ["shop.use.main", false],
      ["shop.use.use", true],
      ["shop.job.Job.twice", true],
      ["shop.job.Job.size", false],
      ["shop.job.load", false],
    ]);
    assert.match(path.text, /shop\.use\.use {2}function shop\/use\.py:4:5 {2}accesses at shop\/use\.py:5:16/);
    const impact = await call(project, "get_impact", { symbol_name: "load", max_depth: 4 });
    assert.deepEqual(impact.structured["dependents"], {
      "1": { "shop/job.py": { "Job.size": 3 } },
      "2": { "shop/job.py": { "Job.twice": 7 } },
      "3": { "shop/use.py": { use: 4 } },
      "4": { "shop/use.py": { main: 8 } },
    });
    const edges = await call(project, "query_node_edges", { node_identifier: "Job.size", edge_type: "Accesses" });
    const [incoming] = edges.structured["incoming"] as { edge_type: string; node_name: string }[];
    assert.deepEqual([incoming?.edge_type, incoming?.node_name], ["Accesses", "twice"]);
  }));

Deno.test("when a method becomes a property or a property a method, its readers are resolved again", () =>
  withProject(PROJECT, async (project) => {
    const accesses = async (): Promise<unknown> => (await call(project, "get_callees", { function_name: "use" })).structured["accesses"];
    assert.notEqual(await accesses(), undefined);
    const text = PROJECT["shop/job.py"];
    await project.write("shop/job.py", text.replaceAll("    @property\n", ""));
    assert.equal(await accesses(), undefined);
    await project.write("shop/job.py", text);
    assert.deepEqual(await accesses(), { "shop/job.py": { "Job.twice": [7, [5]] } });
  }));
