/**
 * Functions that are passed as values: calls of the parameters, variables and fields that hold them are possible calls, and if one can no
 * longer be followed, the list says so.
 */
import assert from "node:assert/strict";
import { call } from "./support/call.ts";
import { assertPossible } from "./support/possible_calls.ts";
import { withProject } from "./support/temp_project.ts";

const PYTHON = {
  "run.py": `def apply(f, x):
    return f(x)

def twice(x, *, step=None):
    if step is not None:
        return apply(step, apply(step, x))

def each(*steps):
    for step in steps:
        step(1)

class Engine:
    def __init__(self, stop, start=None):
        self.stop = stop
        self.start = start
        self.kept = []

    def end(self):
        if self.stop:
            self.stop()

    def keep(self, f):
        self.kept.append(f)

def back(f):
    return f

def shadow(f):
    def inner(f):
        f()
    return inner(None)
`,
  "use.py": `from run import Engine, apply, back, each, shadow, twice

def direct(x): ...
def passed(x): ...
def spread(x): ...
def held(): ...
def read(): ...
def lost(): ...
def given(): ...
def shaded(): ...

class Other:
    def keep(self, f): f()

def guess(unknown):
    unknown.keep(guessed)

def guessed(): ...

def use(engine: Engine):
    apply(direct, 1)
    twice(1, step=passed)
    each(spread)
    Engine(held)
    Engine(held, start=read)
    engine.keep(lost)
    back(given)
    shadow(shaded)
    print(engine.start)
`,
};

const TYPESCRIPT = {
  "run.ts": `export function apply(f: (x: number) => number, x: number) { return f(x); }
export function maybe(f?: () => void) { f && f(); if (f !== undefined) f?.(); }
export class Engine {
  constructor(private stop: () => void, readonly go: () => void) {}
  end() { this.stop(); }
  out() { return this.go; }
}
export function table(f: () => void) { return { f }; }
export function rest(f: () => void) { return [].concat(arguments as never); }
`,
  "use.ts": `import { apply, Engine, maybe, rest, table } from "./run";
function direct(x: number) { return x; }
function tested() {}
function held() {}
function out() {}
function lost() {}
function listed() {}
export function use() {
  apply(direct, 1);
  maybe(tested);
  new Engine(held, out);
  table(lost);
  rest(listed);
}
`,
};

const GO = {
  "go.mod": "module m\n\ngo 1.22\n",
  "run.go": `package m

type option func(*engine)

type engine struct {
	stop func()
	n    int
}

func apply(f func(int) int, x int) int { return f(x) }

func build(opts ...option) *engine {
	e := &engine{stop: held}
	for _, opt := range opts {
		opt(e)
	}
	return e
}

func (e *engine) end() {
	if e.stop != nil {
		e.stop()
	}
}

var kept []func()

func keep(f func()) { kept = append(kept, f) }

func direct(x int) int { return x }
func plain(e *engine)  { e.n = 1 }
func held()            {}
func lost()            {}

func use() {
	apply(direct, 1)
	build(plain)
	keep(lost)
}
`,
};

const RUST = {
  "Cargo.toml": '[package]\nname = "m"\nversion = "0.1.0"\nedition = "2021"\n',
  "src/lib.rs": `fn apply<F: Fn(i32) -> i32>(f: F, x: i32) -> i32 { f(x) }
struct Engine { stop: fn() }
impl Engine {
    fn end(&self) { (self.stop)() }
}
fn direct(x: i32) -> i32 { x }
fn held() {}
fn boxed(x: i32) -> i32 { x }
fn keep(f: fn(i32) -> i32) -> Box<dyn Fn(i32) -> i32> { Box::new(f) }
pub fn run() {
    apply(direct, 1);
    Engine { stop: held }.end();
    keep(boxed);
}
`,
};

const ELEMENTS = `package app

var made = map[string]func() int{}

func each(f func() int) { f() }
func pass(f func() int)  { g := f; each(g) }
func keep(f func() int)  { made["a"] = f }
func run(name string) int { return made[name]() }

func one() int { return 1 }
func two() int { return 2 }

func Run() {
	pass(one)
	keep(two)
}
`;

const BASES = `abstract class Base {
  abstract on(done: () => void): void;
}
class Kid extends Base {
  on(done: () => void) {
    done();
  }
}
function either(given?: () => void) {
  const done = given || own;
  done();
}
function own() {}
function toBase() {}
function named({ done }: { done: () => void }, then: () => void) {
  then();
}
function then() {}
export function use(base: Base) {
  base.on(toBase);
  either();
  named({ done: own }, then);
}
`;

Deno.test("python: a function passed to a parameter, variable or field is called where that is called", () =>
  assertPossible(PYTHON, [
    "direct: apply",
    "passed: apply",
    "spread: each",
    "held: Engine.end",
    // The field is read elsewhere, and called nowhere.
    "read: (open)",
    "lost: (open)",
    "given: (open)",
    // Of whom a method is that gets it nobody knows.
    "guessed: (open)",
    // The inner function's parameter is another.
    "shaded: ",
  ]));

Deno.test("typescript: a function passed to a parameter, variable or field is called where that is called", () =>
  assertPossible(TYPESCRIPT, ["direct: apply", "tested: maybe", "held: Engine.end", "out: (open)", "lost: (open)", "listed: (open)"]));

Deno.test("go: a function passed to a parameter, variable or field is called where that is called", () =>
  assertPossible(GO, ["direct: apply", "plain: build", "held: engine.end", "lost: (open)"]));

Deno.test("rust: a function passed to a parameter, variable or field is called where that is called", () =>
  assertPossible(RUST, ["direct: apply", "held: Engine::end", "boxed: (open)"]));

Deno.test("go: a passed function is followed through variables and the elements of a table", () =>
  assertPossible({ "go.mod": "module example.org/app\ngo 1.24\n", "app.go": ELEMENTS }, [
    "one: each",
    // Who has the table may call its elements.
    "two: run (open)",
  ]));

Deno.test("typescript: an argument of a bodiless method is called in its implementations, and a default value beside passed ones", () =>
  assertPossible({ "app.ts": BASES }, ["own: either (open)", "toBase: Kid.on", "then: named"]));

Deno.test("python: an argument of a base's method called by its class's name is not followed", () =>
  assertPossible({
    "base.py": `class Base:
    def start(self, done, other=None):
        done()

class Kid(Base):
    def start(self, done):
        Base.start(self, ended)

def ended(): ...
`,
  }, ["ended: (open)"]));

Deno.test("a call of a parameter or a field lists what callers pass for it", () =>
  withProject(PYTHON, async (project) => {
    const { structured } = await call(project, "get_callees", { function_name: "apply" });
    const [f] = structured["unresolved"] as { name: string; candidates: string[] }[];
    assert.deepEqual([f!.name, ...f!.candidates], ["f", "use.py:4 use.passed", "use.py:3 use.direct"]);
    const engine = await call(project, "get_callees", { function_name: "Engine.end" });
    const [stop] = engine.structured["unresolved"] as { candidates: string[] }[];
    assert.deepEqual(stop!.candidates, ["run.py:14 run.Engine.stop", "use.py:6 use.held"]);
  }));

Deno.test("python: if a method is called on its class with the object, arguments are shifted", () =>
  withProject({
    "base.py": "class Base:\n    def start(self, done, other=None):\n        other()\n\n\nclass Kid(Base):\n" +
      "    def go(self, kind: type[Base]):\n        kind.start(self, ended)\n\n\ndef ended(): ...\n",
  }, async (project) => {
    const { structured } = await call(project, "get_callees", { function_name: "Base.start" });
    const [other] = structured["unresolved"] as { candidates?: string[] }[];
    assert.equal(other!.candidates, undefined);
  }));

Deno.test("a class that is passed as a value is made where its parameter, variable or field is called, whether it has a constructor or not", async () => {
  const source = (kind: string) =>
    `from typing import Protocol

class Plain(Protocol):
    def name(self) -> str: ...

class Bare:
    def name(self) -> str: return "bare"

class Made:
    def __init__(self): ...
    def name(self) -> str: return "made"

class Below(Made): ...

class Other: ...

class Shop:
    def __init__(self, kind${kind}):
        self.kind = kind

    def make(self):
        return self.kind()

def direct(kind${kind}):
    return kind()

def run():
    Shop(Bare).make()
    Shop(Below).make()
    direct(Made)
    isinstance(run(), Other)
`;
  await assertPossible({ "shop.py": source("") }, [
    "Bare: Shop.make",
    "Made: direct",
    "Made.__init__: Shop.make direct",
    "Below: Shop.make",
    "Other: ",
  ]);
  await assertPossible({ "shop.py": source(": type[Plain]") }, ["Bare: Shop.make direct", "Made.__init__: Shop.make direct", "Other: "]);
  await assertPossible({
    "shop.ts": "class Made { constructor() {} }\nfunction make(kind) { return new kind(); }\nexport const run = () => make(Made);\n",
  }, ["Made: make", "Made.constructor: make"]);
});

Deno.test("python: a class that no code constructs puts its arguments into its fields, one that inherits a constructor runs that", async () => {
  await assertPossible({
    "routes.py": `from dataclasses import dataclass
from typing import Callable, NamedTuple

@dataclass
class Route:
    path: str
    handler: Callable
    extra: Callable | None = None

class Rule(NamedTuple):
    name: str
    check: Callable

class Base:
    def __init__(self, done):
        self.done = done

    def end(self):
        self.done()

class Below(Base): ...

def serve(route: Route):
    route.handler(1)
    if route.extra:
        route.extra(1)

def judge(rule: Rule):
    rule.check(1)

def placed(x): ...
def named(x): ...
def part(x): ...
def ended(): ...

ROUTES = [Route("/", placed), Route("/x", extra=named)]
RULES = [Rule("a", part)]
BELOW = Below(ended)
`,
  }, ["placed: serve", "named: serve", "part: judge (open)", "ended: Base.end"]);
});

Deno.test("what something else may hold does not tell who calls a function that is given on to where it is kept", async () => {
  const given =
    'kept = []\n\ndef keep(f):\n    kept.append(f)\n\ndef first(): ...\ndef other(): ...\n\nkeep(first)\nTABLE = {"other": other}\n';
  await assertPossible({ "kept.py": `${given}\ndef run(name):\n    globals()[name]()\n` }, ["first: run (open)", "other: run"]);
  const put = "def put(cls):\n    cls.extra = extra\n    return cls\n\ndef extra(self): ...\n";
  await assertPossible({ "put.py": `${put}\ndef run(name):\n    globals()[name]()\n` }, ["extra: run (open)"]);
});

Deno.test("python: what a list gets by its methods is called where its elements are, and may be called elsewhere", async () => {
  await assertPossible({
    "bus.py": `class Bus:
    def __init__(self):
        self.parts = []
        self.by_name = {}

    def on(self, part, name=None):
        self.parts.append(part)
        self.by_name.setdefault(name, []).append(part)

    def fire(self):
        for part in self.parts:
            part()

    def first(self):
        self.parts[0]()

    def named(self, name):
        for part in self.by_name.get(name, []):
            part()

    def other(self, parts):
        for part in parts:
            part()

def load(): ...

Bus().on(load)
`,
  }, ["load: Bus.fire Bus.first Bus.named (open)"]);
});

Deno.test("python: what goes through a list's copy, into a set, a map or a tuple is followed, and an own method's parameter is its own", async () => {
  await assertPossible({
    "bus.py": `class Bus:
    def __init__(self):
        self.parts = []
        self.set = set()
        self.by_name = {}
        self.jobs = []

    def on(self, part):
        self.parts.append(part)

    def put(self, one, other, *args):
        self.set.add(one)
        self.by_name.setdefault("name", one)
        self.jobs.append((other, args))

    def fire(self):
        for part in list(self.parts):
            part()

    def ending(self):
        for part in reversed(self.parts):
            part()

    def each(self):
        for part in self.set:
            part()

    def named(self):
        for part in self.by_name.values():
            part()

    def work(self):
        for part, args in self.jobs:
            part(*args)

class Own:
    def add(self, part):
        part()

def load(): ...
def first(): ...
def second(): ...
def own(): ...

Bus().on(load)
Bus().put(first, second)
Own().add(own)
`,
  }, ["load: Bus.ending Bus.fire (open)", "first: Bus.each Bus.named (open)", "second: Bus.work (open)", "own: Own.add"]);
});

Deno.test("python: a function that is stored in a table is open where that goes on as a whole", async () => {
  const table = 'TABLE = {}\n\ndef load(x): ...\n\nTABLE["load"] = load\n\ndef run(key):\n    TABLE[key](1)\n';
  await assertPossible({ "table.py": table }, ["load: run"]);
  await assertPossible({ "table.py": `${table}\ndef get():\n    return TABLE\n` }, ["load: run (open)"]);
});

Deno.test("python: an enum that is passed as a value is called where that is, and what only goes through it calls none", async () => {
  await assertPossible({
    "kinds.py": `import argparse
from enum import Enum

class Color(Enum):
    RED = 1

class Size(Enum):
    BIG = 1

class Shape(Enum):
    ROUND = 1

class Coerce:
    def __init__(self, kind):
        self.kind = kind

    def make(self, value):
        return self.kind(value)

def build(parser: argparse.ArgumentParser):
    parser.add_argument("--color", type=Color)
    Coerce(Size)
    return list(Shape), len(Shape)
`,
  }, ["Color: (open)", "Size: Coerce.make", "Shape: "]);
});

Deno.test("python: what a decorator stores is called where that is, and may be called elsewhere", async () => {
  await assertPossible({
    "bus.py": `class Bus:
    def __init__(self):
        self.parts = {}
        self.all = []
        self.kinds = {}

    def on(self, name):
        def keep(part):
            self.parts.setdefault(name, []).append(part)
            return part
        return keep

    def first(self, name):
        return self.on(name + "-first")

    def every(self, part):
        self.all.append(part)
        return part

    def kind(self, name):
        def keep(cls):
            self.kinds[name] = cls
            return cls
        return keep

    def fire(self, name):
        for part in self.parts.get(name, []):
            part()

    def fire_all(self):
        for part in self.all:
            part()

    def make(self, name):
        return self.kinds[name]()

class Command:
    def __init__(self, run):
        self.run = run

    def invoke(self):
        self.run()

def command(name):
    def wrap(f):
        return Command(f)
    return wrap

class Hooks:
    hooks = []

    @classmethod
    def add(cls, hook):
        cls.hooks.append(hook)
        return hook

    @classmethod
    def run(cls):
        for hook in cls.hooks:
            hook()

bus = Bus()

@bus.on("load")
def load(): ...

@bus.first("open")
def open_it(): ...

@Hooks.add
def hooked(): ...

@bus.every
def each(): ...

@bus.kind("plain")
class Plain: ...

@command("go")
def go(): ...
`,
  }, [
    "load: Bus.fire (open)",
    "open_it: Bus.fire (open)",
    "hooked: Hooks.run (open)",
    "each: Bus.fire_all (open)",
    "Plain: Bus.make (open)",
    "go: Command.invoke (open)",
  ]);
});

Deno.test("python: what a function puts into a variable around it is called where that is, and elsewhere if it is a module's", async () => {
  await assertPossible({
    "hooks.py": `hook = None

def set_hook(f):
    global hook
    hook = f

def run():
    hook()

def make():
    last = None
    def keep(g):
        nonlocal last
        last = g
    def fire():
        last()
    keep(inner)
    return fire

def load(): ...
def inner(): ...

set_hook(load)
`,
  }, ["load: run (open)", "inner: make.fire"]);
});

Deno.test("python: what returns a function wrapped is followed to the calls of its result, and may be called elsewhere", async () => {
  await assertPossible({
    "wrapped.py": `from functools import lru_cache, partial

def load(a, b): ...
def save(a): ...
def keep(): ...

job = partial(load, 1)

def run():
    job(2)

def apply(f):
    f()

def later():
    apply(partial(save, 1))

def once():
    kept = lru_cache(keep)
    kept()
`,
  }, ["load: run (open)", "save: apply (open)", "keep: once (open)"]);
});

Deno.test("python: what a function takes as one of many and spreads among other arguments goes to the parameter in its place", async () => {
  await assertPossible({
    "spread.py": `from functools import partial

def outer(n, first, second, *, done=None):
    first()
    second()
    done()

def wrap(*args, **kwargs):
    return outer(1, *args, **kwargs)

class Base:
    def __init__(self, n, stop, failed=None):
        self.stop = stop
        self.failed = failed

    def end(self):
        self.stop()

    def fail(self):
        if self.failed:
            self.failed()

class Below(Base):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)

def options(**given):
    given["first"]()
    given["second"]()

def options_apart(**given):
    given["second"]()

def keep(*args):
    KEPT.extend(args)
    outer(1, *args)

class Lines:
    sink = None

    def __init__(self):
        self.get = partial(self.load, 1)
        self.queue = []

    def load(self, n): ...

    @classmethod
    def into(cls, f):
        cls.sink = f

    def run(self):
        self.get()
        self.sink()

    def put(self):
        self.queue.append(partial(queued, 1))

    def flush(self):
        for part in self.queue:
            part()

def one(): ...
def two(): ...
def finished(): ...
def stopped(): ...
def broken(): ...
def kept(): ...
def sunk(): ...
def named(): ...
def queued(n): ...

wrap(one, two, done=finished)
Below(1, stopped, failed=broken)
keep(kept, print)
Lines.into(sunk)
options(first=named)
options_apart(first=named)
`,
  }, [
    "one: outer",
    "two: outer",
    "finished: outer",
    "stopped: Base.end",
    "broken: Base.fail",
    "kept: outer (open)",
    "sunk: Lines.run",
    "named: options",
    "Lines.load: Lines.run (open)",
    "queued: Lines.flush (open)",
  ]);
});

Deno.test("python: what a queue gets is called where it is taken out", async () => {
  await assertPossible({
    "waiting.py": `import queue

WAITING = queue.Queue()

def load(): ...
def save(): ...

WAITING.put(load)
WAITING.put_nowait((save, 1))

def work():
    WAITING.get()()

def step():
    part, n = WAITING.get_nowait()
    part(n)
`,
  }, ["load: step work (open)", "save: step work (open)"]);
});
