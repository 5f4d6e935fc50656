/** Functions that fields hold under other names: unresolved calls of these names may call them. */
import assert from "node:assert/strict";
import { call } from "./support/call.ts";
import { withProject } from "./support/temp_project.ts";

Deno.test("unresolved calls by a field's name may be calls of the method that it holds", () =>
  withProject({
    "a.py":
      "class Quiet:\n    def note(self): ...\n    shout = note\n\nclass Loud:\n    def shout(self): ...\n\nclass Bell:\n    shout = 1\n\n" +
      "def use(log):\n    log.shout()\n",
  }, async (project) => {
    const { structured, text } = await call(project, "get_callers", { function_name: "Quiet.note" });
    assert.equal(structured["completeness"], "possibly_incomplete");
    assert.match(text, /may belong here: 1\n +a\.py:12:9 log\.shout/);
  }));
