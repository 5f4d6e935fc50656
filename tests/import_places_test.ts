/** Where a symbol is imported by its name: not a use, but broken by renaming or removing the symbol. */
import assert from "node:assert/strict";
import { call } from "./support/call.ts";
import { withProject } from "./support/temp_project.ts";

Deno.test("impact lists where a symbol is imported and re-exported by its name, also through re-exports, but not imports of its module", () =>
  withProject({
    "pkg/a.py": "def plain(): ...\ndef other(): ...\n",
    "pkg/__init__.py": "from .a import (\n    other,\n    plain,\n)\n",
    "use.py": "from pkg import plain as own\nimport pkg.a\n",
    "x.ts": "export function only() {}\nexport default only;\n",
    "y.ts": 'export * from "./x";\n',
    "z.ts": 'import { only } from "./y";\nimport * as all from "./x";\n',
    "w.js": 'const { only } = require("./x");\n',
  }, async (project) => {
    await project.index();
    const python = await call(project, "get_impact", { symbol_name: "plain" });
    assert.deepEqual(python.structured["imported_at"], { count: 2, first: ["pkg/__init__.py:3", "use.py:1"] });
    assert.match(python.text, /nothing in the repository calls it.*\nimported by its name at 2 places: pkg\/__init__\.py:3, use\.py:1/);
    const typescript = await call(project, "get_impact", { symbol_name: "only" });
    assert.deepEqual(typescript.structured["imported_at"], { count: 2, first: ["w.js:1", "z.ts:1"] });
    const other = await call(project, "get_impact", { symbol_name: "other" });
    assert.deepEqual(other.structured["imported_at"], { count: 1, first: ["pkg/__init__.py:2"] });
  }));

Deno.test("callers of a type or a constant include its imports and re-exports, as a removal breaks these", () =>
  withProject({
    "types.ts": "export interface Load {\n  id: number;\n}\nexport function run() {}\n",
    "index.ts": 'export type { Load } from "./types.ts";\nexport { run } from "./types.ts";\n',
    "use.ts": 'import type { Load } from "./index.ts";\nexport const load: Load = { id: 1 };\n',
  }, async (project) => {
    await project.index();
    const { text, structured } = await call(project, "get_callers", { function_name: "Load" });
    assert.deepEqual(structured["imported_at"], { count: 2, first: ["index.ts:1", "use.ts:1"] });
    assert.match(text, /imported by its name at 2 places: index\.ts:1, use\.ts:1/);
    assert.equal((await call(project, "get_callers", { function_name: "run" })).structured["imported_at"], undefined);
  }));

Deno.test("many places that import a name stand in rows by file, a few in one line", () =>
  withProject({
    "lib.py": "def load():\n    pass\n",
    "a.py": "from lib import load\n",
    "b.py": "from lib import load\nfrom lib import load as again\n",
  }, async (project) => {
    await project.index();
    const { text } = await call(project, "get_impact", { symbol_name: "load" });
    assert.match(text, /\nimported by its name at 3 places\n {2}a\.py 1\n {2}b\.py 1, 2(\n|$)/);
  }));
