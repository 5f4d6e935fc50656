/**
 * Unresolved imports, as after a file was moved: uses of a name imported by one are reported as likely, and no list is complete without
 * them.
 */
import assert from "node:assert/strict";
import { call, warningsOf } from "./support/call.ts";
import { withProject } from "./support/temp_project.ts";

Deno.test("an import from a missing module may mean the only symbol of its name", () =>
  withProject({
    "app/__init__.py": "",
    "app/moved.py": "class Tracker: ...\ndef mark(): ...\nLIMIT = 1\nclass Both: ...\ndef calm(): ...\n",
    "app/other.py": "class Both: ...\n",
    "app/use.py":
      "from app.tracking import (\n    Tracker,\n    mark,\n    LIMIT,\n    Both,\n)\n\ndef run(one: Tracker):\n    return [mark, LIMIT, Both]\n",
    "web/moved.ts": "export class Parser {}\nexport class Reader {}\n",
    "web/use.ts":
      'import { Parser } from "./gone";\nimport { Reader } from "outside";\nexport const all: Parser[] = [];\nexport const some: Reader[] = [];\n',
  }, async (project) => {
    const about = async (name: string): Promise<readonly [unknown, string]> => {
      const reply = await call(project, "get_callers", { function_name: name });
      return [reply.structured["named_at"], warningsOf(reply).filter((one) => one.includes("from a place that does not exist")).join("; ")];
    };
    const lost = (place: string) => `its name is imported from a place that does not exist at ${place}: uses there are not in the list`;
    assert.deepEqual(await about("Tracker"), [{ "app/use.py": { run: [8] } }, lost("app/use.py:2 (app.tracking)")]);
    assert.deepEqual(await about("mark"), [undefined, lost("app/use.py:3 (app.tracking)")]);
    assert.deepEqual(await about("LIMIT"), [{ "app/use.py": { run: [9] } }, lost("app/use.py:4 (app.tracking)")]);
    assert.deepEqual(await about("Parser"), [{ "web/use.ts": { "<module>": [3] } }, lost("web/use.ts:1 (./gone)")]);
    for (const name of ["app.moved.Both", "calm", "Reader"]) assert.deepEqual(await about(name), [undefined, ""], name);
  }));
