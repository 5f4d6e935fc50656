/** What a comparison says about a removed name: what still uses it, in which order, and how to reach the rest. */
import assert from "node:assert/strict";
import type { Reply } from "../query/ask.ts";
import { callOn } from "./support/call.ts";
import { commitAll, git } from "./support/git_project.ts";
import { openInProcess } from "./support/shop.ts";
import { type TempProject, withProject } from "./support/temp_project.ts";

type Files = Readonly<Record<string, string>>;
type Asked = (tool: string, params: Record<string, unknown>) => Promise<Reply>;
interface Use {
  readonly kind?: string;
  readonly path: string;
  readonly line: number;
}

/** Asks about a project whose first state is tagged `v1`. */
function withFirst(files: Files, use: (project: TempProject, asked: Asked) => Promise<void>): Promise<void> {
  return withProject(files, async (project) => {
    git(project, "init", "-q", "-b", "main");
    commitAll(project, "first");
    git(project, "tag", "v1");
    const repository = openInProcess(project.root, "agent");
    try {
      await use(project, (tool, params) => callOn(repository, tool, params));
    } finally {
      repository.close();
    }
  });
}

const BETWEEN = { base_ref: "v1", head_ref: "live" };
const compare = (asked: Asked, symbol_name: string, more = {}): Promise<Reply> =>
  asked("compare_symbol_between_commits", { symbol_name, ...BETWEEN, ...more });
const usesIn = ({ structured }: Reply): string[] =>
  ((structured["old_name_uses"] ?? []) as Use[]).map(({ kind, path, line }) => `${kind} ${path}:${line}`);
const warningsIn = ({ structured }: Reply): string => ((structured["metadata"] as { warnings?: string[] }).warnings ?? []).join("\n");

const BODY = "    items = []\n    for part in path.split('/'):\n        items.append(part.strip())\n    return items\n";
const PYTHON: Files = {
  "app/io.py": `def load(path):\n${BODY}\n\ndef main():\n    return load("b")\n`,
  "app/run.py": "from app.io import load\n\n\ndef run():\n    return load('a')\n",
  "app/__init__.py": "from app.io import load\n",
  "app/far.py": "from app import load as fetch\n\n\ndef far():\n    return fetch('c')\n",
  "app/other.py": "def other(x):\n    return x.load()\n",
  "tests/test_io.py": "from app.io import load\n\n\ndef test_load():\n    load('t')\n",
};

Deno.test("a renamed function: its calls and imports are listed, code before tests, by the old name and by the new one", () =>
  withFirst(PYTHON, async (project, asked) => {
    project.write("app/io.py", `def fetch_all(path):\n${BODY}\n\ndef main():\n    return load("b")\n`);
    const expected = [
      "import app/__init__.py:1",
      "import app/far.py:1",
      "call app/far.py:5",
      "call app/io.py:9",
      "import app/run.py:1",
      "call app/run.py:5",
      "import tests/test_io.py:1",
      "call tests/test_io.py:5",
    ];
    for (const name of ["load", "fetch_all"]) {
      const answer = await compare(asked, name);
      assert.deepEqual(usesIn(answer), expected, name);
      assert.deepEqual([answer.structured["old_name"], answer.structured["total_old_name_uses"]], ["load", 8]);
      assert.match(answer.text, /the old name load is still used, 4 calls, 4 imports:\n {2}app\/__init__\.py:1 +import\n/);
      assert.match(warningsIn(answer), /8 places at "live" still use the old name load$/m);
    }
    const list = await compare(asked, "*");
    assert.match(list.text, /fetch_all :1 renamed .*load still used app\/__init__\.py:1, app\/far\.py:1, app\/far\.py:5 and 5 more/);
    const error = await asked("get_callers", { function_name: "load" });
    assert.match(error.error!.message, /the index has no such name; \d calls of this name lead nowhere: app\/.*:\d/);
    assert.ok((error.error!.data["unresolved"] as { first: string[] }).first.includes("app/run.py:5"));
  }));

Deno.test("if the base is indexed, uses of a deleted symbol are known under any name", () =>
  withFirst(PYTHON, async (project, asked) => {
    await project.index({ database: undefined, ref: "v1" });
    project.write("app/io.py", 'def main():\n    return load("b")\n');
    const answer = await compare(asked, "load");
    assert.equal((answer.structured["diff_summary"] as { status: string }).status, "deleted");
    assert.deepEqual(usesIn(answer).filter((use) => use.startsWith("call")), [
      "call app/far.py:5",
      "call app/io.py:2",
      "call app/run.py:5",
      "call tests/test_io.py:5",
    ]);
    assert.equal(answer.structured["old_name_uses_by_name"], undefined);
    const list = await compare(asked, "*");
    const [gone] = (list.structured["changes"] as Record<string, Record<string, unknown>[]>)["app/io.py"]!;
    assert.deepEqual([gone!["name"], gone!["old_name_uses"]], ["load", 8], "the riskiest first");
  }));

Deno.test("nothing is left of a fully replaced name, and uses of other symbols with it do not count", () =>
  withFirst(PYTHON, async (project, asked) => {
    for (const [path, text] of Object.entries(PYTHON)) {
      if (path !== "app/other.py") project.write(path, text.replaceAll("load", "fetch_all"));
    }
    project.write("app/store.py", "class Store:\n    def load(self):\n        return 1\n");
    const answer = await compare(asked, "fetch_all");
    assert.deepEqual([answer.structured["old_name"], warningsIn(answer).includes("old name")], [undefined, false]);
  }));

const RUST: Files = {
  "Cargo.toml": '[package]\nname = "kit"\nversion = "0.1.0"\n',
  "src/lib.rs": "mod args;\npub fn files(args: &args::Args) -> usize { args.builder() }\n",
  "src/args.rs":
    "pub struct Args { n: usize }\nimpl Args {\n    pub fn builder(&self) -> usize {\n        self.n.wrapping_add(self.n * 2).min(100)\n    }\n}\n",
};

Deno.test("a renamed method: unresolved calls of its name are listed, marked as found by the name alone", () =>
  withFirst(RUST, async (project, asked) => {
    project.write("src/args.rs", RUST["src/args.rs"]!.replace("builder", "make_builder"));
    const answer = await compare(asked, "builder");
    assert.deepEqual(usesIn(answer), ["call src/lib.rs:2"]);
    assert.equal(answer.structured["old_name_uses_by_name"], true);
    assert.match(warningsIn(answer), /1 place at "live" still uses the old name builder, which leads nowhere; .*"v1" is not indexed/);
    const { text } = await asked("get_impact", { symbol_name: "builder" });
    assert.match(text, /no such name; 1 call of this name leads nowhere: src\/lib\.rs:2\n/);
  }));

const SCRIPT: Files = {
  "package.json": '{"name":"kit"}',
  "lib/check.js": "function check (a) {\n  const list = [a, a]\n  return list.map((x) => x + 1).join(',')\n}\nmodule.exports = { check }\n",
  "lib/run.js": "const { check: verify } = require('./check')\nfunction run () { return verify(1) }\nmodule.exports = { run }\n",
  "src/is.ts": "export function isProxy(a: unknown): boolean {\n  const list = [a, a]\n  return list.length > 1 && list[0] === a\n}\n",
  "src/index.ts": "export { isProxy } from './is'\n",
  "src/use.ts": "import { isProxy } from '.'\nexport const use = (a: unknown): boolean => isProxy(a)\n",
};

Deno.test("imports by require, re-exports and imports from these are uses of the old name", () =>
  withFirst(SCRIPT, async (project, asked) => {
    project.write("lib/check.js", SCRIPT["lib/check.js"]!.replaceAll("check", "checkAll"));
    project.write("src/is.ts", SCRIPT["src/is.ts"]!.replace("isProxy", "isProxied"));
    assert.ok(usesIn(await compare(asked, "checkAll")).includes("import lib/run.js:1"));
    assert.deepEqual(usesIn(await compare(asked, "isProxied")), ["import src/index.ts:1", "import src/use.ts:1", "call src/use.ts:2"]);
  }));

const MANY = 90;
const CALLS: Files = {
  "app/io.py": "def load(path):\n    return path\n",
  "app/zone.py": "from app.io import load\n\n\ndef zone():\n    load('z')\n",
  "app/test_much.py": `from app.io import load\n\n\ndef test_much():\n${"    load('t')\n".repeat(MANY)}`,
};

Deno.test("outdated calls: shipped code before tests, and all of them page by page", () =>
  withFirst(CALLS, async (project, asked) => {
    project.write("app/io.py", "def load(path, mode):\n    return path\n");
    const found: string[] = [];
    let answer = await compare(asked, "load");
    const first = answer;
    for (let pages = 1;; pages++) {
      found.push(...(answer.structured["outdated_callers"] as Use[]).map(({ path, line }) => `${path}:${line}`));
      const { result_completeness } = answer.structured["metadata"] as { result_completeness: string };
      const { cursor } = answer.structured;
      assert.equal(result_completeness, cursor === undefined ? "complete" : "truncated", "as long as there is a further page");
      if (cursor === undefined) break;
      assert.match(answer.text, /\(\d+ more not shown\)/);
      assert.match(answer.text, /next: \d+ more places to change: ask again with cursor/);
      assert.ok(pages < 9);
      answer = await compare(asked, "load", { cursor });
      assert.equal(answer.structured["hunks"], undefined, "it stands on the first page");
    }
    assert.deepEqual([found[0], found.length, new Set(found).size], ["app/zone.py:5", MANY + 1, MANY + 1]);
    assert.ok(first.structured["hunks"] !== undefined);
    const all = await compare(asked, "load", { limit: 200 });
    assert.equal((all.structured["outdated_callers"] as Use[]).length, MANY + 1);
    assert.equal((all.structured["metadata"] as { result_completeness: string }).result_completeness, "complete");
  }));

const LOADED: Files = {
  "util.py":
    "from typing import overload\n\n\n@overload\ndef load(a: None) -> None: ...\n@overload\ndef load(a: int) -> int: ...\ndef load(a):\n" +
    "    parts = [a, a]\n    return parts[0] if len(parts) > 1 else None\n",
};

Deno.test("overloads of one name are one symbol in a list of changes", () =>
  withFirst(LOADED, async (project, asked) => {
    project.write("util.py", LOADED["util.py"]!.replaceAll("def load", "def fetch"));
    const { changes } = (await compare(asked, "*")).structured as { changes: Record<string, { name: string; line: number }[]> };
    assert.deepEqual(changes["util.py"]!.map(({ name, line }) => [name, line]), [["fetch", 8]]);
  }));

const SPIDERS: Files = Object.fromEntries(
  ["one", "two"].map((
    name,
  ) => [`${name}.py`, `class ${name}:\n    def start_requests(self, path):\n    ${BODY.replaceAll("\n    ", "\n        ")}`]),
);

Deno.test("a name that several symbols had before is rejected as ambiguous", () =>
  withFirst(SPIDERS, async (project, asked) => {
    for (const [path, text] of Object.entries(SPIDERS)) project.write(path, text.replace("start_requests", "start"));
    const { error } = await compare(asked, "start_requests");
    const candidates = error!.data["candidates"] as { path: string; name: string }[];
    assert.deepEqual(candidates.map(({ path, name }) => `${path}:${name}`), ["one.py:one.start_requests", "two.py:two.start_requests"]);
    const answer = await compare(asked, "two.py:two.start_requests");
    assert.equal((answer.structured["diff_summary"] as { status: string }).status, "renamed");
  }));

const COUNTED: Files = {
  "app/io.py": "class Job:\n    def __init__(self):\n        self.n = 1\n\n\nclass Plain:\n    pass\n\n\ndef load(x):\n    return x\n",
  "app/run.py":
    "from app.io import Job, load\n\n\ndef one(x):\n    if x:\n        def step():\n            load(1)\n    else:\n        def step():\n            load(2)\n    Job()\n    return step\n\n\n" +
    "def two():\n    def step():\n        load(2)\n    return step\n",
  "tests/test_io.py": "from app.io import load\n\n\ndef test_load():\n    load(3)\n",
};

Deno.test("a comparison, a list of callers and hotspots count the same callers", () =>
  withFirst(COUNTED, async (project, asked) => {
    project.write(
      "app/io.py",
      COUNTED["app/io.py"]!.replace("self.n = 1", "self.n = 2").replace("return x", "return [x]").replace("    pass", "    n = 1"),
    );
    const spots = (await asked("call_graph_stats", { hotspots: true })).structured["hotspots"] as { name: string; callers: number }[];
    for (const [name, expected] of [["load", 3], ["Job", 1]] as const) {
      const listed = (await asked("get_callers", { function_name: `app/io.py:${name}` })).structured["total_callers"];
      assert.deepEqual([listed, (await compare(asked, `app/io.py:${name}`)).structured["callers"]], [expected, expected], name);
      const spot = spots.find((one) => one.name.endsWith(name));
      if (spot !== undefined) assert.equal(spot.callers, expected, name);
    }
    assert.ok(spots.some(({ name }) => name.endsWith("load")));
    assert.doesNotMatch((await compare(asked, "Plain")).text, /callers/, "nobody is expected to call it");
  }));

const GO: Files = {
  "go.mod": "module example.com/kit\n\ngo 1.22\n",
  "kit.go": "package kit\n\nfunc Load(a int) int {\n\tb := a * 2\n\treturn b + a*3\n}\n",
  "more.go": "package kit\n\nfunc Both() int { return Load(1) + Load(2) }\n",
  "cmd/main.go": 'package main\n\nimport "example.com/kit"\n\nfunc main() { kit.Load(3) }\n',
  "other/other.go":
    "package other\n\ntype Disk struct{}\n\nfunc (Disk) Load() int { return 1 }\n\nfunc Use(x any) int { return Load(4) }\n",
};

Deno.test("a package's own files call it without an import, others through the package; a bare name elsewhere is not a use", () =>
  withFirst(GO, async (project, asked) => {
    project.write("kit.go", GO["kit.go"]!.replace("Load", "LoadAll"));
    const answer = await compare(asked, "LoadAll");
    assert.deepEqual(usesIn(answer), ["call cmd/main.go:5", "call more.go:3", "call more.go:3"]);
  }));

const CONTRACT: Files = {
  "base.py": `class Base:\n    def push(self, path):\n    ${BODY.replaceAll("\n    ", "\n        ")}\n`,
  "disk.py": `from base import Base\n\n\nclass Disk(Base):\n    def push(self, path):\n        return [path]\n`,
};

Deno.test("a method renamed in a base or a subclass: overrides still have the old name, and what requires it is named", () =>
  withFirst(CONTRACT, async (project, asked) => {
    project.write("base.py", CONTRACT["base.py"]!.replace("push", "push_all"));
    const above = await compare(asked, "Base.push_all");
    assert.deepEqual(usesIn(above), ["redefinition disk.py:5"]);
    assert.match(above.text, /the old name push is still used, 1 redefinition:\n {2}disk\.py:5 {2}Disk\.push {2}redefinition/);
    project.write("disk.py", "from base import Base\n\n\nclass Disk(Base):\n    pass\n");
    project.write("base.py", CONTRACT["base.py"]!);
    assert.deepEqual(usesIn(await compare(asked, "Disk.push")), [], "it has what it inherits");
    project.write(
      "base.py",
      "from abc import ABC, abstractmethod\n\n\nclass Base(ABC):\n    @abstractmethod\n    def push(self, path): ...\n",
    );
    assert.deepEqual(usesIn(await compare(asked, "Disk.push")), ["declaration base.py:6"]);
  }));

const STRUCTURAL: Files = {
  "go.mod": "module example.com/kit\n\ngo 1.22\n",
  "kit.go":
    'package kit\n\ntype Store interface {\n\tLoad(id int) string\n}\n\ntype Disk struct{}\n\nfunc (Disk) Load(id int) string { return "a" }\n',
};

Deno.test("the types that implemented a structural interface are known if the base is indexed", () =>
  withFirst(STRUCTURAL, async (project, asked) => {
    await project.index({ database: undefined, ref: "v1" });
    project.write("kit.go", STRUCTURAL["kit.go"]!.replace("\tLoad(", "\tFetch("));
    assert.deepEqual(usesIn(await compare(asked, "Store.Fetch")), ["redefinition kit.go:9"]);
  }));

Deno.test("a moved symbol re-exported from its old place, and a removed overload, leave nothing to change", () =>
  withFirst({ ...PYTHON, ...LOADED }, async (project, asked) => {
    project.write("app/new.py", `def load(path):\n${BODY}`);
    project.write("app/io.py", 'from app.new import load\n\n\ndef main():\n    return load("b")\n');
    project.write("util.py", LOADED["util.py"]!.replace("@overload\ndef load(a: int) -> int: ...\n", ""));
    const { changes } = (await compare(asked, "*")).structured as { changes: Record<string, Record<string, unknown>[]> };
    assert.deepEqual(Object.values(changes).flat().filter((one) => one["old_name_uses"] !== undefined), []);
    const moved = await compare(asked, "app/new.py:load");
    assert.deepEqual([(moved.structured["diff_summary"] as { status: string }).status, usesIn(moved)], ["moved", []]);
  }));

const LOCAL: Files = {
  "a.ts":
    "export function run(list: number[]): number {\n  function getter(): number {\n    return list.length + 1\n  }\n  return getter()\n}\n",
  "b.ts": "export function other(x: any): number {\n  return getter()\n}\n",
  "types.d.ts": "export type Level = 'a' | 'b'\n",
  "use.ts": "import { Level } from './types'\nexport const level: Level = 'a'\n",
};

Deno.test("a nested function is visible only inside its parent, and a type that now comes from a package of its name exists", () =>
  withFirst(LOCAL, async (project, asked) => {
    project.write("a.ts", "export function run(list: number[]): number {\n  return list.length + 1\n}\n");
    project.write("types.d.ts", "import type { WithSilent as Level } from 'pino'\nexport type { Level }\n");
    assert.deepEqual(usesIn(await compare(asked, "run.getter")), []);
    assert.deepEqual(usesIn(await compare(asked, "Level")), []);
  }));

const PASSED_VALUE: Files = {
  "app/io.py":
    `import signal\n\n\ndef load(path):\n${BODY}\n\nclass Job:\n    def start(self, path):\n        return [path]\n\n    def again(self):\n        return map(self.start, [])\n\n\nsignal.signal(1, load)\n`,
  "app/run.py":
    'from app.io import Job, load\n\nHOOKS = {\'load\': load}\n\n\ndef each(items, load):\n    """load is given"""\n    return map(load, items)\n\n\ndef make(job: Job):\n    # load it\n    return call(load=1)\n',
  "tests/test_io.py":
    "from app import io\nfrom app.io import Job\n\n\ndef test_load(mocker):\n    mocker.patch('app.run.load')\n    mocker.patch('app.other.load')\n\n\n" +
    "def test_start(mocker):\n    mocker.patch.object(Job, 'start')\n    mocker.patch.object(io, 'load')\n\n\ndef test_nothing():\n    pass\n",
  "tests/test_run.py": "from app.run import make\n\n\ndef test_make():\n    make(1)\n",
};

Deno.test("passed values, reads and names in texts still use an old name; local bindings, keys and prose do not", () =>
  withFirst(PASSED_VALUE, async (project, asked) => {
    project.write("app/io.py", PASSED_VALUE["app/io.py"]!.replace("def load", "def fetch_all").replace("def start", "def begin"));
    const answer = await compare(asked, "fetch_all");
    assert.deepEqual(usesIn(answer), [
      "reference app/io.py:19",
      "import app/run.py:1",
      "reference app/run.py:3",
      "reference tests/test_io.py:6",
      "reference tests/test_io.py:12",
    ]);
    assert.equal(answer.structured["old_name_uses_by_name"], undefined);
    assert.deepEqual(usesIn(await compare(asked, "Job.begin")), ["reference app/io.py:16", "reference tests/test_io.py:11"]);
  }));

Deno.test("tests that contain an old name are to be run, and listed separately", () =>
  withFirst(PASSED_VALUE, async (project, asked) => {
    project.write("app/io.py", PASSED_VALUE["app/io.py"]!.replace("def load", "def fetch_all"));
    const { structured, text } = await compare(asked, "*");
    assert.deepEqual(structured["tests"], { "tests/test_io.py": 3, "tests/test_run.py": 1 });
    assert.deepEqual([structured["broken_tests"], structured["total_broken_tests"]], [{ "tests/test_io.py": 2 }, 2]);
    assert.match(text, /\n2 of these name what is gone, in 1 file: tests\/test_io\.py \(2\)/);
  }));

const PACKAGE: Files = {
  "go.mod": "module example.com/kit\n\ngo 1.22\n",
  "label.go": 'package kit\n\nconst envName = "A"\n\nfunc show(id int) string { return "b" }\n',
  "kit.go":
    'package kit\n\nfunc Take(name string) string { return name }\n\nfunc Run() string { return Take(envName) }\n\nvar shown = map[string]func(int) string{"show": show}\n',
  "kit_test.go": 'package kit\n\nimport "testing"\n\nfunc TestShow(t *testing.T) { show(1) }\n',
};

Deno.test("if a file of a package is deleted, the package's other files still used what it had, including constants", () =>
  withFirst(PACKAGE, async (project, asked) => {
    project.remove("label.go");
    assert.deepEqual(usesIn(await compare(asked, "envName")), ["reference kit.go:5"]);
    const shown = await compare(asked, "show");
    assert.deepEqual(usesIn(shown), ["reference kit.go:7", "call kit_test.go:5"]);
    assert.deepEqual((await compare(asked, "*")).structured["broken_tests"], { "kit_test.go": 1 });
    project.write("more.go", 'package kit\n\nconst envName = "A"\n');
    assert.deepEqual(usesIn(await compare(asked, "label.go:envName")), []);
  }));

const DERIVED: Files = {
  "Cargo.toml": '[package]\nname = "kit"\nversion = "0.1.0"\n\n[dependencies]\nserde = "1"\n',
  "src/lib.rs": "mod job;\nmod run;\n",
  "src/job.rs":
    "use serde::Serialize;\n\n#[derive(Serialize)]\npub struct Job { pub n: usize }\n\nimpl Job {\n  pub fn is_script(&self) -> bool {\n    self.n.wrapping_add(self.n * 2) > 100\n  }\n}\n",
  "src/run.rs": "use crate::job::Job;\n\npub fn run(job: &Job) -> bool { job.is_script() }\n",
};

Deno.test("a call attributed to an external base still uses the old name of the type's own method", () =>
  withFirst(DERIVED, async (project, asked) => {
    project.write("src/job.rs", DERIVED["src/job.rs"]!.replace("is_script", "is_a_script"));
    const answer = await compare(asked, "Job::is_a_script");
    assert.deepEqual(usesIn(answer), ["call src/run.rs:3"]);
    assert.equal(answer.structured["old_name_uses_by_name"], true);
    project.write("src/job.rs", DERIVED["src/job.rs"]!);
    await project.index({ database: undefined, ref: "v1" });
    project.write("src/job.rs", DERIVED["src/job.rs"]!.replace("is_script", "is_a_script"));
    const known = await compare(asked, "Job::is_a_script");
    assert.deepEqual([usesIn(known), known.structured["old_name_uses_by_name"]], [["call src/run.rs:3"], undefined]);
  }));

const EMBEDDED: Files = {
  "go.mod": "module example.com/kit\n\ngo 1.22\n\nrequire example.com/area v1.0.0\n",
  "kit.go":
    'package kit\n\nimport "example.com/area"\n\ntype Box struct{ area.Model }\n\nfunc (b Box) Helper() string { return "a" }\n\nfunc Use(b Box) string { return b.Helper() }\n',
};

Deno.test("a member that an embedded external type may have is not a use of a deleted name, but of a renamed one", () =>
  withFirst(EMBEDDED, async (project, asked) => {
    project.write("kit.go", EMBEDDED["kit.go"]!.replace("(b Box) Helper", "(b Box) Help"));
    assert.deepEqual(usesIn(await compare(asked, "Box.Help")), ["call kit.go:9"]);
    project.write("kit.go", EMBEDDED["kit.go"]!.replace(/func \(b Box\).*\n/, ""));
    assert.deepEqual(usesIn(await compare(asked, "Box.Helper")), []);
  }));

const SHAPED: Files = {
  "go.mod": "module example.com/kit\n\ngo 1.22\n",
  "kit.go":
    "package kit\n\ntype View interface {\n\tMaxX() int\n\tMaxY() int\n}\n\ntype Light struct{}\n\nfunc (Light) MaxX() int { return 1 }\nfunc (Light) MaxY() int { return 1 }\n\n" +
    "type Term struct{ view View }\n\nfunc (t Term) size() int { return t.view.MaxY() }\n",
  "point.go": "package kit\n\ntype Point struct{}\n\nfunc (Point) MaxZ() int { return 1 }\n",
};

Deno.test("types that fitted an interface are named when its method is renamed, and calls that can only mean these", () =>
  withFirst(SHAPED, async (project, asked) => {
    project.write("kit.go", SHAPED["kit.go"]!.replace("\tMaxY()", "\tMaxYY()"));
    assert.deepEqual(usesIn(await compare(asked, "View.MaxYY")), ["redefinition kit.go:11", "call kit.go:15"]);
    // That another type has a method of the name changes nothing for an object of a known one.
    project.write("point.go", SHAPED["point.go"]!.replace("MaxZ", "MaxY"));
    assert.deepEqual(usesIn(await compare(asked, "View.MaxYY")), ["redefinition kit.go:11", "call kit.go:15"]);
  }));

const KEPT_ELSEWHERE: Files = {
  "go.mod": "module example.com/kit\n\ngo 1.22\n",
  "app.go": "package kit\n\ntype App interface {\n\tFind(n int) []int\n\tStop()\n}\n\ntype Base struct{ n int }\n\n" +
    "func (b *Base) Find(n int) []int {\n\tlist := []int{n, b.n}\n\treturn append(list, n)\n}\n\nfunc (b *Base) Stop() {}\n",
  "more.go": "package kit\n\ntype Trial struct{ *Base }\n\nfunc use(t *Trial, a App) { t.Find(1); a.Find(2) }\n",
};

Deno.test("a name that another symbol still has is an old one if the object's type no longer has it", () =>
  withFirst(KEPT_ELSEWHERE, async (project, asked) => {
    project.write("app.go", KEPT_ELSEWHERE["app.go"]!.replace("Base) Find", "Base) List"));
    for (const name of ["Base.List", "Base.Find"]) assert.deepEqual(usesIn(await compare(asked, name)), ["call more.go:5"], name);
    const list = await compare(asked, "*");
    assert.match(list.text, /Base\.List :10 renamed .*Find still used \(by the name\) more\.go:5/);
  }));

const NOT_KNOWN: Files = {
  "app/io.py": "class Reader:\n    def unpack(self, path):\n" + BODY.replaceAll("    ", "        ") +
    "\n\nclass Other:\n    def unpack(self):\n        return 1\n",
  "app/run.py": "from app.io import Reader\n\n\ndef run(reader):\n    return reader.unpack('a')\n",
};

Deno.test("a call that now leads to another method only because no other has the name may mean the old one", () =>
  withFirst(NOT_KNOWN, async (project, asked) => {
    project.write("app/io.py", NOT_KNOWN["app/io.py"]!.replace("def unpack(self, path)", "def open_all(self, path)"));
    const answer = await compare(asked, "Reader.open_all");
    assert.deepEqual(usesIn(answer), ["call app/run.py:5"]);
    assert.equal(answer.structured["old_name_uses_by_name"], true);
  }));

Deno.test("a method of a known type that another type also has is an old name if it was removed from the first", () =>
  withFirst({
    "kit.py": "class A:\n    def load(self, x):\n        return [x, x]\n\n\nclass B:\n    def load(self, x):\n        return x\n",
    "use.py": "from kit import A, B\n\n\ndef one(a: A, b: B):\n    a.load(1)\n    b.load(2)\n",
  }, async (project, asked) => {
    project.write(
      "kit.py",
      "class A:\n    def fetch(self, x):\n        return [x, x]\n\n\nclass B:\n    def load(self, x):\n        return x\n",
    );
    assert.deepEqual(usesIn(await compare(asked, "A.fetch")), ["call use.py:5"]);
    const { structured } = await asked("get_callers", { function_name: "B.load" });
    assert.equal(structured["total_callers"], 1);
    project.write("kit.py", "class A:\n    pass\n\n\nclass B:\n    def load(self, x):\n        return x\n");
    assert.deepEqual(usesIn(await compare(asked, "A.load")), ["call use.py:5"]);
  }));

const MOVED: Files = {
  "package.json": '{"name":"kit"}',
  "src/m.ts": "export function gone(a: number) {\n  const list = [a, a]\n  return list.map((x) => x + 1)\n}\nexport const kept = 1\n",
  "src/index.ts": "export { gone } from './m.js'\nexport { kept } from './m.js'\n",
  "src/use.ts": "import { gone } from './m'\nimport * as all from './m'\nexport const u = () => [gone(1), all.gone(2)]\n",
  "pkg/__init__.py": "from .m import take\n",
  "pkg/m.py": `def take(path):\n${BODY}`,
  "pkg/use.py": "from pkg.m import take\nimport pkg.m as mm\n\n\ndef u():\n    return take('a'), mm.take('b')\n",
  "Cargo.toml": '[package]\nname = "kit"\nversion = "0.1.0"\n',
  "lib.rs": "",
  "src/lib.rs": "mod io;\nmod run;\n",
  "src/io.rs": "pub fn fetch(n: usize) -> usize {\n    let m = n.wrapping_mul(3);\n    m.min(100).max(n)\n}\n",
  "src/run.rs": "use crate::io::fetch;\npub fn run() -> usize { fetch(1) }\n",
};

Deno.test("importers of a moved or deleted file are listed, with what they called there", () =>
  withFirst(MOVED, async (project, asked) => {
    const expected = {
      "src/m.ts:gone": ["import src/index.ts:1", "import src/use.ts:1", "import src/use.ts:2", "call src/use.ts:3"],
      "pkg/m.py:take": ["import pkg/__init__.py:1", "import pkg/use.py:1", "import pkg/use.py:2", "call pkg/use.py:6", "call pkg/use.py:6"],
      "src/io.rs:fetch": ["import src/lib.rs:1", "import src/run.rs:1", "call src/run.rs:2"],
    };
    for (const [from, to] of [["src/m.ts", "src/n.ts"], ["pkg/m.py", "pkg/n.py"], ["src/io.rs", "src/disk.rs"]] as const) {
      git(project, "mv", from, to);
    }
    for (const [name, uses] of Object.entries(expected)) {
      const answer = await compare(asked, name);
      assert.equal((answer.structured["diff_summary"] as { status: string }).status, "moved");
      assert.deepEqual(usesIn(answer), uses.filter((use) => use.startsWith("import")), name);
    }
    for (const path of ["src/n.ts", "pkg/n.py", "src/disk.rs"]) git(project, "rm", "-qf", path);
    for (const [name, uses] of Object.entries(expected)) {
      assert.deepEqual([...new Set(usesIn(await compare(asked, name)))], [...new Set(uses)], name);
    }
  }));

Deno.test("methods that moved with their type's name say how many of their calls are now unresolved", () => {
  const files = {
    "a.js":
      "export class Cache {\n  m = new Map();\n  put(k, v) {\n    this.m.set(k, v);\n  }\n  has(k) {\n    return this.m.has(k);\n  }\n}\n",
    "b.js": 'import { Cache } from "./a.js";\nexport class Use {\n  c = new Cache();\n  one(k) {\n    return this.c.has(k);\n  }\n}\n',
  };
  return withFirst(files, async (project, asked) => {
    project.write("a.js", files["a.js"].replace("class Cache", "class Map2"));
    const { structured, text } = await compare(asked, "*");
    const changes = (structured["changes"] as Record<string, { name: string; unresolved_calls?: number }[]>)["a.js"]!;
    assert.equal(changes.find(({ name }) => name === "Map2.has")?.unresolved_calls, 1);
    assert.match(text, /Map2\.has .*0 callers, 1 unresolved call of this name may mean it/);
    assert.equal((await compare(asked, "Map2.has")).structured["unresolved_calls"], 1);
  });
});

Deno.test("a renamed field: reads of the type's values are listed, those of a rare name as likely, those of another type not", () =>
  withFirst({
    "go.mod": "module demo\n\ngo 1.22\n",
    "db/repo.go": 'package db\n\ntype Repository struct {\n\tBranch string\n}\n\nfunc (r *Repository) Set() { r.Branch = "main" }\n',
    "web/context.go":
      'package web\n\nimport "demo/db"\n\ntype Options struct{ Branch string }\n\ntype Repository struct{ Repository *db.Repository }\n\n' +
      'type Context struct{ Repo *Repository }\n\nfunc home(c *Context, o Options) string {\n\tif o.Branch == "" {\n\t\treturn c.Repo.Repository.Branch\n\t}\n' +
      "\tx := find()\n\treturn x().Branch + one(x).Branch + x.Branch\n}\n",
  }, async (project, asked) => {
    project.write(
      "db/repo.go",
      'package db\n\ntype Repository struct {\n\tMain string\n}\n\nfunc (r *Repository) Set() { r.Branch = "main" }\n',
    );
    const answer = await compare(asked, "Repository.Branch");
    const uses = (answer.structured["old_name_uses"] as (Use & { by_name?: true })[]).map(({ path, line, by_name }) =>
      `${path}:${line}${by_name ? " by name" : ""}`
    );
    assert.deepEqual(uses, [
      "db/repo.go:7",
      "web/context.go:13",
      "web/context.go:16 by name",
      "web/context.go:16 by name",
      "web/context.go:16 by name",
    ]);
    assert.match(answer.text, /web\/context\.go:16 +home +reference by the name/);
    assert.match(
      warningsIn(answer),
      /5 places at "live" still use the old name Branch, 3 of them by the name alone: other symbols have it too/,
    );
  }));

Deno.test("a name in a module's export list is a use of it, also if others re-export it", () =>
  withFirst({
    "app/io.py": `__all__ = (\n    'other',\n    'load',\n)\n\n\ndef load(path):\n${BODY}\n\ndef other(): pass\n`,
    "app/__init__.py": "from app.io import load\n\n__all__ = ['load']\n__all__ += ['more']\nmore = ['load']\n",
    "app/apart.py": "__all__ = ['load']\n\n\ndef load(): pass\n",
  }, async (project, asked) => {
    const io = `__all__ = (\n    'other',\n    'load',\n)\n\n\ndef fetch_all(path):\n${BODY}\n\ndef other(): pass\n`;
    project.write("app/io.py", io);
    const uses = ["import app/__init__.py:1", "reference app/__init__.py:3", "reference app/io.py:3"];
    assert.deepEqual(usesIn(await compare(asked, "app/io.py:fetch_all")), uses);
    project.write("app/io.py", io.replace(/def fetch_all[^]*?return items\n/, ""));
    project.write("app/far.py", `def load(path):\n${BODY}`);
    assert.deepEqual(usesIn(await compare(asked, "app/far.py:load")), ["import app/__init__.py:1", "reference app/io.py:3"]);
  }));

Deno.test("Rust: symbols of that name in inline modules and other packages are not uses of it, imports of it are", () => {
  const manifest = (name: string): string => `[package]\nname = "${name}"\nversion = "0.1.0"\nedition = "2021"\n`;
  const lib = (most: string, job: string): string =>
    `pub mod conf;\npub const ${most}: usize = 10;\npub struct ${job}(pub u8);\nimpl Job {\n    pub fn go(&self) {}\n}\npub enum Step { Run(Job), Stop }\n` +
    'pub fn plain() -> usize { let s = "MOST"; s.len() + MOST } // MOST\npub fn path() -> usize { crate::MOST }\n' +
    "mod own {\n    pub const MOST: usize = 5;\n    pub fn near() -> usize { MOST }\n    pub fn above() -> usize { super::MOST }\n}\n" +
    "#[cfg(test)]\nmod tests {\n    use super::*;\n    fn taken(it: Job) -> usize { MOST }\n}\nmod one {\n    use super::own::MOST;\n    fn other() -> usize { MOST }\n}\n";
  return withFirst({
    "Cargo.toml": '[workspace]\nmembers = ["a", "b"]\n',
    "a/Cargo.toml": manifest("a"),
    "b/Cargo.toml": manifest("b"),
    "a/src/lib.rs": lib("MOST", "Job"),
    "a/src/conf.rs": "pub const FEW: usize = 2;\n",
    "b/src/lib.rs":
      "pub mod conf;\npub const MOST: usize = 7;\nuse a::plain;\nuse conf::*;\npub fn own() -> usize { MOST + conf::FEW + FEW }\n" +
      "pub fn other() -> usize { a::MOST + a::conf::FEW }\n",
    "b/src/conf.rs": "pub const FEW: usize = 1;\n",
  }, async (project, asked) => {
    project.write("a/src/lib.rs", lib("LIMIT", "Job"));
    project.write("a/src/conf.rs", "pub const SOME: usize = 2;\n");
    const line = (place: string): string => `reference a/src/lib.rs:${place}`;
    assert.deepEqual(usesIn(await compare(asked, "a/src/lib.rs:MOST")), [...["8", "9", "13", "18"].map(line), "reference b/src/lib.rs:6"]);
    assert.deepEqual(usesIn(await compare(asked, "a/src/conf.rs:FEW")), ["reference b/src/lib.rs:6"]);
    project.write("a/src/lib.rs", lib("MOST", "Task"));
    const renamed = await compare(asked, "a/src/lib.rs:Job");
    assert.deepEqual(usesIn(renamed), [...["4", "7", "18"].map(line)]);
    // The block for the old name is one of its uses, not a part that the new one lost.
    assert.equal((renamed.structured["diff_summary"] as { surroundings_changed?: true }).surroundings_changed, undefined);
  });
});
