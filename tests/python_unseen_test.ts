/** Python: what the language, or its library, calls by convention alone: methods of metaclasses, of mappings, of file-like objects. */
import assert from "node:assert/strict";
import { call, warningsOf } from "./support/call.ts";
import { withProject } from "./support/temp_project.ts";

const FILES = {
  "app.py": `import contextlib
import json


class Meta(type):
    def __init__(cls, name, bases, body): ...


class Made(metaclass=Meta): ...


class Plain:
    def __init__(self): ...


class Pairs:
    def keys(self): ...
    def __getitem__(self, key): ...


class Ring:
    def keys(self): ...


class Sink:
    def write(self, text): ...
    def flush(self): ...


class Store:
    def write(self, text): ...
    def own(self): ...


class Door:
    def close(self): ...


class Quiet:
    def close(self): ...


class Tested:
    def rest(self): ...


class Kept:
    def rest(self): ...


class Step:
    def __call__(self): ...


def each(step):
    step()


def run(pairs: Pairs, ring: Ring, quiet: Quiet):
    Plain()
    dict(**pairs)
    print("x", file=Sink())
    store = Store()
    store.own()
    json.dump({}, store)
    with contextlib.closing(Door()):
        quiet.close()
    json.register(Kept)
    each(Step())
    return isinstance(store, (Tested, Ring)) or issubclass(store, Tested)
`,
};

Deno.test("what Python's statements and library call by convention has unseen callers", () =>
  withProject(FILES, async (project) => {
    const language = /^the language itself runs it/;
    const cases: readonly (readonly [string, RegExp | undefined])[] = [
      ["Meta.__init__", language],
      ["Plain.__init__", undefined],
      ["Pairs.keys", language],
      ["Ring.keys", undefined],
      ["Sink.write", /^a value of its type is passed to print, outside, which may call it/],
      ["Store.write", /^a value of its type is passed to json\.dump, outside/],
      ["Store.own", undefined],
      ["Door.close", undefined],
      ["Quiet.close", undefined],
      ["Tested.rest", undefined],
      ["Step.__call__", language],
      ["Kept.rest", /^a value of its type is passed to json\.register, outside/],
    ];
    for (const [name, reason] of cases) {
      const { structured } = await call(project, "get_callers", { function_name: name });
      const warnings = warningsOf({ structured });
      assert.equal(structured["completeness"], reason === undefined ? "complete" : "possibly_incomplete", name);
      if (reason !== undefined) assert.match(warnings.join(), reason, name);
    }
  }));

const CLASSES = {
  "shop.py": `import json
from typing import TypeVar

import pytest


class Handed:
    def __init__(self): ...


class Expected(Exception):
    def __init__(self): ...
    def told(self): ...


class Bound:
    def __init__(self): ...
    def go(self): ...


class Given:
    def __init__(self): ...


class Chosen:
    def __init__(self): ...


class Below(Chosen): ...


T = TypeVar("T", bound=Bound)


def make(kind):
    return kind()


def run():
    json.register(Handed)
    make(Given)
    make(Below)
    with pytest.raises(Expected):
        pass
`,
};

Deno.test("a function that receives a class may instantiate it, unless it only names or expects it", () =>
  withProject(CLASSES, async (project) => {
    const told = async (name: string): Promise<readonly [completeness: unknown, warnings: string, users: string]> => {
      const { structured } = await call(project, "get_callers", { function_name: name });
      return [structured["completeness"], warningsOf({ structured }).join(), JSON.stringify(structured["references"] ?? [])];
    };
    for (const name of ["Expected", "Expected.__init__", "Expected.told", "Bound", "Bound.__init__", "Bound.go"]) {
      assert.deepEqual((await told(name)).slice(0, 2), ["complete", ""], name);
    }
    for (const [name, what] of [["Handed.__init__", "its type"], ["Handed", "it"]] as const) {
      const [completeness, warnings] = await told(name);
      assert.equal(completeness, "possibly_incomplete", name);
      assert.match(warnings, new RegExp(`^${what} is passed to json\\.register, outside, which may make one`));
    }
    for (const name of ["Given.__init__", "Chosen.__init__"]) {
      const [, , users] = await told(name);
      assert.match(users, /shop\.run|"run"/, name);
    }
  }));

const STAND_INS = {
  "told.py": `import sys
from typing import TYPE_CHECKING
import outside

if TYPE_CHECKING:
    from outside import checked
else:
    def checked(value): ...

if sys.version_info >= (3, 9):
    from functools import cache
else:
    def cache(function): ...

if sys.platform == "win32":
    def decode(text): ...
else:
    decode = outside.decode

if TYPE_CHECKING:
    def twin(): ...
else:
    def twin(): ...
`,
  "use.py": "from told import cache, checked, decode, twin\n\nchecked(1)\ncache(1)\ndecode(1)\ntwin()\n",
};

Deno.test("a fallback for an import or a variable in a branch that is not taken has unseen callers", () =>
  withProject(STAND_INS, async (project) => {
    for (const [name, isSeen] of [["told.checked", false], ["told.cache", false], ["told.py:16", false], ["told.py:23", true]] as const) {
      const { structured } = await call(project, "get_callers", { function_name: name });
      assert.equal(structured["completeness"], isSeen ? "complete" : "possibly_incomplete", name);
      if (!isSeen) assert.match(warningsOf({ structured }).join(), /^it stands in for what an ordinary build imports/, name);
    }
  }));

const REDEFINED = {
  "base.py": `from typing import overload


def __getattr__(name):
    raise AttributeError(name)


class Parameter:
    @overload
    def default(self, call: bool) -> str: ...
    @overload
    def default(self, call: int) -> int: ...
    def default(self, call):
        return call


class Option(Parameter):
    def default(self, call):
        return super().default(call)


def show(parameter: Parameter):
    parameter.default(True)
`,
};

Deno.test("an override of a function with overloads may be called through it; a module's own __getattr__ is run by the language", () =>
  withProject(REDEFINED, async (project) => {
    const { structured } = await call(project, "get_callers", { function_name: "Option.default" });
    assert.match(JSON.stringify(structured["possible"]), /"base\.show"|"show"/);
    const any = await call(project, "get_callers", { function_name: "base.__getattr__" });
    assert.match(warningsOf(any).join(), /^the language itself runs it/);
  }));

const PROTOCOLS = `import asyncio
class Echo(asyncio.Protocol):
    def data_received(self, data): pass
class Below(Echo):
    def data_received(self, data): pass
    def stop(self): pass
`;

Deno.test("an override of a method that overrides an external one may run without a call site", () =>
  withProject({ "echo.py": PROTOCOLS }, async (project) => {
    for (const [name, completeness] of [["Below.data_received", "possibly_incomplete"], ["Below.stop", "complete"]] as const) {
      const { structured } = await call(project, "get_callers", { function_name: name });
      assert.equal(structured["completeness"], completeness, name);
    }
  }));

Deno.test("an external base whose calls are known calls nothing else", () =>
  withProject({
    "package.json": '{ "name": "shop" }',
    "client.ts":
      'import { EventEmitter } from "events";\nimport { Queue } from "far-queue";\nexport class Client extends EventEmitter {\n' +
      "  drop() { return 1; }\n  emit() { return true; }\n}\nexport class Jobs extends Queue {\n  take() { return 1; }\n}\n",
    "views.py": "from django.views.generic import View\n\n\nclass Page(View):\n    def get(self): return 1\n    def rows(self): return 2\n",
  }, async (project) => {
    const expected = { "Client.drop": "complete", "Client.emit": "possibly_incomplete", "Jobs.take": "possibly_incomplete" };
    for (const [name, completeness] of Object.entries({ ...expected, "Page.get": "possibly_incomplete", "Page.rows": "complete" })) {
      const { structured } = await call(project, "get_callers", { function_name: name });
      assert.equal(structured["completeness"], completeness, name);
    }
  }));

Deno.test("a function that inspects a value, or exists for type checkers, calls no method of it", () =>
  withProject({
    "kinds.py": `from typing import assert_type, cast


class Job:
    def idle(self): ...


class Shown:
    def shown(self): ...


def run(x):
    print(Shown())
    if isinstance(x, Job):
        return assert_type(x, Job)
    return cast(Job, x)
`,
  }, async (project) => {
    for (const [name, completeness] of [["Job.idle", "complete"], ["Shown.shown", "possibly_incomplete"]] as const) {
      const { structured } = await call(project, "get_callers", { function_name: name });
      assert.equal(structured["completeness"], completeness, name);
    }
  }));

Deno.test("what is called on whatever is not known may be a function of a module that is passed as a value", () =>
  withProject({
    "rules/__init__.py": "from rules import braces, colons, dots\n\nRULES = {braces.ID: braces}\n\ndef get(id):\n    return RULES[id]\n" +
      "\ndef use(colons):\n    return [colons, dots.check]\n",
    "rules/braces.py": "ID = 1\n\ndef check(conf): ...\n\ndef other(): ...\n",
    "rules/colons.py": "def check(conf): ...\n",
    "rules/dots.py": "def check(conf): ...\n",
    "run.py": "import rules\n\ndef run(conf):\n    for rule in conf.enabled():\n        rule.check(1)\n",
    "test_run.py":
      "from rules import colons\n\nclass RuleTest:\n    def check(self, conf): ...\n\ndef test_it(patch):\n    patch.setattr(colons, 'x', 1)\n",
  }, async (project) => {
    const completeness = async (name: string): Promise<unknown> =>
      (await call(project, "get_callers", { function_name: name })).structured["completeness"];
    assert.equal(await completeness("rules.braces.check"), "possibly_incomplete");
    assert.equal(await completeness("rules.braces.other"), "complete");
    // A parameter of its name is another thing, and what only puts something into a module hands it to nobody.
    assert.equal(await completeness("rules.colons.check"), "complete");
  }));

Deno.test("a function in a table whose elements are called has all its callers, unless something else gets the table as a whole", () =>
  withProject({
    "on.py": `from typing import Callable

def load(x): ...
def save(x): ...
def tell(x): ...
def drop(x): ...

LOAD: dict[str, Callable] = {"load": load}
SAVE: dict[str, Callable] = {"save": save}
TELL: dict[str, Callable] = {"tell": tell}
DROP: dict[str, Callable] = {"drop": drop}

def use(key, desk):
    if key in LOAD and len(LOAD) > 2:
        LOAD[key](1)
    SAVE[key](1)
    TELL[key](1)
    DROP[key](1)
    desk.drops = DROP
    return run(SAVE, key)

def run(table, key):
    table[key](1)
`,
    "far.py": "import on\n\ndef all_of():\n    return on.TELL\n\ndef far(key):\n    on.LOAD[key](1)\n",
  }, async (project) => {
    const told = { load: "complete", save: "possibly_incomplete", tell: "possibly_incomplete", drop: "possibly_incomplete" };
    for (const [name, completeness] of Object.entries(told)) {
      const { structured } = await call(project, "get_callers", { function_name: `on.${name}` });
      assert.equal(structured["completeness"], completeness, name);
    }
  }));

const BY_TEXTS = {
  "commands.py": `import fire
import other
from functools import singledispatch


def command(): ...
def evaluated(): ...
def executed(): ...
def plain(): ...


class Shop:
    def close(self): ...


@singledispatch
def show(value): ...


@show.register
def show_text(value: str): ...


def run(shop: Shop):
    eval("evaluated()")
    exec(r"""
x = shop.close()
""")
    show(1)
    fire.Fire()
`,
  "other.py": "def given(): ...\n",
  "called.py": "import other\nfrom fire import Fire\n\nFire(other)\n\ndef apart(): ...\n",
};

Deno.test("a text that is run, a command line and a generic function call what they name", () =>
  withProject(BY_TEXTS, async (project) => {
    const open = ["command", "evaluated", "Shop.close", "plain", "given", "show_text"];
    for (const name of [...open, "apart"]) {
      const { structured } = await call(project, "get_callers", { function_name: name });
      assert.equal(structured["completeness"], open.includes(name) ? "possibly_incomplete" : "complete", name);
      if (name === "show_text") assert.match(JSON.stringify(structured["possible"]), /"run"|commands\.run/);
    }
  }));
