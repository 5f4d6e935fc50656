/** What is judged unused in small projects, and what is not judged. */
import assert from "node:assert/strict";
import { call, unusedIn } from "./support/call.ts";
import { withProject } from "./support/temp_project.ts";

Deno.test("unused: what may have unseen callers is left out or doubted; public functions are counted", () =>
  withProject({
    "Cargo.toml": '[package]\nname = "demo"\nversion = "0.1.0"\nedition = "2021"\n',
    "src/lib.rs":
      "struct Key;\nimpl other::Visitor for Key {\n    fn visit(&self) {}\n}\nimpl Key {\n    fn lost(&self) {}\n}\npub fn shown(k: Key) {}\npub fn used() {}\nfn caller() { used() }\n",
    "app.py":
      "class Console:\n    @property\n    def _buffer(self): return 1\n    @property\n    def _never(self): return 1\n    def write(self): return self._buffer\n    def _repr_html_(self): return ''\n    def _gone(self): pass\n",
    "base.py": "class Late(make_base()):\n    def _hook(self): pass\n",
    "steps.ts":
      "const steps = { one: () => 1, two: () => 2 };\nexport function run(name: keyof typeof steps) { return (steps as any)[name](); }\n",
  }, async (project) => {
    await project.index();
    const { structured, text } = await call(project, "search_nodes", { name_pattern: "*", unused: true });
    const nodes = structured["nodes"] as { name: string; confidence: string }[];
    const found = Object.fromEntries(nodes.map(({ name, confidence }) => [name, confidence]));
    assert.deepEqual(found, {
      "app.Console._gone": "medium",
      "app.Console._never": "low",
      "base.Late._hook": "low",
      "demo::Key::lost": "medium",
      "demo::caller": "high",
      ...Object.fromEntries(Object.entries(found).filter(([name]) => name.startsWith("steps."))),
    });
    for (const [name, confidence] of Object.entries(found)) if (name.startsWith("steps.")) assert.equal(confidence, "low", name);
    assert.equal(structured["public_not_judged"], 3, text);
    assert.match(
      text,
      /not judged: 3 public functions and methods that nothing here uses; users of the package may call them: .*demo::shown/,
    );
    const one = await call(project, "search_nodes", { name_pattern: "used", unused: true });
    const { suggested_action } = one.structured["metadata"] as { suggested_action: string };
    assert.equal(suggested_action, 'get_callers {"function_name":"src/lib.rs:9:8"}', "who uses what is not unused");
    const all = await call(project, "search_nodes", { name_pattern: "use*", unused: true });
    assert.equal((all.structured["metadata"] as Record<string, unknown>)["suggested_action"], undefined);
    const types = await call(project, "search_nodes", { name_pattern: "*", unused: true, node_type: "struct" });
    assert.match(types.text, /only functions and methods are judged/);
    const none = await call(project, "search_nodes", { name_pattern: "nothing_like_it", unused: true });
    assert.equal(none.structured["public_not_judged"], undefined);
  }));

Deno.test("unused: what an ordinary build leaves out is doubted, whatever module is in between, and minified code is not judged", () =>
  withProject({
    "Cargo.toml": '[package]\nname = "demo"\nversion = "0.1.0"\nedition = "2021"\n',
    "src/lib.rs":
      "#[cfg(unix)]\nmod ux;\n#[cfg(windows)]\nmod win;\n#[cfg(unix)]\nuse ux as sys;\n#[cfg(windows)]\nuse win as sys;\npub fn run() { sys::close() }\n",
    "src/ux.rs": "pub(crate) fn close() {}\nfn lost() {}\n",
    "static/lib.min.js": "(function(){function lost(){}})();\n",
    "src/win.rs": "pub(crate) fn close() {}\nmod deep;\n",
    "src/win/deep.rs": "fn below() {}\n",
  }, async (project) => {
    const { structured } = await call(project, "search_nodes", { name_pattern: "*", unused: true });
    const nodes = structured["nodes"] as { name: string; confidence: string }[];
    assert.deepEqual(nodes.map(({ name, confidence }) => `${confidence} ${name}`), [
      "high demo::ux::lost",
      "low demo::win::deep::below",
    ]);
  }));

Deno.test("unused: a call resolved to the only method of a name may mean a function of that name", () =>
  withProject({
    "registry.py": "def _flush(rows):\n    return rows\n\n\ndef _drain(rows):\n    return rows\n",
    "session.py": "class Session:\n    def _flush(self):\n        return 1\n",
    "unit.py": "def execute(loaded):\n    loaded.registry._flush([])\n",
  }, async (project) => {
    await project.index();
    const { structured } = await call(project, "search_nodes", { name_pattern: "registry.*", unused: true });
    const nodes = structured["nodes"] as { name: string; confidence: string; evidence: string[] }[];
    assert.deepEqual(nodes.map(({ name, confidence }) => [name, confidence]), [["registry._drain", "high"], ["registry._flush", "low"]]);
    assert.ok(nodes[1]!.evidence.includes("1 call of this name resolved to another one by the name alone"), nodes[1]!.evidence.join());
  }));

Deno.test("no path: a function passed on the way to the goal may run as an external callback", () =>
  withProject({
    "go.mod": "module example.com/web\ngo 1.21\n",
    "mux.go": `package web

import "net/http"

type Mux struct{ handler http.Handler }

func (m *Mux) ServeHTTP(w http.ResponseWriter, r *http.Request) { m.handler.ServeHTTP(w, r) }

func (m *Mux) route(w http.ResponseWriter, r *http.Request) { find() }

func (m *Mux) build() { m.handler = http.HandlerFunc(m.route) }

func find() {}

func quiet() {}

func lone() {}

func (m *Mux) keep() { lone() }
`,
  }, async (project) => {
    await project.index();
    const { text } = await call(project, "call_chain", { from_func: "Mux.ServeHTTP", to_func: "find" });
    assert.match(text, /warning: a path may lead through web\.Mux\.route at mux\.go:11: passed as a value there/);
    for (const [from_func, to_func] of [["quiet", "find"], ["Mux.ServeHTTP", "lone"]] as const) {
      const none = await call(project, "call_chain", { from_func, to_func });
      assert.doesNotMatch(none.text, /warning/, to_func);
    }
  }));

Deno.test("untested: what a file runs when it is loaded is reached with anything reached in the file", () =>
  withProject({
    "app.py": `def config(f): return helper(f)
def helper(f): return f
@config
def command(): pass
table = config(command)
def work(): pass
def never(): pass
`,
    "test_app.py": "from app import work\ndef test_work():\n    work()\n",
  }, async (project) => {
    const { structured } = await call(project, "search_nodes", { name_pattern: "*", untested: true });
    assert.deepEqual((structured["nodes"] as { name: string }[]).map(({ name }) => name), ["app.never"]);
  }));

Deno.test("a name without callers is not taken for one of another language, and a pattern's stars are not doubled", () =>
  withProject({
    "a.ts": "export function passed() {}\nexport class PageHandler {}\n",
    "c.py": "def passed(): pass\ndef run(): passed()\n",
  }, async (project) => {
    const next = async (tool: string, params: Record<string, unknown>): Promise<string> =>
      String(((await call(project, tool, params)).structured["metadata"] as Record<string, unknown>)["suggested_action"]);
    assert.doesNotMatch(await next("get_callers", { function_name: "a.ts:passed" }), /c\.py/);
    assert.doesNotMatch(await next("query_interface_implementors", { name_pattern: "Handler*" }), /\*\*/);
  }));

Deno.test("unused: a function called only by itself is, one with other callers is not; an object's methods and accessors are doubted", () =>
  withProject({
    "walk.py": "def _depth(n):\n    return _depth(n - 1)\n\n\ndef _height(n):\n    return _height(n - 1)\n",
    "zed.py": "from walk import _height\n\nprint(_height(1))\n",
    "store.js":
      "const store = {\n  drop() {},\n  get size() { return 1; },\n  set size(n) {},\n  get width() { return 2; },\n};\nconsole.log(store.width);\n",
  }, async (project) => {
    await project.index();
    const { structured } = await call(project, "search_nodes", { name_pattern: "*", unused: true });
    const nodes = structured["nodes"] as { name: string; confidence: string; evidence: string[] }[];
    assert.deepEqual(nodes.map(({ name, confidence }) => [name, confidence]), [
      ["walk._depth", "high"],
      ["store.drop", "low"],
      ["store.size", "low"],
      ["store.size", "low"],
    ]);
    assert.ok(nodes[1]!.evidence.includes("member of an object: code that has it may call it by a computed name"));
    assert.ok(nodes[2]!.evidence.includes("read like a field: such reads are not all known"));
  }));

Deno.test("unused: the value of a variable of its name is doubted", () =>
  withProject({
    "held.ts": "interface Handler { (n: number): void; extra?: number }\nlet handler: Handler;\n" +
      "export function set() {\n  const own: Handler = (handler = function named(n) {});\n  return own;\n}\n" +
      "export const read = () => handler.extra;\nfunction lone() {}\n",
  }, async (project) => {
    await project.index();
    const { structured } = await call(project, "search_nodes", { name_pattern: "*", unused: true });
    const nodes = structured["nodes"] as { name: string; confidence: string; evidence: string[] }[];
    assert.deepEqual(nodes.map(({ name, confidence, evidence }) => [name, confidence, evidence.slice(4)]), [
      ["lone", "high", []],
      ["set.handler", "low", ["a variable of its name holds it: code that reads that may call it"]],
    ]);
  }));

Deno.test("an ambiguous end of a path is resolved in the language of the other end", () =>
  withProject({
    "a_tool.py": "def main(): pass\n",
    "go.mod": "module example.com/m\ngo 1.22\n",
    "main.go": "package main\n\nfunc read() {}\n\nfunc main() {}\n",
  }, async (project) => {
    const { text } = await call(project, "call_chain", { from_func: "read", to_func: "main" });
    assert.match(text, /^next: call_chain \{"from_func":"read","to_func":"main\.go:5:6"\}/m);
  }));

Deno.test("unused: a public method called through what it implements, and what the language calls, are not reported as unused", () =>
  withProject({
    "go.mod": "module m\n\ngo 1.22\n",
    "manager/manager.go":
      "package manager\n\ntype Store interface{ Next() int }\n\nfunc Run(s Store) int { return s.Next() }\n\nfunc Idle() {}\n",
    "main.go": `package main

import "m/manager"

type store struct{}

func (store) Next() int { return 1 }
func (store) Spare()    {}

func main() { manager.Run(store{}) }
`,
    "rows.py": "class Rows:\n    def __len__(self): return 1\n    def spare(self): pass\n",
  }, async (project) => {
    const { structured } = await call(project, "search_nodes", { name_pattern: "*", unused: true });
    assert.deepEqual(structured["first_public"], ["main.store.Spare", "manager.Idle", "rows.Rows.spare"]);
  }));

Deno.test("unused: a function stored in an exported variable is exported, and a method named by a symbol may be run by the language", () =>
  withProject({
    "door.ts":
      "export let open: (n: number) => void;\nclass Door {\n  static {\n    open = () => {};\n  }\n  [Symbol.iterator]() {}\n  gone() {}\n}\nexport const make = (): unknown => new Door();\n",
  }, async (project) => {
    const { structured } = await call(project, "search_nodes", { name_pattern: "*", unused: true });
    const nodes = structured["nodes"] as { name: string; confidence: string }[];
    assert.deepEqual(nodes.map(({ name, confidence }) => `${confidence} ${name}`), ["medium Door.gone", "low Door.[Symbol.iterator]"]);
    assert.equal(structured["public_not_judged"], 2);
  }));

Deno.test("public functions that are not judged are all listed if a limit requests them, and the answer says how", () =>
  withProject({
    "kit.py": Array.from({ length: 24 }, (_, i) => `def shown_${i}():\n    pass\n`).join("\n\n") + "\n\ndef _lost():\n    pass\n",
  }, async (project) => {
    await project.index();
    const ask = async (limit?: number): Promise<Record<string, unknown>> =>
      (await call(project, "search_nodes", { name_pattern: "*", unused: true, ...(limit === undefined ? {} : { limit }) })).structured;
    const few = await ask();
    assert.equal(few["public_not_judged"], 24);
    assert.equal((few["first_public"] as string[]).length, 10);
    assert.equal(
      (few["metadata"] as { suggested_action: string }).suggested_action,
      "14 more public ones that nothing here uses: give a limit (1000 at most) or a narrower pattern or file_path",
    );
    const all = await ask(200);
    assert.equal((all["first_public"] as string[]).length, 24);
    assert.equal((all["metadata"] as { suggested_action?: string }).suggested_action, undefined);
  }));

Deno.test("a type that derives traits with known members needs no other method; an unknown base may require any", () =>
  withProject({
    "Cargo.toml": '[package]\nname = "demo"\nversion = "0.1.0"\nedition = "2021"\n',
    "src/lib.rs": "#[derive(Clone, Debug)]\nstruct Key;\nimpl Key {\n    fn lost(&self) {}\n}\npub fn shown(k: Key) {}\n",
    "app.py": "import threading\n\n\nclass Job(threading.Thread):\n    def _away(self):\n        pass\n",
  }, async (project) => {
    await project.index();
    const { structured } = await call(project, "search_nodes", { name_pattern: "*", unused: true });
    const nodes = structured["nodes"] as { name: string; evidence: string[] }[];
    const doubts = Object.fromEntries(
      nodes.map(({ name, evidence }) => [name, evidence.filter((one) => one.includes("answers to")).join()]),
    );
    assert.deepEqual(doubts, { "demo::Key::lost": "", "app.Job._away": "its type answers to threading.Thread, which may call it" });
  }));

Deno.test("unused: what may be read by a computed name is doubted, and the location is named", () =>
  withProject({
    "base.py": "class Base:\n    def load(self, name):\n        method = getattr(self, '_load_%s' % name, None)\n        return method()\n",
    "block.py":
      "from base import Base\n\n\nclass Block(Base):\n    def _load_rows(self):\n        return 1\n\n    def _gone(self):\n        return 2\n",
  }, async (project) => {
    const { structured } = await call(project, "search_nodes", { name_pattern: "Block.*", unused: true });
    const nodes = structured["nodes"] as { name: string; confidence: string; evidence: string[] }[];
    assert.deepEqual(nodes.map(({ name, confidence }) => [name, confidence]), [["block.Block._gone", "medium"], [
      "block.Block._load_rows",
      "low",
    ]]);
    assert.ok(nodes[1]!.evidence.includes("may be read at base.py:3 by a computed name"), JSON.stringify(nodes[1]));
  }));

Deno.test("unused: a property whose value is called, and what is passed to a parameter that is read, are used; finally is not a condition", () =>
  withProject({
    "app.py": `class Job:
    def go(self, value):
        try:
            return self._check(value)
        finally:
            def _after(): pass

    @property
    def _check(self):
        return print

    @property
    def _never(self):
        return print


def run(job):
    job._other(1)


def _on(flag):
    if flag:
        def _inner(): pass
`,
    "app.ts": `export function run(each?: (n: number) => number, never?: () => number) {
  if (!each) each = function (n) { return n; };
  never = function () { return 1; };
  return [1].map(each!.bind(null));
}
`,
  }, async (project) => {
    assert.deepEqual(await unusedIn(project), [
      "app.Job.go._after high",
      "app._on high",
      "run.never high",
      "app.Job._never low",
      "app._on._inner low",
    ]);
    const { structured, text } = await call(project, "get_callers", { function_name: "_check" });
    assert.deepEqual(structured["possible_reads"], { "app.py": { "Job.go": [4] } });
    assert.match(text, /Job\.go 4:25\n/);
  }));

Deno.test("unused: a public function that an unresolved call may mean is not reported as unused", () =>
  withProject({
    "Cargo.toml": '[package]\nname = "demo"\nversion = "0.1.0"\nedition = "2021"\n',
    "src/lib.rs":
      'mod built { include!(concat!(env!("OUT_DIR"), "/built.rs")); }\nuse built::Variable;\nimpl Variable {\n    pub fn of_signal() {}\n    pub fn of_none() {}\n}\n' +
      "pub fn caller() { Variable::of_signal(); }\n",
  }, async (project) => {
    await project.index();
    const { text } = await call(project, "search_nodes", { name_pattern: "of_*", unused: true });
    assert.match(text, /not judged: 1 public function/);
    assert.doesNotMatch(text, /of_signal/);
  }));

Deno.test("evidence that all unused functions share is said once, and what one shares with the one above is not repeated", () =>
  withProject({
    "app.py": "from lib import keep\n\n\n@keep\ndef _a():\n    return 1\n\n\n@keep\ndef _b():\n    return 1\n\n\ndef _c():\n    return 1\n",
  }, async (project) => {
    await project.index();
    const { text } = await call(project, "search_nodes", { name_pattern: "*", unused: true });
    assert.deepEqual(text.split("\n").map((line) => line.replace(/ id \w+ /, "")), [
      '3 unused of "*"',
      "each of them: no call, no reference, not exported, no unresolved call of this name",
      "Function app._c app.py:14:5  high",
      "Function app._a app.py:5:5  low: decorated: what decorates it may call it",
      "Function app._b app.py:10:5  low: as the one above",
    ]);
  }));
