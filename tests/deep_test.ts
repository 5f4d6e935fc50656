/**
 * Chains of thousands of links, and code that overflows the engine's stack: neither ends a run, and the order of questions does not matter.
 */
import assert from "node:assert/strict";
import type { LanguagePlugin } from "../core/plugin.ts";
import { languages } from "../languages/mod.ts";
import { type NamedEdge, resolveInMemory, type VirtualFile } from "../plugins/memory_project.ts";

const FILES = 700;
const TYPES = 3000;

/** Files that each show what the one before shows: `first`, then `link` of the number before, then `last` of the last number. */
function chain(
  ending: string,
  first: string,
  link: (before: number, at: number) => string,
  last: (before: number) => string,
): VirtualFile[] {
  const files = [{ path: `f0${ending}`, text: first }];
  for (let i = 1; i < FILES; i++) files.push({ path: `f${i}${ending}`, text: link(i - 1, i) });
  return [...files, { path: `use${ending}`, text: last(FILES - 1) }];
}

/** One file in which each type builds on the one before; the last is written first. */
function hierarchy(path: string, first: string, link: (i: number) => string, last: string): VirtualFile[] {
  const parts = [last];
  for (let i = TYPES - 1; i > 0; i--) parts.push(link(i));
  return [{ path, text: [...parts, first].join("\n") }];
}

const END = TYPES - 1;
const CARGO: VirtualFile = { path: "Cargo.toml", text: `[package]\nname = "deep"\nversion = "0.1.0"\nedition = "2021"\n` };
const GO_MODULE: VirtualFile = { path: "go.mod", text: "module deep\n\ngo 1.21\n" };
const RUST_ROOT = Array.from({ length: FILES }, (_, i) => `pub mod f${i};`).join("\n");

/** By what is chained: the language, the files, and what the one call must reach. */
const CHAINS: Readonly<Record<string, readonly [language: string, files: readonly VirtualFile[], target: string]>> = {
  "re-exports of a name": [
    "typescript",
    chain(".ts", "export function go() {}", (i) => `export { go } from "./f${i}";`, (i) => `import { go } from "./f${i}";\ngo();`),
    "go",
  ],
  "re-exports of all": [
    "typescript",
    chain(".ts", "export function go() {}", (i) => `export * from "./f${i}";`, (i) => `import { go } from "./f${i}";\ngo();`),
    "go",
  ],
  "names that are imported and imported again": [
    "python",
    chain(".py", "def go(): pass", (i) => `from f${i} import go`, (i) => `from f${i} import go\ngo()`),
    "f0.go",
  ],
  "imports of all": [
    "python",
    chain(".py", "def go(): pass", (i) => `from f${i} import *`, (i) => `from f${i} import go\ngo()`),
    "f0.go",
  ],
  "uses": [
    "rust",
    [
      CARGO,
      { path: "src/lib.rs", text: `${RUST_ROOT}\npub fn user() { f${FILES - 1}::go(); }` },
      ...chain("", "pub fn go() {}", (i) => `pub use crate::f${i}::go;`, () => "").slice(0, -1).map(({ path, text }) => ({
        path: `src/${path}.rs`,
        text,
      })),
    ],
    "deep::f0::go",
  ],
  "classes": [
    "typescript",
    hierarchy(
      "a.ts",
      "class C0 { go() {} }",
      (i) => `class C${i} extends C${i - 1} { m${i}() {} }`,
      `function user(x: C${END}) { x.go(); }`,
    ),
    "C0.go",
  ],
  "interfaces": [
    "typescript",
    hierarchy(
      "a.ts",
      "interface I0 { go(): void }",
      (i) => `interface I${i} extends I${i - 1} {}`,
      `function user(x: I${END}) { x.go(); }`,
    ),
    "I0.go",
  ],
  "classes in the order C3": [
    "python",
    [{
      path: "a.py",
      text: [
        "class C0:\n    def go(self): pass",
        ...Array.from({ length: END }, (_, i) => `class C${i + 1}(C${i}): pass`),
        `def user(x: C${END}):\n    x.go()`,
      ].join("\n"),
    }],
    "a.C0.go",
  ],
  "traits": [
    "rust",
    [
      CARGO,
      ...hierarchy(
        "src/lib.rs",
        "pub trait T0 { fn go(&self); }",
        (i) => `pub trait T${i}: T${i - 1} {}`,
        `pub fn user<X: T${END}>(x: X) { x.go(); }`,
      ),
    ],
    "deep::T0::go",
  ],
  "interfaces in interfaces": [
    "go",
    [
      GO_MODULE,
      {
        path: "a.go",
        text: [
          "package deep",
          ...Array.from({ length: FILES }, (_, i) => `type I${i + 1} interface{ I${i} }`),
          "type I0 interface{ Go() }",
          `func User(x I${FILES}) { x.Go() }`,
        ].join("\n"),
      },
    ],
    "deep.I0.Go",
  ],
  "functions that give what others give": [
    "typescript",
    hierarchy(
      "a.ts",
      "class A { go() {} }\nfunction f0() { return new A(); }",
      (i) => `function f${i}() { return f${i - 1}(); }`,
      `function user() { f${END}().go(); }`,
    ),
    "A.go",
  ],
};

for (const [what, [language, files, target]] of Object.entries(CHAINS)) {
  Deno.test(`a chain of thousands, ${what}: its end is reached, from either end`, async () => {
    const plugin = pluginOf(language);
    const [forward, backward] = [await resolveInMemory(plugin, files), await resolveInMemory(plugin, files, "last")];
    const last = forward.edges.filter((edge) => edge.type === "calls" && /\bgo$/i.test(edge.text));
    assert.deepEqual(last.map((edge) => edge.target), [target]);
    assert.notEqual(last[0]!.rule, "unique-name");
    assert.deepEqual(backward.edges, forward.edges);
  });
}

Deno.test("wide bases: a class with hundreds of them, each with bases of its own, is linearized", async () => {
  const bases = Array.from({ length: 400 }, (_, i) => `class A${i}:\n    def a${i}(self): pass\nclass B${i}(A${i}): pass`);
  const all = bases.map((_, i) => `B${i}`).join(", ");
  const text = `${bases.join("\n")}\nclass Wide(${all}): pass\ndef user(x: Wide):\n    x.a399()\n    x.a0()\n`;
  const { edges } = await resolveInMemory(pluginOf("python"), [{ path: "a.py", text }]);
  assert.deepEqual(edges.filter((edge) => edge.type === "calls").map((edge) => edge.target), ["a.A399.a399", "a.A0.a0"]);
});

Deno.test("wide bases: a Go type that embeds thousands of interfaces, and one that embeds such an interface", async () => {
  const all = Array.from({ length: TYPES }, (_, i) => `I${i}`);
  const text = [
    "package deep",
    ...all.map((name, i) => `type ${name} interface{ M${i}() }`),
    `type All interface { ${all.join("; ")} }`,
    `type Whole struct { ${all.join("; ")} }`,
    "type Through struct{ All }",
    `func user(x Whole, y Through) {\n\tx.M${END}()\n\ty.M0()\n}`,
  ].join("\n");
  const { edges } = await resolveInMemory(pluginOf("go"), [GO_MODULE, { path: "a.go", text }]);
  assert.deepEqual(edges.filter((edge) => edge.type === "calls").map((edge) => edge.target), [`deep.I${END}.M${END}`, "deep.I0.M0"]);
});

Deno.test("wide bases: an interface that is declared in hundreds of places, each of which may extend another", async () => {
  const text = [
    "interface Base<T> { first(): T }",
    "interface Item { go(): void }",
    ...Array.from({ length: 600 }, (_, i) => `interface Wide<T> ${i === 300 ? "extends Base<T> " : ""}{ a${i}(): Item }`),
    "function user(x: Wide<Item>) { x.a0().go(); x.a599().go(); x.first().go(); }",
  ].join("\n");
  const { edges } = await resolveInMemory(pluginOf("typescript"), [{ path: "a.ts", text }]);
  const targets = edges.filter((edge) => edge.type === "calls").map((edge) => edge.target);
  assert.deepEqual(new Set(targets), new Set(["Wide.a0", "Wide.a599", "Base.first", "Item.go"]));
});

Deno.test("what overflows the engine's stack costs only its own site, which is unresolved", async () => {
  const typescript = pluginOf("typescript");
  const endless = (): number => endless() + 1;
  const plugin: LanguagePlugin = {
    ...typescript,
    modules: (input) => {
      const modules = typescript.modules(input);
      const resolve = modules.resolve.bind(modules);
      return Object.assign(modules, {
        resolve: (specifier: string, path: string) => specifier === "endless" ? endless() as never : resolve(specifier, path),
      });
    },
  };
  const files = [
    { path: "a.ts", text: `import { b } from "./b";\nexport function a() { b(); late(); b(); }\nimport { late } from "endless";\n` },
    { path: "b.ts", text: `import { a } from "./a";\nexport function b() { a(); }\n` },
  ];
  const calls = (edges: readonly NamedEdge[]): string[] =>
    edges.filter((edge) => edge.type === "calls").map((edge) => `${edge.from} ${edge.text} ${edge.target} ${edge.rule}`);
  const expected = ["a b b import", "a late  unresolved", "a b b import", "b a a import"];
  assert.deepEqual(calls((await resolveInMemory(plugin, files)).edges), expected);
  assert.deepEqual(calls((await resolveInMemory(plugin, files, "last")).edges), expected);
});

function pluginOf(name: string): LanguagePlugin {
  return languages.find((plugin) => plugin.name === name)!;
}
