/** Modules loaded by a computed name: no target is invented, and no list of callers is reported as complete. */
import assert from "node:assert/strict";
import { call, unusedIn, warningsOf } from "./support/call.ts";
import { withProject } from "./support/temp_project.ts";

const FILES = {
  "package.json": `{ "name": "shop", "main": "app.js" }`,
  "app.js": `const fs = require("fs");
const path = require("path");
const app = {};
for (const file of fs.readdirSync("./routes")) require("./routes/" + file)(app);
const SETUP = "./lib/setup";
require(SETUP).setup(app);
require(path.join(__dirname, "lib", "setup")).setup(app);
const settings = require(path.join(process.cwd(), "settings.json"));
export const view = (name) => import(\`./views/\${name}/index.js\`);
require("./lib/" + app.name).tear();
import("./pages/" + app.name);
import(URL.pathToFileURL(path.join(process.cwd(), app.name, "meta.js")).href).then((meta) => meta);
`,
  "pages/first.js": `export function first() {}`,
  "made/meta.js": `export function told() {}`,
  "routes/users.js": `module.exports = function register(app) { helper(); };
function helper() {}
`,
  "lib/setup.js": `exports.setup = function (app) {};
exports.tear = function (app) {};
`,
  "lib/other/plain.js": `exports.plain = function () {};`,
  "views/home/index.js": `export function show() {}`,
  "routes/users.py": "def admit(): ...\n",
  "views/home/part.js": `export function part() {}`,
  "menus/entry.js": `export function entry(name) { return require("./" + name); }`,
  "plain.js": `exports.load = function () {};`,
};

Deno.test("exports of a module that may be loaded by a computed name may have unseen callers", () =>
  withProject(FILES, async (project) => {
    const cases: readonly (readonly [string, unknown, string])[] = [
      ["register", {}, "app.js:4 (./routes/…)"],
      ["helper", { "routes/users.js": { register: [1] } }, ""],
      // Something else is taken of the module.
      ["setup", { "app.js": { "<module>": [6, 7] } }, ""],
      ["tear", {}, "app.js:10 (./lib/…)"],
      // No module of this language.
      ["admit", {}, ""],
      ["show", {}, "app.js:9 (./views/…/index.js)"],
      ["part", {}, ""],
      // Loaded for its own sake.
      ["first", {}, ""],
      ["told", {}, "app.js:12 (…/…/…/meta.js)"],
      ["load", {}, ""],
      // A module does not load itself.
      ["entry", {}, ""],
    ];
    for (const [name, callers, place] of cases) {
      const { structured } = await call(project, "get_callers", { function_name: name });
      assert.deepEqual(structured["callers"], callers, name);
      const warnings = warningsOf({ structured });
      const expected = place === "" ? [] : [
        `its module may be loaded at ${place} by a computed name: what is called there is not in the list`,
      ];
      assert.deepEqual([warnings, structured["completeness"]], [expected, place === "" ? "complete" : "possibly_incomplete"], name);
    }
    const tear = await call(project, "get_callers", { function_name: "tear" });
    assert.deepEqual(tear.structured["unresolved"], { count: 1, first: ["app.js:10:30"] });
  }));

Deno.test("if only some names of a loaded module are used, the others are not called", () =>
  withProject({
    "package.json": `{ "name": "shop" }`,
    "load.ts": `export async function some(name: string) {
  const { first, second: other } = await import(name);
  const module = await import(name);
  module.third();
  return (await import(name)).fourth;
}
`,
    "part.ts": `export function first() {}
export function second() {}
export function third() {}
export class fourth {
  run() {}
}
export function fifth() {}
`,
    "whole.py": `from importlib import import_module

def some(name):
    return import_module("shop." + name).Reader

def whole(name):
    module = import_module("all." + name)
    return [module, module.Reader]
`,
    "shop/one.py": "class Reader: ...\ndef helper(): ...\n",
    "all/one.py": "def beside(): ...\n",
  }, async (project) => {
    const complete = {
      first: false,
      second: false,
      third: false,
      fourth: false,
      fifth: true,
      "one.Reader": false,
      helper: true,
      beside: false,
    };
    for (const [name, isComplete] of Object.entries(complete)) {
      const { structured } = await call(project, "get_callers", { function_name: name });
      assert.equal(structured["completeness"], isComplete ? "complete" : "possibly_incomplete", name);
    }
  }));

Deno.test("Python: a module loaded by a computed name also gives access to unlisted names, except private ones", () =>
  withProject({
    "app/loader.py": `import importlib


def run(name, app):
    component = importlib.import_module(f"app.parts.{name}")
    component.setup(app)
    return component
`,
    "app/__init__.py": "",
    "app/parts/__init__.py": "",
    "app/parts/one.py": `__all__ = ["setup"]


def setup(app): ...
def migrate(app): return app
def _own(app): return app
`,
  }, async (project) => {
    for (const [name, completeness] of [["migrate", "possibly_incomplete"], ["one._own", "complete"]] as const) {
      const { structured } = await call(project, "get_callers", { function_name: name });
      assert.equal(structured["completeness"], completeness, name);
    }
    assert.deepEqual(await unusedIn(project), ["app.parts.one._own high", "app.parts.one.migrate low"]);
  }));

Deno.test("a package may load by a computed name what nothing imports in the packages that use it", () =>
  withProject({
    "frame/package.json": `{ "name": "frame" }`,
    "frame/load.js": `module.exports = async (route) => { const module = await import(route.module); return module.meta; };`,
    "app/package.json": `{ "name": "app", "private": true, "dependencies": { "frame": "workspace:*" } }`,
    "app/routes/home.js": `import { show } from "../show.js";\nexport function meta() { return show(); }`,
    "app/show.js": `export function show() {}\nexport function hide() {}`,
    "other/package.json": `{ "name": "other" }`,
    "other/part.js": `export function apart() {}`,
  }, async (project) => {
    for (const [name, completeness] of [["meta", "possibly_incomplete"], ["hide", "complete"], ["apart", "complete"]] as const) {
      const { structured } = await call(project, "get_callers", { function_name: name });
      assert.equal(structured["completeness"], completeness, name);
    }
  }));

Deno.test("a computed name without a known part may mean any module of the same package", () =>
  withProject({
    "one/package.json": `{ "name": "one" }`,
    "one/load.js": `module.exports = (name) => require(name);`,
    "one/part.js": `exports.own = () => 1;`,
    "two/package.json": `{ "name": "two" }`,
    "two/part.js": `exports.far = () => 1;`,
    "three/package.json": `{ "name": "three" }`,
    "three/vendor/load.js": `module.exports = (name) => require(name);`,
    "three/part.js": `exports.apart = () => 1;`,
    "four/package.json": `{ "name": "four" }`,
    "four/load.js": `const fs = require(["fs"].join());
const own = require([".", "part"].join("/"));
module.exports = (name) => require(process.cwd() + "/node_modules/" + name);
`,
    "four/part.js": `exports.beside = () => 1;`,
  }, async (project) => {
    for (
      const [name, completeness] of [["own", "possibly_incomplete"], ["far", "complete"], ["apart", "complete"], [
        "beside",
        "complete",
      ]] as const
    ) {
      const { structured } = await call(project, "get_callers", { function_name: name });
      assert.equal(structured["completeness"], completeness, name);
    }
  }));

const ENGINES = {
  "engines/duck.py": "def request(query): return helper()\ndef response(resp): return []\ndef helper(): return 1\n",
  "plugins/one.py": "def install(): ...\n",
  "search.py": `import importlib, importlib.util

class Engine:
    def request(self, query): ...

def load_module(path):
    spec = importlib.util.spec_from_file_location("engine", path)
    return importlib.util.module_from_spec(spec)

def first(path):
    return load_module(path).request("q")

class Online:
    def __init__(self, engine):
        self.engine = engine
    def go(self):
        return self.engine.request("q")

def plug(name):
    return importlib.import_module("plugins." + name)
`,
};

Deno.test("a function of a module that stands in for an instance may be called if the receiver is unknown", () =>
  withProject(ENGINES, async (project) => {
    const cases: readonly (readonly [string, number, string])[] = [
      ["engines/duck.py:1", 2, "possibly_incomplete"],
      ["engines/duck.py:2", 0, "complete"],
      ["helper", 0, "complete"],
      ["Engine.request", 0, "complete"],
      ["install", 0, "possibly_incomplete"],
    ];
    for (const [name, sites, completeness] of cases) {
      const { structured } = await call(project, "get_callers", { function_name: name });
      assert.equal((structured["unresolved"] as { count: number } | undefined)?.count ?? 0, sites, name);
      assert.equal(structured["completeness"], completeness, name);
    }
  }));

const PARTS = {
  "parts/plain.py": "def play(): ...\n",
  "parts/deep/inner.py": "def tune(): ...\n",
  "others/plain.py": "def stop(): ...\n",
  "load.py": `from importlib import import_module

def percent(name):
    return import_module("parts.%s" % name)

def braces(name):
    return import_module("parts.deep.{}".format(name))

def within(package, name):
    return import_module(f".{name}", package)
`,
};

Deno.test("a name inserted into a text is computed as far as it is known", () =>
  withProject(PARTS, async (project) => {
    for (const [name, completeness] of [["play", "possibly_incomplete"], ["tune", "possibly_incomplete"], ["stop", "complete"]] as const) {
      const { structured } = await call(project, "get_callers", { function_name: name });
      assert.equal(structured["completeness"], completeness, name);
    }
    const tune = await call(project, "get_callers", { function_name: "tune" });
    assert.match(warningsOf(tune).join(), /parts\/deep\/…/);
  }));

Deno.test("what a type declares to be an external package loads no module of the repository", () =>
  withProject({
    "load.ts": `export async function load(path: string) {
  const vite = (await import(path)) as typeof import("vite");
  const { build }: typeof import("esbuild") = require(path);
  return [vite.createServer(), build()];
}
`,
    "own.ts": 'export const own = async (path: string) => (await import(path)) as typeof import("./own");\n',
    "apart/package.json": '{ "name": "apart" }',
    "apart/one.ts": "export function one() {}\n",
    "two.ts": "export function two() {}\n",
  }, async (project) => {
    for (const [name, completeness] of [["one", "complete"], ["two", "possibly_incomplete"]] as const) {
      const { structured } = await call(project, "get_callers", { function_name: name });
      assert.equal(structured["completeness"], completeness, name);
      if (name === "two") assert.doesNotMatch(warningsOf({ structured }).join(), /load\.ts/);
    }
  }));
