/** A function in one branch and a class of the same name in another: a call of the name may mean either. */
import assert from "node:assert/strict";
import { call } from "./support/call.ts";
import { withProject } from "./support/temp_project.ts";

const KEYS = `try:
    class Part:
        def __init__(self, value): ...
except NameError:
    def Part(value): ...

try:
    def Key(value): ...
except TypeError:
    class Key:
        def __init__(self, value): ...
`;

Deno.test("an alternative definition of a class or function is possibly called where the other is", () =>
  withProject({ "keys.py": KEYS, "use.py": "from keys import Key, Part\n\nPart(1)\nKey(1)\n" }, async (project) => {
    for (const [place, line] of [["keys.py:5", 3], ["keys.py:11", 4]] as const) {
      const { structured } = await call(project, "get_callers", { function_name: place });
      assert.deepEqual(structured["possible"], { "use.py": { "<module>": [line] } }, place);
      assert.equal(structured["completeness"], "complete", place);
    }
  }));
