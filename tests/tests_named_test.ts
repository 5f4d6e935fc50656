/** Files that a manifest declares to be test files, whatever their names. */
import assert from "node:assert/strict";
import { call } from "./support/call.ts";
import { withProject } from "./support/temp_project.ts";

const FILES = {
  "app.py": "def load(): ...\n",
  "checks/deep/loading.py": "from app import load\nclass TestLoad:\n    def test_it(self):\n        load()\ndef helper(): load()\n",
  "other/check_more.py": "from app import load\ndef test_more(): load()\n",
  "other/plain.py": "from app import load\ndef test_plain(): load()\n",
};

Deno.test("pytest's python_files declares test files, by path or by name; an edit of it is noticed", () =>
  withProject({
    ...FILES,
    "pyproject.toml": '[tool.pytest.ini_options]\npython_files = [\n  "checks/deep/*.py", # deep ones\n  "check_*.py",\n]\n',
  }, async (project) => {
    const tests = async (): Promise<string[]> => {
      const { structured } = await call(project, "get_impact", { symbol_name: "load" });
      return [...new Set(JSON.stringify(structured["tests"] ?? "").match(/\btest_\w+/g) ?? [])].sort();
    };
    assert.deepEqual(await tests(), ["test_it", "test_more"]);
    const ini = (text: string): void => project.write("pyproject.toml", text);
    ini("[project]\nname = 'app'\n");
    assert.deepEqual(await tests(), []);
    ini('[tool.pytest.ini_options]\npython_files = "*.py"\n');
    assert.deepEqual(await tests(), []);
    ini('[tool.pytest.ini_options]\npython_files = "*.py"\ntestpaths = ["other"]\n');
    assert.deepEqual(await tests(), ["test_more", "test_plain"]);
    const found = await call(project, "search_nodes", { name_pattern: "*", node_type: "test_function", file_path: "other/plain.py" });
    assert.match(found.text, /test_plain/);
  }));

Deno.test("an impact truncated by its depth reports tests that are farther away", () =>
  withProject({
    "lib.py": "def deep():\n    return 1\n\n\ndef near():\n    return deep()\n\n\ndef far():\n    return near()\n",
    "tests/test_lib.py": "from lib import far\n\n\ndef test_far():\n    assert far()\n\n\ndef test_again():\n    assert far()\n",
  }, async (project) => {
    await project.index();
    const { structured, text } = await call(project, "get_impact", { symbol_name: "deep", max_depth: 2 });
    assert.deepEqual([structured["further_tests"], structured["total_further_tests"]], [{ "tests/test_lib.py": 2 }, 2]);
    assert.match(text, /: 0 tests, .*\n(.*\n)*2 tests further away, within 10 calls, in 1 file: tests\/test_lib\.py \(2\)\n/);
    const whole = await call(project, "get_impact", { symbol_name: "deep" });
    assert.equal(whole.structured["further_tests"], undefined);
  }));
