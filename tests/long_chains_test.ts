/** Chains of calls of any length keep their receiver. */
import assert from "node:assert/strict";
import { call } from "./support/call.ts";
import { withProject } from "./support/temp_project.ts";

const LINKS = 1000;
const chain = (link: string): string => link.repeat(LINKS);
const FILES = {
  "app.ts": `class Ts { add(n: number): Ts { return this; } build() {} }
class OtherTs { add() {} build() {} }
export function makeTs() { new Ts()${chain("\n  .add(1)")}.build(); }
`,
  "app.py": `class Py:
    def add(self, n: int) -> "Py": return self
    def build(self): pass
class OtherPy:
    def add(self): pass
    def build(self): pass
def make_py():
    Py()${chain(".add(1)")}.build()
`,
  "app.rs": `struct Rs;
impl Rs { fn add(self, n: u32) -> Rs { self } fn build(self) {} }
struct OtherRs;
impl OtherRs { fn add(self) {} fn build(self) {} }
fn make_rs() { Rs${chain("\n  .add(1)")}.build(); }
`,
  "app.go": `package app
type Go struct{}
func (g Go) add(n int) Go { return g }
func (g Go) build() {}
type OtherGo struct{}
func (g OtherGo) add() {}
func (g OtherGo) build() {}
func makeGo() { Go{}${chain(".\n  add(1)")}.build() }
`,
};

Deno.test("the last call of a long chain is called on the result of the chain", () =>
  withProject(FILES, async (project) => {
    for (
      const [type, file, caller] of [["Ts", "app.ts", "makeTs"], ["Py", "app.py", "make_py"], ["Rs", "app.rs", "make_rs"], [
        "Go",
        "app.go",
        "makeGo",
      ]]
    ) {
      const { structured } = await call(project, "get_callers", { function_name: `${type}.build` });
      assert.deepEqual(Object.keys((structured["callers"] as Record<string, object>)[file!] ?? {}), [caller], type);
      assert.equal(structured["heuristic"], undefined, type);
      const links = await call(project, "get_callers", { function_name: `${type}.add` });
      assert.equal(links.structured["total_sites"], LINKS, type);
    }
  }));
