/** Callers within one file or folder: the counts there and in total. */
import assert from "node:assert/strict";
import { chmodSync } from "node:fs";
import { join } from "node:path";
import { call } from "./support/call.ts";
import { withProject } from "./support/temp_project.ts";

const use = (name: string): string =>
  `import { load, Job } from "../../lib/io.js";\nexport function ${name}() {\n  load();\n  return run(load, Job);\n}\nfunction run(f: unknown, one: Job) {}\n`;
const FILES = {
  "lib/io.ts": "export function load() {}\nexport class Job {\n  count = 0;\n}\n",
  "packages/next/a.ts": use("a"),
  "packages/next/b.ts": `${use("b")}export function loose(x: any) {\n  x.load();\n}\n`,
  "packages/other/c.ts": `${use("c")}export function far(x: any) {\n  x.load();\n}\n`,
};

Deno.test("callers in one package: every list is limited to it, and the total is reported", () =>
  withProject(FILES, async (project) => {
    await project.index();
    const all = await call(project, "get_callers", { function_name: "load" });
    assert.equal(all.structured["total_callers"], 3);
    assert.equal(all.structured["callers_anywhere"], undefined);
    const { structured, text } = await call(project, "get_callers", { function_name: "load", callers_in: "packages/next" });
    assert.deepEqual([structured["total_callers"], structured["total_sites"], structured["callers_anywhere"]], [2, 2, 3]);
    for (const list of ["callers", "references"]) {
      assert.deepEqual(Object.keys(structured[list] as object), ["packages/next/a.ts", "packages/next/b.ts"], list);
    }
    assert.match(text, /2 callers, 2 calls in 2 files there, 3 in all/);
    const far = await call(project, "get_callers", { function_name: "load", callers_in: "other/c.ts", limit: 1 });
    assert.deepEqual(Object.keys(far.structured["callers"] as object), ["packages/other/c.ts"]);
    const named = await call(project, "get_callers", { function_name: "Job", callers_in: "packages/other" });
    assert.deepEqual(Object.keys(named.structured["named_at"] as object), ["packages/other/c.ts"]);
    const none = await call(project, "get_callers", { function_name: "load", callers_in: "lib" });
    assert.match(none.text, /^.*\nno callers found there, 3 in all/);
    const wrong = await call(project, "get_callers", { function_name: "load", callers_in: "package/next" });
    assert.equal(wrong.error?.code, "file_not_found");
    assert.doesNotMatch(wrong.text, /next: .*package\/next/);
  }));

Deno.test("for a line with several calls the columns are given, and totals are present whether or not a list is whole", () =>
  withProject({
    "go.mod": "module example.com/app\n",
    "app.go": "package app\n\nfunc two() { one(); one() }\nfunc three() { one() }\nfunc one() int { return 1 }\n\nvar held = one\n",
  }, async (project) => {
    const { structured } = await call(project, "get_callers", { function_name: "one" });
    assert.deepEqual(structured["callers"], { "app.go": { two: [3], three: [4] } });
    assert.deepEqual([structured["total_sites"], structured["columns"]], [3, { "app.go": { 3: [14, 21] } }]);
    assert.deepEqual([structured["total_references"], structured["total_references_sites"]], [1, 1]);
  }));

Deno.test("a folder is not taken for a file of the same name elsewhere", () =>
  withProject({
    "app/io.py": "def load():\n    pass\n",
    "app/run.py": "from app.io import load\nload()\n",
    "bin/app": "#!/usr/bin/env python3\nfrom app.run import load\nload()\n",
  }, async (project) => {
    chmodSync(join(project.root, "bin/app"), 0o755);
    await project.index();
    for (const callers_in of ["app", "app/", "./app", `${project.root}/app`]) {
      const { structured } = await call(project, "get_callers", { function_name: "load", callers_in });
      assert.deepEqual(Object.keys(structured["callers"] as object), ["app/run.py"], callers_in);
      const found = await call(project, "search_nodes", { name_pattern: "load", file_path: callers_in });
      assert.equal(found.structured["total"], 1, callers_in);
    }
    const named = await call(project, "get_callers", { function_name: "load", callers_in: "bin/app" });
    assert.deepEqual(Object.keys(named.structured["callers"] as object), ["bin/app"]);
    const symbols = await call(project, "query_file_symbols", { file_path: "app" });
    assert.match(symbols.error?.message ?? "", /it is a folder, with 2 files/);
  }));

Deno.test("if a list beside the callers fills the answer, it says how to see the rest", () => {
  const uses = (from: number): string =>
    "import { limit } from '../limit.ts';\n" +
    Array.from({ length: 400 }, (_, i) => `export function readsTheLimitForTest${from + i}() {\n  return limit > ${i};\n}\n`).join("");
  return withProject({ "limit.ts": "export const limit = 1;\n", "a/one.ts": uses(1000), "b/two.ts": uses(2000) }, async (project) => {
    await project.index();
    const shown = (answer: Awaited<ReturnType<typeof call>>): number =>
      Object.values(answer.structured["named_at"] as object).flatMap((names) => Object.keys(names as object)).length;
    const few = await call(project, "get_callers", { function_name: "limit" });
    assert.match(few.text, /the first 8 of them \(limit shows more, callers_in those of a folder\):/);
    const most = await call(project, "get_callers", { function_name: "limit", limit: 1000 });
    assert.ok(shown(most) < 800);
    assert.match(most.text, /the first \d+ of them \(the answer is full: callers_in names those of a folder\):/);
    assert.equal((most.structured["metadata"] as Record<string, unknown>)["result_completeness"], "truncated");
    const some = await call(project, "get_callers", { function_name: "limit", callers_in: "a", limit: 400 });
    assert.equal(shown(some), 400);
    assert.equal((some.structured["metadata"] as Record<string, unknown>)["result_completeness"], "complete");
  });
});
