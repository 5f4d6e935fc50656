/**
 * Modules that re-export all of each other's names in cycles: although there are innumerable paths, each name is found or is known to be
 * missing.
 */
import assert from "node:assert/strict";
import { languages } from "../languages/mod.ts";
import { resolveInMemory, type VirtualFile } from "../plugins/memory_project.ts";

const MODULES = 50;
const NUMBERS = [...Array(MODULES).keys()];
const next = (i: number): number => (i + 1) % MODULES;
const other = (i: number): number => (7 * i + 3) % MODULES;
/** Far from `i` by either way. */
const far = (i: number): number => (i + MODULES / 2) % MODULES;
const CARGO: VirtualFile = { path: "Cargo.toml", text: `[package]\nname = "circle"\nversion = "0.1.0"\nedition = "2021"\n` };
const RUST_ROOT = NUMBERS.map((i) => `pub mod m${i};`).join("\n");
const rust = (i: number): string => `pub use crate::m${next(i)}::*;\npub use crate::m${other(i)}::*;`;

/** By language: the files, each of which calls `f` of a number far from its own, which it has through others, and what is nowhere. */
const CIRCLES: Readonly<Record<string, readonly [language: string, files: readonly VirtualFile[], target: (i: number) => string]>> = {
  "export *": [
    "typescript",
    NUMBERS.map((i) => ({
      path: `m${i}.ts`,
      text: `export * from "./m${next(i)}";
export * from "./m${other(i)}";
import { f${far(i)} as there, nowhere } from "./m${next(i)}";
export function f${i}() { there(); nowhere(); }`,
    })),
    (i) => `f${i}`,
  ],
  "import *": [
    "python",
    NUMBERS.map((i) => ({
      path: `m${i}.py`,
      text: `from m${next(i)} import *\nfrom m${other(i)} import *\ndef f${i}():\n    f${far(i)}()\n    nowhere()`,
    })),
    (i) => `m${i}.f${i}`,
  ],
  "use ::*": [
    "rust",
    [
      CARGO,
      { path: "src/lib.rs", text: RUST_ROOT },
      ...NUMBERS.map((i) => ({ path: `src/m${i}.rs`, text: `${rust(i)}\npub fn f${i}() { f${far(i)}(); nowhere(); }` })),
    ],
    (i) => `circle::m${i}::f${i}`,
  ],
  "use ::* of modules inside one file": [
    "rust",
    [
      CARGO,
      {
        path: "src/lib.rs",
        text: NUMBERS.map((i) => `pub mod m${i} { ${rust(i)}\npub fn f${i}() { f${far(i)}(); nowhere(); } }`).join("\n"),
      },
    ],
    (i) => `circle::m${i}::f${i}`,
  ],
};

for (const [what, [language, files, target]] of Object.entries(CIRCLES)) {
  Deno.test(`modules in a circle, ${what}: what one of them has all have, and nothing else`, async () => {
    const plugin = languages.find((one) => one.name === language)!;
    const { edges } = await resolveInMemory(plugin, files);
    const calls = edges.filter((edge) => edge.type === "calls");
    const reached = calls.filter((edge) => edge.target !== "").map((edge) => edge.target);
    assert.deepEqual(reached.toSorted(), NUMBERS.map((i) => target(far(i))).toSorted());
    assert.equal(calls.filter((edge) => edge.toName === "nowhere" && edge.target === "").length, MODULES);
    assert.deepEqual((await resolveInMemory(plugin, files, "last")).edges, edges);
  });
}

Deno.test("a macro that no module of a cycle has is looked up once", async () => {
  const plugin = languages.find((one) => one.name === "rust")!;
  const files = [
    CARGO,
    { path: "src/lib.rs", text: `${RUST_ROOT}\nmod apart;` },
    { path: "src/apart.rs", text: `mod inner { macro_rules! far { ($x:expr) => { $x } } }` },
    ...NUMBERS.map((i) => ({ path: `src/m${i}.rs`, text: `${rust(i)}\npub fn f${i}() { far!(1); }` })),
  ];
  const calls = (await resolveInMemory(plugin, files)).edges.filter((edge) => edge.type === "calls" && edge.text.startsWith("far"));
  assert.equal(calls.length, MODULES);
  assert.deepEqual([...new Set(calls.map((edge) => `${edge.target} ${edge.rule}`))], ["circle::apart::inner::far unique-name"]);
});

Deno.test("traits that imply each other in many ways: a type's own members are reached, nothing else is certain", async () => {
  const plugin = languages.find((one) => one.name === "rust")!;
  const traits = [...Array(12).keys()];
  const given = (i: number, k: number): string =>
    `impl<X: T${(i + k) % 12} + T${(i + 2 * k + 1) % 12}> T${i} for X { fn go${i}(&self) {} }`;
  const text = `${traits.map((i) => `pub trait T${i} { fn go${i}(&self); }`).join("\n")}
${traits.flatMap((i) => [1, 2, 3, 4, 5].map((k) => given(i, k))).join("\n")}
pub struct Own;
impl T0 for Own { fn go0(&self) {} }
pub fn user(own: Own) { own.go0(); }
pub fn other(own: Own) { own.go7(); }`;
  const { edges } = await resolveInMemory(plugin, [CARGO, { path: "src/lib.rs", text }]);
  const calls = edges.filter((edge) => edge.type === "calls");
  assert.deepEqual(calls.map((edge) => [edge.text, edge.target, edge.confidence]), [
    ["own.go0", "circle::Own::go0", "static"],
    // One for each way: whether the type has what that asks for hangs on itself.
    ...Array(5).fill(["own.go7", "circle::X::go7", "heuristic"]),
  ]);
});
