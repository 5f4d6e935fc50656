/** The running time grows no faster than in proportion to the input, however unusual that is. */
import assert from "node:assert/strict";
import { Work } from "../core/threads/work.ts";
import { languages } from "../languages/mod.ts";
import { endArrows } from "../languages/typescript/text/arrow_ends.ts";
import { resolveInMemory } from "../plugins/memory_project.ts";
import { unusedIn } from "./support/call.ts";
import { withProject } from "./support/temp_project.ts";

/** The least time of some runs: the others waited for something else. */
async function fastest(run: () => unknown): Promise<number> {
  let least = Infinity;
  for (let i = 0; i < 3; i++) {
    const begun = performance.now();
    await run();
    least = Math.min(least, performance.now() - begun);
  }
  return least;
}

/** Fails where four times as much takes more than ten times as long; below a second another program may be what took it. */
async function assertInProportion(size: number, run: (size: number) => unknown): Promise<void> {
  const [small, large] = [await fastest(() => run(size)), await fastest(() => run(4 * size))];
  assert.ok(large < 10 * small + 1000, `${size}: ${small.toFixed(1)} ms, ${4 * size}: ${large.toFixed(1)} ms`);
}

Deno.test("brackets that close and never opened", () => assertInProportion(20_000, (size) => endArrows("}\n(".repeat(size))));

/** Lowers a text of a language's first grammar. */
async function lower(language: string, path: string, text: string): Promise<void> {
  const plugin = languages.find(({ name }) => name === language)!;
  const work = new Work({ load: () => Promise.resolve(plugin), nameOf: () => undefined });
  const bytes = new TextEncoder().encode(text);
  await work.parse([{ path, language, grammar: Object.values(plugin.extensions)[0]!, bytes, given: [] }]);
}

Deno.test("conditions in each other's branches", () =>
  assertInProportion(4000, (size) => lower("typescript", "a.js", `x = ${"a ? b : ".repeat(size)}c;\n`)));

Deno.test("members that are assigned the same members of their own object", async () => {
  const typescript = languages.find(({ name }) => name === "typescript")!;
  await assertInProportion(50, (size) => {
    const members = [...Array(size).keys()].map((i) => `  get m${i}(): unknown { return this.cached("m${i}"); }\n`).join("");
    const text = `class Leaf {
  cached<K extends keyof this>(key: K): this[K] { return this[key]; }
${members}}
function use(leaf: Leaf) {
${[...Array(size).keys()].map((i) => `  leaf.m${i}.go();`).join("\n")}
}
`;
    return resolveInMemory(typescript, [{ path: "a.ts", text }]);
  });
});

Deno.test("objects made from two others each, in a chain deeper than any evaluation", async () => {
  const typescript = languages.find(({ name }) => name === "typescript")!;
  await assertInProportion(40, (size) => {
    const links = [...Array(size).keys()].map((i) => `const o${i + 2} = { ...o${i}, ...o${i + 1}, f${i}() {} };`).join("\n");
    const uses = [...Array(size).keys()].map((i) => `o${size}.f${i}();`).join("\n");
    return resolveInMemory(typescript, [{ path: "a.ts", text: `const o0 = {}, o1 = {};\n${links}\n${uses}\n` }]);
  });
});

Deno.test("traits that build on each other in a cycle longer than any evaluation", async () => {
  const rust = languages.find(({ name }) => name === "rust")!;
  await assertInProportion(30, (size) => {
    const above = (i: number): string => [1, 2, 3].map((step) => `T${(i + step) % size}`).join(" + ");
    const traits = [...Array(size).keys()].map((i) =>
      `pub trait T${i}: ${above(i)} { fn m${i}(&self); }\nfn u${i}<X: T${i}>(x: X) { x.m${i}(); }`
    );
    return resolveInMemory(rust, [
      { path: "Cargo.toml", text: '[package]\nname = "app"\nversion = "0.1.0"\nedition = "2021"\n' },
      { path: "src/lib.rs", text: traits.join("\n") },
    ]);
  });
});

Deno.test("nested types that all ask their parts for what a trait provides", async () => {
  const rust = languages.find(({ name }) => name === "rust")!;
  await assertInProportion(5, (size) =>
    resolveInMemory(rust, [
      { path: "Cargo.toml", text: '[package]\nname = "app"\nversion = "0.1.0"\nedition = "2021"\n' },
      {
        path: "src/lib.rs",
        text: `pub trait Read<I> { type Output; type Error; fn read(&mut self, from: I) -> Result<Self::Output, Self::Error>; }
pub struct Leaf;
impl<I> Read<I> for Leaf { type Output = u8; type Error = (); fn read(&mut self, from: I) -> Result<u8, ()> { Ok(0) } }
pub struct Both<A, B> { a: A, b: B }
impl<I, E, A: Read<I, Error = E>, B: Read<I, Error = E>> Read<I> for Both<A, B> {
    type Output = (<A as Read<I>>::Output, <B as Read<I>>::Output);
    type Error = E;
    fn read(&mut self, from: I) -> Result<Self::Output, E> { todo!() }
}
pub struct Mapped<F, G> { f: F, g: G }
impl<I, O, F: Read<I>, G: FnMut(<F as Read<I>>::Output) -> O> Read<I> for Mapped<F, G> {
    type Output = O;
    type Error = <F as Read<I>>::Error;
    fn read(&mut self, from: I) -> Result<O, Self::Error> { todo!() }
}
pub fn both<I, E, A: Read<I, Error = E>, B: Read<I, Error = E>>(a: A, b: B) -> impl Read<I, Output = (A::Output, B::Output), Error = E> { Both { a, b } }
pub fn mapped<I, O, F: Read<I>, G: FnMut(<F as Read<I>>::Output) -> O>(f: F, g: G) -> impl Read<I, Output = O, Error = F::Error> { Mapped { f, g } }
fn start() {
    ${"mapped(both(Leaf, ".repeat(size)}Leaf${"), |(a, b)| (b, a))".repeat(size)}.read("text").unwrap();
}
`,
      },
    ]));
});

Deno.test("an inline module that re-exports everything from many others", async () => {
  const rust = languages.find(({ name }) => name === "rust")!;
  await assertInProportion(150, (size) => {
    const all = [...Array(size).keys()];
    return resolveInMemory(rust, [
      { path: "Cargo.toml", text: '[package]\nname = "app"\nversion = "0.1.0"\nedition = "2021"\n' },
      {
        path: "src/lib.rs",
        text: `${all.map((i) => `mod m${i};`).join("\n")}\npub mod prelude {\n${
          all.map((i) => `pub use crate::m${i}::*;`).join("\n")
        }\n}\n`,
      },
      ...all.map((i) => ({
        path: `src/m${i}.rs`,
        text: `use crate::prelude::*;\npub fn f${i}() { f${(i + 1) % size}(); missing${i}(); }\n`,
      })),
    ]);
  });
});

Deno.test("methods of one name in many types, and as many calls that may mean them, are judged as fast as where the calls are of another name", async () => {
  const timeWith = async (called: string): Promise<number> => {
    let time = 0;
    const calls = [...Array(1500).keys()].map((i) => `    def go${i}(self): self.${called}()\n`).join("");
    const types = [...Array(1500).keys()].map((i) => `class C${i}(Other):\n    def _v(self): pass\n`).join("");
    await withProject({ "a.py": `class Base:\n${calls}\nclass Other:\n    pass\n\n${types}` }, async (project) => {
      await project.index();
      time = await fastest(() => unusedIn(project));
    });
    return time;
  };
  const [of, apart] = [await timeWith("_v"), await timeWith("_w")];
  assert.ok(of < 2 * apart + 500, `${of.toFixed(1)} ms, of another name: ${apart.toFixed(1)} ms`);
});

/** Fails where it takes longer to read names that are bound in many places than as many that are bound once each. */
async function assertReadAsFast(language: string, path: string, text: (nameOf: (i: number) => string) => string): Promise<void> {
  const plugin = languages.find(({ name }) => name === language)!;
  const timeOf = (nameOf: (i: number) => string): Promise<number> => fastest(() => resolveInMemory(plugin, [{ path, text: text(nameOf) }]));
  const [one, many] = [await timeOf(() => "v"), await timeOf((i) => `v${i}`)];
  assert.ok(one < 2 * many + 500, `one name: ${one.toFixed(1)} ms, many: ${many.toFixed(1)} ms`);
}

Deno.test("functions and variables of one name, each read where all of them may be meant", async () => {
  const all = [...Array(3000).keys()];
  await assertReadAsFast("python", "a.py", (v) => all.map((i) => `def ${v(i)}():\n    ${v(i)}()\n`).join(""));
  await assertReadAsFast("typescript", "a.js", (v) => all.map((i) => `function ${v(i)}() { ${v(i)}(); }\n`).join(""));
  const set = (v: string, i: number): string => `function f${i}() { ${v} = f${i + 1}(); ${v}.go(); }\nvar ${v};\n`;
  await assertReadAsFast("typescript", "a.js", (v) => all.map((i) => set(v(i), i)).join(""));
});

Deno.test("a field that many lines assign and read", () => {
  const begin = (of: string): string => `class C${of}:\n    def __init__(self):\n`;
  return assertReadAsFast(
    "python",
    "a.py",
    (v) =>
      "class D:\n    def m(self): pass\n" +
      [...Array(6000).keys()].map((i) => `${i === 0 || v(i) !== v(0) ? begin(v(i)) : ""}        self.v = D(self.v)\n        self.v.m()\n`)
        .join(""),
  );
});

Deno.test("a namespace of many declarations that call each other's functions", () =>
  assertReadAsFast(
    "typescript",
    "a.ts",
    (v) => [...Array(4000).keys()].map((i) => `namespace N${v(i)} { export function f${i}() { f${(i + 1) % 4000}(); } }\n`).join(""),
  ));

Deno.test("a table of many functions, and as many calls of its elements", () => {
  const go = languages.find(({ name }) => name === "go")!;
  return assertInProportion(1000, (size) => {
    const each = (line: (i: number) => string): string => [...Array(size).keys()].map(line).join("\n");
    const table = `var table = map[string]func(){\n${each((i) => `"k${i}": f${i},`)}\n}\n`;
    const text = `package a\n${each((i) => `func f${i}() {}`)}\n${table}${each((i) => `func g${i}() { table["k${i}"]() }`)}\n`;
    return resolveInMemory(go, [{ path: "go.mod", text: "module a\n" }, { path: "a.go", text }]);
  });
});
