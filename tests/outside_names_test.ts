/** An external name is a node of its own, and a question about it as a function says so. */
import assert from "node:assert/strict";
import { call } from "./support/call.ts";
import { withProject } from "./support/temp_project.ts";

const FILES = {
  "app/text.py": "from slugify import slugify\nimport json\n\n\ndef title(name):\n    return slugify(name)\n\n\ndef dump(value):\n" +
    "    return json.dumps(value, default=slugify(name=value))\n",
};

Deno.test("callers of something external are listed by its node, which the error of every question suggests", () =>
  withProject(FILES, async (project) => {
    const { structured, text, error } = await call(project, "get_callers", { function_name: "slugify" });
    assert.equal(error?.code, "symbol_not_found");
    assert.match(text, /Cannot find symbol "slugify": it lies outside the repository\nWho calls it: query_node_edges/);
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

Deno.test("a member inherited from an external base is attributed to it, with the calls that are known to mean it", () =>
  withProject({
    "a.py": "from django.db import models\n\nclass Base(models.Model): pass\nclass Document(Base):\n    def title(self): pass\n\n" +
      "def use(d: Document):\n    d.save()\n    d.save(force=True)\n",
  }, async (project) => {
    await project.index();
    const { text, structured } = await call(project, "get_callers", { function_name: "Document.save" });
    assert.match(text, /Document \(a\.py:4\) does not declare it, and builds on django\.db\.models\.Model, outside the repository/);
    assert.match(text, /with django\.db\.models\.Model\.save: 2 calls, on whatever type has it from there/);
    const { data } = (structured as { error: { data: Record<string, unknown> } }).error;
    assert.deepEqual(data["outside"], [{ name: "django.db.models.Model.save", sites: 2 }]);
    const unknown = await call(project, "get_callers", { function_name: "Document.archive" });
    assert.match(unknown.text, /no call of this one is known/);
    const none = await call(project, "get_callers", { function_name: "use.archive" });
    assert.match(none.text, /the index has no such name/);
  }));

Deno.test("if several types have the name before an undeclared member, the error says that it checked all of them", () =>
  withProject({
    "a.py": "from web import Model\n\nclass Document(Model): pass\n",
    "b.py": "class Document: pass\n",
  }, async (project) => {
    const { text } = await call(project, "get_callers", { function_name: "Document.archive" });
    assert.match(text, /none of 2 types of that name declares it: Document \(a\.py:3\) builds on web\.Model, outside the repository/);
  }));

Deno.test("go: a member of one of two external types is found by either, if it is unknown which of them has it", () =>
  withProject({
    "go.mod": "module m\n",
    "a.go":
      'package m\n\nimport (\n\t"example.org/a"\n\t"example.org/b"\n)\n\ntype Desk interface {\n\ta.One\n\tb.Two\n}\n\nfunc use(d Desk) { d.Go() }\n',
  }, async (project) => {
    const name = "example.org/a.One|example.org/b.Two.Go";
    for (const asked of ["Desk.Go", "a.One.Go", "b.Two.Go"]) {
      const { structured } = await call(project, "get_callers", { function_name: asked });
      const { data } = (structured as { error: { data: Record<string, unknown> } }).error;
      assert.deepEqual(data["outside"], [{ name, sites: 1 }], asked);
    }
  }));
