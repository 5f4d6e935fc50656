/** What answers about types, traits and interfaces say of what implements them: methods far below, in other files, of types outside. */
import assert from "node:assert/strict";
import { call } from "./support/call.ts";
import { withProject } from "./support/temp_project.ts";

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

Deno.test("a type outside that implements a trait is named as it is written", () =>
  withProject(RUST, async (project) => {
    const { structured } = await call(project, "query_interface_implementors", { name_pattern: "Ext" });
    const [{ implementors }] = structured["interfaces"] as [{ implementors: { name: string }[] }];
    assert.deepEqual(implementors.map(({ name }) => name), ["str", "Option<Vec<T>>", "[T; 2]", "Tree"]);
  }));
