/**
 * Calls of a function in a declared property: possible calls of what is known to be there, and a doubt for everything else with that name.
 */
import assert from "node:assert/strict";
import { call } from "./support/call.ts";
import { withProject } from "./support/temp_project.ts";

const FILES = {
  "app.ts": `interface Hook { apply: (x: number) => void }
const written: Hook = { apply(x) {} };
const loose = { apply(x: number) {} };
class Other { apply(x: number) {} }
export function use(hook: Hook) { hook.apply(1); }
use(written);
use(loose);
use(new Other());
`,
};

Deno.test("a call of a declared property may run what is assigned to it, known or not", () =>
  withProject(FILES, async (project) => {
    const cases = [["written.apply", "complete", true], ["loose.apply", "possibly_incomplete", false], [
      "Other.apply",
      "possibly_incomplete",
      false,
    ]] as const;
    for (const [name, completeness, isPossible] of cases) {
      const { structured } = await call(project, "get_callers", { function_name: name });
      assert.equal(structured["completeness"], completeness, name);
      assert.equal(structured["possible"] !== undefined, isPossible, JSON.stringify(structured));
    }
    const { structured } = await call(project, "call_chain", { from_func: "use", to_func: "written.apply" });
    assert.match(JSON.stringify(structured), /written\.apply/);
  }));

Deno.test("if the receiver is unknown, a call may mean an override in addition to the method", () =>
  withProject({
    "app.py": `class Base:
    def apply(self): pass

class Below(Base):
    def apply(self): pass

def use(one):
    one.apply()
`,
  }, async (project) => {
    for (const name of ["Base.apply", "Below.apply"]) {
      const { structured } = await call(project, "get_callers", { function_name: name });
      assert.equal(structured["completeness"], "possibly_incomplete", name);
    }
  }));
