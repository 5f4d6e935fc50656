/** Functions that are passed under a name other than their own, and those that a module only re-exports. */
import assert from "node:assert/strict";
import { call, warningsOf } from "./support/call.ts";
import { withProject } from "./support/temp_project.ts";

const HANDLERS = ["shown", "wrapped", "kept", "renamed"];
const DEFINED = HANDLERS.map((name) => `function ${name}() {}\n`).join("");

Deno.test("a re-export under the same name does not pass the function: its importers name it", () =>
  withProject({
    "handlers.js": `${DEFINED}module.exports = {\n${HANDLERS.map((name) => `  ${name},\n`).join("")}};\n`,
    "wrap.js": "module.exports = function wrap(run) {\n  return function inner() { return run(); };\n};\n",
    "keep.js": "const all = new Map();\nexports.keep = (key, run) => { all.set(key, run); };\n",
    "app.js": `const handlers = require("./handlers");
const { keep } = require("./keep");
const { renamed: other } = require("./handlers");
const wrap = require("./wrap");
wrap(handlers.wrapped);
keep("kept", handlers.kept);
keep("other", other);
`,
    "line.js": 'const { keep } = require("./keep"); function lined() {} exports.lined = lined; keep("lined", lined);\n',
  }, async (project) => {
    const told = async (name: string): Promise<readonly string[]> =>
      warningsOf(await call(project, "get_callers", { function_name: name }));
    assert.deepEqual(await told("shown"), []);
    assert.deepEqual(await told("wrapped"), []);
    assert.match((await told("lined")).join(), /^it is passed as a value at line\.js:1:/);
    assert.match((await told("kept")).join(), /^it is passed as a value at app\.js:6:/);
    assert.match((await told("renamed")).join(), /^it is passed as a value at app\.js:7:/);
  }));

Deno.test("a function with another name by an import or a constant is passed under that name", () =>
  withProject({
    "parts.ts": "export function renamed() {}\nexport function named() {}\nexport function twice() {}\nexport const again = twice;\n",
    "more.ts": `export default function whole() {}
export function passed() {}
export function taken() {}
`,
    "index.ts": 'export { passed as shown } from "./more";\n',
    "keep.ts": `const all = new Map<string, () => void>();
export function keep(key: string, run: () => void) { all.set(key, run); }
`,
    "app.ts": `import { again, named, renamed as other } from "./parts";
import { keep } from "./keep";
const alias = named;
keep("other", other);
keep("alias", alias);
keep("again", again);
`,
    "rest.ts": `import main, * as more from "./more";
import { shown } from "./index";
import { keep } from "./keep";
const { taken: got } = more;
keep("main", main);
keep("shown", shown);
keep("got", got);
`,
  }, async (project) => {
    for (const [name, line] of [["renamed", 4], ["named", 5], ["twice", 6]] as const) {
      const told = warningsOf(await call(project, "get_callers", { function_name: name })).join();
      assert.match(told, new RegExp(`^it is passed as a value at app\\.ts:${line}:`), name);
    }
    for (const [name, line] of [["whole", 5], ["passed", 6], ["taken", 7]] as const) {
      const told = warningsOf(await call(project, "get_callers", { function_name: name })).join();
      assert.match(told, new RegExp(`^it is passed as a value at rest\\.ts:${line}:`), name);
    }
  }));
