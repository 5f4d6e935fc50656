/** A function named like a test is one only where its language looks for tests. */
import assert from "node:assert/strict";
import { call } from "./support/call.ts";
import { withProject } from "./support/temp_project.ts";

const FILES: Readonly<Record<string, string>> = {
  "app/__init__.py": "",
  "app/views.py":
    "class TestServer:\n    def test(self):\n        return check()\n\n\ndef test_connection():\n    return check()\n\n\ndef check():\n    return 1\n",
  "app/tests.py": "from app.views import check\n\n\ndef test_check():\n    assert check()\n",
  "go.mod": "module example.com/kit\n\ngo 1.22\n",
  "help.go": 'package kit\n\nimport "testing"\n\nfunc TestHelp(t *testing.T) {}\n',
  "help_test.go": 'package kit\n\nimport "testing"\n\nfunc TestMore(t *testing.T) { TestHelp(t) }\n',
};

Deno.test("a method named test, or a function test_…, in shipped code is not a test, and does not count as one", () =>
  withProject(FILES, async (project) => {
    await project.index();
    const found = await call(project, "search_nodes", { name_pattern: "*", node_type: "test_function" });
    const names = (found.structured["nodes"] as { name: string }[]).map(({ name }) => name);
    assert.deepEqual(names.sort(), ["app.tests.test_check", "kit.TestMore"]);
    const impact = await call(project, "get_impact", { symbol_name: "app/views.py:check" });
    assert.match(impact.text, /1 test\b/);
    assert.match(impact.text, /test_connection/);
  }));
