/** What lies outside the repository is a node of its own, and who asks for it as a function is told so. */
import assert from "node:assert/strict";
import { call } from "./support/call.ts";
import { withProject } from "./support/temp_project.ts";

const FILES = {
  "app/text.py": "from slugify import slugify\nimport json\n\n\ndef title(name):\n    return slugify(name)\n\n\ndef dump(value):\n" +
    "    return json.dumps(value, default=slugify(name=value))\n",
};

Deno.test("who calls something outside is told by its node, to which the error of every question leads", () =>
  withProject(FILES, async (project) => {
    const { structured, text, error } = await call(project, "get_callers", { function_name: "slugify" });
    assert.equal(error?.code, "symbol_not_found");
    assert.match(text, /Cannot find symbol "slugify": it lies outside the repository\nWho calls it is told by query_node_edges/);
    const { data } = structured["error"] as { data: Record<string, unknown> };
    assert.deepEqual(data["outside"], [{ name: "slugify.slugify", sites: 2 }]);
    const next = (structured["metadata"] as { suggested_action: string }).suggested_action;
    assert.equal(next.split(" or ")[0], 'query_node_edges {"node_identifier":"External:slugify.slugify","direction":"in"}');
    const edges = (await call(project, "query_node_edges", { node_identifier: "External:slugify.slugify", direction: "in" })).structured;
    const incoming = (edges["incoming"] as { edge_type: string; node_name: string }[]).map((one) => `${one.edge_type} ${one.node_name}`);
    assert.deepEqual(incoming, ["Calls title", "Calls dump"]);
    const unknown = await call(project, "get_callers", { function_name: "tittle" });
    assert.match(unknown.text, /the index has no such name/);
  }));
