/** Questions about HTTP routes: which exist, and which a change reaches. */
import assert from "node:assert/strict";
import { call, warningsOf } from "./support/call.ts";
import { withProject } from "./support/temp_project.ts";

const FILES = {
  "go.mod": "module example.com/web\ngo 1.22\n",
  "web.go": `package web

import "net/http"

func read(id string) string { return id }

func show(w http.ResponseWriter, r *http.Request) { read("1") }

func list(w http.ResponseWriter, r *http.Request) { read("2") }

func lone(w http.ResponseWriter, r *http.Request) {}

func Mount(mux *http.ServeMux) {
	mux.HandleFunc("GET /jobs/{id}", show)
	mux.HandleFunc("GET /jobs", list)
	mux.HandleFunc("POST /lone", lone)
	mux.HandleFunc("GET /inline", func(w http.ResponseWriter, r *http.Request) {})
}
`,
  "web.ts": 'export async function load() {\n  await fetch("/jobs/7");\n}\n',
  "list.ts": "export async function open(id: string) {\n  await fetch(`/jobs/${id}`);\n}\n",
};

Deno.test("an impact names the routes that reach the symbol, and not other routes of the same mount", () =>
  withProject(FILES, async (project) => {
    const { structured, text } = await call(project, "get_impact", { symbol_name: "read" });
    assert.deepEqual(structured["routes"], { "GET /jobs": "list", "GET /jobs/{id}": "show" });
    assert.equal((structured["counts"] as Record<string, number>)["routes"], 2);
    assert.match(
      text,
      /HTTP routes that it serves: 2\n {2}GET \/jobs\/\{id\} by show; called by open \(list\.ts:2\), load \(web\.ts:2\)\n {2}GET \/jobs by list$/,
    );
    assert.deepEqual(structured["route_callers"], { "GET /jobs/{id}": { "list.ts": { open: 2 }, "web.ts": { load: 2 } } });
    const own = await call(project, "get_impact", { symbol_name: "lone" });
    assert.deepEqual(own.structured["routes"], { "POST /lone": "lone" });
  }));

Deno.test("routes are found by type, method and path, with those who serve and call them", () =>
  withProject(FILES, async (project) => {
    const find = async (params: Record<string, unknown>): Promise<string[]> => {
      const { structured } = await call(project, "search_nodes", params);
      return (structured["nodes"] as { type: string; name: string; at: string; signature: string }[])
        .map(({ type, name, at, signature }) => `${type} ${name} ${at} ${signature}`);
    };
    const jobs = "Route GET /jobs web.go:15 served by list";
    const one = "Route GET /jobs/{id} web.go:14 served by show; called by open";
    const open = "Route GET /jobs/{} list.ts:2 called by open";
    const seven = "Route GET /jobs/7 web.ts:2 called by load";
    assert.deepEqual(await find({ name_pattern: "/jobs*", node_type: "route" }), [jobs, seven, one]);
    assert.deepEqual(await find({ name_pattern: "GET /jobs/*" }), [seven, one]);
    assert.deepEqual(await find({ name_pattern: "/jobs*", language: "typescript" }), [seven, open]);
    assert.deepEqual(await find({ name_pattern: "POST *" }), ["Route POST /lone web.go:16 served by lone"]);
    assert.deepEqual(await find({ name_pattern: "lo*" }), [
      "Function load web.ts:1:23 async function load()",
      "Function web.lone web.go:11:6 func lone(w http.ResponseWriter, r *http.Request)",
    ]);
    const { text } = await call(project, "search_nodes", { name_pattern: "*", node_type: "Package" });
    assert.match(text, /symbols and routes are searched; of type Package ask for one by its name: query_node_edges/);
  }));

const INLINE = {
  "package.json": '{ "name": "shop" }',
  "app.ts": `import express from "express";
import { clean, find } from "./store.ts";
import { given } from "elsewhere";

const app = express();
app.get("/items", async () => {
  find();
});
app.delete("/items", async () => {
  clean();
});
app.get("/given", given(find));
app.get("/lost", given.lost);
`,
  "store.ts": "export function find() {}\nexport function clean() {}\n",
};

Deno.test("an anonymous handler counts if the symbol is used on its lines, and one that is unknown does not", () =>
  withProject(INLINE, async (project) => {
    const { structured } = await call(project, "get_impact", { symbol_name: "clean" });
    assert.deepEqual(structured["routes"], { "DELETE /items": "<module> app.ts:9-11" });
    const found = await call(project, "search_nodes", { name_pattern: "/*" });
    const said = (structured: Record<string, unknown>): string[] =>
      (structured["nodes"] as { name: string; signature: string }[]).map(({ name, signature }) => `${name} ${signature}`);
    assert.deepEqual(said(found.structured), [
      "GET /given served by find",
      "DELETE /items served by <module> (lines 9-11)",
      "GET /items served by <module> (lines 6-8)",
      "GET /lost declared by <module>",
    ]);
  }));

const CLASSES = {
  "shop/views.py": `from django.views import View

class Base(View):
    def get(self, request):
        return self.rows()
    def rows(self):
        raise NotImplementedError

class Items(Base):
    def rows(self):
        return self.read()
    def read(self):
        return load()

def load(): ...
`,
  "shop/urls.py": `from django.urls import path
from shop.views import Items

urlpatterns = [path("items", Items.as_view())]
`,
};

Deno.test("a class that serves is reached by what a base or the framework calls in it, not by what it calls itself", () =>
  withProject(CLASSES, async (project) => {
    const routesOf = async (params: Record<string, unknown>): Promise<unknown> =>
      (await call(project, "get_impact", params)).structured["routes"];
    assert.deepEqual(await routesOf({ symbol_name: "load" }), { "ANY …/items": "Items" });
    assert.equal(await routesOf({ symbol_name: "load", max_depth: 1 }), undefined);
  }));

const NOTED = {
  "app/deps.py": `from typing import Annotated
from fastapi import APIRouter, Depends

router = APIRouter()
def get_user(): ...
def get_admin(): ...
User = Annotated[str, Depends(get_user)]
`,
  "app/routes.py": `from fastapi import Depends
from app.deps import get_admin, router, User

@router.get("/me")
def me(user: User): ...
@router.get("/all", dependencies=[Depends(get_admin)])
def everything(): ...
@router.get("/open")
def free(): ...
`,
};

Deno.test("what a handler's signature passes, and the name of a parameter's type, reaches the route", () =>
  withProject(NOTED, async (project) => {
    const impactOf = async (name: string): Promise<unknown[]> => {
      const { structured } = await call(project, "get_impact", { symbol_name: name });
      return [(structured["dependents"] as Record<string, Record<string, unknown>>)["1"]!["app/routes.py"], structured["routes"]];
    };
    assert.deepEqual(await impactOf("get_user"), [{ me: 5 }, { "GET …/me": "me" }]);
    assert.deepEqual(await impactOf("get_admin"), [{ everything: 7 }, { "GET …/all": "everything" }]);
  }));

Deno.test("a route given in place of a symbol is answered with its handlers, and the call that asks about them", () =>
  withProject(FILES, async (project) => {
    const asked = await call(project, "call_chain", { from_func: "GET /jobs/{id}", to_func: "read" });
    assert.match(
      asked.text,
      /"GET \/jobs\/\{id\}": it is an HTTP route\nAsk for the function that serves it\.\nserved by:\n {2}web\.go:7:6 {2}web\.show/,
    );
    assert.match(asked.text, /next: call_chain \{"from_func":"web\.go:7:6","to_func":"read"\}/);
    const list = await call(project, "get_callers", { function_name: "/jobs" });
    assert.match(list.text, /next: get_callers \{"function_name":"web\.go:9:6"\}/);
    assert.match(
      (await call(project, "get_callers", { function_name: "GET /nowhere" })).text,
      /symbol_not_found: .*no function is known to serve/,
    );
  }));

Deno.test("a handler of a route is not surely untested: tests may request the route", () =>
  withProject({ ...FILES, "own.go": "package web\n\nfunc alone() {}\n" }, async (project) => {
    const { structured } = await call(project, "search_nodes", { name_pattern: "*", untested: true, language: "go" });
    const judged = new Map(
      (structured["nodes"] as { name: string; confidence: string; evidence: string[] }[]).map((one) => [one.name, one]),
    );
    assert.equal(judged.get("web.read")?.confidence, "low");
    assert.ok(judged.get("web.read")?.evidence.includes("a route leads to it, which tests may ask for"));
    assert.equal(judged.get("web.alone")?.confidence, "high");
  }));

Deno.test("if no path leads from one language into another, the answer says that such calls are not known", () =>
  withProject(FILES, async (project) => {
    const { structured, text } = await call(project, "call_chain", { from_func: "web.ts:load", to_func: "read" });
    assert.match(text, /warning: calls from typescript into go are unknown except through HTTP routes that both name \(node_type route\)/);
    assert.equal((structured["metadata"] as Record<string, unknown>)["completeness"], "possibly_incomplete");
    const within = await call(project, "call_chain", { from_func: "lone", to_func: "read" });
    assert.doesNotMatch(within.text, /are not known/);
  }));

Deno.test("a route of which only the end is known is found by its whole path, and a path that nothing serves is not reported as missing", () =>
  withProject({
    "web.ts": `import { Router } from "express";
export function list(request, response) {}
export const router = Router();
router.get("/jobs", list);
`,
  }, async (project) => {
    const namesOf = async (name_pattern: string): Promise<string[]> => {
      const { structured } = await call(project, "search_nodes", { name_pattern, node_type: "route" });
      return (structured["nodes"] as { name: string }[]).map(({ name }) => name);
    };
    for (const path of ["/jobs", "/api/v1/jobs", "GET /api/v1/jobs", "/api/*"]) {
      assert.deepEqual(await namesOf(path), path === "/api/*" ? [] : ["GET …/jobs"], path);
    }
    const { text } = await call(project, "get_callers", { function_name: "GET /api/v1/jobs" });
    assert.match(text, /served by:\n {2}web\.ts:2:17 {2}list/);
    const none = await call(project, "search_nodes", { name_pattern: "/people", node_type: "route" });
    assert.match(none.text, /Nothing matches "\/people"\n(.*\n)*warning: routes are known where a call of a framework/);
  }));

Deno.test("a route given in place of a symbol leads to a question about its handlers, also if that finds nothing", () =>
  withProject({
    "package.json": '{ "dependencies": { "next": "15" } }',
    "app/api/jobs/route.ts": "export function GET() {}\n",
    "jobs.ts": "export function jobs() {}\nexport function all() { jobs(); }\n",
  }, async (project) => {
    const { structured, text } = await call(project, "get_impact", { symbol_name: "GET /api/jobs" });
    assert.match(text, /next: get_impact \{"symbol_name":"app\/api\/jobs\/route\.ts:1:17"\}$/, JSON.stringify(structured));
  }));

Deno.test("routes that are only called are not taken for all that the repository serves", () =>
  withProject({ "web.ts": FILES["web.ts"] }, async (project) => {
    const { text } = await call(project, "search_nodes", { name_pattern: "*", node_type: "route" });
    assert.match(
      text,
      /1 match of "\*"\nRoute GET \/jobs\/7 web\.ts:2 .*called by load\n\nwarning: routes are known where a call of a framework/,
    );
  }));

Deno.test("of routes that the repository serves no such thing is said", () =>
  withProject(FILES, async (project) => {
    assert.doesNotMatch((await call(project, "search_nodes", { name_pattern: "*", node_type: "route" })).text, /warning/);
  }));

Deno.test("a route that both code and a test serve is listed where the code serves it", () =>
  withProject({
    "a_test.ts": 'import express from "express";\nDeno.test("it", () => { express().get("/jobs", fake); });\nfunction fake() {}\n',
    "web.ts": 'import express from "express";\nconst app = express();\nfunction list() {}\napp.get("/jobs", list);\n',
  }, async (project) => {
    const { structured } = await call(project, "search_nodes", { name_pattern: "/jobs" });
    const [route] = structured["nodes"] as { at: string; signature: string }[];
    assert.deepEqual([route!.at, route!.signature], ["web.ts:4", "served by list, fake; also served at a_test.ts:2"]);
  }));

Deno.test("a literal address and a pattern that matches it are distinguished, whichever is requested", () =>
  withProject({
    "go.mod": FILES["go.mod"],
    "web.go": `package web

import "net/http"

func show(w http.ResponseWriter, r *http.Request) {}

func mine(w http.ResponseWriter, r *http.Request) {}

func Mount(mux *http.ServeMux) {
	mux.HandleFunc("GET /jobs/{id}", show)
	mux.HandleFunc("/jobs/mine", mine)
}
`,
    "web.ts":
      'export async function load() {\n  await fetch("/jobs/mine");\n}\nexport async function seven() {\n  await fetch("/jobs/7");\n}\n' +
      "export async function open(id: string) {\n  await fetch(`/jobs/${id}`);\n}\n",
  }, async (project) => {
    const edges = async (route: string): Promise<string[]> => {
      const { structured } = await call(project, "query_node_edges", { node_identifier: route });
      return (structured["incoming"] as { edge_type: string; node_name: string }[]).map((one) => `${one.edge_type} ${one.node_name}`)
        .sort();
    };
    assert.deepEqual(await edges("ANY /jobs/mine"), ["Consumes load", "Consumes open", "Exposes mine"]);
    assert.deepEqual(await edges("GET /jobs/mine"), ["Consumes load", "Consumes open", "Exposes mine"]);
    assert.deepEqual(await edges("GET /jobs/{id}"), ["Consumes open", "Consumes seven", "Exposes show"]);
    assert.deepEqual(await edges("GET /jobs/7"), ["Consumes open", "Consumes seven", "Exposes show"]);
    const { structured } = await call(project, "get_impact", { symbol_name: "show" });
    assert.deepEqual(structured["route_callers"], { "GET /jobs/{id}": { "web.ts": { open: 8, seven: 5 } } });
  }));

Deno.test("a route that two programs of a repository serve lists both places", () =>
  withProject({
    "one/app.ts": 'import fastify from "fastify";\nconst app = fastify();\napp.get("/health", one);\nfunction one() {}\n',
    "two/app.ts": 'import fastify from "fastify";\nconst app = fastify();\napp.get("/health", two);\nfunction two() {}\n',
  }, async (project) => {
    const { text } = await call(project, "search_nodes", { name_pattern: "/health" });
    assert.match(text, /GET \/health one\/app\.ts:3 .*served by one, two; also served at two\/app\.ts:3/);
  }));

Deno.test("tests that request a handler's routes are listed apart from those that reach it by calls, by file", () =>
  withProject({
    "jobs/urls.py": 'from django.urls import path\nfrom jobs import views\n\nurlpatterns = [path("jobs/<int:job>/", views.show)]\n',
    "jobs/views.py": "def show(request, job):\n    return find(job)\n\n\ndef find(job):\n    return job\n",
    "jobs/tests/test_show.py":
      'from django.test import TestCase\nfrom jobs.views import find\n\n\nclass ShowTest(TestCase):\n    def setUp(self):\n        self.url = "/jobs/1/"\n\n' +
      "    def test_shown(self):\n        self.client.get(self.url)\n        self.client.get(self.url)\n\n    def test_missing(self):\n        self.client.get(self.url)\n\n" +
      "    def test_found(self):\n        find(1)\n        self.client.get(self.url)\n",
  }, async (project) => {
    await project.index();
    const { structured, text } = await call(project, "get_impact", { symbol_name: "find" });
    assert.match(text, /: 1 test \(2 more may call its HTTP routes\), /);
    assert.match(text, /\ntests that call its HTTP routes, by file: jobs\/tests\/test_show\.py \(2\)\n/);
    assert.deepEqual([structured["route_tests"], structured["total_route_tests"]], [{ "jobs/tests/test_show.py": 2 }, 2]);
  }));

Deno.test("the callers of a function that is decorated with a route say which route it serves", () =>
  withProject({
    "web.py": `from flask import Flask\n\napp = Flask(__name__)\n\n\n@app.get("/jobs")\ndef jobs():\n    return []\n`,
  }, async (project) => {
    const { structured } = await call(project, "get_callers", { function_name: "jobs" });
    assert.equal(structured["completeness"], "possibly_incomplete");
    assert.deepEqual(warningsOf({ structured }), [
      "it serves GET /jobs: requests run it without a call (get_impact names what asks for its routes)",
    ]);
  }));
