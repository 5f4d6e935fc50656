/** Calls of a class on its own object: with several bases, siblings, and mixins. */
import assert from "node:assert/strict";
import { call, warningsOf } from "./support/call.ts";
import { withProject } from "./support/temp_project.ts";

const MIXED = {
  "app.py": `class Base:
    def run(self): return self.step()
    def step(self): return 0

class Mixin:
    def step(self): return super().step()

class Child(Mixin, Base):
    def step(self): return 2

class Beside(Base):
    def step(self): return super().step()
    def again(self): return super().step()

class Sibling(Base):
    def step(self): return 1

class Walker(Base):
    def walk(self): return self.step()
`,
};

Deno.test("a method overrides that of each of several bases, and is reached through each", () =>
  withProject(MIXED, async (project) => {
    const { structured } = await call(project, "get_callers", { function_name: "Child.step" });
    assert.deepEqual([structured["callers"], structured["possible"]], [{}, { "app.py": { "Base.run": [2] } }]);
    const impact = await call(project, "get_impact", { symbol_name: "Child.step" });
    assert.deepEqual(impact.structured["dependents"], { "1": { "app.py": { "Base.run": 2 } } });
  }));

Deno.test("a call on the own object runs methods that the object may have: no sibling's, and not its own through super", () =>
  withProject(MIXED, async (project) => {
    const possible = async (name: string): Promise<unknown> =>
      (await call(project, "get_callers", { function_name: name })).structured["possible"];
    assert.deepEqual(await possible("Mixin.step"), { "app.py": { "Base.run": [2] } });
    assert.deepEqual(await possible("Sibling.step"), { "app.py": { "Base.run": [2] } });
  }));

Deno.test("a member inherited from an abstract base runs on objects of that class: paths, callers and impact exclude its siblings", () =>
  withProject({
    "run.ts": `abstract class Runner { abstract query(text: string): void }
class Far extends Runner { query(text: string): void {} }
abstract class Lite extends Runner { start(): void { this.query("begin"); } }
class Mobile extends Lite { query(text: string): void {} }
export function any(runner: Runner): void { runner.query("begin"); }
export function lite(runner: Lite): void { runner.query("begin"); }
`,
  }, async (project) => {
    const possible = async (name: string): Promise<unknown> =>
      (await call(project, "get_callers", { function_name: name })).structured["possible"];
    assert.deepEqual(await possible("Far.query"), { "run.ts": { any: [5] } });
    assert.deepEqual(await possible("Mobile.query"), { "run.ts": { "Lite.start": [3], any: [5], lite: [6] } });
    const impact = await call(project, "get_impact", { symbol_name: "Far.query" });
    assert.deepEqual(impact.structured["dependents"], { "1": { "run.ts": { any: 5 } } });
    const { structured } = await call(project, "call_chain", { from_func: "Lite.start", to_func: "Far.query" });
    assert.deepEqual(structured["paths"], []);
    const callees = await call(project, "get_callees", { function_name: "lite" });
    const dispatch = callees.structured["dispatch"] as { candidates: string[] }[];
    assert.deepEqual(dispatch.map(({ candidates }) => candidates), [["run.ts:4 Mobile.query"]]);
  }));

Deno.test("an inherited member is reported once, however many overloads declare it", () =>
  withProject({
    "run.ts": `interface Runner { query(text: string): void; query(text: string, values: number[]): void }
abstract class Lite implements Runner {}
`,
  }, async (project) => {
    const warnings = warningsOf(await call(project, "get_callers", { function_name: "Lite.query" }));
    assert.deepEqual(warnings.filter((one) => one.includes("inherited")), ["Lite.query is inherited: it is Runner.query (run.ts)"]);
  }));

Deno.test("what a decorator's class puts in a method's place may run there, although it is not a subclass", () =>
  withProject({
    "app.py": `def logged(cls):
    class Logged:
        def __init__(self, *args):
            self.inner = cls(*args)
        def step(self):
            return self.inner.step()
    return Logged

@logged
class Job:
    def step(self): return 1
    def run(self): return self.step()
`,
  }, async (project) => {
    const { structured } = await call(project, "get_callers", { function_name: "Logged.step" });
    assert.deepEqual(structured["possible"], { "app.py": { "Job.run": [12] } });
  }));

const TEMPLATE = `class Channel:
    def bind(self):
        self._bind()


class Memory(Channel):
    def _bind(self): return 1


class Disk(Channel):
    def _bind(self): return 1


class Other:
    def _bind(self): return 1


def use(channel):
    channel._bind()
`;

Deno.test("a base's call on its own object of a method that only subclasses have may mean each of them", () =>
  withProject({ "app.py": TEMPLATE }, async (project) => {
    for (const [name, possible] of [["Memory", { "app.py": { "Channel.bind": [3] } }], ["Other", undefined]] as const) {
      const { structured } = await call(project, "get_callers", { function_name: `${name}._bind` });
      const unresolved = structured["unresolved"] as readonly { line: number }[] | undefined;
      assert.deepEqual([structured["possible"], structured["completeness"]], [possible, "possibly_incomplete"], name);
      assert.ok(JSON.stringify(unresolved ?? structured).includes("19"), name);
    }
    const { text } = await call(project, "search_nodes", { name_pattern: "*", unused: true });
    assert.deepEqual(text.match(/(?<=^Method )\S+/gm), ["app.Other._bind"]);
  }));
