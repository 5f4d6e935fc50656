/** Functions that are both called for certain and passed as a value: the call says nothing about what becomes of the value. */
import assert from "node:assert/strict";
import { call, completenessOf, warningsOf } from "./support/call.ts";
import { withProject } from "./support/temp_project.ts";

/** What hands `load` over to where nobody follows it. */
const FORMS: Readonly<Record<string, string>> = {
  "a variable that is given it later": 'let f: (key: string) => void; f = load; f("x");',
  "a member of the global object": "(globalThis as any).load = load;",
  "an object that it is copied into": "Object.assign(table, { load });",
  "a class that keeps it": "new Keeper(load);",
  "one of two values": "const either = table.load || load; keep(either);",
  "an element of a list": "list[0] = load; list.forEach((one) => one('x'));",
  "a field": "class Shelf { read = load }\nkeep(new Shelf());",
};

for (const [what, form] of Object.entries(FORMS)) {
  Deno.test(`TypeScript: what is called and handed over to ${what} may be called there`, () =>
    withProject({
      "load.ts": "export function load(key: string) {}\n",
      "app.ts": `import { load } from "./load";
declare function keep(value: unknown): void;
const table: any = {};
const list: ((key: string) => void)[] = [];
class Keeper { constructor(run: unknown) { keep(run); } }
export function start() { load("here"); }
${form}
`,
    }, async (project) => {
      const { structured } = await call(project, "get_callers", { function_name: "load" });
      assert.deepEqual(Object.keys((structured["callers"] as Record<string, object>)["app.ts"]!), ["start"]);
      assert.equal(structured["completeness"], "possibly_incomplete");
      assert.match(warningsOf({ structured }).join(), /^it is passed (?:as a value|to) /);
    }));
}

Deno.test("JavaScript: a member destructured from a required module is called by that name, and not passed", () =>
  withProject({
    "io.js": "exports.load = function load(key) { return key; };\n",
    "app.js": 'const load = require("./io").load;\nmodule.exports = function run() { return load(1); };\n',
    "kept.js": 'let read = require("./io").load;\nmodule.exports = () => read;\n',
  }, async (project) => {
    assert.match((await completenessOf(project, "load")).why, /^it is passed as a value at kept\.js:/);
    project.remove("kept.js");
    assert.deepEqual(await completenessOf(project, "load"), { completeness: "complete", why: "" });
  }));
