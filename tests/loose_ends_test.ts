/** What could not be followed is reported with its locations if it matters to the question, and only then. */
import assert from "node:assert/strict";
import { ask, type Reply } from "../query/ask.ts";
import { TOOLS } from "../query/mod.ts";
import { COMPACT } from "../query/render/style.ts";
import { toolNamed } from "../query/tool.ts";
import { call, warningsOf } from "./support/call.ts";
import { repositoryOf, seedContext } from "./support/seed_index.ts";
import { withProject } from "./support/temp_project.ts";

const FILES = {
  "app.py": `from other import register

def goal(): pass
def near(): goal()
def named(x): x.near()
def start(x):
    middle(x)
def middle(x):
    x.near()
class A:
    def near(self): goal()
class B:
    def near(self): goal()

def runs(callback):
    callback()
def hands():
    register(near)
def free():
    quiet()
def quiet():
    print(1)
def calls_unknown(x):
    x.nobody_has_this()
def far0(): far1()
def far1(): far2()
def far2(): far3()
def far3(): far4()
def far4(): far5()
def far5(): goal()
`,
  "broken.py": `def damaged():
    inside()

def inside(
    goal(
`,
  "other.ts": "export function elsewhere(x: any) { x.goal(); }\n",
};

const endsOf = ({ structured }: Reply): string[] =>
  (structured["loose_ends"] as { at: string; name: string; why: string }[] | undefined ?? []).map(({ at, name, why }) =>
    `${at} ${name} ${why}`
  );
const completenessOf = ({ structured }: Reply): unknown => (structured["metadata"] as Record<string, unknown>)["completeness"];

Deno.test("no path: unresolved calls that could lead to the goal are named, and no others", () =>
  withProject(FILES, async (project) => {
    const path = (from: string, to = "app.goal"): Promise<Reply> => call(project, "call_chain", { from_func: from, to_func: to });
    const unresolved = await path("start");
    assert.deepEqual(endsOf(unresolved), ["app.py:9:7 near unresolved"]);
    assert.equal(completenessOf(unresolved), "possibly_incomplete");
    assert.match(unresolved.text, /1 place that cannot be followed:\n {2}app\.py:9:7 {2}near is called there, but which one is unknown/);

    assert.deepEqual(endsOf(await path("runs")), ["app.py:16:5 callback variable"], "what is handed over anywhere may be held");
    const handed = await path("hands");
    assert.deepEqual(endsOf(handed), []);
    assert.match(handed.text, /hands .* passes the next at app\.py:18:14 {2}heuristic: passed as a value/);
    for (const from of ["free", "calls_unknown"]) {
      const none = await path(from);
      assert.deepEqual([endsOf(none), completenessOf(none)], [[], "complete"], from);
      assert.doesNotMatch(none.text, /warning|cannot be followed/);
    }
    assert.deepEqual(
      [endsOf(await path("elsewhere")), completenessOf(await path("elsewhere"))],
      [[], "possibly_incomplete"],
      "another language's name is no loose end, and what leads into that language is not known",
    );
    const damaged = await path("damaged");
    assert.deepEqual(endsOf(damaged), ["broken.py:4  did not parse", "broken.py:2:5 inside unresolved"]);
    assert.equal(completenessOf(damaged), "possibly_incomplete");
    assert.equal(completenessOf(await path("near")), undefined, "a path was found");
  }));

Deno.test("no path: of many such places those on the shortest routes are named, and all are counted", () =>
  withProject({
    "app.py": `def goal(): pass
class A:
    def near(self): goal()
class B:
    def near(self): goal()
def start(x):
${Array.from({ length: 15 }, (_, i) => `    step${i}(x)\n`).join("")}    x.near()
${Array.from({ length: 15 }, (_, i) => `def step${i}(x):\n    x.near()\n`).join("")}`,
  }, async (project) => {
    const { structured, text } = await call(project, "call_chain", { from_func: "start", to_func: "goal" });
    assert.deepEqual([structured["total_loose_ends"], (structured["loose_ends"] as unknown[]).length], [16, 12]);
    assert.equal((structured["loose_ends"] as { at: string }[])[0]!.at, "app.py:22:7", "the call in start itself");
    assert.match(text, /may go on from 16 places that cannot be followed, the nearest:/);
  }));

Deno.test("no path: calls of one name in one function are one entry, and so are the places that pass one function", () =>
  withProject({
    "app.py": `def goal(): pass
class A:
    def near(self): goal()
class B:
    def near(self): pass
def passed(): goal()
def one(x): register(passed)
def two(x): register(passed)
def start(x):
    x.near()
    x.near()
    x.near()
    one(x)
    two(x)
`,
  }, async (project) => {
    const { structured, text } = await call(project, "call_chain", { from_func: "start", to_func: "A.near" });
    assert.equal(structured["total_loose_ends"], 3);
    assert.match(text, /cannot be followed:\n {2}app\.py:10:7 {2}near is called there and at 2 more places, but which one is unknown$/m);
  }));

Deno.test("an impact names the unresolved calls that may lead to its dependents", () =>
  withProject({
    "app.py": `def goal(): pass
class A:
    def near(self): goal()
class B:
    def near(self): pass
def unknown(x):
    x.near()
def sure():
    A().near()
def calm(): calmer()
def calmer(): calmest()
def calmest(): pass
`,
    "other.ts": "export function elsewhere(x: any) { x.near(); }\n",
  }, async (project) => {
    const missing = async (symbol_name: string, max_depth = 3): Promise<[unknown, unknown]> => {
      const reply = await call(project, "get_impact", { symbol_name, max_depth });
      return [(reply.structured["may_be_missing"] as Record<string, unknown>)["through_dependents"], completenessOf(reply)];
    };
    assert.deepEqual(await missing("app.goal"), [{ count: 1, first: ["app.py:7:7 near"] }, "possibly_incomplete"]);
    assert.deepEqual(await missing("app.goal", 1), [undefined, "complete"], "nothing is asked of what is at the last distance");
    assert.deepEqual(await missing("calmest"), [undefined, "complete"]);
    assert.match(
      (await call(project, "get_impact", { symbol_name: "app.goal" })).text,
      /may be missing: what makes 1 unresolved call that may lead to dependents \(near\): app\.py:7:7 \(near\)$/m,
    );
  }));

Deno.test("a path that is merely longer is what to ask for: where else one may go on is not told beside it", () =>
  withProject({
    "app.py":
      "def a(x):\n    x.goal()\n    b(x)\ndef b(x): c(x)\ndef c(x): d(x)\ndef d(x): T().goal()\nclass T:\n    def goal(self): pass\n" +
      "class U:\n    def goal(self): pass\n",
  }, async (project) => {
    const { structured, text } = await call(project, "call_chain", { from_func: "a", to_func: "T.goal", max_depth: 2 });
    assert.deepEqual([structured["longer"], structured["loose_ends"]], [4, undefined]);
    assert.match(text, /there is one of 4: ask with max_depth 4\n\nnext: /);
    const none = await call(project, "call_chain", { from_func: "a", to_func: "U.goal", max_depth: 2 });
    assert.deepEqual(none.structured["total_loose_ends"], 1, "without any path the places are told");
  }));

Deno.test("no path within the limit: the length of the shortest is named, and asking for it finds it", () =>
  withProject(FILES, async (project) => {
    const short = await call(project, "call_chain", { from_func: "far0", to_func: "app.goal" });
    assert.equal(short.structured["longer"], 6);
    assert.equal(completenessOf(short), "possibly_incomplete");
    assert.match(short.text, /within 5 calls; there is one of 6: ask with max_depth 6/);
    const next = (short.structured["metadata"] as { suggested_action: string }).suggested_action;
    assert.match(next, /^call_chain \{"from_func":"far0","to_func":"app\.goal","max_depth":6\}/);
    const found = await call(project, "call_chain", { from_func: "far0", to_func: "app.goal", max_depth: 6 });
    assert.equal((found.structured["paths"] as unknown[][])[0]!.length, 7);
  }));

Deno.test("a function that is named in code that did not parse is not reported as certainly unused", () =>
  withProject({
    "a.py": "def _lost(): pass\ndef _plain(): pass\n",
    "bad.py": "from a import _lost\ndef broken(:\n    _lost(\n",
  }, async (project) => {
    const { structured } = await call(project, "search_nodes", { name_pattern: "*", unused: true });
    const found = (structured["nodes"] as { name: string; confidence: string }[]).map((one) => `${one.confidence} ${one.name}`);
    assert.deepEqual(found, ["high a._plain", "low a._lost"]);
  }));

Deno.test("callers are incomplete while changed files are not yet indexed", async () => {
  const context = seedContext([{ path: "a.py", module: "a", symbols: [{ name: "f", lines: [1, 1] }] }]);
  const callers = toolNamed(TOOLS, "get_callers");
  const asked = async (pending: number): Promise<Reply> =>
    await ask(repositoryOf({ ...context, ...(pending === 0 ? {} : { pending }) }), callers, { function_name: "f" }, COMPACT);
  assert.equal(completenessOf(await asked(0)), "complete");
  const stale = await asked(2);
  assert.equal(completenessOf(stale), "possibly_incomplete");
  assert.match(stale.text, /2 changed files are not in the index yet and may call it/);
});

Deno.test("what external code receives may run there: a function, members of an object, methods of a class's instances", () =>
  withProject({
    "a.ts": `import http from "node:http";
import * as lib from "some-lib";
export function handler() {}
http.createServer(handler).listen(1);
export class Impl { run() {} }
const made = lib.make(Impl);
made.run();
export const table = { go() {} };
lib.wrap(table);
export function quiet() {}
export function keeps(f: () => void) { kept.push(f); }
keeps(quiet);
const kept: (() => void)[] = [];
`,
    "b.py": `from concurrent.futures import ThreadPoolExecutor
import lib
def job(): pass
ThreadPoolExecutor().submit(job)
ThreadPoolExecutor().submit(job)
class Impl:
    def execute(self): pass
lib.make(Impl).execute()
`,
  }, async (project) => {
    const warningsOf = async (name: string): Promise<unknown> =>
      ((await call(project, "get_callers", { function_name: name })).structured["metadata"] as { warnings?: string[] }).warnings;
    const handed = (to: string): string[] => [`it is passed to ${to}, outside, which may call it: such calls are not in the list`];
    assert.deepEqual(await warningsOf("handler"), handed("http.default.createServer"));
    assert.deepEqual(await warningsOf("table.go"), handed("some-lib.wrap"));
    assert.deepEqual(await warningsOf("job"), handed("Executor.submit"));
    assert.deepEqual(await warningsOf("quiet"), [
      "it is passed as a value at a.ts:12: what receives it may call it through a variable, a parameter or a field, and such calls are not all in the list",
    ]);
    for (const [name, first] of [["a.ts:Impl.run", "a.ts:7:6"], ["b.py:Impl.execute", "b.py:8:16"]] as const) {
      const callers = await call(project, "get_callers", { function_name: name });
      assert.deepEqual(
        [completenessOf(callers), callers.structured["unresolved"]],
        ["possibly_incomplete", { count: 1, first: [first] }],
        name,
      );
    }
  }));

Deno.test("unresolved calls of a name are listed to the end, page by page, none twice", () =>
  withProject({
    "a.ts": `export class A { near() {} }\nexport class B { near() {} }\nexport function sure(a: A) { a.near(); }\n`,
    "b.ts": `export function use(x: any) {\n${"  x.near();\n".repeat(30)}}\n`,
  }, async (project) => {
    type Answer = { total_callers: number; callers: object; unresolved: { count: number; first: string[]; cursor?: string } };
    const params = { function_name: "A.near", limit: 10 };
    const seen: string[] = [];
    let cursor: string | undefined;
    let pages = 0;
    do {
      const { structured, text } = await call(project, "get_callers", { ...params, ...(cursor === undefined ? {} : { cursor }) });
      const answer = structured as unknown as Answer;
      assert.deepEqual([answer.total_callers, answer.unresolved.count, Object.keys(answer.callers).length], [1, 30, pages === 0 ? 1 : 0]);
      seen.push(...answer.unresolved.first);
      if (pages === 1) assert.match(text, /may belong here: 30, 9 to 18:\n( {2}b\.ts:\d+:5 x\.near\n){10} {2}more of them: cursor \S+/);
      cursor = answer.unresolved.cursor;
      pages++;
    } while (cursor !== undefined && pages < 10);
    assert.equal(pages, 4);
    assert.deepEqual(seen, Array.from({ length: 30 }, (_, i) => `b.ts:${i + 2}:5`));
  }));

Deno.test("if no calls lead there, a path follows passed functions, and says so; calls are preferred", () =>
  withProject({
    "route.js": `function validate() {}
function handleRequest() { validate(); }
function register(handler) { return handler; }
function routeHandler() { register(handleRequest); }
function direct() { register(validate); validate(); }
module.exports = { routeHandler, direct };
`,
  }, async (project) => {
    await project.index();
    const chain = async (from_func: string) => await call(project, "call_chain", { from_func, to_func: "validate" });
    const handed = await chain("routeHandler");
    assert.deepEqual(
      (handed.structured["paths"] as { name: string; heuristic?: string }[][]).map((path) =>
        path.map(({ name, heuristic = "" }) => `${name} ${heuristic}`.trim())
      ),
      [
        ["routeHandler passed as a value", "handleRequest", "validate"],
      ],
    );
    assert.match(handed.text, /routeHandler .* passes the next at route\.js:4:\d+ {2}heuristic: passed as a value/);
    assert.match(warningsOf(handed).join(), /no path consists of calls alone/);
    const direct = await chain("direct");
    assert.deepEqual(
      (direct.structured["paths"] as { name: string; heuristic?: string }[][]).map((path) => path.map(({ heuristic = "" }) => heuristic)),
      [["", ""]],
    );
    assert.deepEqual(warningsOf(direct), []);
  }));

Deno.test("no path: one may lead through a package that received a function, if something of that package is called", () =>
  withProject({
    "go.mod": "module m\n\nrequire example.com/cli v1.0.0\n",
    "main.go": `package main

import "example.com/cli"

var root = &cli.Command{}

func init() { root.Run = start }
func start()  { serve() }
func serve()  {}
func main()   { root.Execute() }
func apart()  {}
`,
  }, async (project) => {
    const path = async (from: string): Promise<readonly [string, unknown]> => {
      const reply = await call(project, "call_chain", { from_func: from, to_func: "serve" });
      return [warningsOf(reply).join("; "), completenessOf(reply)];
    };
    assert.deepEqual(await path("main.main"), [
      "a path may lead through main.start (passed to example.com/cli.Command.Run at main.go:7): example.com/cli.Command.Execute, outside, " +
      "is called at main.go:10, and code there may run what it received",
      "possibly_incomplete",
    ]);
    assert.deepEqual(await path("apart"), ["", "complete"]);
  }));

Deno.test("a variable that holds functions leads on where reached code names it, one with a plain value does not", () =>
  withProject({
    "go.mod": "module example.com/demo\n\ngo 1.22\n",
    "main.go": 'package main\n\nimport "example.com/demo/cmd"\n\nfunc main() { cmd.Execute() }\n',
    "cmd/root.go":
      'package cmd\n\nimport "github.com/spf13/cobra"\n\nvar root = &cobra.Command{Run: func(c *cobra.Command, args []string) { serve() }}\n\n' +
      "var size = count()\n\nfunc Execute() {\n\troot.Execute()\n\tprintln(size)\n}\n\nfunc serve() {}\n\nfunc count() int { return 1 }\n\nfunc Apart() {}\n",
  }, async (project) => {
    await project.index();
    const told = async (from_func: string, to_func: string): Promise<unknown> => {
      const { structured } = await call(project, "call_chain", { from_func, to_func });
      const { warnings, completeness } = structured["metadata"] as { warnings?: string[]; completeness: string };
      return [structured["paths"], completeness, warnings];
    };
    const through =
      "a path may lead through cmd.root (named at cmd/root.go:10:2 by Execute): its value holds functions, which code that has it may run";
    assert.deepEqual(await told("main", "serve"), [[], "possibly_incomplete", [through]]);
    assert.deepEqual(await told("main", "count"), [[], "complete", undefined]);
    assert.deepEqual(await told("Apart", "serve"), [[], "complete", undefined]);
  }));
