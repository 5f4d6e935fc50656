/** Members read by a computed name, and names in a manifest: nothing is invented, and a list of callers that may be incomplete says so. */
import assert from "node:assert/strict";
import { call, warningsOf } from "./support/call.ts";
import { type TempProject, withProject } from "./support/temp_project.ts";

const FILES = {
  "parts.py": "def one(): ...\nclass Kind: ...\n",
  "apart.py": "def lonely(): ...\nclass Calm:\n    def rest(self): ...\n",
  "own.py": `import sys

def own_first(): ...
def other(): ...

def pick(name):
    globals()["own_" + name]()

def run(name):
    return vars(sys)[name]
`,
  "self_read.py": `import sys

def listed(): ...

def pick(name):
    return getattr(sys.modules[__name__], name)
`,
  "use.py": `import parts

def load(name):
    return getattr(parts, name)

class Command:
    def on_base(self): ...
    def field(self): ...

    def handle(self, kind):
        handler = getattr(self, "on_" + kind)
        return handler

    def copy(self, name):
        return getattr(self, name)


class Loud(Command):
    def on_loud(self): ...


def visit(node, kind):
    method_name = f"visit_{kind}_node"
    try:
        return getattr(node, method_name)
    except AttributeError:
        return None


class Visitor:
    def visit_big_node(self): ...


class Raw:
    def send(self, name):
        getattr(self, name)()


class Below(Raw):
    def below(self): ...
`,
  "given.py": `class Table:
    def own(self): ...

    def find(self, name):
        found = getattr(self, name, None)
        return found if callable(found) else None

    def run(self, name):
        step = self.find(name)
        step()


class Mixin:
    def mixed(self): ...


class Both(Mixin, Table): ...


class Shown:
    def rest(self): ...

    def field(self, name):
        return getattr(self, name)

    def show(self, name):
        print(self.field(name))
`,
  "whole.py": `import inspect
import taken

def own_all(): ...

class Suite:
    def run(self):
        for name, member in inspect.getmembers(self):
            member()
    def done(self): ...

class Made:
    def __init__(self): ...

class Data:
    def show(self):
        return list(self.__dict__.items())

def make(name):
    kind = globals().get(name)
    return kind()

def run():
    for member in vars(taken).values():
        member()
`,
  "taken.py": "def taken(): ...\n",
};

/** Where nothing limits what is read, only what some text names is meant. */
const TEXTS = {
  "bound.py": `def bound(component: object, name):
    return getattr(component, name, None)


def run(component, steps=("begin",)):
    bound(component, "process")
    bound(component, "_async_service_set_preset_mode_with_end_datetime")
    for step in steps:
        bound(component, step)
    return component.table["looked_up"]
`,
  "parts.py": `class Part:
    def process(self): ...
    def _async_service_set_preset_mode_with_end_datetime(self): ...
    def begin(self): ...
    def other(self): ...
    def looked_up(self): ...


def process(): ...
`,
  "named.py": `class Named:
    def own(self): ...
    def rest(self): ...

    def value(self, name):
        return getattr(self, name)


class Apart:
    def own(self): ...


def show(named: Named):
    print(named.value("own"))
`,
};

Deno.test("what a text names may have unseen callers if members are read by an unrestricted name", () =>
  withProject(TEXTS, async (project) => {
    const places: Record<string, string> = {
      "Part.process": "bound.py:2",
      "Part.begin": "bound.py:2",
      "Part.other": "",
      "Part.looked_up": "",
      "_async_service_set_preset_mode_with_end_datetime": "bound.py:2",
      "parts.py:9": "",
      "Named.own": "bound.py:2, named.py:6",
      "Named.rest": "",
      "Apart.own": "bound.py:2",
    };
    for (const [name, place] of Object.entries(places)) {
      const { structured } = await call(project, "get_callers", { function_name: name });
      const file = name.endsWith("own") ? "named.py" : "bound.py";
      const expected = place === "" ? [] : [
        `it may be read at ${place} by a computed name, and a string in ${file} is its name: not all calls there are in the list`,
      ];
      assert.deepEqual([warningsOf({ structured }), structured["completeness"]], [
        expected,
        place === "" ? "complete" : "possibly_incomplete",
      ], name);
    }
  }));

const FULL_NAMES = {
  "app/mail.py": `class Base:
    def close(self): ...


class Handler(Base):
    def __init__(self): ...

    def handle(self): ...

    def _inner(self): ...


class Plain(Base):
    def rest(self): ...


def send(): ...


def patched(): ...


def queued(n): ...


def printed(): ...


def other(): ...
`,
  "app/settings.py": `HANDLERS = {"mail": "app.mail:Handler"}
SENDERS = ["app.mail.send"]
QUEUE.enqueue("app.mail.queued", 1)
configure(printer="app.mail.printed")
ENGINES = ["app.engines.Engine", "app.engines.Slow", "app.engines.Other"]
`,
  "app/__init__.py": "",
  "app/engines/__init__.py": "from .fast import Engine, Slow\n",
  "app/engines/fast.py": `class Core:
    def __init__(self): ...


class Engine(Core): ...


class Slow(Core):
    def __init__(self): ...


class Other:
    def __init__(self): ...
`,
  "test_mail.py": `from unittest import mock


def test_mail():
    with mock.patch("app.mail.patched"):
        pass
`,
};

Deno.test("what a text names in full may be loaded by that text, unless the text is passed to what replaces it", () =>
  withProject(FULL_NAMES, async (project) => {
    for (
      const [name, isNamed] of [["Handler", true], ["send", true], ["queued", true], ["printed", true], ["Engine", true], [
        "mail.patched",
        false,
      ], ["other", false]] as const
    ) {
      const { structured } = await call(project, "get_callers", { function_name: name });
      const expected = isNamed
        ? ["its full name is a string in app/settings.py: code that loads it by that may call it, and such calls are not in the list"]
        : [];
      assert.deepEqual(warningsOf({ structured }), expected, name);
    }
  }));

Deno.test("loading a class by its full name, or that of a package which shows it, may call the constructor that it has", () =>
  withProject(FULL_NAMES, async (project) => {
    const classes = { "Handler.__init__": "Handler", "Core.__init__": "Engine", "Slow.__init__": "Slow", "Other.__init__": "" };
    for (const [name, loaded] of Object.entries(classes)) {
      const { structured } = await call(project, "get_callers", { function_name: name });
      const expected = loaded === "" ? [] : [
        `the full name of ${loaded}, which has it, is a string in app/settings.py: code that loads that may call it, and such calls are not in the list`,
      ];
      assert.deepEqual(warningsOf({ structured }), expected, name);
    }
  }));

Deno.test("loading a class by its full name may call its methods, including inherited but not private ones", () =>
  withProject(FULL_NAMES, async (project) => {
    for (const name of ["Handler.handle", "Base.close", "Handler._inner", "Plain.rest"]) {
      const { structured } = await call(project, "get_callers", { function_name: name });
      const isOpen = name === "Handler.handle" || name === "Base.close";
      const expected = isOpen
        ? [
          "the full name of Handler, which has it, is a string in app/settings.py: code that loads that may call it, and such calls are not in the list",
        ]
        : [];
      assert.deepEqual([warningsOf({ structured }), structured["completeness"]], [
        expected,
        isOpen ? "possibly_incomplete" : "complete",
      ], name);
    }
  }));

const REASONS: readonly (readonly [string, string])[] = [
  ["parts.one", "use.py:4"],
  ["parts.Kind", "use.py:4"],
  ["lonely", ""],
  ["Calm.rest", ""],
  ["own.other", ""],
  ["listed", "self_read.py:6"],
  ["Command.on_base", "use.py:11"],
  ["Command.field", ""],
  ["Loud.on_loud", "use.py:11"],
  ["Visitor.visit_big_node", "use.py:25"],
  ["Table.own", "given.py:5"],
  ["Mixin.mixed", "given.py:5"],
  ["Shown.rest", ""],
  ["Suite.done", "whole.py:8"],
  ["Data.show", ""],
  ["taken.taken", "whole.py:24"],
];

Deno.test("only what may be read by a computed name may have unseen callers", () =>
  withProject(FILES, async (project) => {
    for (const [name, place] of REASONS) {
      const { structured } = await call(project, "get_callers", { function_name: name });
      const warnings = warningsOf({ structured });
      const expected = place === "" ? [] : [
        `it may be read at ${place} by a computed name: not all calls there are in the list`,
      ];
      assert.deepEqual([warnings, structured["completeness"]], [expected, place === "" ? "complete" : "possibly_incomplete"], name);
    }
  }));

const FOLLOWED = {
  "walk.py": `class Walker:
    def visit(self, node):
        method = getattr(self, "visit_" + node.kind, self.other)
        log("%s", method.__name__)
        if method is not None:
            return method(node)

    def leave(self, node):
        method = getattr(self, "leave_" + node.kind)
        log(method)
        return method(node)

    def enter(self, node):
        hook = getattr(self, "enter_" + node.kind)
        self.hook = hook
        hook(node)

    def start(self, kind):
        return getattr(self, "start_" + kind)

    def end(self, kind):
        def run():
            done()

        done = getattr(self, f"end_{kind}")
        run()

    def other(self, node): ...


class Printer(Walker):
    def visit_word(self, node): ...
    def leave_word(self, node): ...
    def enter_word(self, node): ...
    def start_word(self): ...
    def end_word(self): ...
`,
  "own.py": `def own_first(): ...

def pick(name):
    globals()["own_" + name]()
`,
};

Deno.test("a function read by a computed name and called there may be the one asked about, and is followed if it goes nowhere else", () =>
  withProject(FOLLOWED, async (project) => {
    const places: readonly (readonly [string, unknown, string])[] = [
      ["Printer.visit_word", { "walk.py": { "Walker.visit": [6] } }, "complete"],
      ["Printer.leave_word", undefined, "possibly_incomplete"],
      ["Printer.enter_word", undefined, "possibly_incomplete"],
      ["Printer.start_word", undefined, "possibly_incomplete"],
      ["Printer.end_word", { "walk.py": { "Walker.end.run": [23] } }, "complete"],
      ["own_first", { "own.py": { pick: [4] } }, "complete"],
    ];
    for (const [name, possible, completeness] of places) {
      const { structured } = await call(project, "get_callers", { function_name: name });
      assert.deepEqual([structured["possible"], structured["completeness"]], [possible, completeness], name);
    }
  }));

const KEPT = {
  "fields.py": `class MethodField:
    def __init__(self, method=None):
        self.method = method
        self.parent = None

    def bind(self, name, parent):
        if self.method is None:
            self.method = f"get_{name}"
        self.parent = parent

    def show(self, value):
        method = getattr(self.parent, self.method)
        return method(value)
`,
  "use.py": `from fields import MethodField


class Row:
    place = MethodField()

    def get_place(self, value): ...
    def get_other(self): ...
`,
};

Deno.test("a computed name stored in an attribute reads what it matches", () =>
  withProject(KEPT, async (project) => {
    const { structured } = await call(project, "get_callers", { function_name: "Row.get_place" });
    assert.match(warningsOf({ structured }).join(), /^it may be read at fields\.py:12 by a computed name: /);
    const other = await call(project, "get_callers", { function_name: "Row.get_other" });
    assert.equal(other.structured["completeness"], "complete");
  }));

const MANIFESTS = {
  "src/pkg/__init__.py": "def top(): ...\n",
  "src/pkg/cli.py": "def main(): ...\nclass Tool:\n    def start(self): ...\ndef quiet(): ...\n",
  "src/pkg/plug.py": "def load(): ...\ndef hook(): ...\ndef quiet(): ...\n",
  "pyproject.toml": `[project]
name = "pkg"
version = "1"
[project.scripts]
tool = "pkg.cli:main"
[project.entry-points."pkg.tools"]
start = 'pkg.cli:Tool.start [extra]'
[tool.poetry.scripts]
top = { callable = "pkg:top" }
`,
  "setup.cfg": "[options.entry_points]\nconsole_scripts =\n    load = pkg.plug:load\n",
  "setup.py": `from setuptools import setup\nsetup(entry_points={"console_scripts": ["hook = pkg.plug:hook", "x=other.cli:quiet"]})\n`,
};

const DEPLOYED = {
  "serverless.yml": `functions:
  load:
    handler: src/app.load # of the queue
  start:
    handler: "./src/index.start"
  other: { timeout: 3, handler: src/app.inlined }
`,
  "infra/template.yaml":
    "Resources:\n  Made:\n    Type: AWS::Serverless::Function\n    Properties:\n      CodeUri: made/\n      Handler: app.handle\n",
  "values.yml": "handler: made/app.quiet\n",
  "src/app.js": "exports.load = () => {};\nexports.inlined = () => {};\n",
  "src/index.js": "export function start() {}\n",
  "made/app.py": "def handle(event, context): ...\ndef quiet(): ...\n",
};

/** Who calls functions from outside, by where they are named as entry points; "": nothing does. */
async function assertEntries(project: TempProject, places: readonly (readonly [name: string, place: string])[]): Promise<void> {
  for (const [name, place] of places) {
    const { structured } = await call(project, "get_callers", { function_name: name });
    const expected = place === "" ? [] : [`it is an entry point, named at ${place}: what runs it from outside is not in the list`];
    assert.deepEqual(warningsOf({ structured }), expected, name);
  }
}

Deno.test("a function that a deployment names as a handler is run from outside", () =>
  withProject(DEPLOYED, (project) =>
    assertEntries(project, [
      ["load", "serverless.yml:3"],
      ["start", "serverless.yml:5"],
      ["inlined", "serverless.yml:6"],
      ["made.app.handle", "infra/template.yaml:6"],
      ["made.app.quiet", ""],
    ])));

Deno.test("a function that a manifest names as an entry point is run from outside", () =>
  withProject(MANIFESTS, (project) =>
    assertEntries(project, [
      ["main", "pyproject.toml:5"],
      ["Tool.start", "pyproject.toml:7"],
      ["pkg.top", "pyproject.toml:9"],
      ["load", "setup.cfg:3"],
      ["hook", "setup.py:2"],
      ["cli.quiet", ""],
      ["plug.quiet", ""],
    ])));

Deno.test("methods of subclasses may be called by a computed name in the base", () =>
  withProject({
    "printer.ts": `export class Printer {
  print(node: { type: string }) { this["print" + node.type](node); }
  run(kind: string) { const step = this["on" + kind]; step(); }
}
export class Loud extends Printer { printWord() {} onEnd() {} word() {} }
`,
  }, async (project) => {
    const possible = async (name: string) => (await call(project, "get_callers", { function_name: name })).structured["possible"];
    assert.deepEqual(await possible("Loud.printWord"), { "printer.ts": { "Printer.print": [2] } });
    assert.deepEqual(await possible("Loud.onEnd"), { "printer.ts": { "Printer.run": [3] } });
    assert.deepEqual(await possible("Loud.word"), undefined);
  }));

Deno.test("if an edge cannot list all members, the others are possible calls as well", () => {
  const names = Array.from({ length: 24 }, (_, i) => `part${i}`);
  const functions = (indent: string, end: string): string => names.map((name) => `${indent}${name}()${end}\n`).join("");
  return withProject({
    "class.ts": `export class Parts {\n${functions("  ", " {}")}}\nexport const run = (parts: Parts, key: keyof Parts) => parts[key]();\n`,
    "asked.ts": `export interface Asked {\n${
      functions("  ", ": void;")
    }}\nexport const ask = (one: Asked, key: keyof Asked) => one[key]();\n`,
    "module.ts": functions("export function ", " {}"),
    "table.ts": `const table = {\n${functions("  ", " {},").replaceAll("part", "own")}};
export const pick = (key: keyof typeof table) => table[key]();
function apart() {}
`,
    "use.ts": 'import * as all from "./module";\nexport const use = (key: keyof typeof all) => all[key]();\n',
  }, async (project) => {
    const possible = async (name: string) => (await call(project, "get_callers", { function_name: name })).structured["possible"];
    assert.deepEqual(await possible("Parts.part23"), { "class.ts": { run: [27] } });
    assert.deepEqual(await possible("Asked.part23"), { "asked.ts": { ask: [27] } });
    assert.deepEqual(await possible("module.ts:part23"), { "use.ts": { use: [2] } });
    assert.deepEqual(await possible("apart"), undefined);
  });
});

Deno.test("go: reflect may find any exported method that nothing else is known to call, and by a partly known name those that match", async () => {
  for (
    const [uses, expected] of [
      ["reflect.ValueOf(x).MethodByName(name).Call(nil)", "Kind.GetSize Kind.Shown Shape.Unasked"],
      ["reflect.TypeOf(x).Method(len(name))", "Kind.GetSize Kind.Shown Shape.Unasked"],
      ['reflect.ValueOf(x).MethodByName("Get" + name).Call(nil)', "Kind.GetSize"],
      ["reflect.ValueOf(Shape{}).MethodByName(name).Call(nil)", "Shape.Show Shape.Called Shape.Unasked"],
      ['reflect.ValueOf(x).MethodByName("Other").Call(nil)', ""],
    ] as const
  ) {
    await withProject({
      "go.mod": "module m\n",
      "a.go": `package m

import "reflect"

type Kind struct{}

func (Kind) GetSize() int { return 0 }
func (Kind) Shown()       {}
func (Kind) hidden()      {}

type shower interface {
	Show()
	Unasked()
}

type Shape struct{}

func (Shape) Show()   {}
func (Shape) Called() {}
func (Shape) Unasked() {}

func show(s shower, shape Shape) { s.Show(); shape.Called() }

func look(x any, name string) {
	${uses}
}
`,
    }, async (project) => {
      const found: string[] = [];
      for (const name of ["Kind.GetSize", "Kind.Shown", "Kind.hidden", "Shape.Show", "Shape.Called", "Shape.Unasked"]) {
        const why = warningsOf(await call(project, "get_callers", { function_name: name })).join();
        if (/^it may be read at a\.go:25 by a computed name/.test(why)) found.push(name);
      }
      assert.equal(found.join(" "), expected, uses);
    });
  }
});

Deno.test("a member read by a computed name and called is not a property, and such a call has no name", () =>
  withProject({
    "a.py":
      "class Sel:\n    @property\n    def size(self):\n        return 1\n\n    def work(self): ...\n\n\ndef each(name):\n    return getattr(Sel(), name)()\n\n\n" +
      "def reg(obj, name):\n    return getattr(obj, name)()\n",
  }, async (project) => {
    await project.index();
    const possible = async (function_name: string): Promise<unknown> =>
      (await call(project, "get_callers", { function_name })).structured["possible"];
    assert.equal(await possible("Sel.size"), undefined);
    assert.deepEqual(await possible("Sel.work"), { "a.py": { each: [10] } });
    const { text } = await call(project, "get_callees", { function_name: "reg" });
    assert.match(text, /getattr\(obj, name\)/);
  }));

const PLUGINS = {
  "plugins.py": `class Manager:
    def __init__(self):
        self.parts = []

    def add(self, part):
        self.parts.append(part)

    def fire(self, event):
        for part in self.parts:
            hook = getattr(part, "on_" + event, None)
            if hook:
                hook()
`,
  "handlers.py": `class Base:
    def __init_subclass__(cls, **given):
        cls.handlers = {name: one for name, one in vars(cls).items()}

    def fire(self, name):
        self.handlers[name](self)


class Below(Base):
    def take(self): ...
`,
  "named.py": "def start(): ...\ndef stop(): ...\n",
  "use.py": `from plugins import Manager
from loading import load


class Part:
    def on_start(self): ...
    def off_start(self): ...


manager = Manager()
manager.add(Part())
load("named:start")()
`,
  "loading.py": "def load(path): ...\n",
};

Deno.test("what is added to a list later is read by a computed name, a class's members go with its own table, and a:b names a function", () =>
  withProject(PLUGINS, async (project) => {
    const told = async (name: string): Promise<string> => {
      const { structured } = await call(project, "get_callers", { function_name: name });
      return structured["completeness"] === "complete" ? "complete" : warningsOf({ structured }).join();
    };
    assert.match(await told("Part.on_start"), /^it may be read at plugins\.py:10 by a computed name/);
    assert.equal(await told("Part.off_start"), "complete");
    assert.match(await told("Below.take"), /^it may be read at handlers\.py:3/);
    assert.match(await told("start"), /^its full name is a string in use\.py/);
    assert.equal(await told("stop"), "complete");
  }));
