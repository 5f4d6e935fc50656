/** Names by which symbols are known where they are not defined, and names that several symbols share. */
import assert from "node:assert/strict";
import { call, warningsOf } from "./support/call.ts";
import { type TempProject, withProject } from "./support/temp_project.ts";

/** Who is meant, as the answer's symbols, or the error's code. */
async function meant(project: TempProject, function_name: string, file_path?: string): Promise<unknown> {
  const { structured, error } = await call(project, "get_callers", { function_name, ...(file_path === undefined ? {} : { file_path }) });
  if (error !== undefined) return error.code;
  const groups = (structured["groups"] ?? [structured]) as { symbol: { qualified_name: string; path: string } }[];
  const names = groups.map(({ symbol }) => symbol.qualified_name === "<module>" ? symbol.path : symbol.qualified_name);
  return names.length === 1 ? names[0] : names;
}

async function checkAll(project: TempProject, expected: Readonly<Record<string, unknown>>): Promise<void> {
  await project.index();
  for (const [name, symbol] of Object.entries(expected)) assert.deepEqual(await meant(project, name), symbol, name);
}

Deno.test("a name is looked up in all languages, whether modules are part of names there or not", () =>
  withProject({
    "index.d.ts": "export declare class Tokenizer {\n  encode(): void;\n}\n",
    "py/tokens.py": "class Tokenizer:\n    def encode(self): ...\n",
    "other.ts": "export class Other {\n  Tokenizer = { encode() {} };\n}\n",
  }, (project) => checkAll(project, { "Tokenizer.encode": ["Tokenizer.encode", "py.tokens.Tokenizer.encode"] })));

Deno.test("a CommonJS module's value has the names that others give it", () =>
  withProject({
    "lib/is-stream.js": "module.exports = (one) => one.pipe !== undefined;\n",
    "lib/only.js": "function pick() {}\nmodule.exports = pick;\nmodule.exports.all = () => {};\n",
    "lib/plain.js": "exports.first = () => {};\n",
    "app.js": 'const isStream = require("./lib/is-stream");\nconst only = require("./lib/only");\nconst plain = require("./lib/plain");\n' +
      'const { first: one } = require("./lib/plain");\nisStream(only(plain, one));\n',
  }, (project) =>
    checkAll(project, {
      isStream: "exports",
      only: "pick",
      one: "first",
      plain: "lib/plain.js",
      "app.js:isStream": "exports",
      nobody: "symbol_not_found",
    })));

Deno.test("a Rust item is found by the name under which it is re-exported", () =>
  withProject({
    "Cargo.toml": '[package]\nname = "demo"\nversion = "0.1.0"\nedition = "2021"\n',
    "src/lib.rs":
      "mod deep;\npub mod user;\npub use deep::dive as plunge;\npub use deep::Diver as Swimmer;\npub use self::deep as bottom;\n",
    "src/deep.rs": "pub fn dive() {}\npub struct Diver;\nimpl Diver {\n    pub fn go(&self) {}\n}\n",
    "src/user.rs": "use crate::{plunge, Swimmer};\npub fn run(s: &Swimmer) { plunge(); s.go(); }\n",
  }, async (project) => {
    await checkAll(project, {
      plunge: "demo::deep::dive",
      "crate::plunge": "demo::deep::dive",
      "demo::plunge": "demo::deep::dive",
      "crate::deep::dive": "demo::deep::dive",
      Swimmer: "demo::deep::Diver",
      "crate::Swimmer::go": "demo::deep::Diver::go",
      "bottom::dive": "demo::deep::dive",
      "other::plunge": "symbol_not_found",
      "Swimmer::dive": "symbol_not_found",
    });
    const { structured, text } = await call(project, "get_callers", { function_name: "plunge" });
    assert.deepEqual(structured["callers"], { "src/user.rs": { run: [2] } });
    assert.match(text, /plunge is another name of demo::deep::dive \(src\/deep\.rs\), given at src\/lib\.rs:3/);
    const searched = await call(project, "search_nodes", { name_pattern: "plunge" });
    assert.match(searched.text, /nearest names:\nFunction demo::deep::dive src\/deep\.rs:1:8 .*another name of it/);
    const both = await call(project, "call_chain", { from_func: "run", to_func: "crate::plunge" });
    assert.equal(both.isError, false, both.text);
  }));

Deno.test("a member defined in another module is found by the path of its Rust type; a name of its own means no other", () =>
  withProject({
    "Cargo.toml": '[package]\nname = "demo"\nversion = "0.1.0"\nedition = "2021"\n',
    "src/lib.rs": "mod shape;\nmod more;\nmod flat;\npub use shape::draw;\n",
    "src/shape.rs": "pub struct Circle;\npub fn draw() {}\n",
    "src/flat.rs": "pub struct Line;\nimpl Line {\n    pub fn make() {}\n}\n",
    "src/more.rs": "use crate::shape::Circle;\nimpl Circle {\n    pub fn make() {}\n}\n",
  }, async (project) => {
    await checkAll(project, {
      "crate::shape::Circle::make": "demo::more::Circle::make",
      "demo::shape::Circle::make": "demo::more::Circle::make",
      "shape::Circle::make": "demo::more::Circle::make",
      "crate::shape::Line::make": "symbol_not_found",
      "crate::flat::Circle::make": "symbol_not_found",
    });
    const { structured, text } = await call(project, "get_callers", { function_name: "draw", file_path: "src/lib.rs" });
    assert.equal((structured["symbol"] as { path: string }).path, "src/shape.rs", text);
    assert.doesNotMatch(text, /another name/);
  }));

Deno.test("of the meanings of a path's end the one that the path reaches is taken, and of several these come first", () =>
  withProject({
    "a.py": "def save(): pass\n\ndef run(): pass\n",
    "b.py": "def save(): pass\n\ndef run(): save()\n",
    "c.py": "import b\n\ndef main(): b.run()\n",
    "d.py":
      "import a\n\ndef other():\n    a.save()\n    a.run()\n    a.save()\n    a.run()\n\ndef both():\n    other()\n    main()\n\ndef main():\n    other()\n",
  }, async (project) => {
    await project.index();
    const ask = (from_func: string, to_func: string) => call(project, "call_chain", { from_func, to_func });
    const { structured, text } = await ask("c.main", "save");
    assert.equal((structured["to"] as { path: string }).path, "b.py");
    assert.match(
      text,
      /warning: 2 symbols are called "save"; of these only b\.save \(b\.py:1:5\) is reached by calls that are certain/,
    );
    assert.match((await ask("run", "b.save")).text, /of these only b\.run \(b\.py:3:5\) leads there by calls that are certain/);
    assert.match((await ask("run", "save")).text, /only b\.run .*\n.*only b\.save /);
    const candidates = async (from_func: string, to_func: string): Promise<string[]> => {
      const error = (await ask(from_func, to_func)).structured["error"] as { code: string; data: { candidates: { path: string }[] } };
      assert.equal(error.code, "ambiguous_symbol");
      return error.data.candidates.map(({ path }) => path);
    };
    assert.deepEqual(await candidates("main", "run"), ["d.py", "c.py"], "two pairs are joined");
    assert.deepEqual(await candidates("save", "run"), ["a.py", "b.py"], "none is joined");
  }));

Deno.test("of several meanings of a name a generated one comes last: built and minified files, however much is called there", () =>
  withProject({
    "dist/shop.js": "export function addItem() {}\nexport function run() { addItem(); addItem(); }\n",
    "docs/shop.min.js": "function addItem(){}addItem();addItem();\n",
    "src/shop.js": "export function addItem() {}\n",
  }, async (project) => {
    await project.index();
    const { structured } = await call(project, "get_impact", { symbol_name: "addItem" });
    const { data } = structured["error"] as { data: { candidates: { path: string }[] } };
    assert.equal(data.candidates[0]?.path, "src/shop.js", JSON.stringify(data));
  }));

Deno.test("of several meanings of a name a stand-in for tests comes last", () =>
  withProject({
    "go.mod": "module shop\n\ngo 1.22\n",
    "mocks/store.go": "package mocks\n\ntype Store struct{}\n\nfunc (Store) Load() {}\n",
    "storage/store.go": "package storage\n\ntype Store struct{}\n\nfunc (Store) Load() {}\n",
  }, (project) => checkAll(project, { Load: ["storage.Store.Load", "mocks.Store.Load"] })));

Deno.test("of several meanings of a name an example comes last", () =>
  withProject({
    "Cargo.toml": '[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2021"\n',
    "examples/basic.rs": "fn main() {}\n",
    "src/main.rs": "fn main() {}\n",
  }, (project) => checkAll(project, { main: ["shop::main", "basic::main"] })));

Deno.test("of several meanings of a name the exported one comes first", () =>
  withProject({
    "a.ts": "function load() {}\nexport function one() { load(); }\n",
    "b.ts": "export function load() {}\n",
  }, async (project) => {
    const { structured } = await call(project, "get_call_graph", { symbol_name: "load" });
    const { data } = structured["error"] as { data: { candidates: { path: string }[] } };
    assert.deepEqual(data.candidates.map(({ path }) => path), ["b.ts", "a.ts"]);
  }));

Deno.test("a TypeScript export is found by its exported name, in the file that exports it and through a namespace", () =>
  withProject({
    "package.json": '{"name": "@acme/shop", "main": "src/index.ts"}\n',
    "src/index.ts":
      'export { a as b } from "./x";\nexport * as ns from "./ns";\nexport { default as Box } from "./box";\nexport * from "./more";\nimport { inner } from "./x";\nexport { inner as outer };\n',
    "src/x.ts": "export function a() {}\nexport function inner() {}\n",
    "src/ns.ts": "export function f() {}\n",
    "src/box.ts": "export default class Crate {\n  open() {}\n}\n",
    "src/more.ts": "export function over() {}\n",
    "src/hidden.ts": 'export * from "./ns";\nfunction f() {}\nexport const table = make({ over: 1 });\n',
    "src/f.ts": "export function f() {}\nexport function g() {}\n",
  }, (project) =>
    checkAll(project, {
      b: "a",
      "@acme/shop.b": "a",
      "src/index.ts:b": "a",
      "index.ts:over": "over",
      ns: "src/ns.ts",
      "ns.f": "f",
      Box: "Crate",
      "Box.open": "Crate.open",
      outer: "inner",
      "hidden.ts:f": "f",
      "ns.g": "symbol_not_found",
      "b.open": "symbol_not_found",
    })));

Deno.test("a Python name is found as its package exports it; one that several files give to different things is answered for each", () =>
  withProject({
    "pkg/__init__.py":
      "from ._impl import f as g\nfrom ._impl import Inner as Outer\nfrom . import _impl as impl\nfrom .deep import h as top\n",
    "pkg/_impl.py": "def f(): pass\nclass Inner:\n    def go(self): pass\n",
    "pkg/deep.py": "from .deeper import real as h\n",
    "pkg/deeper.py": "def real(): pass\n",
    "one.py": "from pkg._impl import f as shared\n",
    "two.py": "from pkg.deeper import real as shared\n",
  }, (project) =>
    checkAll(project, {
      g: "pkg._impl.f",
      "pkg.g": "pkg._impl.f",
      "Outer.go": "pkg._impl.Inner.go",
      "pkg.Outer.go": "pkg._impl.Inner.go",
      "impl.f": "pkg._impl.f",
      top: "pkg.deeper.real",
      shared: ["pkg._impl.f", "pkg.deeper.real"],
      "two.shared": "pkg.deeper.real",
    })));

Deno.test("a Go method is found through an alias of its type, and a name by the full path of its package", () =>
  withProject({
    "go.mod": "module example.com/demo\ngo 1.21\n",
    "lib/lib.go": "package lib\n\nfunc Fetch() {}\n\ntype Client struct{}\n\nfunc (c *Client) Do() {}\n",
    "demo.go": 'package demo\n\nimport "example.com/demo/lib"\n\ntype Conn = lib.Client\n\nfunc run(c *Conn) { c.Do(); lib.Fetch() }\n',
    "other/lib.go": "package lib\n\nfunc Fetch() {}\n",
  }, (project) =>
    checkAll(project, {
      "Conn.Do": "lib.Client.Do",
      "demo.Conn.Do": "lib.Client.Do",
      "Conn.Close": "symbol_not_found",
      "example.com/demo/lib.Client.Do": "lib.Client.Do",
      "example.com/demo/lib.(*Client).Do": "lib.Client.Do",
      "lib.Fetch": ["lib.Fetch", "lib.Fetch"],
      "example.com/demo/other.Fetch": "lib.Fetch",
    })));

Deno.test("a getter and a setter are one symbol, and so are a declaration and its body; equal names elsewhere are not", () =>
  withProject({
    "box.ts": "export class Box {\n  get size() { return 1 }\n  set size(v) {}\n  static make() {}\n  make() {}\n}\n",
    "lib.js": "export function dec(a) {}\nexport class Dec { go() {} }\n",
    "lib.d.ts": "export declare function dec(a: string): void;\nexport declare class Dec { go(): void }\n",
    "use.ts": 'import { dec, Dec } from "./lib";\nexport function use() { dec("x"); new Dec().go(); }\n',
    "mod.py": "class K:\n    def go(self): pass\n",
    "mod.pyi": "class K:\n    def go(self) -> None: ...\n",
    "a/svc.ts": "export class Service { run() {} }\n",
    "b/svc.ts": 'import { Service as First } from "../a/svc";\nexport class Service { run() { new First().run(); } }\n',
  }, async (project) => {
    await checkAll(project, {
      "Box.size": "Box.size",
      "Box.make": ["Box.make", "Box.make"],
      dec: "dec",
      "Dec.go": "Dec.go",
      "K.go": "mod.K.go",
      K: "mod.K",
      "Service.run": ["Service.run", "Service.run"],
    });
    const { structured } = await call(project, "get_callers", { function_name: "dec" });
    assert.deepEqual(structured["twins"], ["lib.d.ts:1:25"]);
    assert.deepEqual(structured["callers"], { "use.ts": { use: [2] } });
    const { text } = await call(project, "get_callers", { function_name: "Service.run" });
    assert.match(text, /next: get_callers \{"function_name":"a\/svc\.ts:1:24"\}/);
    assert.equal((await call(project, "get_impact", { symbol_name: "Service.run" })).error?.code, "ambiguous_symbol");
  }));

Deno.test("a name that is wrong only in case is suggested first, whatever else is called more", () =>
  withProject({
    "a.py":
      "class JSONEncoder:\n    def Encode(self): pass\nclass XMLEncoder:\n    def Encode(self): pass\nclass Jobber:\n    def GetAll(self): pass\nclass job:\n    def getall(self): pass\ndef ParseFile(): pass\ndef parsefil(): pass\ndef use():\n    parsefil(); XMLEncoder().Encode(); XMLEncoder().Encode()\n",
  }, async (project) => {
    await project.index();
    for (
      const [slip, name] of [
        ["jsonencoder.Encode", "a.JSONEncoder.Encode"],
        ["JSONENCODER.ENCODE", "a.JSONEncoder.Encode"],
        ["jobber.getall", "a.Jobber.GetAll"],
        ["parsefile", "a.ParseFile"],
      ] as const
    ) {
      const { error, structured } = await call(project, "get_callers", { function_name: slip });
      assert.equal(error?.code, "symbol_not_found", slip);
      assert.equal((error?.data["did_you_mean"] as string[])[0], name);
      const { suggested_action } = structured["metadata"] as { suggested_action: string };
      assert.ok(suggested_action.startsWith(`get_callers ${JSON.stringify({ function_name: name })}`), suggested_action);
    }
    const { error } = await call(project, "get_callers", { function_name: "JSONEncoder.Encodes" });
    assert.equal((error?.data["did_you_mean"] as string[])[0], "a.JSONEncoder.Encode", "the owner that was named");
  }));

Deno.test("a member is found by the name of a type that inherits it, the nearest one of each type", () =>
  withProject({
    "zoo.py":
      "class Animal:\n    def bark(self): pass\n    def eat(self): pass\nclass Dog(Animal):\n    def eat(self): pass\nclass Puppy(Dog): pass\ndef run(p: Puppy):\n    p.bark()\n",
    "other.py": "class Root:\n    def bark(self): pass\nclass Mid(Root): pass\nclass Dog(Mid): pass\n",
    "a.go": "package a\n\ntype Base struct{}\n\nfunc (b *Base) Close() {}\n\ntype File struct{ Base }\n",
  }, async (project) => {
    await checkAll(project, {
      "Puppy.bark": "zoo.Animal.bark",
      "Puppy.eat": "zoo.Dog.eat",
      "zoo.Dog.bark": "zoo.Animal.bark",
      "Dog.bark": ["zoo.Animal.bark", "other.Root.bark"],
      "zoo.py:Puppy.bark": "zoo.Animal.bark",
      "File.Close": "a.Base.Close",
      "Puppy.run": "symbol_not_found",
    });
    const { text } = await call(project, "get_callers", { function_name: "Puppy.bark" });
    assert.match(text, /warning: Puppy\.bark is inherited: it is zoo\.Animal\.bark \(zoo\.py\)/);
  }));

Deno.test("an alias leads on to what it names, and a wrong cursor to the first entry", () =>
  withProject({
    "m.ts":
      "class Text { static create() {} }\nconst makeText = Text.create;\nexport { makeText as text };\nexport function use() { Text.create(); }\n",
  }, async (project) => {
    await project.index();
    const { text } = await call(project, "get_callers", { function_name: "m.ts:text" });
    assert.match(text, /it stands for Text\.create/);
    assert.match(text, /next: get_callers \{"function_name":"m\.ts:1:21"\}/);
    const again = await call(project, "get_callers", { function_name: "use", cursor: "x" });
    assert.match(again.text, /next: get_callers \{"function_name":"use"\}/);
  }));

Deno.test("of many members with a name similar to the unknown one that of the given type comes first, however seldom it is called", () =>
  withProject({
    "a.py": `${
      ["Alpha", "Beta", "Gamma"].map((name) => `class ${name}:\n    def fetch(self): pass\n`).join("")
    }def run(a: Alpha, b: Beta):\n    a.fetch()\n    b.fetch()\n`,
  }, async (project) => {
    await project.index();
    const { error } = await call(project, "get_callers", { function_name: "Gamma.fecth" });
    assert.equal((error!.data["did_you_mean"] as string[])[0], "a.Gamma.fetch");
  }));

Deno.test("a distant name is no suggestion, and a missing line leads to its file", () =>
  withProject({ "m.py": "def compute(): pass\ndef use(): compute()\n" }, async (project) => {
    await project.index();
    const far = await call(project, "search_nodes", { name_pattern: "zzzz*" });
    assert.doesNotMatch(far.text, /next:/);
    const line = await call(project, "get_impact", { symbol_name: "m.py:99" });
    assert.match(line.text, /next: query_file_symbols \{"file_path":"m\.py"\}$/);
  }));

Deno.test("functions may have names that every JavaScript object has", () =>
  withProject({
    "base.ts": "export class Base { constructor(n: number) {} }\n",
    "a.ts": `import { Base } from "./base";
class Sub extends Base { constructor() { super(1); } toString() { return hasOwnProperty(new Base(2)); } valueOf() { return this.toString(); } }
function hasOwnProperty(x: Base) { return constructor(); }
function constructor() { return new Sub().valueOf(); }
function __proto__() { return constructor(); }
`,
  }, async (project) => {
    const callers = async (name: string): Promise<unknown> => {
      const { structured, isError, text } = await call(project, "get_callers", { function_name: name, detail_level: "location" });
      assert.equal(isError, false, text);
      return structured["callers"];
    };
    assert.deepEqual(await callers("Base"), { "a.ts": { "Sub.constructor": [2], "Sub.toString": [2] } });
    assert.deepEqual(await callers("a.ts:3"), { "a.ts": { "Sub.toString": [2] } });
    const named = await callers("a.ts:4") as Record<string, Record<string, number[]>>;
    assert.deepEqual(Object.entries(named["a.ts"]!), [["hasOwnProperty", [3]], ["__proto__", [5]]]);
    const callees = (await call(project, "get_callees", { function_name: "a.ts:3" })).structured["callees"];
    assert.deepEqual(callees, { "a.ts": { constructor: [4, [3]] } });
    const impact = await call(project, "get_impact", { symbol_name: "a.ts:4", detail_level: "signature" });
    assert.equal(impact.isError, false, impact.text);
  }));

Deno.test("a module is found by the name that answers give it; an ambiguous one is not", () =>
  withProject({
    "app/__init__.py": "def start(): pass\n",
    "app/io.py": "from app import start\n\nstart()\n",
    "go.mod": "module example.com/lib\n",
    "one.go": "package lib\n\nfunc One() {}\n",
    "two.go": "package lib\n\nfunc Two() { One() }\n",
  }, async (project) => {
    await checkAll(project, {
      "app.io": "app.io",
      app: "app",
      io: "symbol_not_found",
      "app.one": "symbol_not_found",
      lib: "symbol_not_found",
    });
    const shown = await call(project, "get_call_graph", { symbol_name: "start", direction: "callers" });
    const [caller] = shown.structured["callers"] as { symbol: { qualified_name: string } }[];
    const pasted = await call(project, "get_call_graph", { symbol_name: caller!.symbol.qualified_name, direction: "callees" });
    assert.match(pasted.text, /^app\.io {2}module {2}app\/io\.py:1:1 .*\n[^]*-> app\.start/);
    const node = async (node_identifier: string): Promise<unknown> => {
      const { structured, text } = await call(project, "query_node_edges", { node_identifier });
      const { type, name } = (structured["node"] ?? { name: text }) as { type?: string; name: string };
      return [type, name];
    };
    assert.deepEqual(await node("app.io"), ["File", "app/io.py"]);
    assert.deepEqual(await node("app"), ["Package", "app"], "more than the module of its name");
  }));

Deno.test("a package whose name is a path with a leading dot is a node, and as a function's name an unknown file", () =>
  withProject({ "go.mod": "module example.com/lib/v5\n", "a.go": "package lib\n\nfunc One() {}\n" }, async (project) => {
    await project.index();
    const edges = await call(project, "query_node_edges", { node_identifier: "example.com/lib/v5" });
    assert.match(edges.text, /^Edges for: example\.com\/lib\/v5 \(Package\)[^]*Contains +-> a\.go/);
    assert.equal(await meant(project, "example.com/lib/v5"), "file_not_found");
    assert.equal(await meant(project, "example.com/lib/v5.One"), "lib.One");
  }));

Deno.test("a line inside a value that is not a function belongs to the surrounding code", () =>
  withProject({ "a.py": "def load(): pass\n\nTABLE = {\n    1: load(),\n}\n" }, async (project) => {
    const { structured } = await call(project, "get_callees", { function_name: "a.py:4" });
    assert.deepEqual(structured["callees"], { "a.py": { load: [1, [4]] } });
  }));

Deno.test("members of an anonymous type are listed below the symbol of that type", () =>
  withProject({
    "go.mod": "module demo\n",
    "a.go":
      "package demo\n\nvar Hooks struct{ Before, After func() }\n\nvar steps = []*struct{ run func() }{}\n\ntype Job struct {\n\tLog struct{ Write func() }\n}\n\n" +
      "func Use(j Job) {\n\tHooks.After()\n\tsteps[0].run()\n\tj.Log.Write()\n}\n",
  }, async (project) => {
    await checkAll(project, {
      "Hooks.After": "demo.Hooks.After",
      "steps.run": "demo.steps.run",
      "Log.Write": "demo.Job.Log.Write",
      "demo.After": "symbol_not_found",
    });
  }));

Deno.test("a name similar to an unknown one in the same file comes first, in the error and in the suggested call", () => {
  const files = {
    "kv.py": "class Store:\n    def save(self): ...\n",
    "scripts.py": "class Store:\n    def save(self): ...\n",
    "history.py": "class Sqlite:\n    def saves(self): ...\n    def load(self):\n        self.saves()\n",
  };
  return withProject(files, async (project) => {
    const { structured, text } = await call(project, "get_impact", { symbol_name: "Stores.save", path: "history.py" });
    const error = structured["error"] as { data: { did_you_mean: unknown } };
    assert.match(text, /nearest names:\n {2}history\.py:2 {2}history\.Sqlite\.saves {2}method\n/);
    assert.match(JSON.stringify(error.data.did_you_mean), /^\["history\.Sqlite\.saves"/);
    assert.match(text, /^next: get_impact \{"symbol_name":"history\.Sqlite\.saves"\}/m);
  });
});

Deno.test("a name that continues the word is nearer than one that shares letters across words", () => {
  const files = { "mail.py": "def consume_range(): ...\n\nclass ConsumerPlugin: ...\n" };
  return withProject(files, async (project) => {
    const { structured } = await call(project, "get_callers", { function_name: "Consumer" });
    const error = structured["error"] as { data: { did_you_mean: unknown } };
    assert.deepEqual(error.data.did_you_mean, ["mail.ConsumerPlugin", "mail.consume_range"]);
  });
});

Deno.test("a name given with its file means the top-level one there; methods of the name are mentioned", () =>
  withProject({
    "dep.ts": "export class Dep {\n  track() { return 1; }\n}\nexport function track() {\n  return new Dep().track();\n}\n",
    "use.ts": 'import { Dep, track } from "./dep";\nexport function use(dep: Dep) {\n  track();\n  dep.track();\n}\n',
  }, async (project) => {
    await project.index();
    for (const asked of [{ function_name: "dep.ts:track" }, { function_name: "track", file_path: "dep.ts" }]) {
      const reply = await call(project, "get_callers", asked);
      assert.deepEqual(reply.structured["callers"], { "use.ts": { use: [3] } });
      assert.deepEqual(warningsOf(reply), ["track is the one at the top of its file; there is also Dep.track at dep.ts:2:3"]);
    }
    const method = await call(project, "get_callers", { function_name: "dep.ts:Dep.track" });
    assert.deepEqual(method.structured["callers"], { "dep.ts": { track: [5] }, "use.ts": { use: [4] } });
    assert.equal(((await call(project, "get_callers", { function_name: "track" })).structured["groups"] as unknown[]).length, 2);
  }));

Deno.test("words that name nothing: the suggested call asks about the first of the names that are shown", () =>
  withProject({
    "spiders.py": "class CrawlSpider:\n    def crawl(self):\n        pass\n\n\ndef spider_of():\n    pass\n",
  }, async (project) => {
    await project.index();
    const { structured } = await call(project, "search_nodes", { name_pattern: "crawl spidr" });
    assert.equal((structured["near"] as { name: string }[])[0]!.name, "spiders.CrawlSpider");
    assert.match(
      String((structured["metadata"] as { suggested_action?: string }).suggested_action),
      /^search_nodes \{"name_pattern":"spiders\.CrawlSpider"/,
    );
  }));

Deno.test("a name is found as compilers, stack traces and test runners print it", () =>
  withProject({
    "Cargo.toml": '[package]\nname = "demo"\nversion = "0.1.0"\nedition = "2021"\n',
    "src/lib.rs":
      "pub trait Shape<T> { fn area(&self) -> T; }\npub struct Circle<R> { r: R }\nimpl<R> Circle<R> { pub fn new(r: R) -> Self { Circle { r } } }\n" +
      "impl<R> Shape<R> for Circle<R> { fn area(&self) -> R { todo!() } }\n",
    "app/run.py": "def outer():\n    def inner():\n        pass\n    inner()\n\n\nclass Job:\n    def go(self): ...\n",
    "tests/test_run.py": "class TestRun:\n    def test_go(self): ...\n\n\ndef test_all(): ...\n",
    "lib/old.js": "function Box() {}\nBox.prototype.open = function () {};\nconst x = { prototype: { deep() {} } };\n",
    "go.mod": "module example.com/shop\n",
    "internal/store/store.go": "package store\n\ntype Bolt struct{}\n\nfunc (b *Bolt) Get() {}\n\nfunc Use() {}\n",
    "other/store/store.go": "package store\n\nfunc Use() {}\n",
  }, (project) =>
    checkAll(project, {
      "<Circle as Shape>::area": "demo::Circle::area",
      "<demo::Circle<f64> as demo::Shape<f64>>::area": "demo::Circle::area",
      "<Circle<f64>>::new": "demo::Circle::new",
      "<Circle as Shape>::none": "symbol_not_found",
      "app.run.outer.<locals>.inner": "app.run.outer.inner",
      "tests/test_run.py::TestRun::test_go": "tests.test_run.TestRun.test_go",
      "test_run.py::test_all[one-2]": "tests.test_run.test_all",
      "app/run.py::Job::go": "app.run.Job.go",
      "app/run.py::test_all": "symbol_not_found",
      "Box.prototype.open": "Box.open",
      "x.prototype.deep": "x.prototype.deep",
      "internal/store.Use": "store.Use",
      "internal/store.(*Bolt).Get": "store.Bolt.Get",
      "example.com/shop/other/store.Use": "store.Use",
      "else/store.Use": "file_not_found",
    })));

Deno.test("a name is found as people and agents write it: marked as code, with its signature, by a range of lines, by the end of a file's path", () =>
  withProject({
    "go.mod": "module example.com/shop\n",
    "store/store.go": "package store\n\ntype Bolt struct{}\n\nfunc (b *Bolt) Get(key string) string {\n\treturn key\n}\n",
    "app/run.py": "def outer(n, step=(1, 2)):\n    return n\n",
    "lib/shape.ts": 'export const paint = {\n  "rgb(0)": () => 1,\n};\nexport function rgb() {}\n',
  }, (project) =>
    checkAll(project, {
      "`Bolt.Get`": "store.Bolt.Get",
      "*Bolt.Get": "store.Bolt.Get",
      "(*Bolt).Get(key string)": "store.Bolt.Get",
      "outer(n, step=(1, 2))": "app.run.outer",
      "store/store.go:5-7": "store.Bolt.Get",
      "store/store.go:5:16-7:1": "store.Bolt.Get",
      "store/store.go#L5-L7": "store.Bolt.Get",
      "run.py#L1": "app.run.outer",
      "run.py": "app.run",
      "none.py": "symbol_not_found",
      "rgb(1)": "rgb",
      "paint.rgb(0)": "paint.rgb(0)",
    })));

Deno.test("ids and locations in answers can be used in searches and in questions about interfaces", () =>
  withProject({
    "app/io.py":
      "from typing import Protocol\n\n\nclass Store(Protocol):\n    def get(self) -> str: ...\n\n\nclass Disk:\n    def get(self) -> str: ...\n",
    "app/other.py": "from typing import Protocol\n\n\nclass Store(Protocol):\n    def put(self) -> str: ...\n",
  }, async (project) => {
    await project.index();
    const { structured } = await call(project, "search_nodes", { name_pattern: "app.io.Store" });
    const [{ id }] = structured["nodes"] as [{ id: string }];
    for (const name_pattern of [id, "app/io.py:4", "app/io.py:4:7"]) {
      const found = (await call(project, "search_nodes", { name_pattern })).structured["nodes"] as { name: string }[];
      assert.deepEqual(found.map(({ name }) => name), ["app.io.Store"], name_pattern);
    }
    for (const name_pattern of [id, "app/io.py:4", "app/io.py:4:7", "io.py:Store", "app/io.py::Store"]) {
      const blocks = (await call(project, "query_interface_implementors", { name_pattern })).structured["interfaces"];
      const found = (blocks as { file_path: string; implementors: { name: string }[] }[])
        .map((block) => [block.file_path, ...block.implementors.map(({ name }) => name)]);
      assert.deepEqual(found, [["app/io.py", "Disk"]], name_pattern);
    }
    const total = async (tool: string, more: Record<string, unknown>): Promise<unknown> =>
      (await call(project, tool, more)).structured["total"];
    assert.equal(await total("search_nodes", { name_pattern: id, node_type: "function" }), 0, "a filter counts for an id too");
    assert.equal(await total("search_nodes", { name_pattern: "0".repeat(16) }), 0);
    assert.equal(await total("search_nodes", { name_pattern: "app/io.py:2" }), 0, "nothing stands there but the module");
    assert.equal(await total("query_interface_implementors", { name_pattern: "app/io.py:5" }), 0, "a method is no type");
  }));
