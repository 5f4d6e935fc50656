/** Unresolved calls of a name that can only mean something received: a variable, or a member of an unknown value. */
import assert from "node:assert/strict";
import { call } from "./support/call.ts";
import { withProject } from "./support/temp_project.ts";

const FILES = {
  "lib.ts": `export function load() {}
export function save() {}
export function given() {}
export class Model {}
export namespace all {
  export function within() {}
}
export function shown() {}
`,
  "whole.ts": `export function part() {}
`,
  "use.ts": `import { given } from "./lib";
import * as whole from "./whole";
export function run(load: any, x: any, given: any, Model: any) {
  load();
  x.save();
  given();
  new Model();
  x.within();
  x.part();
  (window as any).shown();
}
run(null, whole, given, null);
`,
  "models.py": `class Model: ...


def fn(): ...


def make():
    return fn
`,
  "use.py": `def run(factory, fn, kept):
    Model = factory()
    Model()
    fn()
    kept.fn()
`,
};

Deno.test("a call of a variable, or of a member of an unknown value, does not call a function or class that is passed nowhere", () =>
  withProject(FILES, async (project) => {
    const cases: readonly (readonly [string, readonly string[], boolean])[] = [
      ["load", [], true],
      ["save", [], true],
      // Followed to the parameter that is called.
      ["given", [], true],
      ["lib.ts:4", [], true],
      // Of namespaces that are passed as a value less is told, and any script may add to what all scripts see.
      ["all.within", ["use.ts:8:5"], false],
      ["shown", ["use.ts:10:19"], false],
      ["part", ["use.ts:9:5"], false],
      ["models.Model", [], true],
      ["models.fn", ["use.py:4:5", "use.py:5:10"], false],
    ];
    for (const [name, places, isComplete] of cases) {
      const { structured } = await call(project, "get_callers", { function_name: name });
      const unresolved = structured["unresolved"] as { first: readonly string[] } | undefined;
      assert.deepEqual(unresolved?.first ?? [], places, name);
      assert.equal(structured["completeness"], isComplete ? "complete" : "possibly_incomplete", name);
    }
  }));
