/** Which calls of a trait's functions in Rust are certain: the actual target may be an implementation that is not known. */
import assert from "node:assert/strict";
import { languages } from "../languages/mod.ts";
import { resolveInMemory } from "../plugins/memory_project.ts";

const CARGO = { path: "Cargo.toml", text: `[package]\nname = "sure"\n[dependencies]\nclock = "1"\n` };

Deno.test("a path to a trait's function certainly means the trait's own only if the value is known to have no other", async () => {
  const plugin = languages.find((one) => one.name === "rust")!;
  const text = `
pub trait Write { fn write(&self); }
pub trait Make { fn make(n: (u8, u8)) -> u8; }
pub struct Own;
impl Write for Own { fn write(&self) {} }
impl Make for Own { fn make(n: (u8, u8)) -> u8 { n.0 } }
fn bound<T: Write>(value: T) { Write::write(&value); }
fn own(value: Own) { Write::write(&value); }
fn abroad(value: clock::Time) { Write::write(&value); }
fn written(value: clock::Time) { <clock::Time as Write>::write(&value); }
fn tuple() { Write::write(&(1, 2)); }
fn untold() { Make::make((1, 2)); }`;
  const { edges } = await resolveInMemory(plugin, [CARGO, { path: "src/lib.rs", text }]);
  const calls = edges.filter((edge) => edge.type === "calls");
  assert.deepEqual(calls.map((edge) => [edge.from, edge.target, edge.confidence]), [
    ["sure::bound", "sure::Write::write", "static"],
    ["sure::own", "sure::Own::write", "static"],
    ["sure::abroad", "sure::Write::write", "heuristic"],
    ["sure::written", "sure::Write::write", "heuristic"],
    ["sure::tuple", "sure::Write::write", "heuristic"],
    ["sure::untold", "sure::Make::make", "heuristic"],
  ]);
});
