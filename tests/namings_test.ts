/** Where types, variants, constants and variables are named: what is not a call, and what a rename or a changed shape breaks. */
import assert from "node:assert/strict";
import { C_FORMS } from "../core/rules/text_forms.ts";
import { textForms as python } from "../languages/python/text_forms.ts";
import { textForms as rust } from "../languages/rust/text_forms.ts";
import { textForms as typescript } from "../languages/typescript/text_forms.ts";
import { findNameMentions } from "../query/rows/name_mentions.ts";
import { call } from "./support/call.ts";
import { type TempProject, withProject } from "./support/temp_project.ts";

/** What names a symbol: file -> what stands around it -> lines. */
async function namedAt(project: TempProject, function_name: string): Promise<unknown> {
  const { structured } = await call(project, "get_callers", { function_name, limit: 100 });
  return structured["named_at"];
}

async function checkAll(project: TempProject, expected: Readonly<Record<string, unknown>>): Promise<void> {
  await project.index();
  for (const [name, places] of Object.entries(expected)) assert.deepEqual(await namedAt(project, name), places, name);
}

Deno.test("a Rust type and its variants are named in signatures, patterns and literals, also under an import's alias", () =>
  withProject({
    "Cargo.toml": '[package]\nname = "demo"\nversion = "0.1.0"\nedition = "2021"\n',
    "src/lib.rs": "pub mod shape;\npub mod user;\npub mod other;\n",
    "src/shape.rs":
      "/// A Shape.\npub enum Shape {\n    Dot(i32),\n    Line,\n}\nimpl Shape {\n    pub fn dot() -> Self {\n        Self::Dot(1)\n    }\n}\n",
    "src/user.rs":
      "use crate::shape::Shape;\npub struct Holder<'a> {\n    inner: &'a Shape,\n}\npub fn size(one: &Shape) -> i32 {\n    // Shape\n" +
      '    match one {\n        Shape::Dot(n) => *n,\n        Shape::Line => 0,\n    }\n}\npub fn all() -> Vec<crate::shape::Shape> {\n    println!("Shape");\n    vec![1].into_iter().map(Shape::Dot).collect()\n}\n',
    "src/other.rs":
      "pub enum Line {\n    Dot,\n}\npub fn one<Shape>(shape: Shape) -> Shape {\n    shape\n}\npub fn two() -> Line {\n    Line::Dot\n}\n",
  }, (project) =>
    checkAll(project, {
      Shape: {
        "src/shape.rs": { "<module>": [6] },
        "src/user.rs": { Holder: [3], size: [5, 8, 9], all: [12, 14] },
      },
      "Shape::Dot": { "src/shape.rs": { "Shape::dot": [8] }, "src/user.rs": { size: [8], all: [14] } },
      "Shape::Line": { "src/user.rs": { size: [9] } },
    })));

Deno.test("Rust: paths from a package's root and Self lead to constants of types, variants and fields", () =>
  withProject({
    "Cargo.toml": '[package]\nname = "demo"\nversion = "0.1.0"\nedition = "2021"\n',
    "src/lib.rs":
      "pub mod user;\npub struct Axes {\n    pub deep: bool,\n}\nimpl Axes {\n    pub const SIZE: u32 = 1;\n    pub const ALL: [u32; 1] = [Self::SIZE];\n" +
      "    pub fn is(n: u32) -> bool {\n        matches!(n, Self::SIZE)\n    }\n}\npub enum Kind {\n    One,\n}\npub struct Other;\nimpl Other {\n    pub const SIZE: u32 = 2;\n" +
      "    pub fn of() -> u32 {\n        Self::SIZE\n    }\n}\n",
    "src/user.rs":
      "pub fn size() -> u32 {\n    crate::Axes::SIZE\n}\npub fn kind() -> crate::Kind {\n    crate::Kind::One\n}\npub fn made() -> crate::Axes {\n    crate::Axes { deep: true }\n}\n",
    "src/main.rs": "fn main() {\n    demo::Kind::One;\n}\n",
  }, async (project) => {
    await checkAll(project, {
      "Axes::SIZE": { "src/lib.rs": { "<module>": [7], "Axes::is": [9] }, "src/user.rs": { size: [2] } },
      "Other::SIZE": { "src/lib.rs": { "Other::of": [19] } },
      "Kind::One": { "src/main.rs": { main: [2] }, "src/user.rs": { kind: [5] } },
    });
    const { structured } = await call(project, "get_callers", { function_name: "Axes::deep" });
    assert.deepEqual(structured["possible_reads"], { "src/user.rs": { made: [8] } });
  }));

Deno.test("Rust: a variable does not hide a module of its name in paths to types and constants", () =>
  withProject({
    "Cargo.toml": '[package]\nname = "demo"\nversion = "0.1.0"\nedition = "2021"\n',
    "src/main.rs":
      "mod config;\nfn main() {\n    let config = config::made();\n    match config.level {\n        config::Level::Low => {}\n        config::Level::High => {}\n" +
      '    }\n    let limit = config.limit;\n    println!("{}", config::LIMIT);\n}\nfn within(config: config::Config) {\n    let _ = config.level;\n}\n',
    "src/config.rs":
      "pub const LIMIT: u32 = 1;\npub enum Level {\n    Low,\n    High,\n}\npub struct Config {\n    pub level: Level,\n    pub limit: u32,\n}\npub fn made() -> Config {\n" +
      "    todo!()\n}\npub fn limit() {}\n",
  }, (project) =>
    checkAll(project, {
      Level: { "src/config.rs": { Config: [7] }, "src/main.rs": { main: [5, 6] } },
      "Level::High": { "src/main.rs": { main: [6] } },
      LIMIT: { "src/main.rs": { main: [9] } },
      "config::limit": undefined,
    })));

Deno.test("Rust: paths through modules declared for the file alone, from the root and from the parent module, are resolved for certain", () =>
  withProject({
    "Cargo.toml": '[package]\nname = "demo"\nversion = "0.1.0"\nedition = "2021"\n',
    "src/main.rs": "mod config;\nmod deep;\nfn main() {\n    let one = crate::config::LIMIT;\n}\n",
    "src/config.rs": "pub const LIMIT: u32 = 1;\n",
    "src/deep/mod.rs": "mod inner;\npub enum Shape {\n    Round,\n}\nfn above() -> u32 {\n    super::config::LIMIT\n}\n",
    "src/deep/inner.rs": "fn round(shape: super::Shape) {\n    match shape {\n        super::Shape::Round => {}\n    }\n}\n",
  }, async (project) => {
    await checkAll(project, {
      LIMIT: { "src/deep/mod.rs": { above: [6] }, "src/main.rs": { main: [4] } },
      Shape: { "src/deep/inner.rs": { round: [1, 3] } },
    });
    for (const function_name of ["LIMIT", "Shape"]) {
      assert.doesNotMatch((await call(project, "get_callers", { function_name })).text, /heuristic/, function_name);
    }
  }));

Deno.test("modules that import everything from each other are searched once", () => {
  const names = Array.from({ length: 30 }, (_, i) => `m${i}`);
  const one = (name: string): string =>
    `use crate::prelude::*;\npub use crate::other::Made as Kept;\npub struct Of${name};\npub fn ${name}(it: &Held, made: &Kept) {}\n`;
  return withProject({
    "Cargo.toml": '[package]\nname = "demo"\nversion = "0.1.0"\nedition = "2021"\n',
    "src/lib.rs": ["prelude", "held", "other", ...names].map((name) => `pub mod ${name};\n`).join(""),
    "src/prelude.rs": [...names, "held"].map((name) => `pub use crate::${name}::*;\n`).join(""),
    "src/held.rs": "use crate::prelude::*;\npub struct Held;\n",
    "src/other.rs": "pub use crate::prelude::Kept as Made;\nmade!(Kept);\npub mod inner {\n    pub struct Kept;\n}\n",
    ...Object.fromEntries(names.map((name) => [`src/${name}.rs`, one(name)])),
  }, (project) =>
    checkAll(project, {
      Held: Object.fromEntries(names.map((name) => [`src/${name}.rs`, { [name]: [4] }]).sort()),
      Kept: undefined,
    }));
});

Deno.test("a TypeScript type, constant and enum are named where an import leads to them, but not in a file with its own", () =>
  withProject({
    "a.ts": "export interface Options {\n  depth: number;\n}\nexport const LIMIT = 5;\nexport enum Mode {\n  fast,\n  slow,\n}\n",
    "index.ts": 'export * from "./a";\n',
    "b.ts": 'import { LIMIT, Mode, type Options } from "./index";\nexport class Runner {\n  constructor(private options: Options) {}\n' +
      "  run(mode: Mode) {\n    const text = `LIMIT ${LIMIT}`;\n    return { LIMIT: mode === Mode.fast ? LIMIT : 0, text };\n  }\n}\n",
    "c.ts":
      'import type { Options } from "elsewhere";\nexport function f(o: Options, LIMIT: number) {\n  return LIMIT;\n}\ninterface Mode {\n  fast: 1;\n}\nexport const m: Mode = { fast: 1 };\n',
  }, (project) =>
    checkAll(project, {
      "a.ts:Options": { "b.ts": { "Runner.constructor": [3] } },
      "a.ts:LIMIT": { "b.ts": { "Runner.run": [5, 6] } },
      "a.ts:Mode": { "b.ts": { "Runner.run": [4, 6] } },
      "a.ts:Mode.fast": { "b.ts": { "Runner.run": [6] } },
      "c.ts:Mode": { "c.ts": { "<module>": [8] } },
    })));

Deno.test("a Python class is named by annotations, including quoted ones, and by checks; creating an instance is a call", () =>
  withProject({
    "app/__init__.py": "",
    "app/model.py": "class Model:\n    pass\n\nLIMIT = 3\n",
    "app/use.py":
      'import app.model\nfrom app.model import LIMIT, Model\n\nclass Sub(Model):\n    """A Model."""\n    held: "Model"\n\ndef load(one: Model | None) -> "list[Model]":\n' +
      '    if isinstance(one, app.model.Model):\n        return [Model()]\n    return {"Model": f"{LIMIT} LIMIT"}\n\ndef late():\n    from app.model import Model as M, LIMIT\n    return LIMIT\n',
    "app/far.py": "from django import Model\n\ndef f(x: Model):\n    LIMIT = 3\n    return LIMIT\n",
    "app/state.py":
      "held = None\n\ndef get() -> Held:\n    global held\n    held = held or 1\n    return held\n\ndef other(held): return held\n\nclass Held: ...\n",
  }, (project) =>
    checkAll(project, {
      Model: { "app/use.py": { Sub: [4, 6], load: [8] } },
      LIMIT: { "app/use.py": { load: [11], late: [15] } },
      "app/state.py:held": { "app/state.py": { get: [4, 5, 6] } },
      Held: { "app/state.py": { get: [3] } },
    })));

Deno.test("a Python module exports more than it lists, a type variable is named where it is generic, and a class's own names in its body", () =>
  withProject({
    "shop.py": '__all__ = ["other"]\n\nclass Mark: ...\n\ndef other(): ...\n',
    "use.py": "from shop import Mark\n\ndef use(x: Mark): ...\n",
    "typed.py": `from typing import TypeVar
T = TypeVar("T")

def first(items: list[T]) -> T: ...

class Box:
    class Part: ...
    LIMIT = 3
    MOST = LIMIT

    def take(self, part: Part | None = None, n: int = LIMIT) -> Part:
        return Part

LIMIT = 4
`,
  }, async (project) => {
    await checkAll(project, {
      Mark: { "use.py": { use: [3] } },
      "typed.T": { "typed.py": { first: [4] } },
      "Box.Part": { "typed.py": { "Box.take": [11] } },
      "typed.LIMIT": undefined,
    });
    const { structured } = await call(project, "get_callers", { function_name: "Box.LIMIT" });
    assert.deepEqual(structured["possible_reads"], { "typed.py": { Box: [9], "Box.take": [11] } });
  }));

Deno.test("a Go type is named in its own package without an import, and elsewhere after its package's name", () =>
  withProject({
    "go.mod": "module demo\n\ngo 1.22\n",
    "box/box.go": "package box\n\ntype Box struct{ n int }\n\nconst Big = 3\n",
    "box/more.go": "package box\n\ntype Pair struct {\n\tBox\n\tother *Box\n}\n\nfunc (b *Box) Grow(Big int) int { return Big }\n",
    "main.go":
      'package main\n\nimport (\n\t"context"\n\t"demo/box"\n)\n\ntype Context struct{}\n\nfunc run(ctx context.Context) box.Box {\n\tif box.Big > 1 {\n\t\treturn box.Box{}\n\t}\n\treturn box.Box{}\n}\n',
  }, (project) =>
    checkAll(project, {
      "box.Box": { "box/more.go": { Pair: [4, 5], "Box.Grow": [8] }, "main.go": { run: [10, 12, 14] } },
      "box.Big": { "main.go": { run: [11] } },
      "main.go:Context": undefined,
    })));

Deno.test("impact lists the places that name a type", () =>
  withProject(
    { "a.py": "class Model:\n    pass\n", "b.py": "from a import Model\n\ndef f(x: Model): ...\ndef g(x: Model): ...\n" },
    async (project) => {
      await project.index();
      const { structured, text } = await call(project, "get_impact", { symbol_name: "Model" });
      assert.deepEqual(structured["named_at"], { count: 2, symbols: 2, first: ["b.py:3:10", "b.py:4:10"] });
      assert.match(text, /named at 2 places in 2 symbols [^\n]*\n {2}b\.py 3:10, 4:10\n/);
      assert.deepEqual(structured["dependents"], { 1: { "b.py": { f: 3, g: 4 } } });
    },
  ));

Deno.test("what names a constant, a variable or a type, or surely reads a field, depends on it, and so do its callers", () =>
  withProject({
    "conf.go":
      'package main\n\nconst limit = 3\n\nvar errFull = errors.New("full")\n\ntype Job struct{ Size int }\n\ntype Other struct{ Size int }\n\n' +
      "type Shelf struct{ first Job }\n",
    "run.go":
      "package main\n\nfunc isFull(n int) bool { return n > limit }\n\nfunc check(job Job) error {\n\tif isFull(job.Size) {\n\t\treturn errFull\n\t}\n" +
      "\treturn nil\n}\n\nfunc main() { check(Job{}) }\n\nfunc other(any) int { return any.Size }\n",
  }, async (project) => {
    await project.index();
    const impactOf = async (symbol_name: string): Promise<{ dependents: unknown; text: string }> => {
      const { structured, text } = await call(project, "get_impact", { symbol_name });
      return { dependents: structured["dependents"], text };
    };
    const limit = await impactOf("limit");
    assert.deepEqual(limit.dependents, { 1: { "run.go": { isFull: 3 } }, 2: { "run.go": { check: 5 } }, 3: { "run.go": { main: 12 } } });
    assert.match(limit.text, /warning: it is a value: what uses it under another name is not counted\n/);
    assert.deepEqual((await impactOf("errFull")).dependents, { 1: { "run.go": { check: 5 } }, 2: { "run.go": { main: 12 } } });
    const job = await impactOf("Job");
    assert.deepEqual(job.dependents, { 1: { "conf.go": { Shelf: 11 }, "run.go": { check: 5, main: 12 } } });
    assert.match(job.text, /warning: it is a type: what uses it under another name is not counted, nor what names the types and values/);
    const size = await impactOf("Job.Size");
    assert.deepEqual(size.dependents, { 1: { "run.go": { check: 5 } }, 2: { "run.go": { main: 12 } } });
    assert.match(
      size.text,
      /read or set at 1 place in 1 symbol\n {2}run\.go 6:16\nmay be missing: 1 place that may read or set it, [^:]*: run\.go:14/,
    );
  }));

Deno.test("an impact shows one place of each symbol where many places name a type", () =>
  withProject({
    "a.py": "class Model:\n    pass\n",
    "b.py": `from a import Model\n\ndef f(x: ${Array(25).fill("Model").join(" | ")}): ...\n\ndef g(x: Model): ...\n`,
  }, async (project) => {
    await project.index();
    const { structured, text } = await call(project, "get_impact", { symbol_name: "Model" });
    assert.deepEqual(structured["named_at"], { count: 26, symbols: 2, first: ["b.py:3:10", "b.py:5:10"] });
    assert.match(text, /named at 26 places in 2 symbols [^\n]*, first of each\n {2}b\.py 3:10, 5:10\n/);
  }));

Deno.test("comments and string literals are no places, code inside them is, and so is a requested text", () => {
  const lines = (text: string, forms = C_FORMS): number[] => findNameMentions(text, "X", forms).map(({ line }) => line);
  assert.deepEqual(lines("X // X\n/* X\nX */ X\n\"X\" 'X'\na.X\nXY\n"), [1, 3, 5]);
  assert.deepEqual(lines("fn f<'a>(x: &'a X) -> char { 'X' }\nlet s = r#\"X \" X\"#;\nlet X = 1;\n", rust), [1, 3]);
  assert.deepEqual(lines("`X ${X}`;\n`X`;\nf({ X: 1 });\nf({ X });\nx ? X : y;\n", typescript), [1, 4, 5]);
  const objects = findNameMentions("// Of a.\nX;\na // b.\n  .X;\n", "X", C_FORMS).map(({ object }) => object);
  assert.deepEqual(objects, ["", "a"], "a sentence that ends before a name is nothing that it is taken from");
  // What stands in a regular expression begins neither a text nor a comment; a division ends nothing.
  assert.deepEqual(lines("const rx = /`/g;\nf(X);\ns.split(/\\//).length + X;\nr = /[/*]/;\nX / 2 / X;\n`x`;\n// */\n", typescript), [
    2,
    3,
    5,
    5,
  ]);
  assert.deepEqual(
    lines(
      '"""\nX\n"""\nf"{X} X"\ndef f(a: "X") -> "list[X]": ...\nf(X=1)\nx = {"a": "X"}\n# X\nr["X"]\ng: Call[["Y", "X"], int]\n',
      python,
    ),
    [4, 5, 5, 9, 10],
  );
});

Deno.test("a call of a variable that holds a class counts as naming it, and the answer does not deny it", () =>
  withProject({
    "fields.py": "class String:\n    pass\n\n\nStr = String\nONE = 1\n",
    "use.py": "import fields\n\n\ndef use():\n    return fields.Str(), fields.ONE, fields.String\n",
  }, async (project) => {
    const said = async (function_name: string): Promise<string> => {
      const { text } = await call(project, "get_callers", { function_name });
      return /^named \((.*)\): /m.exec(text)?.[1] ?? "";
    };
    assert.match(await said("fields.Str"), /a call there calls what it holds$/);
    assert.match(await said("fields.String"), /^$|no calls$/);
  }));

Deno.test("a function is named where it is compared, given members or asked for its type, but not in a file with its own", () =>
  withProject({
    "a.ts": "export function load() {}\nload.cache = 1;\nexport function other(load: string) {\n  return load.length;\n}\n",
    "barrel.ts": 'export * from "./a.ts";\n',
    "b.ts":
      'import { load } from "./barrel.ts";\nexport type Load = typeof load;\nexport const is = (f: unknown) => f === load;\nload();\n',
    "c.ts": "function load() {}\nexport const same = load === undefined;\n",
    "d.py": "def go():\n    def inner():\n        pass\n    inner.mark = 1\n    return inner() if inner is not None else None\n",
  }, async (project) => {
    await project.index();
    assert.deepEqual(await namedAt(project, "a.ts:load"), { "a.ts": { "<module>": [2] }, "b.ts": { Load: [2], is: [3] } });
    assert.deepEqual(await namedAt(project, "d.py:inner"), { "d.py": { go: [4] } });
  }));

/** A workspace of two packages that name a constant and a type alike; `most` is what the constant of the first is called where it is defined. */
function twoCrates(most: string): Record<string, string> {
  const manifest = (name: string): string => `[package]\nname = "${name}"\nversion = "0.1.0"\nedition = "2021"\n`;
  return {
    "Cargo.toml": '[workspace]\nmembers = ["a", "b"]\n',
    "a/Cargo.toml": manifest("a"),
    "b/Cargo.toml": manifest("b"),
    "a/src/lib.rs":
      `pub const ${most}: usize = 10;\npub struct Job(pub u8);\npub enum Step { Run(Job), Stop }\npub struct Pair(pub Job, usize);\n` +
      'pub fn plain() -> usize { let s = "MOST"; s.len() + MOST } // MOST\npub fn path() -> usize { crate::MOST }\n' +
      'pub fn shown() { println!("{} {MOST:?} {{MOST}}", "MOST") }\n' +
      "mod own {\n    pub const MOST: usize = 5;\n    pub fn near() -> usize { MOST }\n    pub fn above(it: super::Job) -> usize { super::MOST }\n" +
      "    pub mod deep {\n        pub fn far() -> usize { super::MOST + super::super::MOST + self::here() }\n        fn here() -> usize { 1 }\n    }\n}\n" +
      "mod all {\n    use super::*;\n    pub fn taken(it: Job) -> usize { MOST }\n}\n" +
      "mod one {\n    use super::own::MOST;\n    pub fn other() -> usize { MOST }\n}\n" +
      "mod two {\n    use super::MOST as LIMIT;\n    pub fn local() -> usize {\n        use crate::MOST;\n        MOST + LIMIT\n    }\n}\n" +
      "pub fn inside() -> usize { const MOST: usize = 1; MOST }\npub fn from() -> usize { own::MOST }\n",
    "b/src/lib.rs":
      "pub const MOST: usize = 7;\npub struct Job;\npub fn own() -> usize { MOST }\npub fn other() -> usize { a::MOST }\npub fn job(it: a::Job) -> Job { Job }\n",
  };
}

Deno.test("Rust: modules inside a file have names of their own and import some from around; positional fields are named by their types", () =>
  withProject(twoCrates("MOST"), (project) =>
    checkAll(project, {
      "a/src/lib.rs:1": {
        "a/src/lib.rs": {
          plain: [5],
          path: [6],
          shown: [7],
          "own::above": [11],
          "own::deep::far": [13],
          "all::taken": [19],
          "two::local": [29],
        },
        "b/src/lib.rs": { other: [4] },
      },
      "own::MOST": { "a/src/lib.rs": { "own::near": [10], "own::deep::far": [13], "one::other": [23], from: [33] } },
      "b/src/lib.rs:1": { "b/src/lib.rs": { own: [3] } },
      "a/src/lib.rs:2": {
        "a/src/lib.rs": { Step: [3], Pair: [4], "own::above": [11], "all::taken": [19] },
        "b/src/lib.rs": { job: [5] },
      },
    })));

Deno.test("what is never called certainly has no callers, and the places that name it are separate", () =>
  withProject({
    "Cargo.toml": '[package]\nname = "demo"\n',
    "src/lib.rs": "pub struct Row { id: u8 }\npub fn make() -> Row { Row { id: 1 } }\n",
    "names.ts": 'export const KIND = "kind";\nexport const held = make();\nexport enum Feature { On }\n',
  }, async (project) => {
    for (const name of ["Row", "KIND", "Feature.On"]) {
      const { text, structured } = await call(project, "get_callers", { function_name: name });
      assert.equal(structured["completeness"], "complete", name);
      if (name !== "Row") assert.match(text, /\nnothing is known to name it\n/, name);
    }
    assert.equal((await call(project, "get_callers", { function_name: "held" })).structured["completeness"], "possibly_incomplete");
    const impact = await call(project, "get_impact", { symbol_name: "Row" });
    assert.match(impact.text, /warning: it is a type/);
  }));

Deno.test("a function held by a constant is called by the constant's name: these are possible calls of the constant, and listed once", () =>
  withProject({
    "wrap.ts": "export const wrap = <T>(hook: any) => (...args: any) => hook(...args) as unknown as T;\n",
    "hook.ts":
      'import { wrap } from "./wrap.ts";\ninterface Hook {\n  (key: string): string;\n}\nfunction handle(key: string) {\n  return key;\n}\nexport const useIt = wrap<Hook>(handle) as Hook;\n',
    "page.ts": 'import { useIt } from "./hook.ts";\nexport function page() {\n  return useIt("a");\n}\nexport const kept = [useIt];\n',
  }, async (project) => {
    await project.index();
    const { structured } = await call(project, "get_callers", { function_name: "useIt" });
    assert.deepEqual(structured["possible"], { "page.ts": { page: [3] } });
    assert.deepEqual(structured["named_at"], { "page.ts": { "<module>": [5] } });
    assert.equal(structured["unresolved"], undefined);
  }));

Deno.test("a variant requested by a text is named there", () =>
  withProject({
    "color.py":
      'from enum import Enum\n\nclass Color(Enum):\n    RED = 1\n    BLUE = 2\n\ndef pick(colors):\n    return Color["BLUE"], colors["RED"]\n',
    "way.ts": "export enum Way {\n  Up,\n  Down,\n}\nexport function way() {\n  return Way[\"Down\"] + Way[ 'Up' ];\n}\n",
  }, (project) =>
    checkAll(project, {
      "Color.BLUE": { "color.py": { pick: [8] } },
      "Color.RED": undefined,
      "Way.Down": { "way.ts": { way: [6] } },
      "Way.Up": { "way.ts": { way: [6] } },
    })));

Deno.test("of two symbols on one line the one that begins there names it", () =>
  withProject({
    "h.ts":
      "type Handler = (e: string) => void;\nexport const h: Handler = (e) => hh(e); function hh(e: string) { return e as Handler; }\n",
  }, (project) => checkAll(project, { Handler: { "h.ts": { h: [2], hh: [2] } } })));

Deno.test("of a field that is read and never called, what reads it is to be asked for next", () =>
  withProject({
    "app.py": "class Job:\n    size: int = 0\n\n\ndef run(job: Job):\n    print(job.size)\n\n\nrun(Job())\n",
  }, async (project) => {
    await project.index();
    const next = async (tool: string, params: Record<string, string>): Promise<unknown> =>
      ((await call(project, tool, params)).structured["metadata"] as { suggested_action?: string }).suggested_action;
    const reader = /^get_callers \{"function_name":"app\.py:6"\}/;
    assert.match(String(await next("get_callers", { function_name: "Job.size" })), reader);
    assert.match(String(await next("get_impact", { symbol_name: "Job.size" })), reader);
    assert.match(String(await next("get_call_graph", { symbol_name: "Job.size" })), /^get_callers \{"function_name":"app\.py:2:5"\}/);
  }));
