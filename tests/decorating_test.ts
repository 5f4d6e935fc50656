/**
 * A decorator refers to the function that it decorates; whether the function may be called without a call site depends on what its
 * decorators do with it.
 */
import assert from "node:assert/strict";
import { call } from "./support/call.ts";
import { withProject } from "./support/temp_project.ts";

/** Functions whose names begin with `kept` are passed on to somebody who may call them. */
const PYTHON = `import functools
from functools import wraps, update_wrapper, partial
import typing as t
registry = []
routes = {}
codes = set()
def plain(f):
    codes.add(f.__code__)
    return f
def marks(f):
    f.marked = True
    setattr(f, "x", 1)
    return f
def wrapping(f):
    @wraps(f)
    def inner(*args, **kw):
        return f(*args, **kw)
    return inner
def updating(f):
    def new(*args):
        return f(*args)
    return t.cast(t.Any, update_wrapper(new, f))
def factory(name):
    def wrap(f):
        f.name = name
        return f
    return wrap
def both(f=None, *, name=None):
    def wrap(g):
        return g
    if f is None:
        return wrap
    return wrap(f)
def again(f=None, *, name=None):
    if f is None:
        return partial(again, name=name)
    f.name = name
    return f
def lam(name):
    return lambda f: f
def stores(f):
    registry.append(f)
    return f
def routing(path):
    def wrap(f):
        routes[path] = f
        return f
    return wrap
def stores_wrapper(f):
    def inner():
        return f()
    registry.append(inner)
    return f
def stores_lambda(f):
    registry.append(lambda: f())
    return f
def stores_method(f):
    registry.append(lambda: f.run())
    return f
def stores_argument(f):
    registry.append(lambda: print(f))
    return f
def global_store(f):
    global last
    last = f
    return f
def through(f):
    return stores(f)
def through_plain(f):
    x = plain(f)
    return x
def keyed(f):
    routes[f] = 1
    return f
def running(f):
    f()
    return f
def making(cls):
    cls().boot()
    return cls
def single(cls):
    def get(*args):
        return cls(*args)
    return get
def option(f=None, *, name=None):
    def store(g):
        routes[name] = g
        return g
    if f is not None:
        return store(f)
    return store
class App:
    def hook(self, f):
        self.h = f
        return f
    def ok(self, f):
        return f
    def named(self, name):
        def deco(f):
            return self.ok(f)
        return deco
class Wrapper:
    def __init__(self, f):
        self.f = f
    def __call__(self):
        return self.f()
class Stays:
    def __init__(self, x): self.x = x
    def __call__(self, f):
        return f
app = App()
@plain
def free_plain(): ...
@marks
def free_marks(): ...
@wrapping
def free_wrapping(): ...
@updating
def free_updating(): ...
@factory("x")
def free_factory(): ...
@both
def free_both(): ...
@both(name="x")
def free_both_called(): ...
@again
def free_again(): ...
@again(name="x")
def free_again_called(): ...
@lam("x")
def free_lam(): ...
@through_plain
def free_through_plain(): ...
@app.ok
def free_ok(): ...
@app.named("x")
def free_named(): ...
@Stays(1)
def free_stays(): ...
@plain
@wrapping
def free_two(): ...
@plain
class free_class: ...
@single
class free_single: ...
@running
def kept_running(): ...
@making
class kept_made:
    def boot(self): ...
@option
def kept_option(): ...
@stores
def kept_stores(): ...
@routing("/")
def kept_routing(): ...
@stores_wrapper
def kept_wrapper(): ...
@stores_lambda
def kept_lambda(): ...
@stores_method
def kept_method(): ...
@stores_argument
def kept_argument(): ...
@global_store
def kept_global(): ...
@through
def kept_through(): ...
@keyed
def kept_keyed(): ...
@app.hook
def kept_hook(): ...
@Wrapper
def kept_class(): ...
@app.outside
def kept_none(): ...
@functools.foo
def kept_ext(): ...
@plain
@stores
def kept_two(): ...
`;
const TYPESCRIPT = `import { Get, Controller } from "@nestjs/common";
const registry: Function[] = [];
const byName = new Map<string, Function>();
export function plain(target: any, key: string, descriptor: PropertyDescriptor) {
  descriptor.enumerable = false;
}
export function modern(value: Function, context: any) {
  return value;
}
export function wrapping(value: Function, context: any) {
  return function (this: any, ...args: unknown[]) {
    return value.apply(this, args);
  };
}
export function legacyWrap(target: any, key: string, descriptor: PropertyDescriptor) {
  const original = descriptor.value;
  descriptor.value = function (...args: unknown[]) {
    console.log("x");
    return original.apply(this, args);
  };
  return descriptor;
}
export function factory(name: string) {
  return function (value: Function, context: any) {
    return value;
  };
}
export const arrow = (name: string) => (target: any, key: string, d: PropertyDescriptor) => { d.writable = false; };
export function stores(value: Function, context: any) {
  registry.push(value);
  return value;
}
export function storesKey(target: any, key: string) {
  byName.set(key, target[key]);
}
export function storesFactory(name: string) {
  return (value: Function) => { byName.set(name, value); };
}
export function sealed(ctor: Function) { Object.seal(ctor); }
export function registered(ctor: Function) { registry.push(ctor); }

@sealed
export class FreeSealed {}
@registered
export class KeptRegistered {}
@Controller("x")
export class KeptController { kept_hook() {} private free_own() {} }
export class A {
  @plain free_plain() {}
  @modern free_modern() {}
  @wrapping free_wrapping() {}
  @legacyWrap free_legacy() {}
  @factory("x") free_factory() {}
  @arrow("x") free_arrow() {}
  @stores kept_stores() {}
  @storesKey kept_key() {}
  @storesFactory("x") kept_factory() {}
  @Get("/x") kept_ext() {}
  free_free(@factory("x") x: string) {}
}
const a = new A();
a.free_plain(); a.free_modern(); a.free_free("x");
`;
const RUST = `use derives::{same, changes};

#[same]
fn free_same() {}
#[changes]
fn kept_changes() {}
#[get("/")]
fn kept_get() {}
#[inline]
#[tracing::instrument(skip(x))]
fn free_instrument() {}
`;
const MACROS = `use proc_macro::TokenStream;

#[proc_macro_attribute]
pub fn same(_args: TokenStream, item: TokenStream) -> TokenStream {
    item
}
#[proc_macro_attribute]
pub fn changes(_args: TokenStream, item: TokenStream) -> TokenStream {
    let made = quote::quote!(inventory::submit! { #item });
    made.into()
}
`;
const CRATES = {
  "Cargo.toml": '[package]\nname = "app"\n[dependencies]\nderives = { path = "derives" }\n',
  "derives/Cargo.toml": '[package]\nname = "derives"\n[lib]\nproc-macro = true\n',
  "derives/src/lib.rs": MACROS,
  "src/lib.rs": RUST,
};

/** Names in a text, each with what the list of its callers says of itself. */
async function completenessOf(files: Record<string, string>, text: string): Promise<Map<string, unknown>> {
  const found = new Map<string, unknown>();
  await withProject(files, async (project) => {
    for (const [name] of text.matchAll(/\b(?:kept|free)_\w+|\b(?:Kept|Free)\w+/g)) {
      if (found.has(name)) continue;
      found.set(name, (await call(project, "get_callers", { function_name: name })).structured["completeness"]);
    }
  });
  return found;
}

for (
  const [language, files, text] of [["python", { "deco.py": PYTHON }, PYTHON], ["typescript", { "deco.ts": TYPESCRIPT }, TYPESCRIPT], [
    "rust",
    CRATES,
    RUST,
  ]] as const
) {
  Deno.test(`${language}: a decorated function has unseen callers where a decorator keeps it or is not known`, async () => {
    const found = await completenessOf(files, text);
    assert.ok(found.size >= 4);
    for (const [name, completeness] of found) {
      assert.equal(completeness, /^kept/i.test(name) ? "possibly_incomplete" : "complete", name);
    }
  });
}

Deno.test("a decorator that retains a class may run its constructor", () =>
  withProject({
    "jobs.py": "kept = []\n\ndef keep(cls):\n    kept.append(cls)\n    return cls\n\ndef mark(cls):\n    return cls\n\n" +
      "@keep\nclass Kept:\n    def __init__(self): ...\n\n@mark\nclass Free:\n    def __init__(self): ...\n",
  }, async (project) => {
    for (const [name, expected] of [["Kept.__init__", "possibly_incomplete"], ["Free.__init__", "complete"]]) {
      assert.equal((await call(project, "get_callers", { function_name: name! })).structured["completeness"], expected);
    }
  }));

Deno.test("a decorator refers to the function that it decorates", () =>
  withProject({ "deco.py": PYTHON, "deco.ts": TYPESCRIPT }, async (project) => {
    const python = await call(project, "get_callers", { function_name: "marks", file_path: "deco.py" });
    assert.deepEqual(Object.keys((python.structured["references"] as Record<string, object>)["deco.py"]!), ["free_marks"]);
    const factory = await call(project, "get_callers", { function_name: "modern", file_path: "deco.ts" });
    assert.deepEqual(Object.keys((factory.structured["references"] as Record<string, object>)["deco.ts"]!), ["A.free_modern"]);
  }));

Deno.test("an edit of a decorator's body in another file is noticed", () =>
  withProject({
    "deco.py": "kept = []\n\ndef mark(f):\n    return f\n",
    "app.py": "from deco import mark\n\n@mark\ndef run(): pass\n",
  }, async (project) => {
    const ask = async (): Promise<unknown> => (await call(project, "get_callers", { function_name: "run" })).structured["completeness"];
    assert.equal(await ask(), "complete");
    await project.write("deco.py", "kept = []\n\ndef mark(f):\n    kept.append(f)\n    return f\n");
    assert.equal(await ask(), "possibly_incomplete");
  }));

/** Of classes whose names begin with `Kept` the metaclass hands them on. */
const METACLASSES = `registry = {}
def note(made):
    registry[made.__name__] = made
class Storing(type):
    def __new__(mcs, name, bases, members):
        made = super().__new__(mcs, name, bases, members)
        registry[name] = made
        return made
class ByFunction(type):
    def __init__(cls, name, bases, members):
        super().__init__(name, bases, members)
        note(cls)
class ByMethod(type):
    def __init__(cls, name, bases, members):
        cls.enlist()
    def enlist(cls):
        note(cls)
class Quiet(type):
    def __init__(cls, name, bases, members):
        type.__init__(cls, name, bases, members)
        cls.fields = list(members)
class KeptOne(metaclass=Storing):
    def __init__(self): ...
class KeptBelow(KeptOne):
    def __init__(self): ...
class KeptTwo(metaclass=ByFunction):
    def __init__(self): ...
class KeptThree(metaclass=ByMethod): ...
class Apart(metaclass=Quiet):
    def __init__(self): ...
`;

Deno.test("a list of who instantiates a class is not complete if its metaclass passes it on", () =>
  withProject({ "made.py": METACLASSES }, async (project) => {
    for (const name of ["KeptOne.__init__", "KeptBelow.__init__", "KeptTwo.__init__", "KeptThree", "Apart.__init__"]) {
      const { structured } = await call(project, "get_callers", { function_name: name });
      assert.equal(structured["completeness"], name.startsWith("Kept") ? "possibly_incomplete" : "complete", name);
    }
  }));
