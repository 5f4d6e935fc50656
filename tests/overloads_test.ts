/** One overload, given by its line or its handle, stands for the whole function: calls lead to the one with the body. */
import assert from "node:assert/strict";
import { call, warningsOf } from "./support/call.ts";
import { type TempProject, withProject } from "./support/temp_project.ts";

const FILES = {
  "misc.py": `from typing import overload


@overload
def to_list(x: int) -> list[int]: ...
@overload
def to_list(x: str) -> list[str]: ...
def to_list(x):
    return wrap(x)


def wrap(x):
    return [x]


def use():
    return to_list(1)
`,
  "kit.ts": `export function pick(n: number): number;
export function pick(s: string): string;
export function pick(x: any) {
  return x;
}
export class Dial {
  get level() { return 1; }
  set level(n: number) {}
}
export interface Shape {
  scale(n: number): void;
}
export interface Adapter {
  add(n: number): void;
  add(s: string): void;
}
export function adapt(adapter: Adapter) {
  adapter.add("x");
}
export function use(dial: Dial) {
  dial.level = 2;
  return pick(2);
}
`,
};

async function callersOf(project: TempProject, name: string): Promise<unknown> {
  return (await call(project, "get_callers", { function_name: name })).structured["callers"];
}

Deno.test("callers, callees and impact of one overload are those of the function, and the answer says so", () =>
  withProject(FILES, async (project) => {
    await project.index();
    for (const name of ["misc.py:5", "misc.py:7", "misc.py:8", "to_list"]) {
      assert.deepEqual(await callersOf(project, name), { "misc.py": { use: [17] } }, name);
    }
    assert.deepEqual(await callersOf(project, "kit.ts:1"), { "kit.ts": { use: [22] } });
    assert.deepEqual(warningsOf(await call(project, "get_callers", { function_name: "kit.ts:11" })), []);
    for (const line of [14, 15]) assert.deepEqual(await callersOf(project, `kit.ts:${line}`), { "kit.ts": { adapt: [18] } });
    const callees = await call(project, "get_callees", { function_name: "misc.py:5" });
    assert.match(callees.text, /wrap :12 called at 9:12/);
    assert.deepEqual(warningsOf(callees), ["misc.py:5 is an overload of misc.to_list (misc.py:8:5): the answer is for all of it"]);
    const impact = await call(project, "get_impact", { symbol_name: "misc.py:7" });
    assert.match(impact.text, /distance 1: 1\n {2}misc\.py\n {4}use :16/);
  }));

Deno.test("a search says which function an overload belongs to, and its id leads there", () =>
  withProject(FILES, async (project) => {
    await project.index();
    const { text, structured } = await call(project, "search_nodes", { name_pattern: "pick" });
    const nodes = structured["nodes"] as { id: string; at: string; overload_of?: string }[];
    assert.deepEqual(nodes.map(({ at, overload_of = "" }) => `${at} ${overload_of}`), [
      "kit.ts:3:17 ",
      "kit.ts:1:17 kit.ts:3:17",
      "kit.ts:2:17 kit.ts:3:17",
    ]);
    assert.match(text, /kit\.ts:1:17 .*\(overload of kit\.ts:3:17\)/);
    assert.deepEqual(await callersOf(project, nodes[1]!.id), { "kit.ts": { use: [22] } });
  }));

Deno.test("a setter is distinguished from its getter by its line", () =>
  withProject(FILES, async (project) => {
    await project.index();
    const { structured } = await call(project, "get_callers", { function_name: "kit.ts:8" });
    assert.equal((structured["symbol"] as { line_start: number }).line_start, 8);
  }));

Deno.test("a declaration apart from its JavaScript is the same symbol, by any of its names", () =>
  withProject({
    "package.json": '{ "name": "teller", "main": "./index.js", "types": "./typings/index.d.ts" }',
    "index.js": 'const { Teller } = require("./lib/teller.js");\nexports.teller = new Teller();\nexports.Teller = Teller;\n',
    "lib/teller.js": `class Teller {
  count(notes) {
    return this.add(notes);
  }
  add(notes) {
    return notes.length;
  }
}
exports.Teller = Teller;
`,
    "typings/index.d.ts": `export class Teller {
  count(notes: string[]): number;
}
export const teller: Teller;
`,
    "use.js": 'const { teller } = require("./");\nfunction open() {\n  teller.count([]);\n}\n',
  }, async (project) => {
    await project.index();
    for (const name of ["Teller.count", "teller.count", "typings/index.d.ts:2"]) {
      assert.deepEqual(await callersOf(project, name), { "use.js": { open: [3] } }, name);
    }
    const { text } = await call(project, "call_chain", { from_func: "teller.count", to_func: "Teller.add" });
    assert.match(text, /1 path from Teller\.count to Teller\.add/);
    const byPlace = await call(project, "get_impact", { symbol_name: "typings/index.d.ts:1" });
    assert.match(
      warningsOf(byPlace).join(),
      /typings\/index\.d\.ts:1 declares Teller \(lib\/teller\.js:1:7\): the answer is for all of it/,
    );
  }));
