/** Functions that are handed to something of which nothing is known: it may call them where no call site says so. */
import assert from "node:assert/strict";
import { call, warningsOf } from "./support/call.ts";
import { withProject } from "./support/temp_project.ts";

const FILES = {
  "app.py": `def first(): ...
def second(): ...
def third(): ...


def take(function, *args):
    function(*args)


def main(server):
    server.mount("/", first)
    take(second, "/")
    server.mount("/", {"a": [third]})
`,
};

Deno.test("what is handed to something of which nothing is known may be called there", () =>
  withProject(FILES, async (project) => {
    for (const [name, isHanded] of [["first", true], ["second", false], ["third", true]] as const) {
      const { structured } = await call(project, "get_callers", { function_name: name });
      const warnings = warningsOf({ structured });
      const reason = "it is handed to server.mount, of which nothing is known, which may call it: such calls are not in the list";
      assert.deepEqual(warnings, isHanded ? [reason] : [], name);
    }
  }));
