/**
 * The choice among many: overloads with constants, implementations of one trait for one type with different arguments, methods of one name.
 */
import assert from "node:assert/strict";
import { languages } from "../languages/mod.ts";
import { resolveInMemory, type VirtualFile } from "../plugins/memory_project.ts";

const MANY = [...Array(40).keys()];

/** What the functions of a project call, by their names. */
async function targetsOf(language: string, files: readonly VirtualFile[]): Promise<Record<string, string[]>> {
  const plugin = languages.find(({ name }) => name === language)!;
  const { edges } = await resolveInMemory(plugin, files);
  const targets: Record<string, string[]> = {};
  for (const { type, from, target } of edges) if (type === "calls" && target !== "") (targets[from] ??= []).push(target);
  return targets;
}

Deno.test("of many overloads the first that accepts the argument is meant, whether it requires a constant or not", async () => {
  const overloads = MANY.map((i) => `export function make(kind: "k${i}"): T${i};\n`);
  overloads.splice(20, 0, `export function make(kind: "k5" | "both" | "k30"): Both;\n`, `export function make(kind: number): Both;\n`);
  const text = `class Both { end() {} }
${MANY.map((i) => `class T${i} { go() {} }`).join("\n")}
${overloads.join("")}export function make(kind: string | number): any {}
${MANY.map((i) => `function of${i}() { make("k${i}").go(); }`).join("\n")}
function both() { make("both").end(); }
function counted() { make(3).end(); }
`;
  const targets = await targetsOf("typescript", [{ path: "a.ts", text }]);
  for (const i of MANY) assert.deepEqual(targets[`of${i}`], i === 30 ? ["make"] : ["make", `T${i}.go`]);
  assert.deepEqual([targets["both"], targets["counted"]], [["make", "Both.end"], ["make", "Both.end"]]);
});

Deno.test("of a type's many implementations of one trait the one that accepts the argument is called, on any receiver", async () => {
  const text = `pub trait Put<T> { fn put(&self, t: T) -> T; }
pub struct S;
${
    MANY.map((i) =>
      `pub struct T${i};\nimpl T${i} { pub fn go(&self) {} }\nimpl Put<T${i}> for S { fn put(&self, t: T${i}) -> T${i} { t } }`
    ).join("\n")
  }
${MANY.map((i) => `pub fn of${i}(s: S) { s.put(T${i}).go(); }\npub fn by${i}(s: &S) { S::put(s, T${i}).go(); }`).join("\n")}
`;
  const targets = await targetsOf("rust", [
    { path: "Cargo.toml", text: '[package]\nname = "app"\nversion = "0.1.0"\nedition = "2021"\n' },
    { path: "src/lib.rs", text },
  ]);
  for (const i of MANY) {
    for (const from of [`app::of${i}`, `app::by${i}`]) assert.ok(targets[from]!.includes(`app::T${i}::go`), `${from}: ${targets[from]}`);
  }
});

Deno.test("a class's call on itself may mean a subclass's method, however many other classes have a method of the name", async () => {
  const text = `import ext
class Mixin(ext.Base):
    def use(self):
        self.hook()
class Full(Mixin):
    def hook(self): ...
${MANY.map((i) => `class Apart${i}:\n    def hook(self): ...`).join("\n")}
`;
  const python = languages.find(({ name }) => name === "python")!;
  const { edges } = await resolveInMemory(python, [{ path: "app.py", text }]);
  assert.deepEqual(edges.filter(({ from }) => from === "app.Mixin.use").map(({ candidates }) => candidates), [["app.Full.hook"]]);
});

Deno.test("functions that pass their arguments to each other in all ways reveal their type", async () => {
  const few = MANY.slice(0, 5);
  const text = `const express = require("express");
${few.map((i) => `function add${i}(app) { ${few.map((j) => `add${j}(app);`).join(" ")} app.get("/r${i}", () => {}); }`).join("\n")}
add0(express());
`;
  const plugin = languages.find(({ name }) => name === "typescript")!;
  const { edges } = await resolveInMemory(plugin, [{ path: "app.js", text }]);
  const routes = edges.filter(({ type }) => type === "exposes").map(({ toName }) => toName);
  assert.deepEqual(routes, few.map((i) => `GET /r${i}`));
});

Deno.test("hundreds of implementations of an external trait for one type are reported once", async () => {
  const lib = [...Array(300).keys()].map((i) =>
    `impl<T: Clone> Pow<[u8; ${i}]> for Ratio<T> { type Output = Ratio<T>; fn pow(self, n: [u8; ${i}]) -> Ratio<T> { self } }`
  );
  const text = `use outside::Pow;
pub struct Ratio<T>(T);
impl<T> Ratio<T> { pub fn invert(self) -> Self { self } }
${lib.join("\n")}
pub fn of<T>(one: Ratio<T>) { outside::wrap(one).invert(); }
`;
  const plugin = languages.find(({ name }) => name === "rust")!;
  const manifest = `[package]\nname = "app"\nversion = "0.1.0"\nedition = "2021"\n[dependencies]\noutside = "1"\n`;
  const { edges } = await resolveInMemory(plugin, [{ path: "Cargo.toml", text: manifest }, { path: "src/lib.rs", text }]);
  const call = edges.find(({ type, from, rule }) => type === "calls" && from === "app::of" && rule !== "external");
  assert.deepEqual(call?.candidates, ["app::Ratio::invert"]);
});

Deno.test("impls for library types that names alone do not distinguish keep their members, however many there are", async () => {
  const text = `use std::ops::Add as Plus;
pub trait Shape { type Out; fn fold(&self) -> Self::Out; }
${
    MANY.map((i) =>
      `pub struct T${i};\nimpl T${i} { pub fn go(&self) {} }\nimpl Shape for [u8; ${i}] { type Out = T${i}; fn fold(&self) -> T${i} { T${i} } }
type A${i} = T${i};\nimpl Shape for A${i} { type Out = <[u8; ${i}] as Shape>::Out; fn fold(&self) -> T${i} { T${i} } }
impl Plus<T${i}> for T${i} { type Output = <A${i} as Shape>::Out; fn add(self, _: T${i}) -> T${i} { self } }`
    ).join("\n")
  }
${MANY.map((i) => `pub fn of${i}(t: T${i}) { t.fold().go(); }`).join("\n")}
`;
  const targets = await targetsOf("rust", [
    { path: "Cargo.toml", text: '[package]\nname = "app"\nversion = "0.1.0"\nedition = "2021"\n' },
    { path: "src/lib.rs", text },
  ]);
  for (const i of MANY) assert.ok(targets[`app::of${i}`]!.includes(`app::T${i}::go`), `of${i}: ${targets[`app::of${i}`]}`);
});
