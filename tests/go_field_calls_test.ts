/** Go: a call of a field's function leaves lists of callers open only of what is passed as a value, or can be named there. */
import assert from "node:assert/strict";
import { call, completenessOf } from "./support/call.ts";
import { withProject } from "./support/temp_project.ts";

const FILES = {
  "go.mod": "module example.com/m\n\ngo 1.22\n",
  "guards/guards.go": `package guards

type guard interface{ start() }

type quiet struct{}

func (quiet) start() {}

func begin(g guard) { g.start() }

type Job struct{}

func (Job) Run()  {}
func (Job) Stop() {}

func all(j Job) { j.Run() }
`,
  "hooks/hooks.go": `package hooks

import "example.com/m/guards"

type Hooks struct {
	start func()
	Run   func()
	Stop  func()
}

func (h Hooks) fire() {
	h.start()
	h.Run()
	h.Stop()
}

func hooked(j guards.Job) Hooks { return Hooks{Stop: j.Stop} }
`,
};

Deno.test("a call of a field's function is not one of a method of its name that nobody passes", async () => {
  await withProject(FILES, async (project) => {
    for (const name of ["quiet.start", "Job.Run"]) {
      assert.deepEqual(await completenessOf(project, name), { completeness: "complete", why: "" }, name);
    }
  });
});

Deno.test("where a method is passed as a value, the call of the field may be one of it", async () => {
  await withProject(FILES, async (project) => {
    const { text } = await call(project, "get_callers", { function_name: "Job.Stop" });
    assert.match(text, /Hooks\.fire 14:4/);
  });
});
