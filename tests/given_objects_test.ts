/** Members of anonymous objects: they are not reported as uncalled unless that is known. */
import assert from "node:assert/strict";
import { call } from "./support/call.ts";
import { withProject } from "./support/temp_project.ts";

const FILES = {
  "build.config.js": "export default () => [{\n  onLog(level) {},\n}];\n",
  "app.js": "var app = exports = module.exports = {};\napp.shown = function shown() {};\n",
  "make.ts": `import { wrap } from "rpc";
interface Asked { ask(): void; tell(): void }
export function make(): Asked { return { ask() {}, tell() {} }; }
export function loose() { return { used() {}, free() {} }; }
wrap(make());
export function use(asked: Asked) { asked.ask(); }
loose().used();
const named = { used() {}, free() {} };
named.used();
`,
};

Deno.test("members of anonymous objects may be called by whoever receives them", () =>
  withProject(FILES, async (project) => {
    const doubted: string[] = [];
    for (const name of ["onLog", "app.shown", "make.ask", "make.tell", "loose.used", "loose.free", "named.used", "named.free"]) {
      const { structured } = await call(project, "get_callers", { function_name: name });
      const warnings = (structured["metadata"] as { warnings?: string[] }).warnings ?? [];
      if (warnings.some((one) => one.startsWith("it is a member of an object that "))) doubted.push(name);
      assert.equal(structured["completeness"], doubted.includes(name) ? "possibly_incomplete" : "complete", name);
    }
    assert.deepEqual(doubted, ["onLog", "make.tell", "loose.free"]);
  }));

Deno.test("callers found by a method's name alone are marked as probably those of an external method that is called by the same name", () =>
  withProject({
    "a.py": "class Project:\n    def children(self):\n        pass\n\ndef walk(node):\n    node.children()\n",
    "b.py": "import astroid\n\ndef first(node):\n    if isinstance(node, astroid.Try):\n        node.children()\n",
  }, async (project) => {
    const { text } = await call(project, "get_callers", { function_name: "children" });
    assert.match(text, /1 call in the list rests on the name alone \(unique-name\), and b\.py:5 calls the external astroid\.Try\.children/);
  }));

const CONFIGURED = (name: string): string =>
  `import make from "./make.js";\nconst config = make();\nconfig.params = { check(context) { return context.${name}; } };\nexport default config;\n`;

Deno.test("for members that stand for each other, missing callers are looked up once", () =>
  withProject({
    "make.js": 'export default () => ({ name: "" });\n',
    "one.js": CONFIGURED("one"),
    "two.js": CONFIGURED("two"),
    "three.js": CONFIGURED("three"),
    "main.js": 'import config from "./one.js";\nexport const name = config.name;\n',
  }, async (project) => {
    for (const place of ["one.js:3", "two.js:3", "three.js:3"]) {
      const { structured } = await call(project, "get_callers", { function_name: place });
      assert.equal(structured["completeness"], "complete", place);
    }
  }));
