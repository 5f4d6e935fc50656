/** Go: what code outside calls where no call site says so: methods of the library's interfaces, functions that are handed out. */
import assert from "node:assert/strict";
import { call } from "./support/call.ts";
import { type TempProject, withProject } from "./support/temp_project.ts";

const FILES = {
  "go.mod": "module example.com/m\n\ngo 1.22\n",
  "main.go": `package main

import "net/http"

type site struct{}

func (s *site) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.page() }
func (s *site) page()                                            {}
func (s *site) idle()                                            {}

type gone struct{}

func (g *gone) Error() string        { return "" }
func (g *gone) Is(target error) bool { return false }

type odd struct{}

func (odd) Error() int        { return 0 }
func (odd) Is(other odd) bool { return false }

func main() { http.ListenAndServe(":1", &site{}) }
`,
};

async function callersOf(project: TempProject, name: string): Promise<{ completeness: unknown; why: string }> {
  const { structured } = await call(project, "get_callers", { function_name: name });
  const { warnings = [] } = structured["metadata"] as { warnings?: readonly string[] };
  return { completeness: structured["completeness"], why: warnings.join() };
}

Deno.test("go: what a type has for an interface of the library may be called by code outside", () =>
  withProject(FILES, async (project) => {
    for (
      const [name, why] of [
        ["site.ServeHTTP", /it implements net\/http\.Handler\.ServeHTTP, which code outside may run/],
        ["gone.Error", /it implements error\.Error, which code outside may run/],
        ["gone.Is", /the language itself runs it, or its library/],
      ] as const
    ) {
      const answer = await callersOf(project, name);
      assert.match(answer.why, why, name);
      assert.equal(answer.completeness, "possibly_incomplete", name);
    }
    for (const name of ["site.page", "odd.Error", "odd.Is"]) {
      assert.deepEqual(await callersOf(project, name), { completeness: "complete", why: "" }, name);
    }
  }));

Deno.test("go: an interface of the library asks for no more than its own methods", () =>
  withProject(FILES, async (project) => {
    const { structured } = await call(project, "search_nodes", { name_pattern: "*", unused: true });
    const found = structured["nodes"] as readonly { readonly name: string; readonly confidence: string }[];
    assert.deepEqual(found.map(({ name, confidence }) => [name, confidence]), [["main.site.idle", "medium"]]);
  }));
