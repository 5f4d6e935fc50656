/** A function that no call of a test reaches is surely untested only if a test cannot run it in another way either. */
import assert from "node:assert/strict";
import { call } from "./support/call.ts";
import { withProject } from "./support/temp_project.ts";

const FILES = {
  "addon.py": `def parse_spec(text):
    return text.split("|")


class MapRemote:
    def configure(self, updated):
        return parse_spec(updated)


def directive(name, run):
    return name, run


def parse_tls(line):
    return line


def lost(line):
    return deeper(line)


def deeper(line):
    return line


def register():
    directive("tls", parse_tls)
`,
  "tests/test_addon.py": "from addon import MapRemote\n\n\ndef test_all():\n    assert MapRemote() is not None\n",
  "go.mod": "module shop\n\ngo 1.22\n",
  "main.go": "package main\n\nfunc main() { search() }\n\nfunc search() {}\n\nfunc spare() {}\n",
  "main_test.go": 'package main\n\nimport "testing"\n\nfunc TestNothing(t *testing.T) {}\n',
};

Deno.test("surely untested is only what no value, uncalled method or start of a program leads to", () =>
  withProject(FILES, async (project) => {
    await project.index();
    const { structured } = await call(project, "search_nodes", { name_pattern: "*", untested: true });
    const nodes = structured["nodes"] as { name: string; confidence: string; evidence: string[] }[];
    const told = Object.fromEntries(nodes.map(({ name, confidence, evidence }) => [name, `${confidence}: ${evidence.slice(3).join()}`]));
    assert.deepEqual(told, {
      "addon.parse_spec": "low: an uncalled method leads to it, which may be run unseen",
      "addon.MapRemote.configure": "low: an uncalled method leads to it, which may be run unseen",
      "addon.parse_tls": "low: it is reached by being passed as a value",
      "addon.directive": "high: ",
      "addon.register": "high: ",
      "addon.deeper": "high: ",
      "addon.lost": "high: ",
      "main.main": "medium: the start of a program leads to it, which tests may run",
      "main.search": "medium: the start of a program leads to it, which tests may run",
      "main.spare": "high: ",
    });
  }));
