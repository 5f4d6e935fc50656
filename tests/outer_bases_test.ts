/** Methods that a base outside may call, also where the repository calls them: of mixins beside such a base, and of classes further below it. */
import assert from "node:assert/strict";
import { completenessOf } from "./support/call.ts";
import { withProject } from "./support/temp_project.ts";

const VIEWS = {
  "views.py": `from outside import ListView


class Owned:
    def rows(self):
        return super().rows()

    def count(self):
        return len(self.rows())


class Jobs(ListView):
    def shown(self):
        return super().shown()

    def first(self):
        return self.shown()[0]


class OpenJobs(Jobs):
    def shown(self):
        return []

    def last(self):
        return self.shown()[-1]


class OwnJobs(Owned, ListView): ...
`,
};

Deno.test("what super may lead out of the repository for may be called from there", () =>
  withProject(VIEWS, async (project) => {
    const beside = "types that build on its type build on outside.ListView besides, outside the repository, which may call it";
    const above = "its type builds on outside.ListView, outside the repository, which may call it";
    for (const [name, why] of [["Owned.rows", beside], ["Jobs.shown", above], ["OpenJobs.shown", above]] as const) {
      assert.deepEqual(await completenessOf(project, name), { completeness: "possibly_incomplete", why }, name);
    }
  }));
