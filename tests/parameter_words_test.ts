/** Parameter values as agents guess them: node types, directions, globs in place of a path. */
import assert from "node:assert/strict";
import { call } from "./support/call.ts";
import { type TempProject, withProject } from "./support/temp_project.ts";

const FILES = {
  "app/io.py": "class Job:\n    size = 1\n\n    def load(self): ...\n\n\ndef load(): ...\n",
  "app/deep/run.py": "from app.io import load\n\n\ndef run():\n    load()\n",
  "web/page.ts": "export function page() {}\n",
};

async function found(project: TempProject, params: Record<string, unknown>): Promise<string> {
  const { structured } = await call(project, "search_nodes", { name_pattern: "*", ...params });
  return ((structured["nodes"] ?? []) as { name: string }[]).map(({ name }) => name).sort().join(" ");
}

Deno.test("a node type is accepted in the words of languages, in the plural, and several at once", () =>
  withProject(FILES, async (project) => {
    await project.index();
    for (const node_type of ["func", "fn", "functions", "Functions"]) {
      assert.equal(await found(project, { node_type }), "app.deep.run.run app.io.load page", node_type);
    }
    assert.equal(await found(project, { node_type: "methods, classes" }), "app.io.Job app.io.Job.load");
    assert.equal(await found(project, { node_type: "property" }), "app.io.Job.size");
    const { error } = await call(project, "search_nodes", { name_pattern: "*", node_type: "function,route" });
    assert.equal(error?.code, "invalid_input", "routes are no symbols");
  }));

Deno.test("a glob in place of a path: one star stays within a folder", () =>
  withProject(FILES, async (project) => {
    await project.index();
    const functions = (file_path: string): Promise<string> => found(project, { node_type: "function", file_path });
    assert.equal(await functions("app/*.py"), "app.io.load");
    assert.equal(await functions("./app/**/*.py"), "app.deep.run.run app.io.load");
    assert.equal(await functions("**/*.ts"), "page");
    assert.equal(await functions("*.py"), "");
  }));

Deno.test("a synonym of a direction is accepted where any text is, and reported where one of three is required", () =>
  withProject(FILES, async (project) => {
    await project.index();
    const { structured } = await call(project, "query_node_edges", { node_identifier: "app.io.load", direction: "incoming" });
    assert.deepEqual([(structured["outgoing"] as unknown[]).length, (structured["metadata"] as { warnings?: unknown }).warnings], [
      0,
      undefined,
    ]);
    for (const [direction, meant] of [["in", "callers"], ["Outgoing", "callees"], ["Both", "both"]]) {
      const { error } = await call(project, "get_call_graph", { symbol_name: "app.io.load", direction });
      assert.equal(error?.data["remediation"], `get_call_graph {"symbol_name":"app.io.load","direction":"${meant}"}`);
    }
  }));

Deno.test("a regular expression in place of a glob: equivalent globs are suggested", () =>
  withProject(FILES, async (project) => {
    await project.index();
    for (
      const [name_pattern, globs] of [
        ["^lo", "lo*"],
        ["oad$", "*oad"],
        ["/^ru.*/", "ru*"],
        ["load|run", "*load*, and then *run*"],
        ["(?i)load|Run", "*load*, and then *Run*"],
        ["Job\\.lo", "*Job.lo*"],
        ["(a|b)+c", ""],
      ] as const
    ) {
      const { structured } = await call(project, "search_nodes", { name_pattern });
      const { warnings = [] } = structured["metadata"] as { warnings?: string[] };
      const told = warnings.filter((one) => one.startsWith("a pattern is a glob"));
      assert.deepEqual(told, globs === "" ? [] : [`a pattern is a glob, not a regular expression: ${globs}`], name_pattern);
    }
  }));

Deno.test("a parameter of another tool, a list in place of one value, one value in place of a list, an object left out: the call that is meant", () =>
  withProject(FILES, async (project) => {
    await project.index();
    const meant = async (tool: string, params: Record<string, unknown>): Promise<unknown> =>
      (await call(project, tool, params)).error?.data["remediation"];
    assert.equal(
      await meant("get_callers", { function_name: "app.io.load", include_source: true }),
      'get_call_graph {"symbol_name":"app.io.load","include_source":true}',
    );
    assert.equal(await meant("get_callers", { function_name: "run", depth: 2 }), 'get_call_graph {"symbol_name":"run","depth":2}');
    assert.equal(await meant("get_callers", { function_name: ["run", "app.io.load"] }), 'get_callers {"function_name":"run"}');
    assert.equal(
      await meant("query_node_edges", { node: "run", edge_types: ["Calls"] }),
      'query_node_edges {"node_identifier":"run","edge_type":"Calls"}',
    );
    assert.equal(
      await meant("remember", { kind: "note", text: "slow", symbols: "run" }),
      'remember {"kind":"note","text":"slow","symbols":["run"]}',
    );
    assert.equal(
      await meant("suggest_followup_queries", { previous_query: { tool: "get_callers" } }),
      'suggest_followup_queries {"previous_query":{"tool":"get_callers"},"previous_results":{}}',
    );
    const { error } = await call(project, "remember", { text: "slow" });
    assert.equal(error?.message, 'Cannot call remember: parameter "kind" is missing (one of decision, error, note)');
  }));
