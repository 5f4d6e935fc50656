/** What answers about types, traits and interfaces say of what implements them: methods far below, in other files, of types outside. */
import assert from "node:assert/strict";
import { call } from "./support/call.ts";
import { withProject } from "./support/temp_project.ts";

const GO = {
  "go.mod": "module m\n",
  "tree.go": "package main\n\ntype Tree struct{ n int }\n",
  "tree_ops.go": "package main\n\nfunc (t *Tree) Grow() { t.n++ }\nfunc growIt(t *Tree)  { t.Grow() }\n",
};

const RUST = {
  "Cargo.toml": '[package]\nname = "te"\n',
  "src/main.rs": `mod ops;
pub trait Ext { fn shout(&self) -> String; }
impl Ext for str { fn shout(&self) -> String { String::new() } }
impl<T> Ext for Option<Vec<T>>
where
    T: Clone,
{ fn shout(&self) -> String { String::new() } }
impl<T: Clone> Ext for [T; 2] { fn shout(&self) -> String { String::new() } }
pub struct Tree { n: u32 }
impl Ext for Tree { fn shout(&self) -> String { String::new() } }
fn grow_it(t: &mut Tree) { t.grow(); }
fn each(t: Tree) { for x in t { drop(x); } }
fn main() { "x".shout(); Tree { n: 0 }.shout(); }
`,
  "src/ops.rs": `use crate::Tree;
impl Tree {
    pub fn grow(&mut self) { self.step() }
    fn step(&mut self) { self.n += 1; }
}
impl Iterator for Tree {
    type Item = u32;
    fn next(&mut self) -> Option<u32> { self.step(); None }
}
`,
};

Deno.test("a type has the methods that stand in other files", async () => {
  const cases = [
    [GO, "Tree.Grow", "tree_ops.go", { growIt: 4 }],
    [RUST, "Tree.grow", "src/main.rs", { grow_it: 11 }],
  ] as const;
  for (const [files, method, path, callers] of cases) {
    await withProject(files, async (project) => {
      const impact = await call(project, "get_impact", { symbol_name: "Tree" });
      const near = (impact.structured["dependents"] as Record<string, Record<string, Record<string, number>>>)["1"]!;
      for (const [name, line] of Object.entries(callers)) assert.equal(near[path]![name], line, name);
      const edges = await call(project, "query_node_edges", { node_identifier: "Tree", edge_type: "contains", direction: "outgoing" });
      assert.match(edges.text, new RegExp(`Contains +-> ${method} `));
    });
  }
});

Deno.test("a type outside that implements a trait is named as it is written", () =>
  withProject(RUST, async (project) => {
    const { structured } = await call(project, "query_interface_implementors", { name_pattern: "Ext" });
    const [{ implementors }] = structured["interfaces"] as [{ implementors: { name: string }[] }];
    assert.deepEqual(implementors.map(({ name }) => name), ["str", "Option<Vec<T>>", "[T; 2]", "Tree"]);
  }));
