/** What a comparison says besides callers: who depends on a symbol through an interface or by containing it, and which tests to run. */
import assert from "node:assert/strict";
import { COMPACT } from "../query/render/style.ts";
import { ask } from "../query/ask.ts";
import { TOOLS } from "../query/mod.ts";
import { toolNamed } from "../query/tool.ts";
import { commitAll, git } from "./support/git_project.ts";
import { openInProcess } from "./support/shop.ts";
import { withProject } from "./support/temp_project.ts";

const FILES = {
  "go.mod": "module shop\n\ngo 1.22\n",
  "store.go": `package shop

type Store interface{ Load(id int) string }

type Disk struct{}

func (Disk) Load(id int) string { return "a" }

func Serve(store Store) string { return store.Load(1) }

func show(id int) string { return "b" }

var handlers = map[string]func(int) string{"show": show}

const Most = 3
`,
  "store_test.go": `package shop

import "testing"

func TestServe(t *testing.T) { Serve(Disk{}) }

func TestDisk(t *testing.T) { Disk{}.Load(2) }
`,
  "other_test.go": `package shop

import "testing"

func TestNothing(t *testing.T) {}
`,
};

Deno.test("a change reached through an interface or by a value has dependents, and the tests that reach it are named", () =>
  withProject(FILES, async (project) => {
    git(project, "init", "-q", "-b", "main");
    commitAll(project, "first");
    project.write("store.go", FILES["store.go"].replace('"a"', '"x"').replace('"b"', '"y"').replace("Most = 3", "Most = 4"));
    const repository = openInProcess(project.root, "agent");
    try {
      const compare = (params: Record<string, unknown>) =>
        ask(repository, toolNamed(TOOLS, "compare_symbol_between_commits"), { base_ref: "HEAD", head_ref: "live", ...params }, COMPACT);
      const { structured, text } = await compare({ symbol_name: "*" });
      const { changes, ...rest } = structured as { changes: Record<string, Record<string, unknown>[]>; tests: unknown };
      const told = changes["store.go"]!.map(({ name, callers, further_dependents: further }) => [name, callers, further]);
      assert.deepEqual(told, [["Disk.Load", 1, 1], ["show", 0, 1], ["Most", 0, undefined]]);
      assert.deepEqual(rest.tests, { "store_test.go": 2 });
      assert.match(text, /show :11 modified \+1 -1 no caller known, some possible, 1 further dependent\n/);
      assert.match(text, /Most :15 modified \+1 -1\n/, "what a constant is set to is no part of its signature");
      assert.match(text, /\n2 tests in 1 file within 3 calls: store_test\.go \(2\)\n?/);
      const alone = await compare({ symbol_name: "show" });
      assert.equal((alone.structured as { further_dependents?: number }).further_dependents, 1);
      assert.match(alone.text, /no caller known, some possible, 1 further dependent at live/);
    } finally {
      repository.close();
    }
  }));

Deno.test("a comparison of two commits reports the same dependents and tests once the later one is indexed", () =>
  withProject(FILES, async (project) => {
    git(project, "init", "-q", "-b", "main");
    commitAll(project, "first");
    project.write("store.go", FILES["store.go"].replace('"a"', '"another"').replace('"b"', '"other"'));
    commitAll(project, "second");
    project.write("other_test.go", FILES["other_test.go"].replace("Nothing", "Something"));
    const repository = openInProcess(project.root, "agent");
    try {
      const askFor = (name: string, params: Record<string, unknown>) => ask(repository, toolNamed(TOOLS, name), params, COMPACT);
      const told = async (symbol_name: string): Promise<Record<string, unknown>> => {
        const params = { base_ref: "HEAD~1", head_ref: "HEAD", symbol_name };
        const { metadata: _metadata, callers_ref: _ref, ...rest } = (await askFor("compare_symbol_between_commits", params)).structured;
        return rest;
      };
      await askFor("index_directory", {});
      const before = [await told("*"), await told("show")];
      assert.deepEqual(before[0]!["tests"], { "store_test.go": 2 });
      await askFor("index_directory", { ref: "HEAD" });
      assert.deepEqual([await told("*"), await told("show")], before);
    } finally {
      repository.close();
    }
  }));

Deno.test("tests that reach a change from farther away are listed apart from near ones", () => {
  const far = ["store.go", "b", "c", "d", "e"];
  const steps = far.slice(1).map((name, i) => `func ${name}() int { return ${i === 0 ? "base" : far[i]}() }`).join("\n");
  const files = {
    "go.mod": "module shop\n\ngo 1.22\n",
    "steps.go": `package shop\n\nfunc base() int { return 1 }\n${steps}\n`,
    "near_test.go": 'package shop\n\nimport "testing"\n\nfunc TestNear(t *testing.T) { b() }\n',
    "far_test.go": 'package shop\n\nimport "testing"\n\nfunc TestFar(t *testing.T) { e() }\n',
  };
  return withProject(files, async (project) => {
    git(project, "init", "-q", "-b", "main");
    commitAll(project, "first");
    project.write("steps.go", files["steps.go"].replace("return 1", "return 2"));
    const repository = openInProcess(project.root, "agent");
    try {
      const params = { base_ref: "HEAD", head_ref: "live", symbol_name: "*" };
      const { structured, text } = await ask(repository, toolNamed(TOOLS, "compare_symbol_between_commits"), params, COMPACT);
      assert.deepEqual([structured["tests"], structured["further_tests"]], [{ "near_test.go": 1 }, { "far_test.go": 1 }]);
      assert.match(
        text,
        /\n1 test in 1 file within 3 calls: near_test\.go \(1\)\n1 test further away, within 10 calls, in 1 file: far_test\.go \(1\)/,
      );
    } finally {
      repository.close();
    }
  });
});

const VISITOR =
  "class Visitor:\n    def run(self, kind):\n        return getattr(self, f'on_{kind}')()\n    def on_a(self): return 1\n\ndef calm(): return 1\n";

Deno.test("a changed symbol without known callers whose list is open is not reported as having none", () =>
  withProject({ "visit.py": VISITOR }, async (project) => {
    git(project, "init", "-q", "-b", "main");
    commitAll(project, "first");
    project.write("visit.py", VISITOR.replaceAll("return 1", "return 2"));
    const repository = openInProcess(project.root, "agent");
    try {
      const compare = (symbol_name: string) =>
        ask(repository, toolNamed(TOOLS, "compare_symbol_between_commits"), { base_ref: "HEAD", head_ref: "live", symbol_name }, COMPACT);
      const { structured, text } = await compare("*");
      const changes = (structured["changes"] as Record<string, Record<string, unknown>[]>)["visit.py"]!;
      assert.deepEqual(changes.map((one) => [one["name"], one["callers"], one["possible_callers"]]), [
        ["Visitor.on_a", 0, 1],
        ["calm", 0, undefined],
      ]);
      assert.match(text, /on_a .* no caller known, 1 caller possible, 1 further dependent/);
      const one = await compare("on_a");
      assert.equal(one.structured["possible_callers"], 1);
      assert.match(one.text, /\nno caller known, 1 caller possible, 1 further dependent at live/);
    } finally {
      repository.close();
    }
  }));
