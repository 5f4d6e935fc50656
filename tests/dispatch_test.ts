/** Calls whose target depends on the running program: through a base, a variable, an operator; and names that contain a `#`. */
import assert from "node:assert/strict";
import { call, unusedIn, warningsOf } from "./support/call.ts";
import { withProject } from "./support/temp_project.ts";

const FILES = {
  "app.py": `import http.server

class Base:
    def handle(self, r): raise NotImplementedError()

class Http(Base):
    def handle(self, r):
        return super().handle(r)

class Deep(Http):
    def handle(self, r):
        return deep()
    def __eq__(self, other):
        return True
    def __len__(self):
        return 1

class Server(http.server.BaseHTTPRequestHandler):
    def do_GET(self): pass

def deep(): pass
def save(): pass

def send(base: Base):
    return base.handle(1)

def main(base: Base, flag):
    run = deep if flag else save
    run()
    send(base)
    return Deep() == Deep(), len(Deep())
`,
  "box.ts": `export class Box { #key() { return 1; } open() { return this.#key(); } *[Symbol.iterator]() { yield 1; } }
export const LIMIT = 3;
`,
  "logger.ts": `interface Logger { info(text: string): void }
class Quiet implements Logger { info(text: string) {} }
const loud: Logger = { info(text) {} };
const made = (): Logger => ({ info: (text) => {} });
export function log(logger: Logger) { logger.info("x"); }
log(loud);
log(made());
log(new Quiet());
`,
  "repo.ts": `class User { id() { return ""; } }
class Repo<T extends { id(): string }> { add(t: T) { return t.id(); } }
new Repo<User>().add(new User());
`,
  "view.ts": `class View { onOpen() {} other() {} }
export function show(view: View, kind: string) { view["on" + kind](); }
`,
  "sql.py": `class Generator:
    def and_sql(self): pass
    def other(self): pass
    def write(self, kind): return getattr(self, f"{kind}_sql")()
`,
  "alias.ts": `export const isArray = Array.isArray;
export const f = (x: unknown) => isArray(x);
`,
  "codes.js": `const createError = require("made-errors");
const codes = { MISSING: createError("MISSING", 404), OTHER: createError("OTHER", 500) };
module.exports = codes;
`,
  "reply.js": `const { MISSING } = require("./codes");
exports.fail = (reply) => reply.send(new MISSING());
`,
  "emitter.js": `function Emitter() {}
Emitter.prototype.on = Emitter.prototype.addListener = function () {};
`,
  "mem.go": `package main

type Mem struct{ n int }

func (m *Mem) Get() int { return m.n }
func NewMem() *Mem      { return &Mem{} }
func read() int         { return NewMem().Get() }
`,
  "lib.rs": `use std::fmt;
pub struct P(i32);
impl fmt::Display for P { fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result { Ok(()) } }
pub fn r#type() {}
fn go() { r#type(); }
`,
};

Deno.test("a caller of a method is also a caller of the one that it overrides, and never of its own super", () =>
  withProject(FILES, async (project) => {
    for (const name of ["Deep.handle", "Http.handle"]) {
      const { structured } = await call(project, "get_callers", { function_name: name });
      assert.deepEqual([structured["callers"], structured["possible"]], [{}, { "app.py": { send: [25] } }], name);
    }
    const callees = await call(project, "get_callees", { function_name: "send" });
    assert.deepEqual(callees.structured["dispatch"], [
      {
        name: "app.Base.handle",
        rule: "type",
        lines: [25],
        at: ["25:17"],
        candidates: ["app.py:7 app.Http.handle", "app.py:11 app.Deep.handle"],
      },
    ]);
    const graph = await call(project, "get_call_graph", { symbol_name: "Deep.handle" });
    assert.deepEqual(warningsOf(graph), ["1 more caller possible, through an interface, a base or a variable: see get_callers"]);
    const impact = await call(project, "get_impact", { symbol_name: "deep" });
    assert.deepEqual(impact.structured["dependents"], {
      "1": { "app.py": { "Deep.handle": 11, main: 27 } },
      "2": { "app.py": { send: 24 } },
    });
  }));

Deno.test("a method that calls its base's under another name may reach an override of that, under its own name it does not", () =>
  withProject({
    "app.py": `class Base:
    def run(self): pass
    def rest(self): pass

class Sub(Base):
    def run(self):
        super().run()
        self.rest()

class Deep(Sub):
    def run(self): pass
    def rest(self): pass
`,
  }, async (project) => {
    const { structured } = await call(project, "get_callees", { function_name: "Sub.run" });
    const dispatch = structured["dispatch"] as { name: string; candidates: string[] }[];
    assert.deepEqual(dispatch.map(({ name, candidates }) => [name, candidates]), [["app.Base.rest", ["app.py:12 app.Deep.rest"]]]);
  }));

Deno.test("an object literal where an interface is expected may be called through it, like the classes that implement it", () =>
  withProject(FILES, async (project) => {
    for (const name of ["Quiet.info", "loud.info", "made.info"]) {
      const { structured } = await call(project, "get_callers", { function_name: name });
      assert.deepEqual([structured["callers"], structured["possible"]], [{}, { "logger.ts": { log: [5] } }], name);
    }
    const callees = await call(project, "get_callees", { function_name: "log" });
    assert.deepEqual(callees.structured["dispatch"], [{
      name: "Logger.info",
      lines: [5],
      rule: "dispatch",
      at: ["5:46"],
      candidates: ["logger.ts:2 Quiet.info", "logger.ts:3 loud.info", "logger.ts:4 made.info"],
    }]);
    const impact = await call(project, "get_impact", { symbol_name: "loud.info" });
    assert.deepEqual(impact.structured["dependents"], { "1": { "logger.ts": { log: 5 } }, "2": { "logger.ts": { "<module>": 1 } } });
  }));

Deno.test("members of an anonymous type are not members of the class around it, and values of the type may be called", () =>
  withProject(FILES, async (project) => {
    const bound = await call(project, "get_callers", { function_name: "User.id" });
    assert.deepEqual([bound.structured["callers"], bound.structured["possible"]], [{}, { "repo.ts": { "Repo.add": [2] } }]);
    const symbols = await call(project, "query_node_edges", { node_identifier: "Repo", edge_type: "Contains", direction: "out" });
    assert.deepEqual((symbols.structured["outgoing"] as { node_name: string }[]).map((edge) => edge.node_name), ["add"]);
  }));

Deno.test("a computed name may mean each member that begins and ends like it", () =>
  withProject(FILES, async (project) => {
    const cases = [["View.onOpen", { "view.ts": { show: [2] } }], ["View.other", undefined], [
      "Generator.and_sql",
      { "sql.py": { "Generator.write": [4] } },
    ], ["Generator.other", undefined]] as const;
    for (const [name, possible] of cases) {
      const { structured } = await call(project, "get_callers", { function_name: name });
      assert.deepEqual([structured["callers"], structured["possible"]], [{}, possible], name);
    }
  }));

Deno.test("an alias says what it stands for, and where that is called by the alias", () =>
  withProject(FILES, async (project) => {
    const outside = await call(project, "get_callers", { function_name: "isArray" });
    assert.match(warningsOf(outside).join(), /it stands for Array\.isArray, outside: 1 call by this name runs that, at alias\.ts:2:34/);
    const inside = await call(project, "get_callers", { function_name: "Emitter.on" });
    assert.match(warningsOf(inside).join(), /it stands for Emitter\.prototype\.addListener: calls by this name/);
    const held = await call(project, "get_callers", { function_name: "codes.MISSING" });
    assert.match(warningsOf(held).join(), /it may hold what lies outside: 1 call by this name runs that, at reply\.js:2:42/);
    const other = await call(project, "get_callers", { function_name: "codes.OTHER" });
    assert.doesNotMatch(warningsOf(other).join(), /lies outside/);
    const limit = await call(project, "get_callers", { function_name: "LIMIT" });
    assert.doesNotMatch(warningsOf(limit).join(), /stands for/);
  }));

Deno.test("a call that names the base's type reaches no override of the method", () =>
  withProject({
    "app.py": `class Base:
    def _init(self): return 0

class Child(Base):
    def _init(self): return Base._init(self)

class Other(Base):
    def _init(self): return 1

def named():
    Base._init(Child())

def both(base: Base):
    Base._init(base)
    base._init()
`,
  }, async (project) => {
    const { structured } = await call(project, "get_callers", { function_name: "Other._init" });
    assert.deepEqual([structured["callers"], structured["possible"]], [{}, { "app.py": { both: [15] } }]);
    const impact = await call(project, "get_impact", { symbol_name: "Other._init" });
    assert.deepEqual(impact.structured["dependents"], { "1": { "app.py": { both: 13 } } });
  }));

Deno.test("if a type combines two, the super of one may be the other", () =>
  withProject({
    "app.py": `class Base:
    def step(self): return 0

class Left(Base):
    def step(self): return super().step()

class Right(Base):
    def step(self): return 1

class Alone(Base):
    def step(self): return super().step()

class Both(Left, Right): pass
`,
  }, async (project) => {
    const possible = async (name: string): Promise<unknown> =>
      (await call(project, "get_callers", { function_name: name })).structured["possible"];
    assert.deepEqual(await possible("Right.step"), { "app.py": { "Left.step": [5] } });
    assert.equal(await possible("Alone.step"), undefined);
  }));

Deno.test("a path leads through possible calls if no certain one exists, and says so", () =>
  withProject(FILES, async (project) => {
    const path = await call(project, "call_chain", { from_func: "send", to_func: "deep" });
    const steps = (path.structured["paths"] as { name: string }[][]).map((one) => one.map((step) => step.name));
    assert.deepEqual(steps, [["app.send", "app.Deep.handle", "app.deep"]]);
    assert.match(warningsOf(path).join(), /a call with several possible targets/);
    const sure = await call(project, "call_chain", { from_func: "main", to_func: "send" });
    assert.deepEqual(warningsOf(sure), []);
  }));

Deno.test("if one end of a path is ambiguous, the suggestion asks again with one of them", () =>
  withProject({
    "a.py": "def main(): pass\n",
    "b.py": "def main(): pass\n\ndef load(): pass\n",
  }, async (project) => {
    const { structured } = await call(project, "call_chain", { from_func: "main", to_func: "load" });
    const { data } = structured["error"] as { data: Record<string, unknown> };
    assert.equal(data["remediation"], 'call_chain {"from_func":"a.py:1:5","to_func":"load"}');
  }));

const HANDED_OUT = {
  "app.py": `import atexit, functools

@register("a")
def _handler(): return 1

@atexit.register
def _bye(): pass

@functools.lru_cache
def _kept(): pass

def _lost(): pass
`,
  "call.go": `package main

// void run(void);
import "C"

//export callback
func callback(x int) int { return x }

func _() { run() }
func run() {}
func lost() {}
`,
  "test_app.py": `import pytest

@pytest.fixture
def db():
    return connect()

def connect(): pass

def test_load(db): pass
`,
};

Deno.test("a function passed on where it is defined is neither certainly unused nor reported with all its callers", () =>
  withProject(HANDED_OUT, async (project) => {
    assert.deepEqual(await unusedIn(project), ["app._kept high", "app._lost high", "app._handler low", "app._bye low", "main.lost low"]);
    for (const [name, completeness] of [["_handler", "possibly_incomplete"], ["callback", "possibly_incomplete"], ["_kept", "complete"]]) {
      assert.equal((await call(project, "get_callers", { function_name: name })).structured["completeness"], completeness, name);
    }
  }));

Deno.test("a test depends on the fixtures that its parameters name", () =>
  withProject(HANDED_OUT, async (project) => {
    const impact = await call(project, "get_impact", { symbol_name: "connect" });
    assert.deepEqual(impact.structured["dependents"], { "1": { "test_app.py": { db: 4 } }, "2": { "test_app.py": { test_load: 9 } } });
  }));

Deno.test("a name bound in a destructuring pattern is a symbol like one alone", () =>
  withProject(
    { "app.py": "def make(): return 1, 2\n\none, (two, LAST) = make()\n\nclass Maker:\n    load, save = make()\n" },
    async (project) => {
      for (
        const [name, kind] of [["one", "variable"], ["two", "variable"], ["LAST", "constant"], ["Maker.load", "field"], [
          "Maker.save",
          "field",
        ]]
      ) {
        const { structured } = await call(project, "get_callers", { function_name: name });
        assert.equal((structured["symbol"] as { kind: string }).kind, kind, name);
      }
    },
  ));

Deno.test("what a variable may hold is called where the variable is", () =>
  withProject(FILES, async (project) => {
    const save = await call(project, "get_callers", { function_name: "save" });
    assert.deepEqual(save.structured["possible"], { "app.py": { main: [29] } });
  }));

Deno.test("what runs without a call site is never reported with all its callers", () =>
  withProject(FILES, async (project) => {
    const cases: readonly (readonly [string, RegExp])[] = [
      ["Deep.__eq__", /redefines object\.__eq__/],
      ["Deep.__len__", /the language itself runs it/],
      ["Box.[Symbol.iterator]", /the language itself runs it/],
      ["P::fmt", /redefines Display\.fmt/],
      ["Server.do_GET", /builds on http\.server\.BaseHTTPRequestHandler, outside/],
    ];
    for (const [name, warning] of cases) {
      const answer = await call(project, "get_callers", { function_name: name });
      assert.match(warningsOf(answer).join(), warning, name);
      assert.equal(answer.structured["completeness"], "possibly_incomplete", name);
    }
    const send = await call(project, "get_callers", { function_name: "send" });
    assert.deepEqual([send.structured["completeness"], warningsOf(send)], ["complete", []]);
  }));

Deno.test("a change of a type reaches what names it and the callers of its methods", () =>
  withProject(FILES, async (project) => {
    const impact = await call(project, "get_impact", { symbol_name: "Mem" });
    assert.deepEqual(impact.structured["dependents"], { "1": { "mem.go": { NewMem: 6, read: 7 } } });
  }));

Deno.test("a name may contain a `#`, a bracket or be raw", () =>
  withProject(FILES, async (project) => {
    for (
      const [written, meant] of [["Box.#key", "#key"], ["#key", "#key"], ["Box#open", "open"], ["r#type", "r#type"], [
        "[Symbol.iterator]",
        "[Symbol.iterator]",
      ]]
    ) {
      const { structured } = await call(project, "get_callers", { function_name: written });
      assert.equal((structured["symbol"] as { name: string }).name, meant, written);
    }
  }));

Deno.test("a method that a base passes on as its own may be an override", () =>
  withProject({
    "bus.py": `class Base:
    def __init__(self, bus):
        bus.register(self.on_message)
        bus.register(self._step)
    def on_message(self): return 1

class Child(Base):
    def on_message(self): return 2
    def _step(self): return 3
`,
  }, async (project) => {
    const redefining = await call(project, "get_callers", { function_name: "Child.on_message" });
    assert.deepEqual(redefining.structured["possible"], { "bus.py": { "Base.__init__": [3] } });
    const below = await call(project, "get_callers", { function_name: "_step" });
    assert.deepEqual(below.structured["references"], { "bus.py": { "Base.__init__": [4] } });
    assert.deepEqual(await unusedIn(project), []);
  }));

Deno.test("passing an interface's method as a value depends on its implementations", () =>
  withProject({
    "go.mod": "module example.com/work\n",
    "work.go": `package work

type Runner interface{ Run() }

type Job struct{}

func (Job) Run() {}

func start(run func()) {}

func build(r Runner) { start(r.Run) }

func main() { build(Job{}) }
`,
  }, async (project) => {
    await project.index();
    const { text } = await call(project, "get_impact", { symbol_name: "Job.Run" });
    assert.match(text, /build :11 \(dispatch\)/);
    assert.match(text, /main :13 \(dispatch, entry point\)/);
    const path = await call(project, "call_chain", { from_func: "main", to_func: "Job.Run" });
    assert.match(path.text, /work\.go:11:32 {2}Run is passed as a value there/);
  }));

Deno.test("what an impact says about all dependents of a file is said once, not name by name", () =>
  withProject({
    "a.py": "def f(): pass\ndef one(): f()\ndef two(): f()\n",
    "test_a.py": `from a import f\n\n${["x", "y", "z"].map((name) => `def test_${name}():\n    f()\n`).join("\n")}`,
    "b.py":
      "from a import f\ndef give(run):\n    return run\ndef more():\n    give(f)\ndef most():\n    give(f)\ndef last():\n    give(f)\n",
    "c.py": "from a import f\nfrom b import give\ndef sure(): f()\ndef handed():\n    give(f)\n",
  }, async (project) => {
    const { structured } = await call(project, "get_impact", { symbol_name: "a.f", max_depth: 1 });
    assert.deepEqual(structured["weak"], { reference: { "b.py": "all", "c.py": ["handed"] } });
    assert.deepEqual(structured["tests"], { "test_a.py": "all" });
  }));

Deno.test("a method destructured from an object is called by that name: the list does not say that there are no such calls", () =>
  withProject({
    "a.ts": `type Un = { all: () => void };
function make(): Un { return { all() {} }; }
const later = async () => ({ last() {} });
class Job { go() {} stop() {} }
export async function run(job: Job) {
  const { all } = make(); all();
  const { last } = await later(); last();
  const { go } = job; go();
}
`,
  }, async (project) => {
    const all = (await call(project, "get_callers", { function_name: "all" })).structured;
    assert.deepEqual([all["callers"], all["possible"]], [{}, { "a.ts": { run: [6] } }]);
    for (const [name, line] of [["last", 7], ["go", 8]] as const) {
      const { possible, unresolved, completeness } = (await call(project, "get_callers", { function_name: name })).structured;
      assert.deepEqual([possible, unresolved, completeness], [{ "a.ts": { run: [line] } }, undefined, "possibly_incomplete"], name);
    }
    const graph = await call(project, "get_call_graph", { symbol_name: "all", direction: "callers" });
    assert.match(graph.text, /no edges[^]*1 more caller possible, .*: see (?:callgrove callers|get_callers)/);
    assert.equal((await call(project, "get_callers", { function_name: "stop" })).structured["completeness"], "complete");
  }));

Deno.test("instantiating a type without a constructor of its own may call the inherited one", () =>
  withProject({
    "a.py": `class Base:
    def __init__(self): pass
class Plain(Base): pass
class Deeper(Plain): pass
class Own(Base):
    def __init__(self): pass
class Below(Own): pass
held = Plain
def plain(): return Plain()
def deeper(): return Deeper()
def own(): return Own()
def below(): return Below()
def through(): return held()
`,
    "a.ts": `class Root { constructor() {} }
class Leaf extends Root {}
export const grow = () => new Leaf();
class Late { then(done: () => void) {} }
export async function wait(late: Late) { await late; }
`,
  }, async (project) => {
    const possible = async (name: string): Promise<unknown> =>
      (await call(project, "get_callers", { function_name: name })).structured["possible"];
    assert.deepEqual(await possible("Base.__init__"), { "a.py": { plain: [9], deeper: [10], through: [13] } });
    assert.deepEqual(await possible("Own.__init__"), { "a.py": { below: [12] } });
    assert.deepEqual(await possible("Root.constructor"), { "a.ts": { grow: [3] } });
    const impact = async (name: string): Promise<unknown> =>
      (await call(project, "get_impact", { symbol_name: name })).structured["dependents"];
    assert.deepEqual(await impact("Base.__init__"), { 1: { "a.py": { plain: 9, deeper: 10, through: 13 } } });
    assert.deepEqual(await impact("Own.__init__"), { 1: { "a.py": { own: 11, below: 12 } } });
    assert.deepEqual(await impact("Root.constructor"), { 1: { "a.ts": { grow: 3 } } });
    const whole = (await call(project, "get_impact", { symbol_name: "Own" })).structured;
    assert.deepEqual(whole["weak"], undefined, "who makes what builds on a type depends on it for certain");
    for (const from of ["deeper", "through"]) {
      const { paths } = (await call(project, "call_chain", { from_func: from, to_func: "Base.__init__" })).structured as {
        paths: { name: string; heuristic?: string }[][];
      };
      assert.deepEqual(paths.map((path) => path.map(({ name }) => name)), [[`a.${from}`, "a.Base.__init__"]]);
    }
    // A value with such a method is waited for by the language.
    assert.equal((await call(project, "get_callers", { function_name: "Late.then" })).structured["completeness"], "possibly_incomplete");
  }));

Deno.test("an override may run where a method of the same name calls it on another object, or where it calls itself", () =>
  withProject({
    "tree.py": `class Node:
    def measure(self): return 1
    def walk(self, parts):
        self.walk(parts)

class Leaf(Node):
    def measure(self): return 1
    def walk(self, parts):
        super().walk(parts)

class Pair(Node):
    left: Node
    def measure(self):
        super().measure()
        self.left.measure()
`,
  }, async (project) => {
    const measure = await call(project, "get_callers", { function_name: "Leaf.measure" });
    assert.deepEqual(measure.structured["possible"], { "tree.py": { "Pair.measure": [15] } });
    const walk = await call(project, "get_callers", { function_name: "Leaf.walk" });
    assert.deepEqual(walk.structured["possible"], { "tree.py": { "Node.walk": [4] } });
    const reached = await call(project, "get_impact", { symbol_name: "Leaf.measure" });
    assert.match(reached.text, /Pair\.measure/);
    const callees = await call(project, "get_callees", { function_name: "Pair.measure" });
    assert.match(callees.text, /Leaf\.measure/);
  }));

const MIXED = `class Window:
    def open(self):
        self.before()
    def before(self): ...
    def clone(self):
        return type(self)()
    @classmethod
    def show(cls):
        print(cls)

class Plugin:
    def before(self): ...

class Late:
    def before(self): ...

class App(Plugin, Window, Late): ...
`;

Deno.test("holding a class, or calling what another base hides, may run a member of a subclass or of an earlier base", () =>
  withProject({ "mixed.py": MIXED }, async (project) => {
    for (const [name, lines] of [["Plugin.before", [3]], ["Late.before", undefined], ["App", [6, 9]]] as const) {
      const { structured } = await call(project, "get_callers", { function_name: name });
      const possible = structured["possible"] as Record<string, Record<string, number[]>> | undefined;
      assert.deepEqual(possible && Object.values(possible["mixed.py"]!).flat(), lines, name);
    }
  }));

Deno.test("a call through an external interface may reach any implementation", () =>
  withProject({
    "go.mod": "module m\n",
    "a.go": `package m

import "io"

type Term interface {
	io.Writer
	Size() int
}

type mock struct{}

func (*mock) Write(p []byte) (int, error) { return 0, nil }
func (*mock) Size() int                   { return 1 }

func drive(t Term)        { t.Write(nil) }
func plain(w io.Writer)   { w.Write(nil) }
func other(w io.StringWriter) { w.WriteString("") }
`,
  }, async (project) => {
    const { structured } = await call(project, "get_callers", { function_name: "mock.Write" });
    assert.deepEqual(structured["callers"], {});
    assert.deepEqual(structured["possible"], { "a.go": { drive: [15], plain: [16] } });
    assert.equal(structured["completeness"], "possibly_incomplete");
  }));

Deno.test("a template in a text may run the methods that it names", () =>
  withProject({
    "go.mod": "module m\n",
    "a.go": `package m

const layout = "<p>{{.Title}}</p>"

type Page struct{}

func (Page) Title() string { return "" }
func (Page) Other() string { return "" }

func Show() string { return layout }
`,
  }, async (project) => {
    const { structured } = await call(project, "get_callers", { function_name: "Page.Title" });
    assert.deepEqual(structured["possible"], { "a.go": { "<module>": [3] } });
    assert.equal((await call(project, "get_callers", { function_name: "Page.Other" })).structured["possible"], undefined);
    const impact = await call(project, "get_impact", { symbol_name: "Page.Title" });
    assert.match(JSON.stringify(impact.structured), /<module>/);
    // What was asked before changes no answer.
    const again = await call(project, "get_callers", { function_name: "Page.Title" });
    assert.deepEqual(again.structured["possible"], structured["possible"]);
  }));

Deno.test("an override of methods of two bases may be called through either", () =>
  withProject({
    "a.py": `class Base:
    def run(self): return self.step()
    def step(self): return 0
class Mixin:
    def step(self): return 1
class Child(Mixin, Base):
    def step(self): return 2
class Middle(Base):
    def step(self): return 3
class Low(Middle, Base):
    def step(self): return 4
`,
  }, async (project) => {
    const { structured } = await call(project, "get_callers", { function_name: "Child.step" });
    assert.deepEqual(structured["possible"], { "a.py": { "Base.run": [2] } });
    const overridden = async (name: string): Promise<string[]> => {
      const { text } = await call(project, "query_node_edges", { node_identifier: name, edge_type: "Overrides", direction: "outgoing" });
      return [...text.matchAll(/Overrides\s+-> (?:a\.)?(\w+\.step)/g)].map(([, one]) => one!);
    };
    assert.deepEqual((await overridden("Child.step")).sort(), ["Base.step", "Mixin.step"]);
    assert.deepEqual(await overridden("Low.step"), ["Middle.step"], "what that redefines is behind it");
  }));

Deno.test("a mixin before another base may be run by the base's methods, whatever the type is called", () =>
  withProject({
    "base.py": "class View:\n    def get(self): return self.made()\n    def made(self): return 0\n",
    "mix.py": "class Mixin:\n    def made(self): return 1\n",
    "own.py": "import base\nimport mix\nclass View(mix.Mixin, base.View):\n    pass\n",
  }, async (project) => {
    const { structured } = await call(project, "get_callers", { function_name: "Mixin.made" });
    assert.deepEqual(structured["possible"], { "base.py": { "View.get": [2] } });
    const impact = await call(project, "get_impact", { symbol_name: "Mixin.made" });
    assert.match(impact.text, /nothing that is known here/);
    assert.match(impact.text, /1 caller possible, through an interface, a base or a variable/);
    const unused = await call(project, "search_nodes", { name_pattern: "*made", unused: true });
    assert.doesNotMatch(unused.text, /no call, no reference/);
  }));
